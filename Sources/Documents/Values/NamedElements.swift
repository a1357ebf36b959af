extension Sequence {
    /// Returns the element with a name: the one whose name has the same bytes, or else the only one whose name is the same
    /// in another Unicode normalization form; nil if there is none, and if there are several of these.
    func first(named name: String, _ nameOf: (Element) -> String) -> Element? {
        var equivalent: Element?
        var count = 0
        for element in self {
            let found = nameOf(element)
            // Texts are equal in any normalization form.
            guard found == name else { continue }
            if found.utf8.elementsEqual(name.utf8) { return element }
            equivalent = equivalent ?? element
            count += 1
        }
        return count == 1 ? equivalent : nil
    }
}

extension [ValueNode] {
    /// The nodes whose names have the same bytes as the name of one before: which of them each is, from 2, by its index.
    package var occurrences: [Int: Int] {
        guard count > 1, hasDuplicateNames else { return [:] }
        var occurrences: [Int: Int] = [:]
        var counts: [[UInt8]: Int] = [:]
        for (index, node) in enumerated() {
            let number = counts[[UInt8](node.name.utf8), default: 0] + 1
            counts[[UInt8](node.name.utf8)] = number
            if number > 1 { occurrences[index] = number }
        }
        return occurrences
    }

    /// Whether two names are equal, in any normalization form.
    private var hasDuplicateNames: Bool {
        // A few are compared with each other faster than they are entered in a set.
        guard count > 8 else {
            return indices.contains { index in self[..<index].contains { $0.name == self[index].name } }
        }
        return Set(lazy.map(\.name)).count < count
    }

    /// Returns the node that a step leads to; nil if there is none.
    func node(at step: [UInt8]) -> ValueNode? {
        let (bytes, occurrence) = ValueAddress.parts(of: step)
        let name = String(decoding: bytes, as: UTF8.self)
        guard occurrence > 1 else { return first(named: name, \.name) }
        return lazy.filter { $0.name.utf8.elementsEqual(bytes) }.dropFirst(occurrence - 1).first
    }
}
