import Comparison
import ContainerModel
import FileTree

/// What workers have found out about the items of the containers on screen: sizes, backups, seals, differences.
struct ItemKnowledge: Sendable {
    /// What has been counted in each container on screen.
    var counts: [Root: DirectoryCounts] = [:]
    /// Whether the user stopped the counting.
    var countsStopped = false
    /// Directories that are being counted because they are selected.
    var selectedCounts: Set<ItemAddress> = []
    /// The backed-up sizes of the directories in the tree, as far as they are known.
    var backupTotals: [ContainerPath: UInt64] = [:]
    /// The directories among them that are in the backup, if only with nothing in them.
    var backedUpDirectories: Set<ContainerPath> = []
    /// The directories whose backed-up sizes were requested.
    var requestedBackupTotals: Set<ContainerPath> = []
    /// What is known of the bundles on screen.
    var seals: [Root: BundleKnowledge] = [:]
    /// What differs between the containers on both sides; nil if they are not compared.
    var sides: ComparedSides?

    /// Drops what is known of both sides together, or of containers that are no longer shown.
    mutating func keepOnly(_ shown: Set<Root>) {
        sides = nil
        counts = counts.filter { shown.contains($0.key) }
    }
}
