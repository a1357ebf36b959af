import ContainerModel
import Jobs
package import Queries

/// A query that audits the container, and the bundle in it or that it is. The values that are found are masked in the
/// answer. It cannot be stopped by closing a panel.
package struct AuditQuery: Query {
    /// The time that decides what has expired and what is stale, in seconds since 1970.
    package let now: Int64

    package init(now: Int64) { self.now = now }

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("audit") }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable (AuditResult) -> Void
    ) throws(QueryFailure) {
        let now = Double(now)
        let app = AuditedApp([AuditedContainer(context.container, index: 0, prefix: [])], now: now)
        let audit = AuditContext(now: now, cancellation: context.cancellation, meter: context.progress)
        guard !context.isCancelled, let result = AuditRun(of: app, audit).run(on: context.counters) else { return }
        answer(result)
    }
}
