import ContainerModel
import FileTree
import Jobs
package import Transactions

extension Plan {
    /// The notices before the plan is executed: refusals, limits of undo, warnings.
    package var notices: [Notice] {
        var notices = refusalNotices
        notices += undoLimitNotices
        notices += warnings.first.map { Notice("warning: " + $0.text) }
        let rest = warnings.count - warnings.first.count
        if rest > 0 { notices.append(Notice("and \(ByteCount.grouped(UInt64(rest))) more warnings")) }
        return notices
    }

    /// The refusals. What is wrong with the trash concerns no single item, and is said once.
    private var refusalNotices: [Notice] {
        var notices: [Notice] = []
        var places: [String: (place: Int, count: Int)] = [:]
        for refusal in refusals {
            let reason = refusal.reason
            guard refusal.code == .trashUnavailable, let known = places[reason] else {
                if refusal.code == .trashUnavailable { places[reason] = (notices.count, 1) }
                notices.append(Notice(at: refusal.change.item.hostPath, reason))
                continue
            }
            places[reason] = (known.place, known.count + 1)
            notices[known.place] = Notice("\(Pluralized.items(known.count + 1)) cannot go to the trash: \(reason)")
        }
        return notices
    }

    /// The limits of undo for this plan.
    var undoLimitNotices: [Notice] { undoLimits.map { Notice("warning: " + $0.text) } }

    /// Returns the changes, one line for each topmost item, and a line of totals.
    /// - Parameter path: Formats a path of this computer.
    package func lines(showing path: ([UInt8]) -> String) -> [String] {
        func line(_ verb: String, _ bytes: UInt64, _ what: String, _ addresses: [ItemAddress?]) -> String {
            let size = ByteCount.short(bytes)
            let paths = addresses.compactMap { $0.map { path($0.hostPath) } }.joined(separator: " → ")
            return "\(verb)  \(padded(size, to: 8))  \(what)\(paths)"
        }
        let items = reportedItems.map { item in
            if item.companion != nil, item.decided == nil {
                return line(item.change.verb, item.counts.bytes, "", [item.change.source, item.change.target])
                    + "  [goes with its file]"
            }
            let conflict =
                item.conflict.map { conflict in
                    let name = conflict.otherName.map { " as \(path($0))" } ?? ""
                    return "  [exists: \(conflict.decision.title)\(conflict.decision == .keepBoth ? name : "")]"
                } ?? ""
            return line(item.change.verb, item.counts.bytes, "", [item.change.source, item.change.target]) + conflict
        }
        let batches = batches.map { batch in
            line(
                batch.change.verb, batch.counts.bytes, "\(Pluralized.items(batch.change.items.count)) of ",
                [batch.change.directory, batch.change.target])
        }
        return items + batches + [counts.sentence]
    }
}

extension ItemCounts {
    /// "3 files, 2 directories, 1 link, 12,345 bytes".
    package var sentence: String {
        let parts = [
            files > 0 ? Pluralized.files(files) : nil,
            directories > 0 ? Pluralized.directories(directories) : nil,
            links > 0 ? Pluralized.links(links) : nil,
        ]
        return (parts.compactMap { $0 } + [ByteCount.exact(bytes)]).joined(separator: ", ")
    }
}

extension ConflictPolicy {
    /// What happens to a taken name, as displayed.
    fileprivate var title: String {
        switch self {
        case .ask: "to be decided"
        case .skip: "left out"
        case .keepBoth: "both are kept"
        case .replace: "the existing item goes to the trash"
        }
    }
}
