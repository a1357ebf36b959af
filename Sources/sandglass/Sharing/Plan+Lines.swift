import ContainerModel
import Disk
import Glibc
import Inspection
import Screen
import Transactions

extension Plan {
    /// What would be done, a line for each top item and one for all; safe for a terminal.
    var lines: [String] {
        toldItems.map { item in
            let paths = [item.change.source, item.change.target].compactMap { $0 }
                .map { shownPath($0.hostPath).description }
            let size = padded(ByteCount.short(item.counts.bytes), to: 8)
            let conflict =
                item.conflict.map { conflict in
                    let name = conflict.otherName.map { " as \(DisplayText(bytes: $0))" } ?? ""
                    return "  [there already: \(conflict.decision.title)\(conflict.decision == .keepBoth ? name : "")]"
                } ?? ""
            return "\(item.change.verb)  \(size)  \(paths.joined(separator: " → "))\(conflict)"
        }
            + batches.map { batch in
                let paths = [batch.change.directory, batch.change.target].compactMap { $0 }
                    .map { shownPath($0.hostPath).description }
                let size = padded(ByteCount.short(batch.counts.bytes), to: 8)
                let count = ByteCount.grouped(UInt64(batch.change.items.count))
                return "\(batch.change.verb)  \(size)  \(count) items of \(paths.joined(separator: " → "))"
            } + [counts.sentence]
    }

    /// What the exit status has to tell of changes that cannot be carried out.
    var status: Failure.Status? {
        guard let refusal = refusals.first(where: { $0.code != .sameItem }) ?? refusals.first else { return nil }
        return switch refusal.code {
        case .sourceUnavailable: .noInput
        case .notReplaceable: .refused
        case .targetUnknown: .inputOutput
        case .intoItself, .sameItem, .overlappingChanges, .invalidName: .usage
        case .targetUnavailable, .targetNotWritable, .sourceNotRemovable, .trashUnavailable: .cannotCreate
        case .unsupportedItem: .data
        }
    }
}

extension ItemCounts {
    /// "3 files in 2 directories, 1 link, 12,345 bytes".
    var sentence: String {
        func some(_ count: Int, _ one: String, _ several: String) -> String? {
            count == 0 ? nil : "\(ByteCount.grouped(UInt64(count))) \(count == 1 ? one : several)"
        }
        let parts = [
            some(files, "file", "files"), some(directories, "directory", "directories"),
            some(links, "symbolic link", "symbolic links"),
        ]
        return (parts.compactMap { $0 } + [ByteCount.exact(bytes)]).joined(separator: ", ")
    }
}

extension ConflictPolicy {
    /// What is done about it, for people.
    var title: String {
        switch self {
        case .ask: "to be decided"
        case .skip: "left out"
        case .keepBoth: "both are kept"
        case .replace: "the old one goes to the trash"
        }
    }
}

/// The exit statuses, where another `Failure` is nearer.
typealias ExitStatus = Failure.Status

extension Outcome {
    /// All together in a line, with how to take it back; nil where nothing was done.
    /// - Parameter verb: of an undo or a redo: that is what was done with what the journal calls `title`.
    func summary(of verb: String?) -> String? {
        let count = doneCount
        guard let id, count > 0 else { return nil }
        let sizes = counts == ItemCounts() ? "" : " (\(counts.sentence))"
        if let verb {
            return
                "\(verb) of \(title) (\(id.number)): \(count == 1 ? "1 item" : "\(ByteCount.grouped(UInt64(count))) items")"
        }
        return "\(title): \(count == 1 ? "1 item" : "\(ByteCount.grouped(UInt64(count))) items")\(sizes); "
            + "`sandglass undo \(id.number)` takes it back"
    }

    /// What the exit status has to tell; nil where all was done.
    var status: ExitStatus? {
        guard !failures.isEmpty || state == .rolledBack else { return nil }
        let numbers = failures.first.map(\.errno)
        let isForTarget = numbers.contains { [ENOSPC, EDQUOT, EROFS, EEXIST, ENAMETOOLONG].contains($0) }
        return isForTarget ? .cannotCreate : .inputOutput
    }
}

extension Failure {
    init(_ error: TransactionError) {
        let status: Int32 =
            switch error.code {
            case .refused, .conflict, .changed: Status.refused.rawValue
            case .locked: Status.temporary.rawValue
            case .notFound: Status.noInput.rawValue
            case .cannotCreate: Status.cannotCreate.rawValue
            case .inputOutput: Status.inputOutput.rawValue
            case .cancelled: 128 + SIGINT
            }
        self.init(DisplayText(error.message).description, code: status)
    }
}
