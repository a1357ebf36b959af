package import ContainerModel
package import Jobs
package import System

/// A question about a container, a directory or this computer, answered on a worker.
///
/// Each query is a type in a separate file, with its parameters, its answer, and the code that finds it. The caller
/// decides what to do with the answer; nothing in between knows individual queries.
package protocol Query: Sendable {
    /// The type of the result.
    associatedtype Answer: Sendable

    /// How long the query takes.
    var effort: QueryEffort { get }
    /// The title of the query in the list of tasks while it runs; nil for one that is always short.
    var task: QueryTask? { get }

    /// Runs the query on a worker.
    /// - Parameter answer: Called with the answer; repeatedly if the first answers are incomplete, and never if the
    ///   query was cancelled.
    /// - Throws: `QueryFailure` if there is no answer.
    func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure)

    /// Runs the query on a worker while no container is open. Only queries about this computer have an answer then.
    /// - Parameter answer: As for `run(in:answer:)`.
    /// - Throws: `QueryFailure` if there is no answer.
    func runWithoutContainer(
        _ cancellation: Cancellation, answer: @escaping @Sendable (Answer) -> Void
    ) throws(QueryFailure)
}

extension Query {
    package var effort: QueryEffort { .quick }

    package func runWithoutContainer(
        _ cancellation: Cancellation, answer: @escaping @Sendable (Answer) -> Void
    ) throws(QueryFailure) {}

    package var task: QueryTask? { effort == .walk ? QueryTask("search") : nil }
}

/// The entry of a query in the list of tasks.
package struct QueryTask: Hashable, Sendable {
    /// The task's title: a verb in the infinitive or a noun, in small letters.
    package let title: String
    /// The item that it is about, below its root; nil for none.
    package let subject: ContainerPath?

    /// Creates a description.
    package init(_ title: String, _ subject: ContainerPath? = nil) {
        self.title = title
        self.subject = subject
    }
}

/// The duration of a query, which decides when it starts and what it may wait for.
package enum QueryEffort: Hashable, Sendable {
    /// The user is waiting for it.
    case quick
    /// Starts quickly and continues long in the background. May be deferred until the first frame is drawn.
    case count
    /// Takes long, and must not delay quick queries. May be deferred until the first frame is drawn.
    case walk
    /// Shown beside the user's current item; starts after the first frame. Delays nothing else, however slow the disk.
    case preview
}

/// The reason why a query has no answer.
///
/// It has no code, since nothing acts on the reason, and no place: the caller knows the subject of the query.
package struct QueryFailure: CausedError, Hashable, Sendable {
    /// The message for the user; not sanitized.
    package let message: String
    /// The error that caused it.
    package let cause: ErrorCause?

    /// Creates a failure.
    /// - Parameter message: A message for the user, without a full stop.
    package init(_ message: String, cause: (any Error)? = nil) {
        self.message = message
        self.cause = cause.map { ErrorCause($0) }
    }
}
