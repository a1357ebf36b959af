package import ContainerModel

/// A query for the backed-up size of each entry of a directory.
package struct BackupSizesQuery: Query {
    /// The directory, in the container.
    package let directory: ContainerPath
    package let effort = QueryEffort.walk
    package var task: QueryTask? { QueryTask("count what is backed up", directory) }

    package init(below directory: ContainerPath) { self.directory = directory }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (BackupSizes) -> Void) {
        BackupSizes(below: directory, of: place.container, cancellation: place.cancellation, meter: place.progress)
            .map(answer)
    }
}
