import ContainerModel
import ContainerStore
import FileTree
import Jobs
import System
import Transactions

/// The changes that make a container, or a part of it, like another one: only what differs is changed.
///
/// Equal contents are proven: by the file's identity since the time point was kept, by their digest, or by comparison. Files
/// are replaced whole, so that a transaction can take that back; of a directory that both have, the attributes, the mode and
/// the time are changed.
struct RestorationChanges {
    /// An item that stays as it is, and why.
    struct LeftOut {
        let item: ItemAddress
        let sentence: String
    }

    private let source: any FileTree
    private let sourceRoot: Root
    private let target: any FileTree
    private let targetRoot: Root
    /// What could not be kept of the source.
    private let missing: Set<ContainerPath>
    /// Whether the source is a time point.
    private let isTimePoint: Bool
    private let comparison: RestorationComparison
    /// The files that say whose container it is, if they stay as they are: they are not part of the contents, and a
    /// package need not have any.
    private let ownFiles: Set<ContainerPath>
    /// The directories that are emptied rather than removed: every installation makes them, and packages and backups may
    /// lack them.
    private let keptDirectories: Set<ContainerPath>
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private var changes: [Change] = []
    /// The removals come after the copies, so that the journal lists some of these: what is only copied from need not be
    /// there for an undo.
    private var removals: [Change] = []
    private var rewritten: Set<ItemAddress> = []
    private var directoriesOnTheWay: Set<ItemAddress> = []
    /// The changes to directories, which come after everything in them.
    private var metadata: [Change] = []
    private(set) var leftOut: [LeftOut] = []
    /// The files with several hard links; whether they are copied is known at the end.
    private var links = RestorationLinks()
    /// The changes to directories with such files that do not differ otherwise.
    private var unsettled: [ContainerPath: Change] = [:]
    private var directoriesWithLinks: Set<ContainerPath> = []
    /// Whether the container's file system has hard links.
    private let makesLinks: Bool
    private var waiting: [ContainerPath] = []

    init(
        from source: Container, to target: Container, _ progress: ProgressMeter, _ cancellation: Cancellation
    ) {
        (self.source, sourceRoot) = (source.tree, source.root)
        (self.target, targetRoot) = (target.tree, target.root)
        (self.progress, self.cancellation) = (progress, cancellation)
        let capabilities = target.tree.writable.map { FileSystemCapabilities(of: $0.descriptor.number) }
        makesLinks = capabilities.map { $0.keepsInodes && $0.storesMetadata } ?? false
        let point = source.tree as? TimePointTree
        isTimePoint = point != nil
        missing = point?.missing ?? []
        let isOwn = point?.header.hostPath == target.description.hostPath.bytes
        comparison = RestorationComparison(
            with: source.tree, directory: isOwn ? target.tree.writable : nil, cancellation)
        ownFiles = isOwn ? [] : Set(ContainerMetadata.paths)
        keptDirectories = isOwn ? [] : Set(target.description.kind.directoriesAtInstallation)
    }

    /// The changes found so far.
    var changeSet: ChangeSet {
        var set = ChangeSet(changes + removals + metadata, conflicts: .replace)
        set.rewritten = rewritten
        set.directoriesOnTheWay = directoriesOnTheWay
        return set
    }

    /// Compares an item and everything in it.
    /// - Throws: `OperationError`; `noInput` if neither side has the item.
    mutating func add(_ path: ContainerPath) throws(OperationError) {
        guard let name = path.lastComponent, let parent = path.parent else {
            waiting.append(path)
            return try compareDirectories()
        }
        let wanted = try kind(of: path, in: source, sourceRoot)
        let found = try kind(of: path, in: target, targetRoot)
        switch (wanted, found) {
        case (nil, nil):
            throw OperationError(
                .noInput, at: ItemAddress(targetRoot, path).hostPath,
                "neither the container nor what it is restored from has such an item")
        case (nil, .some):
            if ownFiles.contains(path) { return }
            _ = try remove(name, at: path, from: try directory(parent, in: target, targetRoot))
        case (.some, nil):
            try makeDirectories(to: parent)
            try addCopy(of: name, at: path, in: try directory(parent, in: source, sourceRoot))
        case (.some, .some):
            _ = try compare(
                name, at: path, try directory(parent, in: source, sourceRoot),
                try directory(parent, in: target, targetRoot))
            try compareDirectories()
        }
    }

