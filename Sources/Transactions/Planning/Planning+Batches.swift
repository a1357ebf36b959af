import ContainerModel
import FileTree
import Jobs
import System

// Many items of one directory, checked in one pass. Items that need a separate decision or refusal are taken out of the
// batch and planned individually.
extension Planning {
    mutating func add(_ batch: ChangeBatch) throws(TransactionError) {
        try stopIfCancelled()
        guard let first = batch.changes.first(where: { _ in true }) else { return }
        let directory: TreeDirectory
        let method: Plan.Method
        let traits: UndoForecast.Traits?
        do throws(Refused) {
            directory = try sourceDirectory(of: batch)
            try checkTarget(of: batch)
            method = try self.method(of: batch, first)
            traits = try self.traits(of: method, first)
        } catch {
            return refuse(batch, first, error)
        }
        var apart = try namesApart(of: batch)
        separate(&apart, of: batch)
        var whole = ChangeBatch(batch.kind, of: EntrySelection(of: batch.items.entries), in: batch.directory)
        var counts = ItemCounts()
        var single: [Int] = []
        for index in batch.items.indices {
            if index % 1_024 == 0 { try stopIfCancelled() }
            if apart.contains(index) || !count(index, of: batch, in: directory, method, traits, &counts) {
                single.append(index)
            } else {
                whole.items.insert(index)
            }
        }
        try stopIfCancelled()
        if !whole.items.isEmpty {
            do throws(Refused) {
                if let target = batch.target { try demand(counts.bytes, at: target, copies: method != .atOnce) }
                if case .copy(let target) = batch.kind { noteMade(counts.bytes, in: target) }
            } catch {
                return refuse(batch, first, error)
            }
            warnOfMergedNames(in: whole)
            projected.note(whole)
            batches.append(Plan.Batch(change: whole, method: method, counts: counts))
            self.counts.add(counts)
        }
        try addSingly(single, of: batch)
    }

    private mutating func refuse(_ batch: ChangeBatch, _ first: Change, _ refused: Refused) {
        let rest = batch.items.count - 1
        let others = rest > 0 ? " (the same holds for \(Pluralized.some(rest, "more item")))" : ""
        refusals.append(Plan.Refusal(change: first, code: refused.code, reason: refused.reason + others))
    }

    private func sourceDirectory(of batch: ChangeBatch) throws(Refused) -> TreeDirectory {
        if projected.isGone(batch.directory) {
            throw Refused(.overlappingChanges, "an earlier part of the operation removes it")
        }
        do throws(FileTreeError) {
            return try roots.tree(of: batch.directory.root).directory(at: batch.directory.path, for: .lookup)
        } catch {
            throw Refused(.sourceUnavailable, error.reason)
        }
    }

    private func checkTarget(of batch: ChangeBatch) throws(Refused) {
        guard let target = batch.target else { return }
        guard target != batch.directory else { throw Refused(.sameItem, "it already exists") }
        try checkDirectory(target)
    }

    private mutating func method(of batch: ChangeBatch, _ first: Change) throws(Refused) -> Plan.Method {
        guard let item = first.source else { return .atOnce }
        switch batch.kind {
        case .copy: return .copy
        case .setAttribute: return .atOnce
        case .move(let target):
            try requireWritable(batch.directory, .sourceNotRemovable)
            return try isOneFileSystem(item, target) ? .atOnce : .copyThenRemove
        case .trash:
            if let reason = try trashReason(for: batch.directory.root) { throw Refused(.trashUnavailable, reason) }
            try requireWritable(batch.directory, .sourceNotRemovable)
            return try isOnTrashsFileSystem(item) ? .atOnce : .copyThenRemove
        }
    }

