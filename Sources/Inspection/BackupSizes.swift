package import ContainerModel
package import ContainerStore
import FileTree
package import Jobs

/// How much of each entry of a directory the next backup would hold.
package struct BackupSizes: Hashable, Sendable {
    /// Logical bytes by the entry's name; entries of which nothing is backed up have none.
    package private(set) var entries: [[UInt8]: UInt64] = [:]
    /// Logical bytes below the directory.
    package private(set) var total: UInt64 = 0

    /// Goes over everything below `directory`.
    /// - Returns: nil where it was cancelled.
    package init?(
        below directory: ContainerPath,
        of container: Container,
        cancellation: Cancellation,
        rules: RuleBook = .standard
    ) {
        var walk = ContainerWalk(of: container, from: directory, rules: rules)
        var entry: [UInt8] = []
        while let step = walk.next() {
            if cancellation.isCancelled { return nil }
            guard case .item(let item) = step, item.depth > 0 else { continue }
            if item.depth == 1 { entry = Array(item.name) }
            guard item.type == .file,
                rules.backupStatus(at: item.location, exclusion: item.exclusion()) == .backedUp
            else { continue }
            total = total.addingSaturated(item.status.size)
            entries[entry] = (entries[entry] ?? 0).addingSaturated(item.status.size)
        }
    }
}
