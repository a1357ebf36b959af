package import ContainerModel
package import FileTree
import Jobs

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
        in place: QueryPlace, answer: @escaping @Sendable ([ContainerPath: DirectoryTotal]) -> Void
    ) {
        guard let tree = try? place.tree(of: root) else { return }
        let counted = Set(directories)
        // The others are counted in these.
        let topmost = directories.filter { directory in
            !sequence(first: directory, next: \.parent).dropFirst().contains { counted.contains($0) }
        }
        SizeCounter(of: tree, pool: place.counters).count(directories, cancellation: place.cancellation) { totals in
            let sums = topmost.compactMap { totals[$0] }
            place.progress.reach(
                files: sums.reduce(0) { $0 + UInt64($1.items) },
                bytes: sums.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue })
            answer(totals)
        }
    }
}
