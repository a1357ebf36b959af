import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// Creates everything an item needs under temporary names, and determines the steps that put it in place.
struct Stager {
    /// The result of staging one item.
    struct Result {
        var item: StagedItem
        var report = CopyReport()
        /// The address of the copied item, with whose name the report's paths begin.
        var reported: ItemAddress?
        /// The failure that prevents the whole item, if any.
        var failure: (at: ItemAddress, ItemFailure)?
        var isCancelled = false
        /// Whether something could not be removed again.
        var leavesTemporaries = false
    }

    let context: TransactionContext
    let copier: TreeCopier
    /// Copies changed sources again; not cancellable. All items share it, so that files copied again keep their hard
    /// links.
    let secondCopier = TreeCopier(progress: ProgressMeter(), cancellation: Cancellation(), onFailure: .stop)
    let takesAllBack: Bool
    private let time: Int64
    let departures: SourceRelocations
    let access: [Root: AccessCheck]
    /// Copies that were made ahead of their turn, by the address of the item.
    var ahead: [ItemAddress: AheadCopy] = [:]
    private var trashNames: [(at: ItemAddress, name: [UInt8])] = []
    private var temporaries = 0
    /// The temporary names given out for the current item.
    var given: [ItemAddress] = []
    /// The number of bytes unpacked from each archive, whose limit applies to the whole transaction.
    var unpacked: [FileIdentity: UInt64] = [:]
    /// The copies of files of read-only trees that have several hard links, by the file system of the copies.
    var hardLinks: [UInt64: HardLinkMap] = [:]
    /// The versions of the sources of cross-file-system moves at the time they were copied.
    let versions = VersionTable()
    /// For each file system that received copies, one of its directories, opened before the copies were made, and the
    /// copies.
    var filled: [UInt64: (directory: Descriptor, copies: [ItemAddress])] = [:]

    /// The directories that received temporaries, kept open so that the temporaries can be found even if the
    /// directories are renamed.
    private var holders: [ItemAddress: Descriptor] = [:]
    private static let maxHolders = 64

    init(
        _ context: TransactionContext, takesAllBack: Bool, time: Int64, departures: SourceRelocations,
        access: [Root: AccessCheck]
    ) {
        self.context = context
        self.access = access
        self.departures = departures
        self.takesAllBack = takesAllBack
        self.time = time
        copier = TreeCopier(
            progress: context.progress, cancellation: context.cancellation, onFailure: takesAllBack ? .stop : .goOn)
    }

    /// Sets the preferred names in the trash, in the order of the instructions that follow.
    mutating func reserve(_ names: [(at: ItemAddress, name: [UInt8])]) { trashNames = names.reversed() }

    /// Returns the preferred name of an item in the trash. Those of instructions that failed before they needed theirs are
    /// given up.
    private mutating func trashName(for at: ItemAddress) -> [UInt8] {
        guard let place = trashNames.lastIndex(where: { $0.at == at }) else { return Array(at.name) }
        let name = trashNames[place].name
        trashNames.removeSubrange(place...)
        return name
    }

    /// Stages one item. If that fails, nothing of it is left behind.
    ///
    /// The copies of a database and its log are of one moment, also if other programs write them meanwhile.
    mutating func stage(_ planned: [Instruction], index: Int) -> Result {
        guard let database = databaseUnit(of: planned) else {
            return stageOnce(context.withNewLogs(planned), index: index)
        }
        var planned = planned
        for attempt in 1...DatabaseMoment.attempts {
            let before = DatabaseMoment(database.name, in: database.directory)
            let instructions = context.withNewLogs(planned)
            let result = stageOnce(instructions, index: index)
            if let failure = result.failure, failure.1.errno == ENOENT, failure.at.loggedFile == database.at {
                // A journal lasts no longer than its transaction.
                planned.removeAll { $0.locations.first == failure.at }
                continue
            }
            guard result.failure == nil, !result.isCancelled else { return result }
            let isWhole = !before.hasJournal || database.hasJournal
            if isWhole, before.isCertain(until: DatabaseMoment(database.name, in: database.directory)) { return result }
            _ = discard(result.item)
            if attempt < DatabaseMoment.attempts { usleep(DatabaseMoment.pause) }
        }
        var result = Result(item: StagedItem(index: index))
        result.failure = (
            database.at,
            ItemFailure(
                "copy the database", errno: EAGAIN, path: database.at.path,
                detail: "it was written during every attempt")
        )
        return result
    }

    /// A database that is copied.
    private struct DatabaseUnit {
        let at: ItemAddress
        let name: [UInt8]
        let directory: Descriptor
        /// Whether its journal is copied with it.
        let hasJournal: Bool
    }

