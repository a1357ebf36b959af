package import ContainerModel
import Formats
import Jobs
import Synchronization
package import System

/// A time point as a read-only tree.
package struct TimePointTree: FileTree {
    /// What such a tree is in, as displayed.
    package static let title = "time point"

    package let root: TreeDirectory
    package let problems: [String]
    package let identity: FileIdentity
    /// The description of the time point.
    package let header: TimePointManifest.Header
    /// The files and directories whose contents could not be read when the time point was kept.
    package let missing: Set<ContainerPath>
    private let contents: TimePointContents
    private let itemLoss: String?

    /// Damaged contents are known once they are read.
    package var loss: String? { (itemLoss ?? contents.loss).map { "the time point: \($0)" } }

    init(_ index: TimePointIndex, in store: [UInt8], _ status: ItemStatus) {
        let contents = TimePointContents(index, in: store, device: status.device ^ (status.inode << 20) ^ (1 << 61))
        root = .listing(IndexedDirectory(contents))
        self.contents = contents
        header = index.header
        missing = index.missing
        identity = status.identity
        problems = (index.header.problems + index.problems.sentences).map { "the time point: \($0)" }
        itemLoss = index.problems.loss
    }

    /// A file as it was when the time point was kept.
    package struct Recorded: Sendable {
        /// Its status in the container.
        package let status: ItemStatus
        /// Whether its times tell whether it has still the same contents.
        package let isToldByTimes: Bool
        /// The SHA-256 of its contents.
        package let digest: ArraySlice<UInt8>
    }

    /// Returns how a file was; nil if its contents could not be read.
    package func recorded(_ path: ContainerPath) -> Recorded? { contents.recorded(path) }

    package var medium: String? { Self.title }
    package var keepsAllMetadata: Bool { true }
}

/// The items of a time point, and their contents in the store.
final class TimePointContents: IndexedTree {
    private let items: TimePointIndex
    private let store: [UInt8]
    private let device: UInt64

    init(_ index: TimePointIndex, in store: [UInt8], device: UInt64) {
        items = index
        self.store = store
        self.device = device
    }

    var index: TreeIndex { items.tree }

    func status(of node: TreeIndex.Node) -> ItemStatus {
        let entry = index.entry(node)
        let details = items.details(of: node)
        return ItemStatus(
            kind: entry.kind, size: entry.size, permissions: entry.permissions, user: entry.user,
            group: entry.group, links: details?.links ?? 1,
            inode: details == nil ? UInt64(node) + 1 << 32 : UInt64(entry.ordinal) + 1, device: device,
            modified: entry.modified, modifiedNanoseconds: entry.modifiedNanoseconds,
            knowsNanoseconds: details?.knowsNanoseconds ?? false, changed: details?.changed,
            changedNanoseconds: details?.changedNanoseconds, born: details?.born,
            bornNanoseconds: details?.bornNanoseconds, protection: details?.protection ?? .unknown)
    }

    /// Returns how the file at a path was; nil if there is none, or if its contents could not be read.
    func recorded(_ path: ContainerPath) -> TimePointTree.Recorded? {
        var node = TreeIndex.root
        for name in path.components {
            guard let next = index.child(name, of: node) else { return nil }
            node = next
        }
        guard index.kind(node) == .file, let details = items.details(of: node), let digest = items.digest(details)
        else { return nil }
        let entry = index.entry(node)
        return TimePointTree.Recorded(
            status: ItemStatus(
                kind: .file, size: entry.size, permissions: entry.permissions, user: entry.user, group: entry.group,
                links: details.links, inode: details.identity.inode, device: details.identity.device,
                modified: entry.modified, modifiedNanoseconds: entry.modifiedNanoseconds,
                knowsNanoseconds: details.knowsNanoseconds, changed: details.changed,
                changedNanoseconds: details.changedNanoseconds, born: details.born,
                bornNanoseconds: details.bornNanoseconds, protection: details.protection),
            isToldByTimes: details.isToldByTimes, digest: digest)
    }

    /// Opens the contents of a file.
    private func object(_ node: TreeIndex.Node) throws(FileTreeError) -> (file: Descriptor, digest: ArraySlice<UInt8>) {
        guard let details = items.details(of: node), let digest = items.digest(details) else {
            throw FileTreeError(
                operation: "open the file", unusable: "it could not be read when the time point was kept")
        }
        let file: Descriptor
        do throws(FileTreeError) {
            let objects = try RootedDirectory(hostPath: store + [ContainerPath.slash] + TimePointLayout.objects.utf8)
            file = try objects.openFile(TimePointLayout.object(digest))
        } catch {
            guard error.code == .notFound else { throw error }
            noteDamage(digest)
            throw FileTreeError(operation: "open the file", damaged: "the time point store lacks its contents")
        }
        guard try ItemStatus(of: file, path: .root).size == index.entry(node).size else {
            noteDamage(digest)
            throw FileTreeError(
                operation: "open the file", damaged: "its contents in the time point store have a different size")
        }
        return (file, digest)
    }

