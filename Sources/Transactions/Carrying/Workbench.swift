import CSystem
import ContainerModel
import Disk
import Glibc
import Jobs

/// The disk as one transaction works on it: its sites, opened, and the changes that happen at once.
///
/// Every directory is opened anew for every step, beneath its site's root and through no link: a directory that has
/// become a link since the plan was made is refused, not followed.
struct Workbench {
    let sites: [Site]
    /// The trash, where the transaction uses it; it is among the sites, too.
    let trash: Trash?
    let id: TransactionID
    let progress: ProgressMeter
    let cancellation: Cancellation
    let handles = DirectoryHandles()

    /// The trash's place in the list of sites.
    var trashSite: Int { sites.count - 1 }

    func spot(_ location: Location) -> Spot { Spot(sites[location.site], location.path) }

    /// An item of the trash.
    func trashed(_ name: [UInt8]) -> Location {
        Location(site: trashSite, path: Trash.files.appending(name: name) ?? Trash.files)
    }

    /// A handle for the directory around a location.
    func directory(around location: Location) throws(ItemFailure) -> Descriptor { try directory(location.parent) }

    func directory(_ location: Location) throws(ItemFailure) -> Descriptor {
        try handles.directory(location) { () throws(ItemFailure) in
            do throws(DiskError) {
                return try sites[location.site].root.passage(to: location.path)
            } catch {
                throw ItemFailure("open the directory", errno: error.errno, path: location.path)
            }
        }
    }

    func status(_ location: Location) throws(ItemFailure) -> ItemStatus {
        do throws(DiskError) {
            guard handles.isKeeping, let name = location.path.lastComponent else {
                return try sites[location.site].root.status(location.path)
            }
            let directory = try handles.directory(location.parent) { () throws(DiskError) in
                try sites[location.site].root.passage(to: location.parent.path)
            }
            return try ItemStatus(of: name, in: directory, path: location.path)
        } catch {
            throw ItemFailure("look at the item", errno: error.errno, path: location.path)
        }
    }

    /// What stands at a location; nil where nothing does.
    func present(_ location: Location) throws(ItemFailure) -> ItemStatus? {
        do throws(ItemFailure) {
            return try status(location)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return nil
        }
    }

    /// Whether an item can be renamed from the one directory into the other.
    func isOneFileSystem(_ one: Location, _ other: Location) throws(ItemFailure) -> Bool {
        if one == other { return true }
        return try handles.isOneFileSystem(one, other) { () throws(ItemFailure) in try areOneFileSystem(one, other) }
    }

    private func areOneFileSystem(_ one: Location, _ other: Location) throws(ItemFailure) -> Bool {
        let first = try directory(one)
        let second = try directory(other)
        do throws(DiskError) {
            guard try ItemStatus(of: first, path: .root).device == ItemStatus(of: second, path: .root).device else {
                return false
            }
        } catch {
            throw ItemFailure("look at the directory", errno: error.errno, path: one.path)
        }
        // One file system that is mounted twice does not let items pass, either.
        return sandglass_mount(first.number) == sandglass_mount(second.number)
    }
}

// Steps.
extension Workbench {
    /// How things stand with a step, as the disk tells it.
    enum StepState {
        case pending
        case done
        /// Something else stands there, or cannot be looked at.
        case blocked(ItemFailure)
    }

    func state(of step: Step) -> StepState {
        do throws(ItemFailure) {
            switch step {
            case .rename(let from, let to, let fingerprint):
                let target = try present(to)
                if let target, fingerprint.isSameItem(as: target) { return .done }
                guard let source = try present(from), fingerprint.isSameItem(as: source) else {
                    return .blocked(ItemFailure("find the item", errno: ENOENT, path: from.path))
                }
                guard target == nil else { return .blocked(ItemFailure("rename", errno: EEXIST, path: to.path)) }
                return .pending
            case .attribute(let at, let name, let old, let new):
                let value = try attribute(name, of: at)
                if value == new { return .done }
                return value == old
                    ? .pending : .blocked(ItemFailure("set the attribute", errno: ESTALE, path: at.path))
            }
        } catch {
            return .blocked(error)
        }
    }

