import Comparison
import ContainerModel
import ContainerStore
import FileTree
import Jobs

/// What workers have found out about the containers on screen: sizes, backups, seals.
struct Findings: Sendable {
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
    /// What has changed in the container while it was watched.
    var changes = WatchedChanges()
    /// What the audit of the container has found.
    var audit = ContainerAudit()
    /// What differs between the containers on both sides; nil if they are not compared.
    var sides: ComparedSides?
    /// The latest request for the usage that is shown; nil if none is.
    var usageRequest: Ticket?

    init() {}

    /// Creates the findings about a container that is being opened.
    /// - Parameter earlier: Those about the one before: an audit stays if the container was opened from its list.
    init(of container: ContainerDescription, keeping earlier: Findings) {
        audit = earlier.audit.kept(in: container)
    }

    /// Drops what is known of both sides together, or of containers that are no longer shown.
    mutating func keepOnly(_ shown: Set<Root>) {
        sides = nil
        counts = counts.filter { shown.contains($0.key) }
    }
}
