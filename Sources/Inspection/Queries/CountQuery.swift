package import ContainerModel
package import FileTree
import Jobs
package import Queries

/// A query for the size below directories. Answered repeatedly, with growing figures.
package struct CountQuery: Query {
    /// The root of the directories.
    package let root: Root
    /// The directories to count.
    package let directories: [ContainerPath]
    package let effort = QueryEffort.count
    package let task: QueryTask? = QueryTask("count sizes")

    package init(below directories: [ContainerPath], of root: Root) {
        self.root = root
        self.directories = directories
    }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable ([ContainerPath: DirectoryTotal]) -> Void
    ) {
        guard let tree = try? context.tree(of: root) else { return }
        let counted = Set(directories)
        // The others are counted in these.
        let topmost = directories.filter { directory in
            !sequence(first: directory, next: \.parent).dropFirst().contains { counted.contains($0) }
        }
        SizeCounter(of: tree, pool: context.counters).count(directories, cancellation: context.cancellation) { totals in
            let sums = topmost.compactMap { totals[$0] }
            context.progress.reach(
                files: sums.reduce(0) { $0 + UInt64($1.items) },
                bytes: sums.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue })
            answer(totals)
        }
    }
}
