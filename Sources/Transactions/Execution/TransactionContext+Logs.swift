import ContainerModel
import Copying
import FileTree
import Jobs
import System

// Logs and journals that other programs begin after the plan was made. A program that opens a database again makes a log
// beside the name by which it knows it: if the database leaves without it, the log's transactions are lost, and if another
// one gets the name, they damage that.
extension TransactionContext {
    /// Returns the logs and journals of a database in a directory of this computer, except for those that stay on purpose.
    private func logs(beside file: ItemAddress) -> [(companion: Companion, at: ItemAddress)] {
        guard file.loggedFile == nil, !file.name.starts(with: id.temporaryPrefix),
            readOnlyTree(of: file) == nil, let directory = try? directory(around: file),
            // Asked for every item.
            DatabaseMoment.hasLog(Array(file.name), in: directory)
        else { return [] }
        return roots.companions(of: file).filter { companion, at in
            Companion.logs.contains(companion) && !apart.contains(at) && isNew(at)
        }
    }

    private func isNew(_ log: ItemAddress) -> Bool {
        guard let newSince, let status = try? status(log) else { return true }
        return (status.birthTime?.seconds ?? status.modified) >= newSince
    }

    /// Performs a step of an item, unless a log would stay without its database, or would get another one.
    func perform(_ step: Step, after performed: [Step], of item: StagedItem) throws(ItemFailure) {
        try bringNewLogs(after: performed, of: item)
        try requireNoNewLog(around: step, of: item)
        try perform(step)
    }

    /// Returns instructions with those for the logs that were begun since the plan was made: they go where their databases go.
    /// A journal is not taken along, since it lasts no longer than its transaction.
    func withNewLogs(_ instructions: [Instruction]) -> [Instruction] {
        var known: Set<ItemAddress>?
        return instructions.flatMap { instruction -> [Instruction] in
            guard let file = instruction.databaseSource else { return [instruction] }
            var result = [instruction]
            for log in logs(beside: file) where log.companion == .log {
                let planned = known ?? Set(instructions.flatMap(\.locations))
                known = planned
                guard !planned.contains(log.at), let change = instruction.likewise(log) else { continue }
                result.append(change)
            }
            return result
        }
    }

    /// Checks before a rename that no log would stay without its database, or would get another one.
    ///
    /// A journal is waited for.
    /// - Throws: `ItemFailure` with code ESTALE.
    func requireNoNewLog(around step: Step, of item: StagedItem) throws(ItemFailure) {
        guard case .rename(let from, let to, let fingerprint) = step, fingerprint.kind == .file else { return }
        for attempt in 1...DatabaseMoment.attempts {
            let found = [from, to].flatMap { logs(beside: $0) }
            guard !found.isEmpty else { return }
            let known = Set(item.steps.flatMap(\.names))
            guard let log = found.first(where: { !known.contains($0.at) }) else { return }
            if log.companion == .journal, attempt < DatabaseMoment.attempts, !cancellation.isCancelled {
                usleep(DatabaseMoment.pause)
                continue
            }
            throw ItemFailure(
                "rename the item", errno: ESTALE, path: (log.at.loggedFile ?? log.at).path,
                detail:
                    "another program uses the database: it has started \(String(decoding: log.at.name, as: UTF8.self))"
            )
        }
    }

    /// Returns a log that was begun for a source after that was copied and set aside.
    func newLog(ofSource source: ItemAddress) throws(ItemFailure) -> ItemAddress? {
        guard let log = logs(beside: source).first, try present(source) == nil else { return nil }
        return log.at
    }

    /// Brings the logs that were begun while databases got other names after them. Those of sources that are set aside are
    /// the business of `Stager.secure`.
    /// - Parameter steps: Steps of the item that were performed.
    func bringNewLogs(after steps: some Sequence<Step>, of item: StagedItem) throws(ItemFailure) {
        for case .rename(let from, let to, let fingerprint) in steps where fingerprint.kind == .file {
            if !to.name.starts(with: id.temporaryPrefix) { try bringLogs(from, after: to, of: item) }
        }
    }

    /// Gives the logs beside a name that a database has left their places beside its new name, except for those that have
    /// steps of their own.
    func bringLogs(_ from: ItemAddress, after to: ItemAddress, of item: StagedItem) throws(ItemFailure) {
        let found = logs(beside: from)
        guard !found.isEmpty, try present(from) == nil else { return }
        let known = Set(item.steps.flatMap(\.names))
        for log in found where !known.contains(log.at) {
            if to.root.kind == .trash {
                units.names[from] = Array(to.name)
                try keepLog(log.at)
            } else if let place = to.companion(log.companion) {
                try rename(log.at, place, Fingerprint(try status(log.at)))
                if from.root.kind == .trash { trash?.removeInfoWithoutItem(Array(log.at.name)) }
            }
        }
    }
}

extension Instruction {
    /// What may be a database that gets another name, or is copied.
    fileprivate var databaseSource: ItemAddress? {
        switch self {
        case .change(.copy(let from, _)), .change(.move(let from, _)): from
        case .change(.trash(let at)), .replace(let at, _): at
        case .change, .restore, .revertAttribute: nil
        }
    }
}

extension Step {
    /// The names that the step takes from an item and gives to it.
    fileprivate var names: [ItemAddress] {
        if case .rename(let from, let to, _) = self { [from, to] } else { [] }
    }
}
