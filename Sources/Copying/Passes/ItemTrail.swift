import ContainerModel

/// The path from the top-level item to the current directory, for reports.
struct ItemTrail {
    private var bytes: [UInt8] = []
    private var lengths: [Int] = []

    /// Enters a directory; its name ends with NUL.
    mutating func enter(_ name: UnsafePointer<CChar>) {
        lengths.append(bytes.count)
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
        var next = name
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
    }

    /// Returns to the parent directory.
    mutating func leave() {
        guard let length = lengths.popLast() else { return }
        bytes.removeLast(bytes.count - length)
    }

    /// The path of the current directory; the root before the first one is entered.
    var path: ContainerPath { ContainerPath(bytes: bytes) ?? .root }

    /// Returns the path of an entry of the current directory; its name ends with NUL.
    func path(of name: UnsafePointer<CChar>) -> ContainerPath {
        var copy = self
        copy.enter(name)
        return copy.path
    }
}
