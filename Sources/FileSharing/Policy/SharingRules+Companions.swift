import ContainerModel
import FileTree
import Formats
import Transactions

/// AppleDouble files, `._name`, go where their files go: otherwise the attributes in them would be lost, or would become
/// those of another file that gets the name (formats.md, "The backup-exclusion attribute").
extension SharingRules {
    /// Applies the rules to an item, and in the same way to its AppleDouble file if the item itself is to be changed.
    /// - Parameters:
    ///   - target: The address that the item will have; nil if it is removed.
    ///   - one: Applies the rules to an item, given the address that it will have.
    func judge(
        _ item: ItemAddress,
        to target: ItemAddress?,
        _ decision: inout PolicyDecision,
        one: (ItemAddress, ItemAddress?, inout PolicyDecision) -> Void
    ) {
        // A double that is named as well as its file is changed once.
        if let known = decision.doubles[item],
            known == target || decision.changeSet.companions[item]?.companion == .index
        {
            return
        }
        guard isChanged(item, to: target, &decision, by: one) else { return }
        if AppleDoubleName.isOne(item.name) || Companion.database(of: item.name) != nil {
            decision.doubles[item] = .some(target)
        }
        judgeCompanions(of: item, to: target, &decision, by: one)
        guard let double = double(of: item), decision.doubles[double] == nil else { return }
        let name = target.map { AppleDoubleName.name(for: $0.name) }
        let place = name.flatMap { name in target?.sibling(name) }
        if isChanged(double, to: place, &decision, by: one) { decision.doubles[double] = .some(place) }
    }

    /// Applies the rules to what belongs to a database: without its log, a database lacks its last transactions, and with
    /// another one's it is damaged.
    private func judgeCompanions(
        of item: ItemAddress,
        to target: ItemAddress?,
        _ decision: inout PolicyDecision,
        by one: (ItemAddress, ItemAddress?, inout PolicyDecision) -> Void
    ) {
        let found = open.companions(of: item)
        if isAlone {
            return decision.noteApart(item, from: found.filter { $0.companion != .index })
        }
        if found.contains(where: { $0.companion == .log || $0.companion == .journal }),
            let place = decision.items.lastIndex(where: { $0.item == item })
        {
            decision.items[place].doubts += open.table.misfits(of: item)
        }
        let isCopied = decision.changes.contains { if case .copy(item, _) = $0 { true } else { false } }
        for (companion, address) in found {
            decision.changeSet.companions[address] = CompanionLink(companion, of: item)
            guard decision.doubles[address] == nil else { continue }
            if companion == .index {
                // It is made anew at the other place.
                if !isCopied { decision.changeSet.changes.append(.trash(address)) }
                decision.doubles[address] = .some(nil)
                continue
            }
            let place = target?.companion(companion)
            // A store that only gets another extension keeps its directory.
            if place == address { continue }
            let before = decision.items.count
            if isChanged(address, to: place, &decision, by: one) {
                decision.doubles[address] = .some(place)
            } else if !open.isPresent(address) {
                // A journal lasts no longer than its transaction, and a log no longer than its database is open.
                decision.items.removeSubrange(before...)
                decision.changeSet.companions[address] = nil
            } else {
                return decision.giveUp(item, withoutCompanion: address)
            }
        }
    }

    /// Applies the rules to the items of a group, with what belongs to them: each database that has something beside it is
    /// judged by itself, and all others together.
    /// - Parameters:
    ///   - target: The directory that the items will be in; nil if they are removed.
    ///   - together: Applies the rules to a group.
    ///   - one: Applies the rules to an item, given the address that it will have.
    func judge(
        _ group: ItemSet.Group,
        into target: ItemAddress?,
        _ decision: inout PolicyDecision,
        together: (ItemSet.Group, inout PolicyDecision) -> Void,
        one: (ItemAddress, ItemAddress?, inout PolicyDecision) -> Void
    ) {
        let (rest, databases) = withoutDatabases(group)
        together(withDoubles(rest), &decision)
        for item in databases { judge(item, to: target?.entry(item.name), &decision, one: one) }
    }

    /// Returns a group without the databases that have something beside them, and those.
    private func withoutDatabases(_ group: ItemSet.Group) -> (rest: ItemSet.Group, databases: [ItemAddress]) {
        let entries = group.names.entries
        let files = Set((0..<entries.count).compactMap { Companion.database(of: entries.name($0)) })
        var databases: [ItemAddress] = []
        var apart: Set<[UInt8]> = []
        for index in group.names.indices where files.contains(entries.name(index)) {
            guard let item = group.item(at: index) else { continue }
            let found = open.companions(of: item)
            guard !found.isEmpty else { continue }
            databases.append(item)
            for item in [item] + found.map(\.at) {
                apart.formUnion([Array(item.name), AppleDoubleName.name(for: item.name)])
            }
        }
        guard !databases.isEmpty else { return (group, []) }
        var rest = EntrySelection(of: entries)
        for index in group.names.indices where !apart.contains(Array(entries.name(index))) { rest.insert(index) }
        return (ItemSet.Group(rest, in: group.directory), databases)
    }

