package import ContainerModel

/// How much of each entry of a directory is backed up?
package struct BackupSizesQuery: Query {
    package let directory: ContainerPath
    package let effort = QueryEffort.walk

    package init(below directory: ContainerPath) { self.directory = directory }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (BackupSizes) -> Void) {
        BackupSizes(below: directory, of: place.container, cancellation: place.cancellation).map(answer)
    }
}
