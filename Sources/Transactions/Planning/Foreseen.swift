import ContainerModel
import Disk

/// What the changes of a request that come before one lead to: names that will be there, and names that will not.
struct Foreseen {
    /// What comes to a name.
    typealias Arrival = (kind: ItemKind, origin: Spot?)

    /// What will stand at a name: the spot where that can be looked at now, if anywhere.
    private var brought: [Spot: Arrival] = [:]
    /// The names that are given up.
    private var vacated: Set<Spot> = []
    /// Batches by the directory that they bring names to, and by the one in which they give up names.
    private var broughtMany: [Spot: [BatchNames]] = [:]
    private var vacatedMany: [Spot: [BatchNames]] = [:]

    /// What is brought to a name; nil where nothing is.
    subscript(spot: Spot) -> Arrival? {
        if let single = brought[spot] { return single }
        guard !broughtMany.isEmpty, let batches = broughtMany[spot.parent] else { return nil }
        for names in batches {
            guard let place = names.place(of: spot.name) else { continue }
            let items = names.batch.items.entries
            let origin = names.batch.directory.path.appending(name: items.name(place))
            return (items.kind(place), origin.map { Spot(names.batch.directory.site, $0) })
        }
        return nil
    }

    /// Whether a directory around a spot is brought.
    func isInsideBrought(_ spot: Spot) -> Bool {
        !(brought.isEmpty && broughtMany.isEmpty) && isBelow(spot) { self[$0] != nil }
    }

    /// Whether a spot is given up, and nothing brought around it.
    func isGone(_ spot: Spot) -> Bool {
        givesUp(spot) || !isInsideBrought(spot) && isVacated(spot)
    }

    private func isVacated(_ spot: Spot) -> Bool {
        !(vacated.isEmpty && vacatedMany.isEmpty) && (givesUp(spot) || isBelow(spot) { givesUp($0) })
    }

    private func givesUp(_ spot: Spot) -> Bool {
        if vacated.contains(spot) { return true }
        guard !vacatedMany.isEmpty, let batches = vacatedMany[spot.parent] else { return false }
        return batches.contains { $0.place(of: spot.name) != nil }
    }

    private func isBelow(_ spot: Spot, _ isOneOfThem: (Spot) -> Bool) -> Bool {
        var path = spot.path.parent
        while let current = path {
            if isOneOfThem(Spot(spot.site, current)) { return true }
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
    /// - Throws: `DiskError` where nobody can tell: only "no such entry" is the answer that a name is free.
    func occupant(of spot: Spot) throws(DiskError) -> Occupant? {
        if let arrival = self[spot] { return .brought(arrival.kind) }
        if isVacated(spot) { return nil }
        // What is in a directory that comes first is not known before.
        if isInsideBrought(spot) { return nil }
        return try spot.site.root.statusIfPresent(spot.path).map { .present($0) }
    }

    /// Notes what a change leads to that will be carried out.
    mutating func note(_ change: Change, _ kind: ItemKind, _ source: Spot?, _ conflict: Plan.Conflict?) {
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
    func bringsNames(to directory: Spot) -> Bool {
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
