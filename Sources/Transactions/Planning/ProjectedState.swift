import ContainerModel
import FileTree

/// What the changes of a request that come before one lead to: names that will be there, and names that will not.
struct ProjectedState {
    /// What comes to a name.
    typealias Arrival = (kind: ItemKind, origin: ItemAddress?)

    /// What will stand at a name: the address where that can be looked at now, if anywhere.
    private var brought: [ItemAddress: Arrival] = [:]
    private let roots: RootTable
    /// The names that are given up.
    private var vacated: Set<ItemAddress> = []
    /// Batches by the directory that they bring names to, and by the one in which they give up names.
    private var broughtMany: [ItemAddress: [BatchNames]] = [:]
    private var vacatedMany: [ItemAddress: [BatchNames]] = [:]

    /// - Parameter roots: by which what is there now is looked at.
    init(_ roots: RootTable) { self.roots = roots }

    /// What is brought to a name; nil where nothing is.
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

    /// Whether a directory around an address is brought.
    func isInsideBrought(_ address: ItemAddress) -> Bool {
        !(brought.isEmpty && broughtMany.isEmpty) && isBelow(address) { self[$0] != nil }
    }

    /// Whether an address is given up, and nothing brought around it.
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

    /// What will have the name.
    enum Occupant {
        /// What an earlier change brings.
        case brought(ItemKind)
        /// What is there now.
        case present(ItemStatus)

        var kind: ItemKind {
            switch self {
            case .brought(let kind): kind
            case .present(let status): status.kind
            }
        }
    }

    /// What will have the name; nil where nothing will.
    /// - Throws: `FileTreeError` where nobody can tell: only "no such entry" is the answer that a name is free.
    func occupant(of address: ItemAddress) throws(FileTreeError) -> Occupant? {
        if let arrival = self[address] { return .brought(arrival.kind) }
        if isVacated(address) { return nil }
        // What is in a directory that comes first is not known before.
        if isInsideBrought(address) { return nil }
        return try roots.statusIfPresent(address).map { .present($0) }
    }

    /// Notes what a change leads to that will be carried out.
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
        // Where both are kept the new one will have the other name.
        if let other = conflict?.otherName.flatMap({ target.sibling($0) }), conflict?.decision != .replace {
            brought[other] = (kind, source)
        }
        vacated.remove(target)
    }

    /// Whether names are brought to a directory.
    func bringsNames(to directory: ItemAddress) -> Bool {
        broughtMany[directory] != nil || brought.keys.contains { $0.parent == directory }
    }

    /// Notes what a batch leads to.
    mutating func note(_ batch: ChangeBatch) {
        let names = BatchNames(batch)
        switch batch.kind {
        case .move, .trash: vacatedMany[batch.directory, default: []].append(names)
        case .copy, .setAttribute: break
        }
        if let target = batch.target { broughtMany[target, default: []].append(names) }
    }
}

/// The names of a batch, hashed as soon as one of them is asked for: most batches are alone.
private final class BatchNames {
    let batch: ChangeBatch
    private lazy var names = NameIndex(batch.items.entries)

    init(_ batch: ChangeBatch) { self.batch = batch }

    /// The place of one of the batch's items in its list; nil where it has none of that name.
    func place(of name: ArraySlice<UInt8>) -> Int? {
        names.place(of: name).flatMap { batch.items.contains($0) ? $0 : nil }
    }
}