    /// Carries a step out.
    func perform(_ step: Step) throws(ItemFailure) {
        switch step {
        case .rename(let from, let to, let fingerprint): try rename(from, to, fingerprint)
        case .attribute(let at, let name, let old, let new):
            guard try attribute(name, of: at) == old else {
                throw ItemFailure("set the attribute", errno: ESTALE, path: at.path)
            }
            try setAttribute(name, new, of: at)
        }
    }

    /// Takes a step back that was carried out, if it was.
    func revert(_ step: Step) throws(ItemFailure) {
        switch step {
        case .rename(let from, let to, let fingerprint):
            if to.name.starts(with: id.temporaryPrefix) { return try revertSettingAside(from, to) }
            let target = try present(to)
            if let source = try present(from), fingerprint.isSameItem(as: source) {
                // Where renaming took two names for a moment, the new one goes.
                if let target, target.inode == source.inode, source.kind == .file, source.links > 1 {
                    try removeName(to)
                }
                return
            }
            // A temporary that is gone was given up before its step.
            if from.name.starts(with: id.temporaryPrefix), target.map({ !fingerprint.isSameItem(as: $0) }) ?? true {
                return
            }
            try rename(to, from, fingerprint)
        case .attribute(let at, let name, let old, let new):
            let value = try attribute(name, of: at)
            if value == old { return }
            guard value == new else { throw ItemFailure("set the attribute", errno: ESTALE, path: at.path) }
            try setAttribute(name, old, of: at)
        }
    }

    /// Gives what was set aside its name back: another one where that is taken by now.
    private func revertSettingAside(_ source: Location, _ aside: Location) throws(ItemFailure) {
        guard let status = try present(aside) else { return }
        // Where renaming took two names for a moment.
        if let found = try present(source), (found.device, found.inode) == (status.device, status.inode) {
            return try removeName(aside)
        }
        let name = try putBack(aside, to: source)
        guard name != source else { return }
        throw ItemFailure(
            "give the item its name back", errno: EEXIST, path: source.path,
            detail: "something else has it by now; it is \(name.path)")
    }

    private func rename(_ from: Location, _ to: Location, _ fingerprint: Fingerprint) throws(ItemFailure) {
        guard fingerprint.isSameItem(as: try status(from)) else {
            throw ItemFailure(
                "rename the item", errno: ESTALE, path: from.path, detail: "another item has its name now")
        }
        try Renaming.rename(
            from.name, in: try directory(around: from), to: to.name, in: try directory(around: to), path: to.path)
        // Names of the transaction's own are given to nothing else.
        if !from.name.starts(with: id.temporaryPrefix) { try giveBackOther(to, from, fingerprint) }
    }

    /// Gives what was renamed its name back where another item had taken that name just before: no call renames an item
    /// only if it is the one that is meant.
    private func giveBackOther(_ to: Location, _ from: Location, _ fingerprint: Fingerprint) throws(ItemFailure) {
        guard let arrived = try? status(to), !fingerprint.isSameItem(as: arrived) else { return }
        let name = try putBack(to, to: from)
        throw ItemFailure(
            "rename the item", errno: ESTALE, path: from.path,
            detail: "another item has its name now" + (name == from ? "" : "; that one is \(name.path)"))
    }

    private func removeName(_ location: Location) throws(ItemFailure) {
        let directory = try directory(around: location)
        let failure = withName(location.name) { sandglass_remove_name(directory.number, $0, 0) }
        if failure != 0 { throw ItemFailure("remove the name", errno: -failure, path: location.path) }
    }

    /// An attribute's value; nil where there is none.
    func attribute(_ name: String, of location: Location) throws(ItemFailure) -> [UInt8]? {
        let status = try status(location)
        guard status.kind != .link else { throw ItemFailure("read the attribute", errno: EPERM, path: location.path) }
        return ExtendedAttributes.value(of: name.utf8, on: location.name, in: try directory(around: location))
    }

