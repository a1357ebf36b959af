import ContainerModel
import ContainerStore
import FileTree
import Formats
import Jobs
import Transactions

/// Decisions about many items of a directory at once: the decision about one item applies to all others of its type
/// that have no special rules (container-rules.md, "Places": only directories are places; everything else is
/// contents).
extension SharingRules {
    func delete(_ group: ItemSet.Group, _ decision: inout PolicyDecision) {
        judge(group, into: nil, .trash, &decision) { delete($0, &$1) }
    }

    func copy(_ transfer: GroupTransfer, _ decision: inout PolicyDecision) {
        judge(transfer.group, into: transfer.target, .copy(into: transfer.target), &decision) { item, decision in
            guard let transfer = Transfer(item, into: transfer.target) else { return }
            copy(transfer, &decision)
        }
    }

    func move(_ transfer: GroupTransfer, _ decision: inout PolicyDecision) {
        judge(transfer.group, into: transfer.target, .move(into: transfer.target), &decision) { item, decision in
            guard let transfer = Transfer(item, into: transfer.target) else { return }
            move(transfer, as: .move, &decision)
        }
    }

    /// Applies the rules to one item of each type, and to each item that may differ from the others.
    /// - Parameter one: Applies the rules to a single item.
    func judge(
        _ group: ItemSet.Group,
        into target: ItemAddress?,
        _ kind: ChangeBatch.Kind,
        _ decision: inout PolicyDecision,
        one: (ItemAddress, inout PolicyDecision) -> Void
    ) {
        let (alike, apart) = split(group, into: target, apart: apartByPermissions(group, needing: kind.right))
        var together = EntrySelection(of: group.names.entries)
        for (_, members) in alike {
            guard let index = members.next(from: 0), let first = group.item(at: index) else { continue }
            var single = PolicyDecision(actor: decision.actor)
            // Pass on the directories to be created, so that each is created only once.
            single.changeSet.changes = decision.changes
            single.changeSet.directoriesOnTheWay = decision.changeSet.directoriesOnTheWay
            one(first, &single)
            let made = single.changes.dropFirst(decision.changes.count)
            let expected = ChangeBatch(kind, of: members, in: group.directory).change(at: index)
            let isSimple = made.last == expected && made.dropLast().allSatisfy { $0.source == nil }
            guard isSimple || made.isEmpty && single.items.allSatisfy({ $0.outcome != .unavailable }) else {
                // The decision about one item does not carry over to the others.
                for item in members.indices { if let item = group.item(at: item) { one(item, &decision) } }
                continue
            }
            if let place = single.items.indices.last { single.items[place].others = members.count - 1 }
            decision.items += single.items
            guard isSimple else { continue }
            decision.changeSet.changes = Array(single.changes.dropLast())
            decision.changeSet.directoriesOnTheWay = single.changeSet.directoriesOnTheWay
            for member in members.indices { together.insert(member) }
        }
        if !together.isEmpty {
            decision.changeSet.batches.append(ChangeBatch(kind, of: together, in: group.directory))
        }
        for index in apart.indices { if let item = group.item(at: index) { one(item, &decision) } }
    }

    /// Returns the items that differ only in type, by type, and those with special rules or permissions, here
    /// or at the target, or whose name is taken at the target.
    private func split(
        _ group: ItemSet.Group,
        into target: ItemAddress?,
        apart others: [Int]
    ) -> (alike: [ItemKind: EntrySelection], apart: EntrySelection) {
        let special = [group.directory, target].compactMap { $0 }.map { OwnRules(of: $0, self) }
        // If names may be replaced, each taken name is checked; a target that cannot be listed may contain all of them.
        var taken: NameIndex?
        if conflicts == .replace, let target {
            do throws(FileTreeError) {
                guard try open.statusIfPresent(target) != nil else { return split(group, special, nil, others) }
                taken = NameIndex(try open.names(in: target))
            } catch {
                return ([:], group.names)
            }
        }
        return split(group, special, taken, others)
    }

