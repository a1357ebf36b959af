import ContainerModel
import Jobs
import System

/// The items and the contents of a domain of a backup.
final class BackupStore: IndexedTree {
    private let items: BackupIndex
    private let device: UInt64
    private let manifest: BackupManifest
    private let manifestProblems: [String]
    private let files: BackupFiles
    private let opened = UnpackedFiles()

    init(_ index: BackupIndex, _ manifest: BackupManifest, _ files: BackupFiles, device: UInt64) {
        items = index
        self.manifest = manifest
        manifestProblems = manifest.problems
        self.files = files
        self.device = device
    }

    var index: TreeIndex { items.tree }

    /// The unreadable parts, as sentences.
    var problems: [String] { manifestProblems + items.problems.sentences }

    /// The first problem because of which items are missing; nil if there is none.
    var loss: String? { manifestProblems.first ?? items.problems.loss }

    func status(of node: TreeIndex.Node) -> ItemStatus {
        let entry = index.entry(node)
        let details = items.details(of: node)
        return ItemStatus(
            kind: entry.kind, size: entry.size, permissions: entry.permissions, user: entry.user,
            group: entry.group, links: 1, inode: UInt64(node) + 1, device: device,
            modified: entry.modified, modifiedNanoseconds: 0, knowsNanoseconds: false, changed: details?.changed,
            born: details?.born, protection: details?.protection ?? .unknown)
    }

    /// Returns where the contents of a file are.
    /// - Throws: `FileTreeError`
    private func location(of node: TreeIndex.Node) throws(FileTreeError) -> BackupFiles.Location {
        guard let row = items.details(of: node)?.row, let location = try manifest.location(ofRow: row) else {
            throw FileTreeError(operation: "open the file", damaged: "the manifest does not say which file holds it")
        }
        return location
    }

    func open(_ node: TreeIndex.Node) throws(FileTreeError) -> Descriptor {
        let found = try openRemains(node)
        if let misfit = found.misfit { throw misfit }
        return found.file
    }

    func openRemains(_ node: TreeIndex.Node) throws(FileTreeError) -> FileRemains {
        let location = try location(of: node)
        let file: Descriptor
        if let known = opened[node] { file = known } else { file = try files.open(location) }
        // The size in the manifest need not be right.
        let size = try ItemStatus(of: file, path: .root).size
        if location.key != nil { opened.keep(file, as: node, size: size) }
        return FileRemains(file, misfit: location.misfit(having: size))
    }

    func head(_ node: TreeIndex.Node, _ length: Int) throws(FileTreeError) -> [UInt8] {
        try files.head(try location(of: node), length)
    }

    func copy(
        _ node: TreeIndex.Node, to target: Descriptor, _ cancellation: Cancellation, _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        try files.copy(try location(of: node), to: target, cancellation, progress)
    }
}
