import ContainerModel

/// The path from a top item down to where the work is, for what is told of items.
struct ItemTrail {
    private var bytes: [UInt8] = []
    private var lengths: [Int] = []

    /// Goes into a directory; its name ends with NUL.
    mutating func enter(_ name: UnsafePointer<CChar>) {
        lengths.append(bytes.count)
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
        var next = name
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
    }

    /// Goes back to the directory around it.
    mutating func leave() {
        guard let length = lengths.popLast() else { return }
        bytes.removeLast(bytes.count - length)
    }

    /// The path of the directory that the work is in; the root before the first was entered.
    var path: ContainerPath { ContainerPath(bytes: bytes) ?? .root }

    /// The path of one of its entries, whose name ends with NUL.
    func path(of name: UnsafePointer<CChar>) -> ContainerPath {
        var copy = self
        copy.enter(name)
        return copy.path
    }
}
