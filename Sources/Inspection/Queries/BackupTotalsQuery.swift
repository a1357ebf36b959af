package import ContainerModel
package import Queries

/// A query for the backed-up size below directories of the container.
package struct BackupTotalsQuery: Query {
    /// The directories.
    package let directories: [ContainerPath]
    package let effort = QueryEffort.walk
    package var task: QueryTask? { QueryTask("measure the backup") }

    package init(below directories: [ContainerPath]) { self.directories = directories }

    package func run(in context: QueryContext, answer: @escaping @Sendable (BackupTotals) -> Void) {
        BackupTotals(
            below: directories, of: context.container, cancellation: context.cancellation, meter: context.progress
        )
        .map(answer)
    }
}
