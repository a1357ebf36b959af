import ContainerModel
package import ContainerStore
import Jobs
package import Queries

/// A query that audits the container together with the bundle and the groups of its app, or a bundle together with the
/// app's data, as far as these are found. The values that are found are masked in the answers. It cannot be stopped by closing a panel.
package struct AuditQuery: Query {
    /// What has been found.
    package struct Answer: Sendable {
        /// The findings, and what was examined.
        package let result: AuditResult
        /// The containers that are judged together, in the order of the findings' indices; the open one is the first.
        package let containers: [ContainerDescription]
        /// Whether the audit has ended. Other answers have what was found by then.
        package let isComplete: Bool

        /// Creates an answer.
        package init(_ result: AuditResult, in containers: [ContainerDescription], isComplete: Bool = true) {
            (self.result, self.containers, self.isComplete) = (result, containers, isComplete)
        }
    }

    /// The time that decides what has expired and what is stale, in seconds since 1970.
    package let now: Int64
    /// The container that is shown beside the open one; nil if none is.
    package let secondContainer: HostPath?

    package init(now: Int64, secondContainer: HostPath? = nil) {
        (self.now, self.secondContainer) = (now, secondContainer)
    }

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("audit") }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void
    ) throws(QueryFailure) {
        let now = Double(now)
        let groups = ContainerStore.openGroups(of: [context.container], readsDevices: false)
        let all =
            [context.container] + ContainerStore.companions(of: context.container, at: secondContainer)
            + groups.opened.map(\.container)
        let containers = all.knowingTheirBundles.enumerated().map { index, container in
            AuditedContainer(container, index: index, prefix: [])
        }
        let descriptions = all.map(\.description)
        let app = AuditedApp(containers, now: now)
        let audit = AuditContext(now: now, cancellation: context.cancellation, meter: context.progress)
        guard !context.isCancelled else { return }
        let result = AuditRun(of: app, audit).examineAll(on: context.counters) { partial in
            answer(Answer(partial, in: descriptions, isComplete: false))
        }
        guard var result else { return }
        result.summary.notExamined += groups.failures.map { "a container of a group: \($0.message)" }
        answer(Answer(result, in: descriptions))
    }
}
