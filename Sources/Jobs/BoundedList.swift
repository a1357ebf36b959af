/// A list that remembers its first entries and counts the others: what is said of a million items must not fill the
/// memory.
package struct BoundedList<Element: Sendable>: Sendable {
    /// How many entries are remembered.
    package static var capacity: Int { 1_000 }

    /// The first entries.
    package private(set) var first: [Element] = []
    /// How many there were in all.
    package private(set) var count = 0

    /// A list of nothing.
    package init() {}

    /// Whether there were none.
    package var isEmpty: Bool { count == 0 }

    /// Adds an entry at the end.
    package mutating func append(_ element: Element) {
        count += 1
        if first.count < Self.capacity { first.append(element) }
    }

    /// The list of what `change` makes of the entries.
    package func map(_ change: (Element) -> Element) -> BoundedList {
        var list = self
        list.first = first.map(change)
        return list
    }

    /// Adds another list at the end.
    package mutating func append(contentsOf other: BoundedList) {
        count += other.count
        first.append(contentsOf: other.first.prefix(Self.capacity - first.count))
    }
}

extension BoundedList: Equatable where Element: Equatable {}