    /// Returns the database among what instructions copy from a directory of this computer; nil if there is none.
    private mutating func databaseUnit(of instructions: [Instruction]) -> DatabaseUnit? {
        for case .change(.copy(let from, _)) in instructions where from.loggedFile == nil {
            let others = instructions.compactMap { instruction -> ItemAddress? in
                if case .change(.copy(let other, _)) = instruction, other.loggedFile == from { other } else { nil }
            }
            guard context.readOnlyTree(of: from) == nil, let directory = try? context.directory(around: from) else {
                continue
            }
            let isDatabase = withNullTerminated(from.name) { DatabaseMoment.isDatabase($0, in: directory) }
            guard isDatabase || !others.isEmpty else { continue }
            // What was copied ahead is of an earlier moment.
            for to in instructions.compactMap(\.target) {
                if let early = ahead.removeValue(forKey: to) { removeTemporary(early.temporary) }
            }
            let journal = Companion.journal.name(for: from.name)
            return DatabaseUnit(
                at: from, name: Array(from.name), directory: directory,
                hasJournal: others.contains { $0.name.elementsEqual(journal) })
        }
        return nil
    }

    private mutating func stageOnce(_ instructions: [Instruction], index: Int) -> Result {
        var result = Result(item: StagedItem(index: index))
        given.removeAll(keepingCapacity: true)
        for instruction in instructions {
            let at = instruction.locations[0]  // Every instruction has a location.
            do throws(ItemFailure) {
                try stage(instruction, &result)
            } catch {
                // Report a failure at a temporary name under the name that the item would have had.
                let isTemporary = error.path.lastComponent?.starts(with: context.id.temporaryPrefix) == true
                let item = isTemporary ? instruction.target ?? at : at
                result.failure = (item, isTemporary ? error.about(item.path) : error)
            }
            if result.failure != nil || result.isCancelled && !result.report.isTopItemMade { break }
        }
        if result.failure == nil { result.failure = kindChange(instructions, result.item) }
        if result.failure != nil || result.isCancelled && !isWorthKeeping(result) {
            result.leavesTemporaries = discard(result.item) != nil
            // Something may have been made whose step could not be determined.
            for temporary in given where removeTemporary(temporary) != nil { result.leavesTemporaries = true }
            result.item.steps = []
        }
        return result
    }

    /// Returns a failure if an item is no longer of the kind that the user agreed to replace another item with.
    private func kindChange(_ instructions: [Instruction], _ item: StagedItem) -> (at: ItemAddress, ItemFailure)? {
        for case .replace(let at, let conflict) in instructions {
            for case .rename(_, at, let new) in item.steps where new.kind != conflict.newKind {
                guard conflict.newKind != .unknown else { continue }
                return (
                    at,
                    ItemFailure(
                        "replace the item", errno: ESTALE, path: at.path,
                        detail: "the item to replace it is now \(new.kind.withArticle)")
                )
            }
        }
        return nil
    }

    /// Returns whether a partial copy may stay after cancellation: only if nothing depends on its being complete.
    private func isWorthKeeping(_ result: Result) -> Bool {
        guard result.report.isTopItemMade, !takesAllBack, result.item.undoRecords.count == 1 else { return false }
        if case .made = result.item.undoRecords[0] { return true }
        return false
    }

    /// Removes the items created for an item whose steps will not be performed.
    /// - Returns: The failure, if something could not be removed.
    @discardableResult
    func discard(_ item: StagedItem) -> ItemFailure? {
        var failure: ItemFailure?
        for case .rename(let from, _, _) in item.steps { failure = removeTemporary(from) ?? failure }
        for case .trashed(_, let name) in item.undoRecords { context.trash?.removeOrphan(name, mark: context.id.text) }
        return failure
    }

    @discardableResult
    func removeTemporary(_ location: ItemAddress) -> ItemFailure? {
        context.removeTemporary(location, in: holders[location.parent])
    }

    private mutating func stage(_ instruction: Instruction, _ result: inout Result) throws(ItemFailure) {
        switch instruction {
        case .change(.copy(let from, let to)):
            try copy(from, to, &result)
            result.item.undoRecords.append(.made(verb: "copy", from: from, at: to))
        case .change(.move(let from, let to)):
            if try context.isOneFileSystem(from.parent, to.parent) {
                result.item.steps.append(.rename(from: from, to: to, Fingerprint(try context.status(from))))
            } else {
                try relocate(from, to, &result)
            }
            result.item.undoRecords.append(.moved(from: from, to: to))
        case .change(.trash(let at)): try stageTrash(at, Fingerprint(try context.status(at)), &result)
        case .replace(let at, let conflict):
            let status = try context.status(at)
            guard conflict.isAbout(status) else {
                throw ItemFailure(
                    "replace the item", errno: ESTALE, path: at.path, detail: "another item now has its name")
            }
            try stageTrash(at, Fingerprint(status), &result)
        case .restore(let name, let to):
            let from = context.trashed(name)
            if try context.isOneFileSystem(from.parent, to.parent) {
                result.item.steps.append(.rename(from: from, to: to, Fingerprint(try context.status(from))))
            } else {
                try relocate(from, to, &result)
            }
            result.item.cleanups.append(.removeTrashInfo(name))
            result.item.undoRecords.append(.restored(to, name: name))
        case .change(.makeDirectory(let at)):
            let temporary = nextTemporary(beside: at)
            let directory = try fill(temporary)
            let failure = withNullTerminated(temporary.name) { sandglass_make_directory(directory.number, $0, 0o777) }
            guard failure == 0 else { throw ItemFailure("create the directory", errno: -failure, path: at.path) }
            try addRename(temporary, to: at, &result)
            result.report.directories += 1
            result.item.undoRecords.append(.made(verb: "make directory", from: nil, at: at))
        case .change(.writeFile(let at, let contents)):
            let temporary = nextTemporary(beside: at)
            try write(contents, to: temporary, for: at)
            try addRename(temporary, to: at, &result)
            result.report.files += 1
            result.report.bytes += UInt64(contents.count)
            result.item.undoRecords.append(.made(verb: "write file", from: nil, at: at))
        case .change(.setAttribute(let at, let name, let value)):
            setAttribute(at, name, from: try context.attribute(name, of: at), to: value, &result)
        case .change(.setStatus(let at, let new)):
            let old = try context.permissions(of: at, like: new.permissions)
            if old != new.permissions {
                result.item.steps.append(.permissions(at: at, old: old, new: new.permissions))
            }
            result.item.undoRecords.append(.permissions(at, old: old, new: new.permissions))
            if let modified = new.modified { result.item.cleanups.append(.setModified(at, modified)) }
        case .revertAttribute(let at, let name, let value, let expected):
            let old = try context.attribute(name, of: at)
            guard old == expected else {
                throw ItemFailure(
                    "set the attribute", errno: ESTALE, path: at.path, detail: "its value has changed")
            }
            setAttribute(at, name, from: old, to: value, &result)
        }
    }

