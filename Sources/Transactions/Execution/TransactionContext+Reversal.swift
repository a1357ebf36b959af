import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// The one way back, of a failed item, a rollback and a recovery: what other programs have done meanwhile stays, and
/// what the transaction made is removed only if it provably still is what was made.
extension TransactionContext {
    /// Reverts steps of an item, as far as they were performed.
    ///
    /// A step that cannot be reverted because something else is in its place stays as it is, and `kept` says so.
    /// - Parameter isFinal: Whether a directory that is away is taken for gone; if not, the recovery looks for it.
    /// - Returns: The failures after which a later attempt may succeed, each with its step.
    func takeBack(
        _ steps: [Step], of item: StagedItem, isFinal: Bool = false
    ) -> [(step: Step, failure: ItemFailure)] {
        var failures: [(Step, ItemFailure)] = []
        for step in wayBack(steps) {
            do throws(ItemFailure) {
                try revert(step, of: item)
            } catch {
                if isSettled(error, step, isFinal: isFinal) {
                    settle(step, error, of: item)
                } else {
                    failures.append((step, error))
                }
            }
        }
        return failures
    }

    /// Returns steps in the order in which they are reverted: backwards. Of a database and its logs, all are taken away
    /// before any gets its place back, the database first: what was written to its log since goes where it goes.
    private func wayBack(_ steps: [Step]) -> [Step] {
        func isOfLog(_ step: Step) -> Bool {
            guard case .rename(let from, let to, _) = step else { return false }
            return from.loggedFile != nil || to.loggedFile != nil
        }
        let back = Array(steps.reversed())
        guard back.contains(where: isOfLog) else { return back }
        func rank(_ step: Step) -> Int {
            guard case .rename(let from, _, _) = step else { return 0 }
            return (from.name.starts(with: id.temporaryPrefix) ? 1 : 3) + (isOfLog(step) ? 1 : 0)
        }
        return (0...4).flatMap { wanted in back.filter { rank($0) == wanted } }
    }

    /// Returns whether a failure is due to what is there now, which another attempt would find again.
    private func isSettled(_ failure: ItemFailure, _ step: Step, isFinal: Bool) -> Bool {
        switch failure.errno {
        case EEXIST, ESTALE, EISDIR, ENODATA: return true
        case ENOENT, ENOTDIR, ELOOP:
            if case .rename(_, let to, _) = step, failure.path == to.path { return true }
            return isFinal
        default: return false
        }
    }

    /// Says where the item of a step stays.
    private func settle(_ step: Step, _ failure: ItemFailure, of item: StagedItem) {
        switch step {
        case .rename(let from, let to, let fingerprint):
            // What another program has removed or moved away is its own decision. The trash has no note of it then.
            if from.root.kind == .trash { trash?.removeInfoWithoutItem(Array(from.name)) }
            guard let found = (try? present(to)) ?? nil, isSame(fingerprint, found, at: to) else { return }
            kept.note(from, "what was here stays at \(to.text): \(failure.reason)")
        case .attribute(let at, let name, _, _):
            kept.note(at, "the attribute \(name) has been changed in the meantime, and stays")
        case .permissions(let at, _, _): kept.note(at, "the permissions have been changed in the meantime, and stay")
        }
    }

