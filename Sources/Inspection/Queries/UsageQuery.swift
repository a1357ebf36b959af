package import ContainerModel
import FileTree

/// A query for where the space below a directory of the container goes. Answered repeatedly, with growing figures.
package struct UsageQuery: Query {
    /// The path of the directory.
    package let path: ContainerPath
    package let effort = QueryEffort.walk

    package init(below path: ContainerPath) { self.path = path }

    package func run(
        in place: QueryPlace, answer: @escaping @Sendable (UsageReport) -> Void
    ) throws(QueryFailure) {
        do throws(FileTreeError) {
            let counter = UsageCounter(of: place.container, pool: place.counters)
            guard let report = try counter.count(below: path, cancellation: place.cancellation, progress: answer)
            else { return }
            answer(report)
        } catch {
            throw QueryFailure("\(path.reportText): could not \(error.operation): \(error.reason)")
        }
    }
}