    /// The objects whose contents were found to be those that were kept.
    private let intact = Mutex<Set<ArraySlice<UInt8>>>([])
    /// The objects whose contents were found to be others, or were not found.
    private let damaged = Mutex<Set<ArraySlice<UInt8>>>([])

    /// What was found damaged so far; nil if nothing was.
    var loss: String? {
        let count = damaged.withLock(\.count)
        return count == 0
            ? nil
            : "the contents of \(count) file\(count == 1 ? "" : "s") are damaged in the store; "
                + "`sandglass keeps --check` names them"
    }

    private func noteDamage(_ digest: ArraySlice<UInt8>) { damaged.withLock { _ = $0.insert(digest) } }

    /// All of it is read before anything of it is believed: whoever has the descriptor reads what he likes.
    func open(_ node: TreeIndex.Node) throws(FileTreeError) -> Descriptor {
        let (file, digest) = try object(node)
        guard !intact.withLock({ $0.contains(digest) }) else { return file }
        guard try file.sha256().elementsEqual(digest) else {
            noteDamage(digest)
            throw Self.damage
        }
        intact.withLock { _ = $0.insert(digest) }
        return file
    }

    func head(_ node: TreeIndex.Node, _ length: Int) throws(FileTreeError) -> [UInt8] {
        try object(node).file.part(at: 0, length)
    }

    /// The number of bytes read at a time.
    fileprivate static let chunk = 256 << 10

    /// Holes stay holes, and damage is found, since all of it is read.
    func copy(
        _ node: TreeIndex.Node, to target: Descriptor, _ cancellation: Cancellation, _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        let (file, digest) = try object(node)
        let size = index.entry(node).size
        var computation = SHA256()
        var offset: UInt64 = 0
        while offset < size {
            guard !cancellation.isCancelled else { return false }
            let data = file.nextData(at: offset, of: size)
            let isHole = data > offset
            let end = isHole ? data : file.nextHole(at: offset, of: size)
            let count = Int(min(UInt64(Self.chunk), end - offset))
            let part = isHole ? [UInt8](repeating: 0, count: count) : try file.part(at: offset, count)
            guard part.count == count else { throw Self.damage }
            part.withUnsafeBytes { computation.add($0) }
            if !isHole { try target.put(part[...], at: offset) }
            offset += UInt64(count)
            progress(UInt64(count))
        }
        guard computation.end().elementsEqual(digest) else {
            noteDamage(digest)
            throw Self.damage
        }
        let failure = target.setSize(size)
        guard failure == 0 else { throw FileTreeError(errno: failure, operation: "write the file") }
        return true
    }

    private static var damage: FileTreeError {
        FileTreeError(operation: "read the file", damaged: "its contents in the time point store are damaged")
    }
}

extension Descriptor {
    /// Returns the SHA-256 of a file's contents.
    /// - Throws: `FileTreeError` if it cannot be read.
    package func sha256() throws(FileTreeError) -> [UInt8] {
        var computation = SHA256()
        var offset: UInt64 = 0
        while true {
            let part = try part(at: offset, TimePointContents.chunk)
            if part.isEmpty { return computation.end() }
            part.withUnsafeBytes { computation.add($0) }
            offset += UInt64(part.count)
        }
    }

    /// Returns where the next data of a file are at or after an offset; the end of the file if there are none, and the
    /// offset itself where the file system does not tell.
    package func nextData(at offset: UInt64, of size: UInt64) -> UInt64 {
        let data = sandglass_next_data(number, Int64(clamping: offset))
        if data == -Int64(ENXIO) { return size }
        return data < 0 ? offset : max(offset, min(UInt64(data), size))
    }

    /// Returns where the next hole of a file begins after an offset with data; the end of the file if there is none.
    package func nextHole(at offset: UInt64, of size: UInt64) -> UInt64 {
        let hole = sandglass_next_hole(number, Int64(clamping: offset))
        // An offset in a hole by now would make no progress.
        return hole <= Int64(clamping: offset) ? size : min(UInt64(hole), size)
    }
}