    /// Reverts a step if it was performed.
    private func revert(_ step: Step, of item: StagedItem) throws(ItemFailure) {
        switch step {
        case .rename(let from, let to, let fingerprint):
            if to.name.starts(with: id.temporaryPrefix) { return try revertSettingAside(from, to) }
            if try keepTakenAway(from, from: to) { return }
            let target = try present(to)
            if let source = try present(from), isSame(fingerprint, source, at: from) {
                // On file systems where a rename takes a link and an unlink, an interruption leaves both names: remove
                // the new one.
                if let target, target.inode == source.inode, source.kind == .file, source.links > 1 {
                    try removeName(to)
                }
                return
            }
            guard from.name.starts(with: id.temporaryPrefix) else {
                if target != nil { try clear(from, of: item) }
                try rename(to, from, fingerprint)
                return try bringLogs(to, after: from, of: item)
            }
            // Another item is somebody else's; and a temporary that no longer exists was discarded before its step.
            guard let target, isSame(fingerprint, target, at: to) else { return }
            try takeAway(to, to: from, fingerprint, of: item)
        case .attribute(let at, let name, let old, let new):
            let value = try attribute(name, of: at)
            if value == old { return }
            guard value == new else { throw ItemFailure("set the attribute", errno: ESTALE, path: at.path) }
            try setAttribute(name, old, of: at)
        case .permissions(let at, let old, let new):
            let found = try permissions(of: at, like: old)
            if found == old { return }
            guard found.isBetween(old, new) else {
                throw ItemFailure("set the permissions", errno: ESTALE, path: at.path)
            }
            try setPermissions(old, of: at)
        }
    }

    /// Takes away an item that the transaction put in place: it gets a name where no other program finds it, and is compared
    /// then. What is not provably unchanged goes to the trash, and so does a database for which another program has written a
    /// log, together with that.
    private func takeAway(
        _ place: ItemAddress, to temporary: ItemAddress, _ fingerprint: Fingerprint, of item: StagedItem
    ) throws(ItemFailure) {
        units.arrived.insert(place)
        guard place.root.kind != .trash, let aside = aside(of: temporary) else {
            return try rename(place, temporary, fingerprint)
        }
        try rename(place, aside, fingerprint)
        let written = fingerprint.kind == .file ? try foreignLogs(beside: place) : []
        let isWritten = !written.isEmpty || units.written.contains(place)
        let isAsMade = isWritten ? false : try isAsMade(aside, at: place, fingerprint, of: item)
        guard isAsMade else {
            for log in written {
                if let taken = self.aside(of: temporary, log.companion) {
                    try rename(log.at, taken, log.fingerprint)
                }
            }
            return try keepUnit(aside, from: place)
        }
        if try present(aside) != nil { try rename(aside, temporary, fingerprint) }
    }

    /// The name that an item gets when it is taken away, by the temporary name from which it was put in place; with a
    /// companion, that of the companion.
    private func aside(of temporary: ItemAddress, _ companion: Companion? = nil) -> ItemAddress? {
        let name = id.keptPrefix + temporary.name.dropFirst(id.temporaryPrefix.count)
        return temporary.sibling(companion?.name(for: name[...]) ?? name)
    }

    /// Keeps what an interrupted recovery had taken away.
    /// - Returns: Whether there was something.
    private func keepTakenAway(_ temporary: ItemAddress, from place: ItemAddress) throws(ItemFailure) -> Bool {
        guard temporary.name.starts(with: id.temporaryPrefix), let aside = aside(of: temporary),
            try present(aside) != nil
        else { return false }
        units.arrived.insert(place)
        try keepUnit(aside, from: place)
        return true
    }

    /// Moves an item that was taken away to the trash, with what was taken away with it, so that a database and its log lie
    /// beside each other there.
    private func keepUnit(_ aside: ItemAddress, from place: ItemAddress) throws(ItemFailure) {
        let location = try keep(aside, from: place)
        if place.loggedFile == nil { units.names[place] = location.name } else { noteWritten(place) }
        kept.note(
            place, "the item that was put here may have been changed in the meantime; it is at \(location.text)")
        for companion in Companion.files {
            guard let log = aside.companion(companion), try present(log) != nil,
                let origin = place.companion(companion)
            else { continue }
            let found = try keep(log, from: origin)
            if companion != .index { kept.note(origin, "it was written to in the meantime; it is at \(found.text)") }
        }
    }

    /// A log, a journal or an index that another program has written.
    private struct ForeignLog {
        let companion: Companion
        let at: ItemAddress
        let fingerprint: Fingerprint
    }

