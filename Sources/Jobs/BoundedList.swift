/// A list that keeps its first elements and counts the rest, so that reporting on a million items does not exhaust
/// memory.
package struct BoundedList<Element: Sendable>: Sendable {
    /// The number of elements kept.
    package static var capacity: Int { 1_000 }

    /// The first elements.
    package private(set) var first: [Element] = []
    /// The total number of elements.
    package private(set) var count = 0

    /// Creates an empty list.
    package init() {}

    /// Whether the list is empty.
    package var isEmpty: Bool { count == 0 }

    /// Counts elements that are not at hand.
    package mutating func count(more number: Int) { count += number }

    /// Adds an element at the end.
    package mutating func append(_ element: Element) {
        count += 1
        if first.count < Self.capacity { first.append(element) }
    }

    /// Returns the list with its elements transformed.
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
