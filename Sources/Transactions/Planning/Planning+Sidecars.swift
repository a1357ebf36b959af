import ContainerModel
import FileTree

// What belongs to a file goes where the file goes: its AppleDouble file, and the log of a database.
extension Planning {
    /// Returns what changes in the same way as the file that it belongs to.
    static func companions(of requested: ChangeSet) -> [Change: Plan.Sidecar] {
        var companions: [Change: Plan.Sidecar] = [:]
        // Few have any.
        let doubles = requested.changes.filter { AppleDoubleName.isOne($0.item.name) }
        if !doubles.isEmpty {
            let changes = Set(requested.changes)
            for change in doubles {
                guard let leader = leader(of: change), changes.contains(leader) else { continue }
                companions[change] = Plan.Sidecar(of: leader)
            }
        }
        guard !requested.companions.isEmpty else { return companions }
        let changes = Dictionary(
            requested.changes.compactMap { change in change.source.map { ($0, change) } },
            uniquingKeysWith: { first, _ in first })
        for (address, link) in requested.companions {
            guard let change = changes[address], let leader = changes[link.file] else { continue }
            companions[change] = Plan.Sidecar(link.companion, of: leader)
        }
        return companions
    }

    /// Returns the change to the file that an AppleDouble file belongs to, if it changes in the same way.
    private static func leader(of change: Change) -> Change? {
        func file(_ item: ItemAddress) -> ItemAddress? {
            AppleDoubleName.file(of: item.name[...]).flatMap { item.sibling($0) }
        }
        guard let source = change.source.flatMap(file) else { return nil }
        switch change {
        case .copy(_, let target): return file(target).map { .copy(source, to: $0) }
        case .move(_, let target): return file(target).map { .move(source, to: $0) }
        case .trash: return .trash(source)
        case .makeDirectory, .writeFile, .setAttribute, .setStatus: return nil
        }
    }

    func companion(_ change: Change) -> Plan.Sidecar? { companions[change] }

    /// Plans AppleDouble files of a batch individually if their files are, and the other way round.
    /// - Parameter apart: The items of the batch that are planned individually; receives the others.
    mutating func separate(_ apart: inout EntrySelection, of batch: ChangeBatch) {
        let entries = batch.items.entries
        guard entries.hasAppleDoubles, !apart.isEmpty else { return }
        let names = NameIndex(entries)
        for index in Array(apart.indices) {
            let name = entries.name(index)
            let file = AppleDoubleName.file(of: name)
            guard let other = names.place(of: file ?? AppleDoubleName.name(for: name)[...]), batch.items.contains(other)
            else { continue }
            apart.insert(other)
            let double = file == nil ? other : index
            guard let change = batch.change(at: double), let leader = Self.leader(of: change) else { continue }
            companions[change] = Plan.Sidecar(of: leader)
        }
    }

    /// If an item takes the place of another one, what belongs to the other one leaves with that, unless the new item
    /// brings its own: the attributes and the log of the other one would become those of the new one. So would a log that
    /// was left behind.
    mutating func addCompanionsOfReplaced(by change: Change) throws(TransactionError) {
        guard let target = change.target, !AppleDoubleName.isOne(target.name), let item = items.last,
            item.change == change, item.companion == nil, item.conflict?.decision != .skip
        else { return }
        var found: [(companion: Companion, at: ItemAddress)] = []
        if item.conflict.map({ $0.decision != .keepBoth }) ?? false, !requested.rewritten.contains(target),
            let double = target.sibling(AppleDoubleName.name(for: target.name[...])), roots.mayBeFile(double)
        {
            found.append((.appleDouble, double))
        }
        if item.kind == .file, change.givesContents { found += roots.companions(of: target) }
        // What an earlier item of the operation, whose place this one takes, has brought along.
        for companion in item.conflict == nil ? [] : Companion.ofDatabase {
            guard let address = target.companion(companion), projected[address] != nil,
                !found.contains(where: { $0.at == address })
            else { continue }
            found.append((companion, address))
        }
        let isReplacing = item.conflict != nil
        for (companion, address) in found {
            let isBrought = companions.contains { $0.value.leader == change && $0.key.target == address }
            guard !isBrought, !projected.isGone(address), !requestedItems.contains(address) else { continue }
            try append(.trash(address), Plan.Sidecar(companion, of: change, leavesWithReplaced: isReplacing))
        }
    }
}

extension Change {
    /// Whether it gives an address other contents than it had.
    fileprivate var givesContents: Bool {
        switch self {
        case .copy, .move, .writeFile: true
        case .trash, .makeDirectory, .setAttribute, .setStatus: false
        }
    }
}
