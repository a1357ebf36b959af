import ContainerModel
import FileTree

// AppleDouble files go where their files go.
extension Planning {
    /// Returns the addresses of those AppleDouble files that change in the same way as the files that they belong to.
    static func companions(of requested: ChangeSet) -> Set<ItemAddress> {
        // Few have any.
        let doubles = requested.changes.filter { AppleDoubleName.isOne($0.item.name) }
        guard !doubles.isEmpty else { return [] }
        let changes = Set(requested.changes)
        return Set(
            doubles.compactMap { change in
                leader(of: change).flatMap { changes.contains($0) ? change.target ?? change.item : nil }
            })
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

    func companion(_ change: Change) -> Plan.Sidecar? {
        Self.leader(of: change).map { Plan.Sidecar(of: $0.target ?? $0.item) }
    }

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
            if let change = batch.change(at: double) { companions.insert(change.target ?? change.item) }
        }
    }

    /// If an item takes the place of another one, the AppleDouble file of the other one leaves with that, unless the new
    /// item brings its own: it has the attributes of the other one.
    mutating func addDoubleOfReplaced(by change: Change) throws(TransactionError) {
        guard let target = change.target, !requested.rewritten.contains(target), !AppleDoubleName.isOne(target.name),
            items.last?.change == change, let conflict = items.last?.conflict, conflict.decision != .skip,
            conflict.decision != .keepBoth, let double = target.sibling(AppleDoubleName.name(for: target.name[...]))
        else { return }
        guard !companions.contains(double), projected[double] == nil, !projected.isGone(double),
            roots.mayBeFile(double)
        else { return }
        try append(.trash(double), Plan.Sidecar(of: target, leavesWithReplaced: true))
    }
}
