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

    /// Whether something will have the name.
    func isTaken(_ spot: Spot) -> Bool {
        if brought[spot] != nil { return true }
        if isVacated(spot) { return false }
        return (try? spot.site.root.status(spot.path)) != nil
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
