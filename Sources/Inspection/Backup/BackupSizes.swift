package import ContainerModel
package import ContainerStore
import FileTree
package import Jobs

/// The backed-up size of each entry of a directory.
package struct BackupSizes: Hashable, Sendable {
    /// The logical size in bytes by entry name; entries that are not in the backup, nor anything in them, are absent.
    package private(set) var entries: [[UInt8]: UInt64] = [:]
    /// The logical size below the directory, in bytes.
    package private(set) var total: UInt64 = 0

    /// Measures everything below `directory`.
    /// - Parameter meter: Counts the items examined.
    /// - Returns: nil if cancelled.
    package init?(
        below directory: ContainerPath,
        of container: Container,
        cancellation: Cancellation,
        meter: ProgressMeter? = nil,
        rules: RuleBook = .standard
    ) {
        var walk = ContainerWalk(
            of: container, from: directory, rules: rules, cancellation: cancellation, meter: meter)
        var entry: [UInt8] = []
        while let step = walk.next() {
            guard case .item(let item) = step, item.depth > 0 else { continue }
            if item.depth == 1 { entry = Array(item.name) }
            guard rules.backupStatus(at: item.location, exclusion: item.exclusion()) == .backedUp,
                !item.isFoldedAppleDouble
            else { continue }
            let size = item.type == .file ? item.status.size : 0
            total = total.addingSaturated(size)
            entries[entry] = (entries[entry] ?? 0).addingSaturated(size)
        }
        if cancellation.isCancelled { return nil }
    }
}