    /// Adds the files that are compared with others: those with several hard links. Call once everything else is added.
    /// - Throws: `OperationError`
    mutating func finish() throws(OperationError) {
        for path in links.paths() {
            guard let name = path.lastComponent, let parent = path.parent else { continue }
            let isCopied = try addCopy(of: name, at: path, in: try directory(parent, in: source, sourceRoot))
            if isCopied, let change = unsettled.removeValue(forKey: parent) { metadata.append(change) }
        }
        unsettled = [:]
    }

    /// Returns the kind of an item; nil if it does not exist.
    private func kind(
        of path: ContainerPath, in tree: any FileTree, _ root: Root
    ) throws(OperationError) -> ItemKind? {
        do throws(FileTreeError) {
            return try tree.status(path).kind
        } catch {
            guard error.isDisappearance else { throw OperationError(error, at: ItemAddress(root, path)) }
            return nil
        }
    }

    private func directory(
        _ path: ContainerPath, in tree: any FileTree, _ root: Root
    ) throws(OperationError) -> TreeDirectory {
        do throws(FileTreeError) {
            return try tree.directory(at: path)
        } catch {
            throw OperationError(error, at: ItemAddress(root, path))
        }
    }

    private func status(
        of name: ArraySlice<UInt8>, at path: ContainerPath, in directory: TreeDirectory, _ root: Root
    ) throws(OperationError) -> ItemStatus {
        do throws(FileTreeError) {
            return try directory.status(of: name, path: path)
        } catch {
            throw OperationError(error, at: ItemAddress(root, path))
        }
    }

    /// Creates the directories on the way to an item that the container lacks.
    private mutating func makeDirectories(to parent: ContainerPath) throws(OperationError) {
        var path = ContainerPath.root
        for component in parent.components {
            path = path.appending(name: component) ?? path
            let address = ItemAddress(targetRoot, path)
            guard try kind(of: path, in: target, targetRoot) == nil,
                directoriesOnTheWay.insert(address).inserted
            else { continue }
            changes.append(.makeDirectory(address))
            let wanted = try directory(path, in: source, sourceRoot)
            addMetadata(to: address, from: wanted, try self.status(of: [], at: path, in: wanted, sourceRoot))
        }
    }

    /// Gives a directory that is made the attributes, the mode and the time of the source's.
    private mutating func addMetadata(to address: ItemAddress, from wanted: TreeDirectory, _ status: ItemStatus) {
        for (name, value) in comparison.attributes(of: [], in: wanted) {
            guard let text = String(validating: name, as: UTF8.self) else { continue }
            metadata.append(.setAttribute(address, name: text, value: value))
        }
        let modified = DirectoryStatus.Moment(seconds: status.modified, nanoseconds: status.modifiedNanoseconds)
        metadata.append(
            .setStatus(
                address,
                DirectoryStatus(
                    permissions: comparison.directoryPermissions(status),
                    modified: status.modified == 0 && !isTimePoint ? nil : modified)))
    }

    // MARK: Directories

    private mutating func compareDirectories() throws(OperationError) {
        while let path = waiting.popLast() { try compareDirectory(path) }
    }

