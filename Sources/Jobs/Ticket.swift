/// Identifies a request, so that an answer that arrives after a newer request can be detected and dropped.
package struct Ticket: Hashable, Sendable, Comparable {
    private let number: Int

    /// A ticket that no request has.
    package static let none = Ticket(number: 0)

    /// The ticket that follows this one.
    package var next: Ticket { Ticket(number: number + 1) }

    package static func < (one: Ticket, other: Ticket) -> Bool { one.number < other.number }
}
