package import ContainerModel
package import ContainerStore
import FileTree
package import Jobs

/// The backed-up size below several directories of a container.
package struct BackupTotals: Hashable, Sendable {
    /// The logical size in bytes by directory.
    package private(set) var bytes: [ContainerPath: UInt64] = [:]

    /// Creates totals from known values.
    package init(_ bytes: [ContainerPath: UInt64]) { self.bytes = bytes }

    /// Measures everything below the directories, in one walk over the container.
    /// - Returns: nil if cancelled.
    package init?(
        below directories: [ContainerPath],
        of container: Container,
        cancellation: Cancellation,
        rules: RuleBook = .standard
    ) {
        for directory in directories { bytes[directory] = 0 }
        var walk = ContainerWalk(of: container, rules: rules)
        while let step = walk.next() {
            if cancellation.isCancelled { return nil }
            guard case .item(let item) = step, item.type == .file,
                rules.backupStatus(at: item.location, exclusion: item.exclusion()) == .backedUp
            else { continue }
            var above = item.path.parent
            while let directory = above {
                if let sum = bytes[directory] { bytes[directory] = sum.addingSaturated(item.status.size) }
                above = directory.parent
            }
        }
    }
}
