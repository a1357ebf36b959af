package import ContainerModel
import Decoding
package import Jobs
import Synchronization
import System

/// Opens trees by host path: directories, and files that contain trees.
package enum HostTree {
    /// Opens the tree at a path. Follows symbolic links, since the path is the user's own. A path may continue after
    /// the name of an archive and then refers to a directory in it, or after the directory of a backup with the name of
    /// a domain.
    /// - Throws: `FileTreeError`
    package static func open(
        _ hostPath: [UInt8],
        cancellation: Cancellation = Cancellation()
    ) throws(FileTreeError) -> any FileTree {
        do throws(FileTreeError) {
            return try directory(hostPath, cancellation: cancellation)
        } catch {
            // A domain of a backup is not a directory on disk.
            guard error.code == .notFound, let (folder, path) = BackupFolder.find(hostPath),
                let name = path.components.first(where: { _ in true }), let domain = ContainerPath(bytes: name),
                let inside = path.relative(to: domain)
            else { throw error }
            return try folder.open(cancellation: cancellation).tree(of: domain.bytes, cancellation: cancellation)
                .subtree(inside)
        }
    }

    /// Opens a directory of this computer or in an archive.
    /// - Throws: `FileTreeError`
    package static func directory(
        _ hostPath: [UInt8],
        cancellation: Cancellation = Cancellation()
    ) throws(FileTreeError) -> any FileTree {
        do throws(FileTreeError) {
            return try RootedDirectory(hostPath: hostPath)
        } catch {
            guard error.code == .notADirectory, let (file, inside) = TreeFile.find(hostPath) else { throw error }
            return try file.open(cancellation: cancellation).subtree(inside)
        }
    }
}

/// A file of this computer that contains a tree, in one of the formats in `TreeFormats.all`, or a time point.
package struct TreeFile: Sendable {
    /// The file's path on the host.
    package let hostPath: [UInt8]
    /// The file's format.
    package let format: any TreeFormat
    private let descriptor: Descriptor

    /// Returns the file that a path refers to or leads into, and the rest of the path; nil if there is no file that
    /// contains a tree.
    package static func find(_ hostPath: [UInt8]) -> (TreeFile, ContainerPath)? {
        if let known = found.withLock({ $0 }), hostPath.starts(with: known.hostPath),
            hostPath.count == known.hostPath.count || hostPath[known.hostPath.count] == 0x2f, known.isUnchanged
        {
            return ContainerPath(bytes: hostPath[known.hostPath.count...]).map { (known, $0) }
        }
        var path = hostPath[...]
        while !path.isEmpty {
            if let file = try? FileContents.open(hostPath: Array(path)) {
                guard let found = TreeFile(file, at: Array(path)) else { return nil }
                self.found.withLock { $0 = found }
                return ContainerPath(bytes: hostPath[path.endIndex...]).map { (found, $0) }
            }
            path = path[..<(path.lastIndex(of: 0x2f) ?? path.startIndex)]
        }
        return nil
    }

    /// The file that was found last: what a command has found once, it does not take for another kind of file because it
    /// cannot be opened a second time.
    private static let found = Mutex<TreeFile?>(nil)

    /// Whether the same file is still at the path.
    private var isUnchanged: Bool {
        var status = stat()
        guard withNullTerminated(hostPath, { stat($0, &status) }) == 0,
            let own = try? ItemStatus(of: descriptor, path: .root)
        else { return false }
        return own.identity == FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    private init?(_ file: Descriptor, at hostPath: [UInt8]) {
        guard let format = TreeFormats.format(of: file, among: TreeFormats.ofPaths) else { return nil }
        self.hostPath = hostPath
        self.format = format
        descriptor = file
    }

    /// Opens the tree. An archive that is already open is not read again.
    /// - Throws: `FileTreeError`
    package func open(
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(FileTreeError) -> any FileTree {
        let version = Version(try ItemStatus(of: descriptor, path: .root))
        if let known = Self.last.withLock({ $0?.version == version ? $0?.tree : nil }) { return known }
        let tree = try format.tree(
            in: descriptor, by: DecoderPool(), within: ArchiveLimits(), progress: progress, cancellation: cancellation)
        Self.last.withLock { $0 = (version, tree) }
        return tree
    }

    /// The archive opened last; a single command refers to it several times.
    private static let last = Mutex<(version: Version, tree: any FileTree)?>(nil)

    private struct Version: Equatable {
        let identity: FileIdentity
        let size: UInt64
        let changed: Int64
        let changedNanoseconds: UInt32

        init(_ status: ItemStatus) {
            identity = status.identity
            size = status.size
            changed = status.changed
            changedNanoseconds = status.changedNanoseconds
        }
    }
}
