/// Names that wait, in one piece of memory; the last comes first.
struct NameStack {
    private var arena: [CChar] = []
    private var starts: [Int] = []

    var isEmpty: Bool { starts.isEmpty }

    /// - Parameter name: `length` bytes.
    mutating func push(_ name: UnsafePointer<CChar>, length: Int) {
        starts.append(arena.count)
        arena.append(contentsOf: UnsafeBufferPointer(start: name, count: length))
        arena.append(0)
    }

    /// The last name with a final NUL.
    mutating func pop() -> [CChar]? {
        guard let start = starts.popLast() else { return nil }
        defer { arena.removeLast(arena.count - start) }
        return Array(arena[start...])
    }
}
