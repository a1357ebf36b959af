package import ContainerModel
package import FileTree

/// A query for the size below directories. Answered repeatedly, with growing figures.
package struct CountQuery: Query {
    /// The root of the directories.
    package let root: Root
    /// The directories to count.
    package let directories: [ContainerPath]
    package let effort = QueryEffort.count

    package init(below directories: [ContainerPath], of root: Root) {
        self.root = root
        self.directories = directories
    }

    package func run(
        in place: QueryPlace, answer: @escaping @Sendable ([ContainerPath: DirectoryTotal]) -> Void
    ) {
        guard let tree = try? place.tree(of: root) else { return }
        SizeCounter(of: tree, pool: place.counters)
            .count(directories, cancellation: place.cancellation, report: answer)
    }
}