    /// Returns the logs, journals and indexes beside a place that the transaction neither put there nor has to put back.
    private func foreignLogs(beside place: ItemAddress) throws(ItemFailure) -> [ForeignLog] {
        var found: [ForeignLog] = []
        for (companion, address) in roots.companions(of: place) where companion != .support {
            guard let status = try present(address), !units.isOwn(status, at: address) else { continue }
            found.append(ForeignLog(companion: companion, at: address, fingerprint: Fingerprint(status)))
        }
        // An index alone says nothing.
        return found.map(\.companion) == [.index] ? [] : found
    }

    /// Clears the way for an item that gets its name back.
    ///
    /// A log that another program has written for the file that the transaction put beside it would be taken for the log of
    /// the one that comes back: it goes to the trash. So does a log beside a place from which another database was taken
    /// away, with that database; any other log beside a place without a database is that of the one that comes back.
    /// - Throws: `ItemFailure` with code EEXIST if the database whose log gets its name back did not get its own.
    private func clear(_ place: ItemAddress, of item: StagedItem) throws(ItemFailure) {
        if let database = place.loggedFile {
            for case .rename(database, _, let fingerprint) in item.steps {
                guard let found = try present(database), isSame(fingerprint, found, at: database) else {
                    throw ItemFailure("rename", errno: EEXIST, path: database.path)
                }
            }
            guard units.puts(database), let status = try present(place), !units.isOwn(status, at: place) else { return }
            try keepLog(place)
        } else if units.arrived.contains(place), try present(place) == nil {
            let logs = try foreignLogs(beside: place)
            if !logs.isEmpty { try keepDiscarded(place, of: item) }
            for log in logs { try keepLog(log.at) }
        }
    }

    /// Keeps a database that was taken away as it was made: a program that had it open has begun its log since.
    private func keepDiscarded(_ place: ItemAddress, of item: StagedItem) throws(ItemFailure) {
        for case .rename(let temporary, place, let fingerprint) in item.steps {
            guard temporary.name.starts(with: id.temporaryPrefix), let found = try present(temporary),
                isSame(fingerprint, found, at: temporary)
            else { continue }
            let location = try keep(temporary, from: place)
            units.names[place] = location.name
            kept.note(place, "the database that was put here has since been written to; it is at \(location.text)")
        }
    }

    func keepLog(_ log: ItemAddress) throws(ItemFailure) {
        guard let status = try present(log),
            let aside = log.sibling(id.keptPrefix + String(status.inode, radix: 36).utf8)
        else { return }
        try rename(log, aside, Fingerprint(status))
        let found = try keep(aside, from: log)
        noteWritten(log)
        kept.note(log, "it was written to in the meantime; it is at \(found.text)")
    }

    /// Notes that a database that the transaction has put in place is not as it was made: its log is not.
    private func noteWritten(_ log: ItemAddress) {
        if let database = log.loggedFile, units.puts(database) { units.written.insert(database) }
    }

    /// Returns whether an item that was taken away still is what the transaction made.
    private func isAsMade(
        _ temporary: ItemAddress, at place: ItemAddress, _ fingerprint: Fingerprint, of item: StagedItem
    ) throws(ItemFailure) -> Bool {
        let directory = try directory(around: temporary)
        guard let original = item.original(of: place) else {
            // Only a directory is made of nothing. One that has got entries cannot be removed by name.
            guard fingerprint.kind == .directory, let status = try present(temporary),
                UInt32(status.permissions) == 0o777 & ~Platform.fileCreationMask
            else { return false }
            let failure = withNullTerminated(temporary.name) {
                sandglass_remove_name(directory.number, $0, 1)
            }
            return failure == 0
        }
        // A source that was set aside has that name now.
        let source = item.aside(of: original).flatMap { aside in ((try? present(aside)) ?? nil).map { _ in aside } }
        guard let tree = try? roots.tree(of: (source ?? original).root) else { return false }
        return CopyProof(of: tree).holds(for: temporary.name, in: directory, madeFrom: (source ?? original).path)
    }

