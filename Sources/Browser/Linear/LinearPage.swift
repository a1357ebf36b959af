import ContainerModel
import Jobs
import Search

/// What the lines are about: as long as it is the same, numbers mean the same.
enum LinearPlace: Hashable, Sendable {
    /// Nothing has been opened yet.
    case nothing
    case covered
    case prompt(Prompt.Purpose)
    /// The name of a mark is awaited.
    case mark
    case panel(Ticket)
    /// - Parameter depth: The number of values that were opened one in the other.
    case viewer(ItemAddress, depth: Int)
    case listing(ItemAddress, ListingReach)
}

/// A page of lines: a heading, rows of which some are numbered, and what follows.
struct LinearPage: Sendable {
    /// A row.
    struct Row: Hashable, Sendable {
        /// The number that chooses it; nil if it cannot be chosen.
        var number: Int?
        /// What tells it from the other rows of the place.
        var identity: RowIdentity
        /// What is said of it, sanitized.
        var text: String

        /// The row as a line.
        var line: String { number.map { "\($0)  \(text)" } ?? text }
    }

    let place: LinearPlace
    var heading: [String] = []
    var rows: [Row] = []
    var ending: [String] = []

    init(_ place: LinearPlace) { self.place = place }

    /// The whole page as lines.
    var lines: [String] { heading + rows.map(\.line) + ending }

    /// Returns whether another page has the same rows, whatever is said of them.
    func hasRows(of other: LinearPage) -> Bool {
        place == other.place && rows.map(\.identity) == other.rows.map(\.identity)
            && rows.map(\.number) == other.rows.map(\.number)
    }
}