    /// Returns the items whose names are taken at the target, and the item that is the target or contains it.
    private func namesApart(of batch: ChangeBatch) throws(TransactionError) -> EntrySelection {
        var apart = EntrySelection(of: batch.items.entries)
        guard let target = batch.target else { return apart }
        if target.root.hostPath == batch.directory.root.hostPath,
            let rest = target.path.relative(to: batch.directory.path),
            let name = rest.components.first(where: { _ in true }),
            let inside = batch.items.index(of: name)
        {
            apart.insert(inside)
        }
        let isOnlyBrought = projected[target] != nil || projected.isInsideBrought(target)
        if !isOnlyBrought {
            do throws(FileTreeError) {
                let handle = try roots.openDirectory(target)
                let there = try DirectoryReader.read(handle, path: target.path, cancellation: cancellation)
                if let there, !there.isEmpty {
                    let names = NameIndex(there)
                    for index in batch.items.indices where names.place(of: batch.items.entries.name(index)) != nil {
                        apart.insert(index)
                    }
                }
            } catch {
                // If the target cannot be listed, single names may still be looked up in it.
                return batch.items
            }
        }
        if projected.bringsNames(to: target) {
            for index in batch.items.indices {
                guard let item = target.entry(batch.items.entries.name(index)) else { continue }
                if projected[item] != nil { apart.insert(index) }
            }
        }
        return apart
    }

    /// Counts an item of a batch.
    /// - Returns: Whether the item can stay in the batch; false for one that no longer exists or cannot be changed.
    private mutating func count(
        _ index: Int,
        of batch: ChangeBatch,
        in directory: TreeDirectory,
        _ method: Plan.Method,
        _ traits: UndoForecast.Traits?,
        _ counts: inout ItemCounts
    ) -> Bool {
        let name = batch.items.entries.name(index)
        // User-space file systems may list entries that are not valid names.
        if name.contains(0x2f) { return false }
        if name.starts(with: ".sandglass-".utf8), batch.target != nil { return false }
        guard let status = try? directory.status(of: name, path: batch.directory.path) else { return false }
        switch (status.kind, batch.kind) {
        case (.directory, .setAttribute), (.file, .setAttribute): return true
        case (_, .setAttribute): return false
        case (.directory, _):
            guard let path = batch.directory.path.appending(name: name) else { return false }
            let address = ItemAddress(batch.directory.root, path)
            // A directory that contains the target, by whatever root and path it was given; also if that cannot be
            // determined.
            if let copy = batch.change(at: index)?.target, (try? isInside(copy, address)) != false { return false }
            guard
                let found = try? count(
                    address, method: method, copies: method != .atOnce, deletes: batch.kind == .trash, movedTo: traits)
            else { return false }
            counts.add(found)
        case (.file, _):
            counts.files += 1
            counts.bytes = counts.bytes.addingSaturated(status.size)
            progress.add(files: 1, bytes: status.size)
        case (.link, _): counts.links += 1
        default: if method != .atOnce { return false }
        }
        if let traits, status.kind != .directory {
            func address() -> ItemAddress? {
                batch.directory.path.appending(name: name).map { ItemAddress(batch.directory.root, $0) }
            }
            forecast.note(address(), status, name, in: directory, movedTo: traits)
        }
        return true
    }

    /// Plans items of a batch individually. If many are refused, only the first are reported one by one.
    private mutating func addSingly(_ indices: [Int], of batch: ChangeBatch) throws(TransactionError) {
        let maximum = refusals.count + Self.maxRefusals
        var untold = 0
        for index in indices {
            guard let change = batch.change(at: index) else { continue }
            try add(change)
            guard refusals.count > maximum else { continue }
            refusals.removeLast()
            untold += 1
        }
        guard untold > 0, let last = refusals.popLast() else { return }
        refusals.append(
            Plan.Refusal(
                change: last.change, code: last.code, reason: last.reason + " (and \(untold) more items are refused)"))
    }

    /// The maximum number of refusals of a batch that are reported individually.
    private static let maxRefusals = 1_000

    /// Warns about names in a batch that other systems treat as equal. Takes eight bytes for each name meanwhile.
    private mutating func warnOfMergedNames(in batch: ChangeBatch) {
        guard kind.makesNames, let target = batch.target else { return }
        let entries = batch.items.entries
        for pair in MergedNames.pairs(of: batch.items.indices.lazy.map { entries.name($0) }) {
            warnings.append(.mergedNames(directory: target, pair.one, pair.other))
        }
    }
}
