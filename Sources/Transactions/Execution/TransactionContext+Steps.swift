import ContainerModel
import Copying
import FileTree
import System

/// Performing and examining steps.
extension TransactionContext {
    /// The state of a step, as found on disk.
    enum StepState {
        case pending
        case done
        /// Another item is in the way, or an item cannot be examined.
        case blocked(ItemFailure)
    }

    func state(of step: Step) -> StepState {
        do throws(ItemFailure) {
            switch step {
            case .rename(let from, let to, let fingerprint):
                let target = try present(to)
                // Without inode numbers, the item that has the new name may be another one with the same looks.
                if let target, isSame(fingerprint, target, at: to) {
                    if keepsInodes(to) { return .done }
                    if try present(from) == nil { return .done }
                }
                guard let source = try present(from), isSame(fingerprint, source, at: from) else {
                    return .blocked(ItemFailure("find the item", errno: ENOENT, path: from.path))
                }
                guard target == nil else { return .blocked(ItemFailure("rename", errno: EEXIST, path: to.path)) }
                return .pending
            case .attribute(let at, let name, let old, let new):
                let value = try attribute(name, of: at)
                if value == new { return .done }
                return value == old
                    ? .pending : .blocked(ItemFailure("set the attribute", errno: ESTALE, path: at.path))
            case .permissions(let at, let old, let new):
                let found = try permissions(of: at, like: new)
                if found == new { return .done }
                return found.isBetween(old, new)
                    ? .pending : .blocked(ItemFailure("set the permissions", errno: ESTALE, path: at.path))
            }
        } catch {
            return .blocked(error)
        }
    }

    private func keepsInodes(_ location: ItemAddress) -> Bool {
        roots.capabilities(of: location.root).keepsInodes
    }

    /// Performs a step.
    func perform(_ step: Step) throws(ItemFailure) {
        switch step {
        case .rename(let from, let to, let fingerprint): try rename(from, to, fingerprint)
        case .attribute(let at, let name, let old, let new):
            guard try attribute(name, of: at) == old else {
                throw ItemFailure("set the attribute", errno: ESTALE, path: at.path)
            }
            try setAttribute(name, new, of: at)
        case .permissions(let at, let old, let new):
            guard try permissions(of: at, like: old).isBetween(old, new) else {
                throw ItemFailure("set the permissions", errno: ESTALE, path: at.path)
            }
            try setPermissions(new, of: at)
        }
    }

    /// Returns whether a step that failed may have been performed nevertheless.
    func isUncertain(_ failure: ItemFailure, _ step: Step) -> Bool {
        guard [EIO, ENOTCONN, ECONNABORTED].contains(failure.errno) else { return false }
        return step.directories.contains { roots.capabilities(of: $0.root).isRemote }
    }

    /// Returns the permissions of a directory, with its owner if others have one.
    func permissions(
        of location: ItemAddress, like other: DirectoryPermissions
    ) throws(ItemFailure) -> DirectoryPermissions {
        let status = try status(location)
        guard status.kind == .directory else {
            throw ItemFailure("read the permissions", errno: ENOTDIR, path: location.path).at(root: location.root)
        }
        return DirectoryPermissions(status, hasOwner: other.owner != nil)
    }

    func setPermissions(_ permissions: DirectoryPermissions, of location: ItemAddress) throws(ItemFailure) {
        let directory = try self.directory(around: location)
        if let owner = permissions.owner {
            let failure = withNullTerminated(location.nameInParent) {
                sandglass_set_owner(directory.number, $0, owner.user, owner.group)
            }
            guard failure == 0 else { throw ItemFailure("set the owner", errno: -failure, path: location.path) }
        }
        // Its present permissions may not allow opening it.
        let failure = withNullTerminated(location.nameInParent) {
            sandglass_set_directory_mode(directory.number, $0, UInt32(permissions.mode))
        }
        guard failure == 0 else { throw ItemFailure("set the permissions", errno: -failure, path: location.path) }
        try Durability.sync(directory, path: location.path)
    }

    /// Sets the time at which a directory's entries were last changed.
    func setModified(_ modified: DirectoryStatus.Moment, of location: ItemAddress) throws(ItemFailure) {
        let status = try status(location)
        guard status.kind == .directory else {
            throw ItemFailure("set the times", errno: ENOTDIR, path: location.path).at(root: location.root)
        }
        var times = sandglass_stat()
        (times.modified_seconds, times.modified_nanoseconds) = (modified.seconds, modified.nanoseconds)
        (times.accessed_seconds, times.accessed_nanoseconds) = (modified.seconds, modified.nanoseconds)
        let directory = try self.directory(around: location)
        let failure = withNullTerminated(location.nameInParent) {
            sandglass_set_times(directory.number, $0, &times)
        }
        guard failure == 0 else { throw ItemFailure("set the times", errno: -failure, path: location.path) }
    }

