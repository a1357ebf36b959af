package import ContainerModel
package import Queries

/// A query for the backed-up size of each entry of a directory.
package struct BackupSizesQuery: Query {
    /// The directory, in the container.
    package let directory: ContainerPath
    package let effort = QueryEffort.walk
    package var task: QueryTask? { QueryTask("measure the backup", directory) }

    package init(below directory: ContainerPath) { self.directory = directory }

    package func run(in context: QueryContext, answer: @escaping @Sendable (BackupSizes) -> Void) {
        BackupSizes(
            below: directory, of: context.container, cancellation: context.cancellation, meter: context.progress
        )
        .map(answer)
    }
}
