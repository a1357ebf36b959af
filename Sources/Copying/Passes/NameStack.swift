/// A stack of names in one block of memory.
struct NameStack {
    private var arena: [CChar] = []
    private var starts: [Int] = []

    var isEmpty: Bool { starts.isEmpty }

    /// - Parameter name: The name, `length` bytes long.
    mutating func push(_ name: UnsafePointer<CChar>, length: Int) {
        starts.append(arena.count)
        arena.append(contentsOf: UnsafeBufferPointer(start: name, count: length))
        arena.append(0)
    }

    /// Removes and returns the last name, with a terminating NUL.
    mutating func pop() -> [CChar]? {
        guard let start = starts.popLast() else { return nil }
        defer { arena.removeLast(arena.count - start) }
        return Array(arena[start...])
    }
}