    private func setAttribute(
        _ at: ItemAddress, _ name: String, from old: [UInt8]?, to new: [UInt8]?, _ result: inout Result
    ) {
        result.item.steps.append(.attribute(at: at, name: name, old: old, new: new))
        result.item.undoRecords.append(.attribute(at, name: name, old: old, new: new))
    }

    /// Stages moving an item to the trash.
    /// - Parameter fingerprint: The item at that address, examined before anything is created, so that a failure leaves
    ///   nothing in the trash.
    private mutating func stageTrash(
        _ at: ItemAddress,
        _ fingerprint: Fingerprint,
        _ result: inout Result
    ) throws(ItemFailure) {
        guard let trash = context.trash else { throw ItemFailure("open the trash", errno: ENOENT, path: at.path) }
        let info = TrashInfo(path: at.hostPath, deleted: time, mark: context.id.text)
        var name = trashName(for: at)
        do throws(ItemFailure) {
            try context.reserve(name, in: trash, info)
        } catch {
            guard error.errno == EEXIST else { throw error }
            // Another process took the name first.
            temporaries += 1
            name = Trash.uniqueName(for: at.name, unique: "\(context.id.text)-\(temporaries)")
            try context.reserve(name, in: trash, info)
        }
        // The undo record names the reservation, so that it is released if the item fails from here on.
        result.item.undoRecords.append(.trashed(at, name: name))
        let note = Trash.info.appending(name: Trash.infoName(of: name)) ?? Trash.info
        _ = try fill(ItemAddress(trash.root, note))
        let place = context.trashed(name)
        if try context.isOneFileSystem(at.parent, place.parent) {
            result.item.steps.append(.rename(from: at, to: place, fingerprint))
            return
        }
        try relocate(at, place, &result)
    }

    func addRename(_ temporary: ItemAddress, to: ItemAddress, _ result: inout Result) throws(ItemFailure) {
        let status = try context.status(temporary, for: to)
        result.item.steps.append(.rename(from: temporary, to: to, Fingerprint(status)))
    }

    mutating func nextTemporary(beside location: ItemAddress) -> ItemAddress {
        temporaries += 1
        // The prefix followed by a number is always a valid name.
        let temporary = location.sibling(context.id.temporaryPrefix + "\(temporaries)".utf8) ?? location
        given.append(temporary)
        return temporary
    }

    /// Returns a descriptor of the directory of a new item, and records that the item has to be made durable.
    mutating func fill(_ temporary: ItemAddress) throws(ItemFailure) -> Descriptor {
        let directory = try context.directory(around: temporary)
        if holders.count < Self.maxHolders || holders[temporary.parent] != nil {
            holders[temporary.parent] = directory
        }
        do throws(FileTreeError) {
            let device = try ItemStatus(of: directory, path: temporary.path).device
            filled[device, default: (directory, [])].copies.append(temporary)
        } catch {
            let parent = temporary.parent
            throw ItemFailure("read the directory", errno: error.errno, path: parent.path).at(root: parent.root)
        }
        return directory
    }
}

extension Plan.Conflict {
    /// Returns whether this is the item that the plan found, though possibly modified since.
    fileprivate func isAbout(_ status: ItemStatus) -> Bool {
        guard kind == .unknown || kind == status.kind else { return false }
        guard let identity else { return true }
        // Some user-space file systems do not keep inode numbers stable; recognize a file there by size and
        // modification time.
        return identity == status.identity
            || kind == .file && identity.device == status.device && (size, modified) == (status.size, status.modified)
    }
}