    private mutating func compareDirectory(_ path: ContainerPath) throws(OperationError) {
        if cancellation.isCancelled { throw .cancelled }
        let wanted = try directory(path, in: source, sourceRoot)
        let found = try directory(path, in: target, targetRoot)
        guard !missing.contains(path) else {
            return leaveOut(path, "its entries could not be read when the time point was kept")
        }
        let (names, others) = (try entries(of: wanted, path, sourceRoot), try entries(of: found, path, targetRoot))
        let (index, otherIndex) = (NameIndex(names), NameIndex(others))
        let logged = Set(
            [names, others].flatMap { list in
                (0..<list.count).compactMap { Companion.database(of: list.name($0)).map(Array.init) }
            })
        // The index of a log means nothing without the processes that use it: it leaves with its database, and never comes.
        func isIndex(_ name: ArraySlice<UInt8>) -> Bool {
            guard let database = Companion.database(of: name) else { return false }
            guard name.elementsEqual(Companion.index.name(for: database)),
                (index.place(of: database) ?? otherIndex.place(of: database)) != nil
            else { return false }
            // One that is something else, on either side, is a file like any other.
            return ![wanted, found].contains { Companion.isFalseIndex(name, in: $0) }
        }
        var changed: Set<[UInt8]> = []
        for name in Self.sorted(others) where index.place(of: name) == nil && !isIndex(name) {
            guard let item = path.appending(name: name), !ownFiles.contains(item) else { continue }
            if try remove(name, at: item, from: found) { changed.insert(Array(name)) }
        }
        for name in Self.sorted(names) where !isIndex(name) {
            guard let item = path.appending(name: name) else { continue }
            progress.add(files: 1)
            let isChanged =
                otherIndex.place(of: name) != nil
                ? try compare(name, at: item, wanted, found, logged) : try addCopy(of: name, at: item, in: wanted)
            if isChanged { changed.insert(Array(name)) }
        }
        for name in Self.sorted(others) where isIndex(name) {
            guard let item = path.appending(name: name), let database = Companion.database(of: name),
                [Array(database), Companion.log.name(for: database)].contains(where: changed.contains)
            else { continue }
            if try remove(name, at: item, from: found) { changed.insert(Array(name)) }
        }
        let isChanged = !changed.isEmpty
        try addMetadata(of: path, wanted, found, isChanged: isChanged)
    }

    private func entries(
        of directory: TreeDirectory, _ path: ContainerPath, _ root: Root
    ) throws(OperationError) -> EntryList {
        do throws(FileTreeError) {
            return try directory.entries(path: path, cancellation: cancellation) ?? EntryList()
        } catch {
            throw OperationError(error, at: ItemAddress(root, path))
        }
    }