    /// Returns the times at which the entries of directories were last changed; none for those in the trash, and for those
    /// that do not exist yet.
    func times(of directories: [ItemAddress]) -> [DirectoryTime] {
        directories.compactMap { directory in
            guard directory.root.kind != .trash, let status = (try? present(directory)) ?? nil,
                status.kind == .directory
            else { return nil }
            return DirectoryTime(directory: directory, modified: status.lastChange)
        }
    }

    /// Gives directories their earlier times again, as far as that is possible.
    func restore(_ times: [DirectoryTime]) {
        for time in times {
            guard let status = (try? present(time.directory)) ?? nil, status.lastChange != time.modified else {
                continue
            }
            try? setModified(time.modified, of: time.directory)
        }
    }

    func rename(_ from: ItemAddress, _ to: ItemAddress, _ fingerprint: Fingerprint) throws(ItemFailure) {
        let isTemporary = from.name.starts(with: ".sandglass-".utf8)
        guard isSame(fingerprint, try isTemporary ? status(from, for: to) : status(from), at: from) else {
            throw ItemFailure(
                "rename the item", errno: ESTALE, path: from.path, detail: "another item now has its name")
        }
        do throws(ItemFailure) {
            try renameWithin(from, to)
        } catch {
            // A directory gets another parent only if its owner may write in it.
            guard error.errno == EACCES, fingerprint.kind == .directory,
                let status = try? status(from), status.user == sandglass_file_user(), status.permissions & 0o200 == 0
            else { throw error }
            try setPermissions(DirectoryPermissions(mode: status.permissions | 0o200), of: from)
            do throws(ItemFailure) {
                try renameWithin(from, to)
            } catch {
                try? setPermissions(DirectoryPermissions(mode: status.permissions), of: from)
                throw error
            }
            try? setPermissions(DirectoryPermissions(mode: status.permissions), of: to)
        }
        // The transaction's own temporary names are not used by anything else.
        if !from.name.starts(with: id.temporaryPrefix) { try giveBackOther(to, from, fingerprint) }
    }

    private func renameWithin(_ from: ItemAddress, _ to: ItemAddress) throws(ItemFailure) {
        try Renaming.rename(
            from.name, in: try directory(around: from), to: to.name, in: try directory(around: to), path: to.path)
    }

    /// Reverses a rename that moved the wrong item because another one took the name just before. No system call
    /// renames an item only if it is the intended one.
    private func giveBackOther(_ to: ItemAddress, _ from: ItemAddress, _ fingerprint: Fingerprint) throws(ItemFailure) {
        guard let arrived = try? status(to), !isSame(fingerprint, arrived, at: to) else { return }
        let name = try putBack(to, to: from)
        throw ItemFailure(
            "rename the item", errno: ESTALE, path: from.path,
            detail: "another item now has its name" + (name == from ? "" : "; the other item is at \(name.path)"))
    }

    func removeName(_ location: ItemAddress) throws(ItemFailure) {
        let directory = try directory(around: location)
        let failure = withNullTerminated(location.name) { sandglass_remove_name(directory.number, $0, 0) }
        if failure != 0 { throw ItemFailure("remove the name", errno: -failure, path: location.path) }
    }

    /// Returns the value of an attribute; nil if it is not set.
    func attribute(_ name: String, of location: ItemAddress) throws(ItemFailure) -> [UInt8]? {
        let status = try status(location)
        guard status.kind != .link else { throw ItemFailure("read the attribute", errno: EPERM, path: location.path) }
        return ExtendedAttributes.value(of: name.utf8, on: location.name, in: try directory(around: location))
    }

    func setAttribute(_ name: String, _ value: [UInt8]?, of location: ItemAddress) throws(ItemFailure) {
        let directory = try directory(around: location)
        let failure = withNullTerminated(location.name) { item in
            name.withCString { name in
                if let value {
                    value.withUnsafeBytes {
                        sandglass_set_attribute(directory.number, item, name, $0.baseAddress, $0.count)
                    }
                } else {
                    sandglass_remove_attribute(directory.number, item, name)
                }
            }
        }
        guard failure == 0 else { throw ItemFailure("set the attribute", errno: -failure, path: location.path) }
        // An item that cannot be opened becomes durable when the file system writes it back.
        if let item = (try? roots.openFile(location)) ?? (try? roots.openDirectory(location)) {
            try Durability.sync(item, path: location.path)
        }
    }
}

extension ItemStatus {
    /// When the contents of a file or the entries of a directory were last changed.
    var lastChange: DirectoryStatus.Moment {
        DirectoryStatus.Moment(seconds: modified, nanoseconds: modifiedNanoseconds)
    }
}

extension ItemAddress {
    /// The item's name in `parent`, which for a root is the root itself.
    fileprivate var nameInParent: ArraySlice<UInt8> { path.isRoot ? [UInt8(ascii: ".")] : name }
}
