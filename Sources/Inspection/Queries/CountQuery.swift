package import ContainerModel
package import FileTree

/// How much is below these directories? Answered again and again, with figures that grow.
package struct CountQuery: Query {
    package let root: Root
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