    private static func sorted(_ entries: EntryList) -> [ArraySlice<UInt8>] {
        (0..<entries.count).map { entries.name($0) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Changes the attributes, the mode and the time of a directory that both have.
    private mutating func addMetadata(
        of path: ContainerPath, _ wanted: TreeDirectory, _ found: TreeDirectory, isChanged: Bool
    ) throws(OperationError) {
        let address = ItemAddress(targetRoot, path)
        let new = comparison.attributes(of: [], in: wanted)
        let old = comparison.attributes(of: [], in: found)
        for name in Set(new.keys).union(old.keys).sorted(by: { $0.lexicographicallyPrecedes($1) })
        where new[name] != old[name] {
            // An attribute whose name is no text cannot be set by itself.
            guard let text = String(validating: name, as: UTF8.self) else {
                leaveOut(
                    path, "its attribute \(String(decoding: name, as: UTF8.self)) stays as it is: the name is not text")
                continue
            }
            metadata.append(.setAttribute(address, name: text, value: new[name]))
        }
        let status = try self.status(of: [], at: path, in: wanted, sourceRoot)
        let present = try self.status(of: [], at: path, in: found, targetRoot)
        // A directory of a backup or an archive that has no record has no time, either.
        let modified =
            status.modified == 0 && !isTimePoint
            ? nil
            : DirectoryStatus.Moment(seconds: status.modified, nanoseconds: status.modifiedNanoseconds)
        let change = Change.setStatus(
            address, DirectoryStatus(permissions: comparison.directoryPermissions(status), modified: modified))
        let isSame =
            status.hasSameModification(as: present)
            && comparison.directoryPermissions(status) == comparison.directoryPermissions(present)
        if isChanged || !isSame {
            metadata.append(change)
        } else if directoriesWithLinks.contains(path) {
            unsettled[path] = change
        }
    }

    // MARK: Items

    /// Removes an item that the source does not have, or empties it if the container needs it.
    /// - Returns: Whether the item itself is removed.
    private mutating func remove(
        _ name: ArraySlice<UInt8>, at path: ContainerPath, from parent: TreeDirectory
    ) throws(OperationError) -> Bool {
        guard keptDirectories.contains(path),
            try self.status(of: name, at: path, in: parent, targetRoot).kind == .directory
        else {
            removals.append(.trash(ItemAddress(targetRoot, path)))
            return true
        }
        let found = try directory(path, in: target, targetRoot)
        for name in Self.sorted(try entries(of: found, path, targetRoot)) {
            if let item = path.appending(name: name) { _ = try remove(name, at: item, from: found) }
        }
        return false
    }

    /// Compares an item that both have.
    /// - Parameter logged: The names in the directory that have logs on either side; nil if that is not known.
    /// - Returns: Whether it is replaced.
    private mutating func compare(
        _ name: ArraySlice<UInt8>, at path: ContainerPath, _ wanted: TreeDirectory, _ found: TreeDirectory,
        _ logged: Set<[UInt8]>? = nil
    ) throws(OperationError) -> Bool {
        let status = try self.status(of: name, at: path, in: wanted, sourceRoot)
        let present = try self.status(of: name, at: path, in: found, targetRoot)
        if status.kind == .directory, present.kind == .directory {
            waiting.append(path)
            return false
        }
        if ownFiles.contains(path) { return false }
        if missing.contains(path) {
            leaveOut(path, "it could not be read when the time point was kept, and stays as it is")
            return false
        }
        var isSame =
            status.kind == present.kind && comparison.isSame(name, at: path, status, wanted, present, found)
        let database = Array(Companion.database(of: name) ?? name)
        if isSame, status.kind == .file, logged?.contains(database) ?? true {
            isSame = comparison.areSame(database, without: name, beside: path, wanted, found)
        }
        if makesLinks, status.kind == .file, status.links > 1 || present.kind == .file && present.links > 1 {
            links.add(path, status, present, isSame: isSame)
            if let parent = path.parent { directoriesWithLinks.insert(parent) }
            return false
        }
        if isSame { return false }
        return try addCopy(of: name, at: path, in: wanted)
    }

    /// Copies an item of the source to its place.
    /// - Returns: Whether that is possible.
    @discardableResult
    private mutating func addCopy(
        of name: ArraySlice<UInt8>, at path: ContainerPath, in directory: TreeDirectory
    ) throws(OperationError) -> Bool {
        let status = try self.status(of: name, at: path, in: directory, sourceRoot)
        guard !missing.contains(path) else {
            leaveOut(path, "it could not be read when the time point was kept")
            return false
        }
        switch status.kind {
        case .file, .link, .directory: break
        default:
            leaveOut(path, "\(status.kind.withArticle) cannot be copied")
            return false
        }
        let isPartial = status.kind == .directory && missing.contains { $0.isInside(path) }
        if isPartial, try kind(of: path, in: target, targetRoot) == nil {
            try addDirectory(at: path, status)
            return true
        }
        let address = ItemAddress(targetRoot, path)
        changes.append(.copy(ItemAddress(sourceRoot, path), to: address))
        rewritten.insert(address)
        try noteLinks(at: path, status)
        return true
    }

    /// Notes the files with several hard links in an item that is copied: their other names become links to the copies.
    private mutating func noteLinks(at path: ContainerPath, _ status: ItemStatus) throws(OperationError) {
        guard makesLinks else { return }
        guard status.kind == .directory else {
            if status.kind == .file, status.links > 1 { links.addCopied(path, status) }
            return
        }
        var walk = TreeWalk(of: source, start: path)
        while let step = walk.next() {
            if cancellation.isCancelled { throw .cancelled }
            // What cannot be examined fails when it is copied.
            guard case .item(let item) = step, item.status.kind == .file, item.status.links > 1 else { continue }
            links.addCopied(item.path, item.status)
        }
    }

    /// Makes a directory of which not everything could be kept, with the rest.
    private mutating func addDirectory(at path: ContainerPath, _ status: ItemStatus) throws(OperationError) {
        let address = ItemAddress(targetRoot, path)
        changes.append(.makeDirectory(address))
        directoriesOnTheWay.insert(address)
        let wanted = try directory(path, in: source, sourceRoot)
        for name in Self.sorted(try entries(of: wanted, path, sourceRoot)) {
            if let item = path.appending(name: name) { try addCopy(of: name, at: item, in: wanted) }
        }
        addMetadata(to: address, from: wanted, status)
    }

    private mutating func leaveOut(_ path: ContainerPath, _ sentence: String) {
        leftOut.append(LeftOut(item: ItemAddress(targetRoot, path), sentence: sentence))
    }
}
