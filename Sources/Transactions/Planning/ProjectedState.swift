import ContainerModel
import FileTree

/// The state that the preceding changes of a request lead to: names that will exist, and names that will not.
struct ProjectedState {
    /// An item that is brought to a name: its kind, and where it can be examined now, if anywhere.
    typealias Arrival = (kind: ItemKind, origin: ItemAddress?)

    /// The items brought to names, by their future address.
    private var brought: [ItemAddress: Arrival] = [:]
    private let roots: RootTable
    /// The addresses that items leave.
    private var vacated: Set<ItemAddress> = []
    /// Batches, by the directory that they bring items to and by the one that items leave.
    private var broughtMany: [ItemAddress: [BatchNames]] = [:]
    private var vacatedMany: [ItemAddress: [BatchNames]] = [:]

    /// - Parameter roots: The roots used to examine the current state.
    init(_ roots: RootTable) { self.roots = roots }

    /// The item brought to an address; nil if there is none.
    subscript(address: ItemAddress) -> Arrival? {
        if let single = brought[address] { return single }
        guard !broughtMany.isEmpty, let batches = broughtMany[address.parent] else { return nil }
        for names in batches {
            guard let place = names.place(of: address.name) else { continue }
            let items = names.batch.items.entries
            return (items.kind(place), names.batch.directory.entry(items.name(place)))
        }
        return nil
    }

    /// Returns whether an ancestor of an address is brought there.
    func isInsideBrought(_ address: ItemAddress) -> Bool {
        !(brought.isEmpty && broughtMany.isEmpty) && isBelow(address) { self[$0] != nil }
    }

    /// Returns whether an address is vacated and not inside an item that is brought.
    func isGone(_ address: ItemAddress) -> Bool {
        givesUp(address) || !isInsideBrought(address) && isVacated(address)
    }

    private func isVacated(_ address: ItemAddress) -> Bool {
        !(vacated.isEmpty && vacatedMany.isEmpty) && (givesUp(address) || isBelow(address) { givesUp($0) })
    }

    private func givesUp(_ address: ItemAddress) -> Bool {
        if vacated.contains(address) { return true }
        guard !vacatedMany.isEmpty, let batches = vacatedMany[address.parent] else { return false }
        return batches.contains { $0.place(of: address.name) != nil }
    }

    private func isBelow(_ address: ItemAddress, _ isOneOfThem: (ItemAddress) -> Bool) -> Bool {
        var path = address.path.parent
        while let current = path {
            if isOneOfThem(ItemAddress(address.root, current)) { return true }
            path = current.parent
        }
        return false
    }

    /// The future occupant of a name.
    enum Occupant {
        /// An item that an earlier change brings.
        case brought(ItemKind)
        /// An item that exists now.
        case present(ItemStatus)

        var kind: ItemKind {
            switch self {
            case .brought(let kind): kind
            case .present(let status): status.kind
            }
        }
    }

    /// Returns what will have a name; nil if the name will be free.
    /// - Throws: `FileTreeError` if that cannot be determined: only a "no such entry" error means that a name is free.
    func occupant(of address: ItemAddress) throws(FileTreeError) -> Occupant? {
        if let arrival = self[address] { return .brought(arrival.kind) }
        if isVacated(address) { return nil }
        // The contents of a directory that is brought are not known in advance.
        if isInsideBrought(address) { return nil }
        return try roots.statusIfPresent(address).map { .present($0) }
    }

    /// Records the effect of a change that will be carried out.
    mutating func note(_ change: Change, _ kind: ItemKind, _ source: ItemAddress?, _ conflict: Plan.Conflict?) {
        if conflict?.decision == .skip { return }
        switch change {
        case .move(let from, _), .trash(let from):
            vacated.insert(from)
            brought[from] = nil
        default: break
        }
        guard let target = change.target else { return }
        brought[target] = (kind, source)
        // If both are kept, the new item will have the other name.
        if let other = conflict?.otherName.flatMap({ target.sibling($0) }), conflict?.decision != .replace {
            brought[other] = (kind, source)
        }
        vacated.remove(target)
    }

    /// Returns whether items are brought to a directory.
    func bringsNames(to directory: ItemAddress) -> Bool {
        broughtMany[directory] != nil || brought.keys.contains { $0.parent == directory }
    }

    /// Records the effect of a batch.
    mutating func note(_ batch: ChangeBatch) {
        let names = BatchNames(batch)
        switch batch.kind {
        case .move, .trash: vacatedMany[batch.directory, default: []].append(names)
        case .copy, .setAttribute: break
        }
        if let target = batch.target { broughtMany[target, default: []].append(names) }
    }
}

/// The names of a batch, indexed on first use: most requests have a single batch.
private final class BatchNames {
    let batch: ChangeBatch
    private lazy var names = NameIndex(batch.items.entries)

    init(_ batch: ChangeBatch) { self.batch = batch }

    /// Returns the index of the batch's item with a name; nil if there is none.
    func place(of name: ArraySlice<UInt8>) -> Int? {
        names.place(of: name).flatMap { batch.items.contains($0) ? $0 : nil }
    }
}