    /// Notes the logs, journals and large values that are changed without their databases.
    func notePartsWithoutFiles(_ decision: inout PolicyDecision) {
        var parts = decision.changes.compactMap(\.takenSource).filter { $0.loggedFile != nil }
        var together: Set<ItemAddress> = []
        for batch in decision.batches {
            let entries = batch.items.entries
            let found = batch.items.indices.filter { Companion.database(of: entries.name($0)) != nil }
            guard !found.isEmpty else { continue }
            parts += found.compactMap { batch.change(at: $0)?.takenSource }
            together.formUnion(batch.changes.map(\.item))
        }
        guard !parts.isEmpty else { return }
        together.formUnion(decision.changes.map(\.item))
        together.formUnion(decision.items.lazy.filter { $0.outcome == .alreadySo }.map(\.item))
        for part in parts where decision.changeSet.companions[part] == nil {
            guard let file = part.loggedFile, !together.contains(file),
                let found = open.companions(of: file).first(where: { $0.at == part })
            else { continue }
            decision.noteApart(file, from: [found])
        }
    }

    /// Applies the rules to an item and returns whether it is to be changed itself.
    private func isChanged(
        _ item: ItemAddress,
        to target: ItemAddress?,
        _ decision: inout PolicyDecision,
        by one: (ItemAddress, ItemAddress?, inout PolicyDecision) -> Void
    ) -> Bool {
        let before = decision.changes.count
        one(item, target, &decision)
        return decision.changes.dropFirst(before).contains { $0.source == item && $0.target == target }
    }

    /// Applies the rules to the transfer of an item and, in the same way, of its AppleDouble file.
    func judge(
        _ transfer: Transfer, _ decision: inout PolicyDecision, one: (Transfer, inout PolicyDecision) -> Void
    ) {
        judge(transfer.source, to: transfer.target, &decision) { source, target, decision in
            guard let target else { return }
            one(Transfer(source, to: target, isNewName: transfer.isNewName), &decision)
        }
    }

    /// Returns the address of an item's AppleDouble file; nil if there is none.
    func double(of item: ItemAddress) -> ItemAddress? {
        guard !item.path.isRoot, !AppleDoubleName.isOne(item.name),
            let double = item.sibling(AppleDoubleName.name(for: item.name)),
            open.table.mayBeFile(double), let tree = try? open.table.tree(of: item.root),
            let directory = try? tree.directory(at: item.parent.path, for: .lookup),
            isDouble(of: item.name, in: directory)
        else { return nil }
        return double
    }

    /// An AppleDouble file that cannot be read goes with its file as well: if it is copied, the failure is reported.
    private func isDouble(of name: ArraySlice<UInt8>, in directory: TreeDirectory) -> Bool {
        do throws(FileTreeError) {
            guard let head = try directory.appleDoubleHead(of: name, length: AppleDoubleName.headLength) else {
                return false
            }
            return (try? AppleDouble(head.bytes, fileSize: Int(clamping: head.size))) != nil
        } catch {
            return true
        }
    }

    /// Returns a group with the AppleDouble files of its items. Places stay, and so does what belongs to them.
    private func withDoubles(_ group: ItemSet.Group) -> ItemSet.Group {
        let entries = group.names.entries
        guard entries.hasAppleDoubles, let tree = try? open.table.tree(of: group.directory.root),
            let directory = try? tree.directory(at: group.directory.path, for: .lookup)
        else { return group }
        var names = group.names
        let index = NameIndex(entries) { AppleDoubleName.isOne(entries.name($0)) && entries.kind($0) == .file }
        for place in group.names.indices {
            let name = entries.name(place)
            guard !AppleDoubleName.isOne(name), let double = index.place(of: AppleDoubleName.name(for: name)[...]),
                isDouble(of: name, in: directory)
            else { continue }
            let isPlace =
                entries.kind(place) == .directory
                && group.item(at: place).map { open.isStandardDirectory($0, by: rules) } ?? false
            if !isPlace { names.insert(double) }
        }
        return ItemSet.Group(names, in: group.directory)
    }
}

extension OpenRoots {
    /// Returns what belongs to a database; empty for anything else.
    func companions(of item: ItemAddress) -> [(companion: Companion, at: ItemAddress)] {
        (try? status(item))?.kind == .file ? table.companions(of: item) : []
    }
}

extension Change {
    /// The item that is copied, taken away or kept out of backups; nil if the change does none of that.
    fileprivate var takenSource: ItemAddress? {
        switch self {
        case .copy(let source, _), .move(let source, _), .trash(let source): source
        case .setAttribute(let source, _, let value): value == nil ? nil : source
        case .makeDirectory, .writeFile, .setStatus: nil
        }
    }
}
