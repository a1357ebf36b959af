package import ContainerModel
package import Jobs
import Synchronization
import System

/// Opens trees by their paths on this computer: directories, and what is in files that hold trees.
package enum HostTree {
    /// The tree at a path; links in it are followed, since it is the person's own. A path may go on behind the name of an
    /// archive: it is that of a directory in it.
    /// - Throws: `FileTreeError`
    package static func open(
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

/// A file of this computer that holds a tree, of one of the kinds in `TreeFormats.all`.
package struct TreeFile: Sendable {
    /// Where it is.
    package let hostPath: [UInt8]
    /// What it is.
    package let format: any TreeFormat
    private let descriptor: Descriptor

    /// The file that a path leads to or into, and the path in it; nil where that is no file that holds a tree.
    package static func find(_ hostPath: [UInt8]) -> (TreeFile, ContainerPath)? {
        var path = hostPath[...]
        while !path.isEmpty {
            if let file = try? FileContents.open(hostPath: Array(path)) {
                guard let found = TreeFile(file, at: Array(path)) else { return nil }
                return ContainerPath(bytes: hostPath[path.endIndex...]).map { (found, $0) }
            }
            path = path[..<(path.lastIndex(of: 0x2f) ?? path.startIndex)]
        }
        return nil
    }

    private init?(_ file: Descriptor, at hostPath: [UInt8]) {
        guard let format = TreeFormats.format(of: file) else { return nil }
        self.hostPath = hostPath
        self.format = format
        descriptor = file
    }

    /// Reads what is in it; an archive that is open already is not read again.
    /// - Throws: `FileTreeError`
    package func open(
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(FileTreeError) -> any FileTree {
        let version = Version(try ItemStatus(of: descriptor, path: .root))
        if let known = Self.last.withLock({ $0?.version == version ? $0?.tree : nil }) { return known }
        let tree = try format.tree(
            in: descriptor, within: ArchiveLimits(), progress: progress, cancellation: cancellation)
        Self.last.withLock { $0 = (version, tree) }
        return tree
    }

    /// The archive that was opened last: one command names it several times.
    private static let last = Mutex<(version: Version, tree: any FileTree)?>(nil)

    private struct Version: Equatable {
        let identity: FileIdentity
        let size: UInt64
        let changed: Int64
        let changedNanoseconds: UInt32

        init(_ status: ItemStatus) {
            identity = FileIdentity(device: status.device, inode: status.inode)
            size = status.size
            changed = status.changed
            changedNanoseconds = status.changedNanoseconds
        }
    }
}