    private func setAttribute(_ name: String, _ value: [UInt8]?, of location: Location) throws(ItemFailure) {
        let directory = try directory(around: location)
        let failure = withName(location.name) { item in
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
        // What cannot be opened is durable when the file system gets to it.
        let root = sites[location.site].root
        if let item = (try? root.openFile(location.path)) ?? (try? root.openDirectory(location.path)) {
            try Durability.sync(item, path: location.path)
        }
    }

    /// Makes the entries of directories durable, each once.
    func sync(_ directories: some Sequence<Location>) -> [ItemFailure] {
        var failures: [ItemFailure] = []
        for location in Set(directories) {
            do throws(ItemFailure) {
                try Durability.sync(try directory(location), path: location.path)
            } catch {
                // A directory that went away since needs no more.
                if error.errno != ENOENT { failures.append(error) }
            }
        }
        return failures
    }
}

// What cannot be taken back.
extension Workbench {
    /// Removes a tree of the transaction's own; the first failure.
    /// - Parameter holder: the directory that it was made in, where a handle was kept: its name may lead elsewhere now.
    @discardableResult
    func removeTemporary(
        _ location: Location,
        in holder: Descriptor? = nil,
        ifSameAs versions: (table: VersionTable, key: VersionTable.Key)? = nil
    ) -> ItemFailure? {
        guard location.name.starts(with: id.temporaryPrefix) else { return nil }
        do throws(ItemFailure) {
            let directory: Descriptor
            if let holder { directory = holder } else { directory = try self.directory(around: location) }
            // Nobody may stop this: what is left half would be found at the next start.
            let remover = TreeRemover(
                of: .program, progress: ProgressMeter(), cancellation: Cancellation(), onFailure: .goOn)
            let report = remover.remove(location.name, in: directory, ifSameAs: versions)
            guard let failure = report.failures.first.first else { return nil }
            throw failure
        } catch {
            // What is gone needs no more.
            return error.errno == ENOENT ? nil : error
        }
    }

    /// Removes all temporaries of the transaction from a directory; the first failure.
    func removeTemporaries(in location: Location) -> ItemFailure? {
        var failure: ItemFailure?
        do throws(DiskError) {
            let directory = try sites[location.site].root.openDirectory(location.path)
            guard let entries = try DirectoryReader.read(directory, path: location.path, cancellation: Cancellation())
            else { return nil }
            for index in 0..<entries.count where entries.name(index).starts(with: id.temporaryPrefix) {
                guard let path = location.path.appending(name: entries.name(index)) else { continue }
                failure = removeTemporary(Location(site: location.site, path: path)) ?? failure
            }
        } catch {
            // A directory that is gone holds nothing.
            guard error.code != .notFound else { return nil }
            return ItemFailure("look for temporaries", errno: error.errno, path: location.path)
        }
        return failure
    }

    /// How a copy compares to its original.
    func comparison(
        of original: Location,
        with copy: Location,
        _ closeness: TreeComparison.Closeness
    ) throws(ItemFailure) -> ComparisonReport {
        TreeComparison(closeness, progress: ProgressMeter(), cancellation: Cancellation()).compare(
            original.name, in: try directory(around: original), with: copy.name, in: try directory(around: copy))
    }

