/// Names one request, so that an answer which comes after a newer request can be told and dropped.
package struct Ticket: Hashable, Sendable, Comparable {
    private let number: Int

    /// The ticket that no request has.
    package static let none = Ticket(number: 0)

    /// The ticket after this one.
    package var next: Ticket { Ticket(number: number + 1) }

    package static func < (one: Ticket, other: Ticket) -> Bool { one.number < other.number }
}