    /// Moves an item that was taken away to the trash.
    /// - Returns: Where it is now, for display, and its name in the trash. If the trash cannot take it, that is its place or
    ///   a free name beside.
    func keep(
        _ temporary: ItemAddress, from place: ItemAddress
    ) throws(ItemFailure) -> (text: String, name: [UInt8]?) {
        do {
            let trash = try self.trash ?? Trash(environment)
            for root in named where root.isContainer {
                // The trash may lie in a container if the transaction did not plan to use it.
                if try Trash.isInside(roots.identity(of: root), environment.trashDirectory) {
                    return (try putBack(temporary, to: place).text, nil)
                }
            }
            roots.adopt(trash.directory, as: trash.root)
            let prefix = temporary.name.starts(with: id.keptPrefix) ? id.keptPrefix : id.temporaryPrefix
            let number = String(decoding: temporary.name.dropFirst(prefix.count), as: UTF8.self)
            let unique = "\(id.text)-kept-\(number)"
            let name = trashName(for: place, unique, in: trash)
            try trash.reserve(
                name, TrashInfo(path: place.hostPath, deleted: WallClock.seconds, mark: id.text))
            let target = ItemAddress(trash.root, Trash.files).entry(name) ?? place
            do throws(ItemFailure) {
                try moveOrCopy(temporary, to: target)
                return ("\(target.text) in the trash", name)
            } catch {
                trash.removeOrphan(name, mark: id.text)
            }
        } catch {}
        return (try putBack(temporary, to: place).text, nil)
    }

    /// Returns a name in the trash for an item that was taken away: of a log, that of its database with the same ending.
    private func trashName(for place: ItemAddress, _ unique: String, in trash: Trash) -> [UInt8] {
        let database = place.loggedFile ?? place
        let name = units.names[database] ?? trash.freeName(for: database.name, unique: unique, taken: [])
        if place.loggedFile != nil { units.names[database] = name }
        let whole = name + place.name.dropFirst(database.name.count)
        return trash.isFree(whole) ? whole : trash.freeName(for: place.name, unique: unique, taken: [])
    }

    private func moveOrCopy(_ temporary: ItemAddress, to target: ItemAddress) throws(ItemFailure) {
        let (source, directory) = (try self.directory(around: temporary), try self.directory(around: target))
        if try isOneFileSystem(temporary.parent, target.parent) {
            return try Renaming.rename(
                temporary.name, in: source, to: target.name, in: directory, path: target.path)
        }
        // A file that somebody still writes to is of no use as a copy.
        let copier = TreeCopier(progress: ProgressMeter(), cancellation: Cancellation(), onFailure: .stop)
        let report = copier.copy(temporary.name, in: source, to: target.name, in: directory)
        let isWhole =
            report.isComplete
            && CopyProof(of: RootedDirectory(descriptor: directory)).holds(
                for: temporary.name, in: source, madeFrom: ContainerPath(bytes: target.name) ?? .root)
        guard isWhole else {
            TreeRemover.remove(target.name, in: directory)
            throw ItemFailure("copy the item", errno: EIO, path: target.path)
        }
        if let failure = removeTemporary(temporary) { throw failure }
    }
}

extension StagedItem {
    /// Returns what an item was copied from that was put in place; nil if it was not copied.
    fileprivate func original(of place: ItemAddress) -> ItemAddress? {
        for record in undoRecords.reversed() where record.place == place {
            switch record {
            case .made(_, let from?, _), .moved(let from, _): return from
            case .restored: continue
            default: return nil
            }
        }
        for case .removeAside(_, let source, place) in cleanups { return source }
        return nil
    }

    /// Returns the name under which a source is set aside.
    fileprivate func aside(of source: ItemAddress) -> ItemAddress? {
        for case .removeAside(let aside, source, _) in cleanups { return aside }
        return nil
    }
}
