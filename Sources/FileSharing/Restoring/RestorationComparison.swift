import ContainerModel
import Copying
import FileTree
import Jobs
import System
import Transactions

/// Tells whether a container's items are as they are in what it is restored from.
struct RestorationComparison {
    /// What it is restored from, if that is a time point.
    private let point: TimePointTree?
    /// Tells which files are unchanged since the time point was kept; nil if it is of another container.
    private let recorded: RecordedFiles?
    private let contents = ContentComparison()
    /// Whether a copy of the source's items has all their metadata.
    private let keepsAll: Bool
    private let isRoot = geteuid() == 0
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - source: What the container is restored from.
    ///   - directory: The container, if the source is a time point of its own.
    init(with source: any FileTree, directory: RootedDirectory?, _ cancellation: Cancellation) {
        let point = source as? TimePointTree
        self.point = point
        self.cancellation = cancellation
        keepsAll = source.keepsAllMetadata || source.writable != nil
        recorded = point.flatMap { point in directory.map { RecordedFiles(since: point.header, in: $0) } }
    }

    // MARK: Items

    /// Returns whether the files of a database are the same, apart from one of them. One is never replaced without the
    /// others: an app that has them open would go on writing to all, of which some are in the trash then.
    func areSame(
        _ database: [UInt8], without name: ArraySlice<UInt8>, beside path: ContainerPath, _ wanted: TreeDirectory,
        _ found: TreeDirectory
    ) -> Bool {
        let logs = Companion.logs.map { $0.name(for: database[...]) }
        for part in [database] + logs where part[...] != name {
            guard let item = path.parent?.appending(name: part) else { continue }
            let status = try? wanted.status(of: part[...], path: item)
            let present = try? found.status(of: part[...], path: item)
            guard status?.kind == present?.kind else { return false }
            guard let status, let present else { continue }
            if !isSame(part[...], at: item, status, wanted, present, found) { return false }
        }
        return true
    }

    /// Returns whether an item is as it should be, its metadata included.
    /// - Parameters:
    ///   - status: The item as it should be, in `wanted`.
    ///   - present: The item of the same kind that is there now, in `found`.
    func isSame(
        _ name: ArraySlice<UInt8>, at path: ContainerPath, _ status: ItemStatus, _ wanted: TreeDirectory,
        _ present: ItemStatus, _ found: TreeDirectory
    ) -> Bool {
        switch status.kind {
        case .file, .link: break
        // Pipes, sockets and devices have no contents, and are not made.
        default: return true
        }
        guard status.size == present.size, status.hasSameModification(as: present) else { return false }
        if status.kind == .file, isUnchanged(present, at: path) { return true }
        if status.kind == .link {
            let targets = [wanted, found].map { try? $0.linkTarget(of: name, path: path) }
            guard targets[0] == targets[1] else { return false }
        } else if permissions(status) != permissions(present) {
            return false
        }
        if keepsAll, isRoot, (status.user, status.group) != (present.user, present.group) { return false }
        return attributes(of: name, in: wanted) == attributes(of: name, in: found)
            && (status.kind == .link || haveSameContents(name, at: path, wanted, found))
    }

    // MARK: Contents

    /// Returns whether a file certainly is as it was kept, its metadata included: these change one of its times.
    private func isUnchanged(_ present: ItemStatus, at path: ContainerPath) -> Bool {
        guard let recorded, let known = point?.recorded(path), known.isToldByTimes else { return false }
        return recorded.isUnchanged(present, since: known.status, at: path)
    }

    /// Returns whether two files have the same contents. One that cannot be read is not the same.
    private func haveSameContents(
        _ name: ArraySlice<UInt8>, at path: ContainerPath, _ wanted: TreeDirectory, _ found: TreeDirectory
    ) -> Bool {
        guard let point else {
            guard let one = try? wanted.openFile(name, path: path), let other = try? found.openFile(name, path: path)
            else { return false }
            return contents.haveSameBytes(one, other, cancellation)
        }
        guard let known = point.recorded(path), let file = try? found.openFile(name, path: path),
            let digest = try? file.sha256()
        else { return false }
        return known.digest.elementsEqual(digest)
    }

    // MARK: Metadata

    /// Returns the permissions that a copy can have.
    private func permissions(_ status: ItemStatus) -> UInt16 { status.permissions & (keepsAll ? 0o7777 : 0o777) }

    /// Returns the permissions that a directory can have; only root gives it an owner.
    func directoryPermissions(_ status: ItemStatus) -> DirectoryPermissions {
        keepsAll
            ? DirectoryPermissions(status, hasOwner: isRoot) : DirectoryPermissions(mode: permissions(status))
    }

    /// Returns the attributes that a copy can have.
    func attributes(of name: ArraySlice<UInt8>, in directory: TreeDirectory) -> [[UInt8]: [UInt8]] {
        guard directory.hasAttributes(name) else { return [:] }
        var attributes: [[UInt8]: [UInt8]] = [:]
        for attribute in directory.attributeNames(of: name) where keepsAll || attribute.starts(with: "user.".utf8) {
            attributes[attribute] = directory.attribute(attribute, of: name)
        }
        return attributes
    }
}