    private func split(
        _ group: ItemSet.Group,
        _ special: [OwnRules],
        _ taken: NameIndex?,
        _ others: [Int]
    ) -> (alike: [ItemKind: EntrySelection], apart: EntrySelection) {
        var alike: [ItemKind: EntrySelection] = [:]
        var apart = EntrySelection(of: group.names.entries)
        for index in others { apart.insert(index) }
        let entries = group.names.entries
        let kinds = Set(group.names.indices.lazy.map { entries.kind($0) })
        for kind in kinds {
            var members = EntrySelection(of: entries)
            for index in group.names.indices where entries.kind(index) == kind {
                let isApart =
                    taken?.place(of: entries.name(index)) != nil
                    || special.contains { $0.names(entries.name(index), kind) }
                if isApart { apart.insert(index) } else if !apart.contains(index) { members.insert(index) }
            }
            if !members.isEmpty { alike[kind] = members }
        }
        return (alike, apart)
    }

    // MARK: - The exclusion attribute

    /// Sets the attribute on all items that may have it. Setting it again changes nothing (S0).
    func exclude(_ group: ItemSet.Group, _ decision: inout PolicyDecision) {
        let standard = ExclusionAttribute.standard.linuxName
        judge(
            group, into: nil, .setAttribute(name: standard, value: ExclusionAttribute.iOSValue), &decision
        ) { item, decision in
            exclude(item, &decision, evenIfExcluded: true)
        }
    }

    /// Removes every attribute that excludes any of the items.
    func include(_ group: ItemSet.Group, _ decision: inout PolicyDecision) {
        guard let handle = try? open.table.openPath(group.directory) else {
            for item in group.items { include(item, &decision) }
            return
        }
        var found: [String: EntrySelection] = [:]
        var plain = EntrySelection(of: group.names.entries)
        for index in group.names.indices {
            let attributes = ExclusionReader.attributes(of: group.names.entries.name(index), in: .host(handle))
            if attributes.contains(where: \.isInAppleDouble) {
                if let item = group.item(at: index) { include(item, &decision) }
            } else if attributes.isEmpty {
                plain.insert(index)
            }
            for attribute in attributes where !attributes.contains(where: \.isInAppleDouble) {
                found[attribute.name, default: EntrySelection(of: group.names.entries)].insert(index)
            }
        }
        if let index = plain.next(from: 0), let item = group.item(at: index) {
            include(item, &decision)
            if let last = decision.items.indices.last { decision.items[last].others = plain.count - 1 }
        }
        for (name, members) in found.sorted(by: { $0.key < $1.key }) {
            judge(
                ItemSet.Group(members, in: group.directory), into: nil, .setAttribute(name: name, value: nil), &decision
            ) { item, decision in
                include(item, &decision, only: name)
            }
        }
    }
}

extension ChangeBatch.Kind {
    /// The right that each item needs itself.
    fileprivate var right: Rights {
        switch self {
        case .copy: .read
        case .setAttribute: .write
        case .move, .trash: .delete
        }
    }
}

/// The entries of a directory that have special rules, or that contain places with such rules.
private struct OwnRules {
    private let directory: DirectoryRules?
    private let contents: Location?
    private let places: Set<[UInt8]>

    init(of item: ItemAddress, _ rules: SharingRules) {
        guard let description = rules.open.description(of: item) else {
            directory = nil
            contents = nil
            places = []
            return
        }
        let directory = rules.rules.directory(
            item.path, in: description.kind, as: rules.actor, app: description.app, state: rules.state)
        self.directory = directory
        contents = directory.location(ofEntry: [UInt8]().span, type: .file)
        places = Set(
            rules.exactPaths(below: item).compactMap { place in
                place.path.relative(to: item.path).flatMap { path in
                    path.components.first { _ in true }.map { Array($0) }
                }
            })
    }

    func names(_ name: ArraySlice<UInt8>, _ kind: ItemKind) -> Bool {
        guard let directory else { return false }
        // A place's name is reserved for a directory, so the type does not matter. There may be a million names, but
        // there are few places.
        if places.contains(where: { $0.count == name.count && $0.elementsEqual(name) }) { return true }
        guard kind == .directory else { return false }
        return name.withUnsafeBufferPointer { directory.location(ofEntry: $0.span, type: .directory) != contents }
    }
}
