package import ContainerModel
import FileTree
import Jobs
package import Queries

/// A query for where the space below a directory of the container goes. Answered repeatedly, with growing figures.
package struct UsageQuery: Query {
    /// The path of the directory.
    package let path: ContainerPath
    package let effort = QueryEffort.walk
    package var task: QueryTask? { QueryTask("count usage", path) }

    package init(below path: ContainerPath) { self.path = path }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable (UsageReport) -> Void
    ) throws(QueryFailure) {
        do throws(FileTreeError) {
            let counter = UsageCounter(of: context.container, pool: context.counters)
            let counted = try counter.count(below: path, cancellation: context.cancellation) { report in
                context.progress.reach(files: UInt64(report.total.items), bytes: report.total.bytes)
                answer(report)
            }
            guard let report = counted else { return }
            answer(report)
        } catch {
            throw QueryFailure("\(path.reportText): \(error.message)", cause: error)
        }
    }
}
