package import ContainerModel
package import ContainerStore
import FileTree
package import Jobs

/// The backed-up size below several directories of a container.
package struct BackupTotals: Hashable, Sendable {
    /// The logical size in bytes by directory.
    package private(set) var bytes: [ContainerPath: UInt64] = [:]
    /// The directories that are in the backup themselves, or have something in them that is.
    package private(set) var included: Set<ContainerPath> = []

    /// Creates totals from known values.
    package init(_ bytes: [ContainerPath: UInt64], including included: Set<ContainerPath> = []) {
        self.bytes = bytes
        self.included = included
    }

    /// Measures everything below the directories, in one walk over the container.
    /// - Parameter meter: Counts the items examined.
    /// - Returns: nil if cancelled.
    package init?(
        below directories: [ContainerPath],
        of container: Container,
        cancellation: Cancellation,
        meter: ProgressMeter? = nil,
        rules: RuleBook = .standard
    ) {
        for directory in directories { bytes[directory] = 0 }
        var walk = ContainerWalk(
            of: container, rules: rules, cancellation: cancellation, meter: meter)
        while let step = walk.next() {
            guard case .item(let item) = step,
                rules.backupStatus(at: item.location, exclusion: item.exclusion()) == .backedUp,
                !item.isFoldedAppleDouble
            else { continue }
            let size = item.type == .file ? item.status.size : 0
            var above = item.type == .directory ? item.path : item.path.parent
            while let directory = above {
                if let sum = bytes[directory] {
                    bytes[directory] = sum.addingSaturated(size)
                    included.insert(directory)
                }
                above = directory.parent
            }
        }
        if cancellation.isCancelled { return nil }
    }
}
