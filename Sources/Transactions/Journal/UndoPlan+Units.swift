import ContainerModel
import FileTree

// A database and its logs go and come back together.
extension UndoPlan {
    /// A database that goes away takes along what was written for it since; one that comes back must not find the log of
    /// another one.
    /// - Throws: `TransactionError`; code `changed` if there is a log of a database that would be discarded, `conflict` if one
    ///   is in the way.
    mutating func checkUnits() throws(TransactionError) {
        for (place, found) in units.vacated {
            companions[place] = found.filter { !recordedLogs.contains($0) && isNewer($0) }
        }
        companions = companions.filter { !$0.value.isEmpty }
        let leaving = Set(companions.values.joined())
        if changed == .refuse {
            for (place, found) in companions where discarded.contains(place) {
                // A program that only reads makes an index and an empty log.
                let log = found.first { address in
                    let size = (try? roots.statusIfPresent(address))??.size ?? 0
                    return size > 0 && Companion.index.name(for: place.name[...])[...] != address.name[...]
                }
                if let log { throw TransactionError(.changed, "\(text(log)) has been written since") }
            }
        }
        for (_, found) in units.occupied {
            let other = found.first { !recordedLogs.contains($0) && !leaving.contains($0) && isNewer($0) }
            if let other { throw TransactionError(.conflict, "the log of another database is at \(text(other)) now") }
        }
        if companions.keys.contains(where: discarded.contains) { usesTrash = true }
    }

    /// Whether an item was written after the transaction.
    func isNewer(_ address: ItemAddress) -> Bool {
        guard let status = (try? roots.statusIfPresent(address)) ?? nil else { return false }
        return SelfMadeChanges.moment(status.changed, status.changedNanoseconds) > stamp
            || SelfMadeChanges.moment(status.modified, status.modifiedNanoseconds) > stamp
    }

    /// Notes what belongs to a database at a place that an item leaves or gets back.
    mutating func noteUnit(at place: ItemAddress, isVacated: Bool) {
        if place.loggedFile != nil { recordedLogs.insert(place) }
        let found = finder.companions(of: place).map(\.at)
        guard !found.isEmpty else { return }
        if isVacated { units.vacated[place] = found } else { units.occupied[place] = found }
    }
}

extension Instruction {
    /// Returns the instruction for what belongs to the item that this one is about; nil if it does not move the item.
    func likewise(_ companion: ItemAddress) -> Instruction? {
        switch self {
        case .change(.trash): return .change(.trash(companion))
        case .change(.move(let from, let to)):
            guard
                let kind = Companion.ofDatabase.first(where: {
                    $0.name(for: from.name[...])[...] == companion.name[...]
                }),
                let target = to.sibling(kind.name(for: to.name[...]))
            else { return nil }
            return .change(.move(companion, to: target))
        default: return nil
        }
    }
}