    /// Carries out what follows a commit. May be called again after it was interrupted.
    /// - Parameter closeness: how closely a source is compared with its copy before it goes.
    /// - Parameter versions: what sources were when they were copied; nil where that is not known any more.
    /// - Returns: what failed.
    func perform(
        _ cleanup: Cleanup,
        comparing closeness: TreeComparison.Closeness,
        versions: VersionTable? = nil
    ) -> ItemFailure? {
        switch cleanup {
        case .removeAside(let aside, let source, let copy): return removeAside(aside, of: source, copy, versions)
        case .removeTrashInfo(let name):
            trash?.removeInfo(name)
            return nil
        case .removeTemporary(let location): return removeTemporary(location)
        case .removeSource(let source, let fingerprint, let copy, let temporary):
            do throws(ItemFailure) {
                if let status = try present(source), fingerprint.isSameItem(as: status) {
                    // Somebody may have changed it since it was copied.
                    if let difference = try comparison(of: source, with: copy, closeness).differences.first.first {
                        throw ItemFailure(
                            "remove the source: it is not as it was copied", errno: ESTALE, path: difference.path)
                    }
                    // All of it goes at once, whatever happens while it is taken apart.
                    try rename(source, temporary, fingerprint)
                }
                guard let failure = removeTemporary(temporary) else { return nil }
                // What may not be removed shows itself under the name that it had.
                if try present(source) == nil { try rename(temporary, source, fingerprint) }
                return failure
            } catch {
                return error
            }
        }
    }
}

// Sources of moves to other file systems.
extension Workbench {
    /// Gives a source the name under which others do not find it.
    /// - Parameter table: gets what the rename made of it, where nobody can have changed it meanwhile.
    func setAside(_ source: Location, _ aside: Location, _ fingerprint: Fingerprint, _ table: VersionTable)
        throws(ItemFailure)
    {
        let directory = try directory(around: source)
        let key = VersionTable.key(source.site, source.path)
        var file: Int32 = -1
        defer { if file >= 0 { close(file) } }
        var isUnwritten = fingerprint.kind == .link
        if fingerprint.kind == .file {
            file = withName(source.name) {
                sandglass_open_component(directory.number, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            }
            guard file >= 0 else { throw ItemFailure("open the file", errno: -file, path: source.path) }
            // Held until the file has its other name: what changes then is the rename's alone.
            let refusal = FileUsers.holdOffWriters(file)
            guard refusal != EAGAIN else { throw .inUse(file, path: source.path) }
            isUnwritten = refusal == 0
        }
        var before = sandglass_stat()
        let isKnown = withName(source.name) { sandglass_statx(directory.number, $0, &before) } == 0
        let isSame = isKnown && table.isSame(key, before)
        do throws(ItemFailure) {
            try rename(source, aside, fingerprint)
        } catch {
            throw error.about(source.path)
        }
        guard isUnwritten, isKnown, fingerprint.kind != .file || sandglass_are_writers_held_off(file) != 0 else {
            return
        }
        var after = sandglass_stat()
        let asideDirectory = try self.directory(around: aside)
        guard withName(aside.name, { sandglass_statx(asideDirectory.number, $0, &after) }) == 0,
            (after.device, after.inode, after.size) == (before.device, before.inode, before.size),
            after.modified_seconds == before.modified_seconds,
            after.modified_nanoseconds == before.modified_nanoseconds
        else { return }
        if isSame { table.note(key, after, readAt: nil) }
        // What other names of the file are compared with.
        table.noteRenamed(before, after)
    }

    /// Removes a source that was set aside, as far as it is what was copied.
    /// - Parameter table: nil where it has to be compared with the copy.
    private func removeAside(
        _ aside: Location,
        of source: Location,
        _ copy: Location,
        _ table: VersionTable?
    ) -> ItemFailure? {
        do throws(ItemFailure) {
            guard try present(aside) != nil else { return nil }
            var failure: ItemFailure?
            if let table {
                failure = removeTemporary(
                    aside, ifSameAs: (table, VersionTable.key(source.site, source.path)))
            } else if let first = try comparison(of: aside, with: copy, .contents).differences.first.first {
                failure = ItemFailure(
                    "remove the source", errno: ESTALE, path: first.path, detail: "it is not as it was copied")
            } else {
                failure = removeTemporary(aside)
            }
            guard let failure else { return nil }
            let kept = try putBack(aside, to: source)
            let name = kept == source ? "" : "; what is left of it is \(kept.path)"
            return ItemFailure(
                failure.operation, errno: failure.errno, path: known(failure.path, aside, source),
                detail: failure.reason + name)
        } catch {
            return error.about(known(error.path, aside, source))
        }
    }

    /// Gives what was set aside its name back, or another one beside it where that is taken. Where its directory is gone
    /// it stays in the one that it was set aside in, under its own name.
    /// - Returns: the name that it got.
    @discardableResult
    func putBack(_ aside: Location, to source: Location) throws(ItemFailure) -> Location {
        guard let status = try present(aside) else { return source }
        var target = source
        for _ in 0..<1_000 {
            do throws(ItemFailure) {
                try rename(aside, target, Fingerprint(status))
                return target
            } catch {
                if error.errno == ENOENT, target.parent != aside.parent, let other = aside.sibling(source.name) {
                    target = other
                    continue
                }
                guard error.errno == EEXIST else { throw error }
            }
            let name = CopyName.next(after: target.name, isDirectory: status.kind == .directory)
            guard let next = target.sibling(name) else { break }
            target = next
        }
        throw ItemFailure("rename the item", errno: EEXIST, path: source.path)
    }

    /// The path by which people know an item of a source that was set aside.
    func known(_ path: ContainerPath, _ aside: Location, _ source: Location) -> ContainerPath {
        // Paths of walks begin with the name of what they walked over, others with the site's root.
        for start in [aside.path, ContainerPath(bytes: aside.name) ?? .root] {
            if path == start { return source.path }
            if let rest = path.relative(to: start) { return source.path.appending(rest) }
        }
        return path
    }
}
