package import Jobs

/// Work that is no longer needed.
package enum CancelledWork: Sendable {
    /// That of all workers.
    case all
    /// Counting and queries; directories are still read.
    case counts
    /// The opening of another container.
    case opening
    /// A plan is discarded, or the operation that carries it out is stopped; finished items stay.
    case operation(Ticket)
    /// A task, if it is not over, by its number.
    case task(Int)
}
