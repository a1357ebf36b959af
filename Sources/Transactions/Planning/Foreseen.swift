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

    /// What is brought to a name; nil where nothing is.
    subscript(spot: Spot) -> Arrival? { brought[spot] }

    /// Whether a directory around a spot is brought.
    func isInsideBrought(_ spot: Spot) -> Bool { !brought.isEmpty && isBelow(spot) { brought[$0] != nil } }

    /// Whether a spot is given up, and nothing brought around it.
    func isGone(_ spot: Spot) -> Bool {
        vacated.contains(spot) || !isInsideBrought(spot) && isVacated(spot)
    }

    private func isVacated(_ spot: Spot) -> Bool {
        !vacated.isEmpty && (vacated.contains(spot) || isBelow(spot) { vacated.contains($0) })
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
        if let arrival = brought[spot] { return .brought(arrival.kind) }
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
}
