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
            companions[place] = found.filter { !recordedLogs.contains($0.at) && isNewer($0.at) }
        }
        companions = companions.filter { !$0.value.isEmpty }
        let leaving = Set(companions.values.joined().map(\.at))
        if changed == .refuse {
            for (place, found) in companions where discarded.contains(place) {
                // A program that only reads makes an index and an empty log.
                let log = found.first { companion, address in
                    companion != .index && ((try? roots.statusIfPresent(address))??.size ?? 0) > 0
                }
                if let log { throw TransactionError(.changed, "\(text(log.at)) has been written since") }
            }
        }
        for (_, found) in units.occupied {
            let other = found.first { !recordedLogs.contains($0.at) && !leaving.contains($0.at) && isNewer($0.at) }
            if let other {
                throw TransactionError(.conflict, "the log of another database is at \(text(other.at)) now")
            }
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
        let found = finder.companions(of: place)
        guard !found.isEmpty else { return }
        if isVacated { units.vacated[place] = found } else { units.occupied[place] = found }
    }
}
