import ContainerModel
import Jobs
import Transactions

extension Completion {
    /// The result in one line: "2 files, 1,234 bytes", "3 items (2 files, 1 directory, 1,234 bytes), 1 failed". Not
    /// safe for a terminal.
    package var summary: String { summary(naming: true) }

    /// The result in one line.
    /// - Parameter isNamed: Whether to name the operation that was undone or redone; false where the reader has just
    ///   been told.
    package func summary(naming isNamed: Bool) -> String {
        if let error { return error.message }
        guard let outcome else { return phrase ?? "nothing was changed" }
        let summary: String
        switch outcome.state {
        case .done, .partly: summary = done(outcome, isNamed)
        case .cancelled where outcome.doneCount == 0: summary = "cancelled; nothing was changed"
        case .cancelled: summary = "cancelled; finished before: \(done(outcome, isNamed))"
        // After a rollback the number of failures does not matter; the notices say what failed.
        case .rolledBack: return "nothing was changed, since part of it failed"
        case .nothing: summary = "nothing was changed"
        }
        let skipped = outcome.skippedCount
        let failed = outcome.failures.count
        return summary + (skipped == 0 ? "" : ", \(Pluralized.items(skipped)) skipped because the name is taken")
            + (failed == 0 ? "" : ", \(ByteCount.grouped(UInt64(failed))) failed")
    }

    private func done(_ outcome: Outcome, _ isNamed: Bool) -> String {
        if let phrase {
            guard let items = outcome.inverted.map({ Self.words(for: $0) }) else { return phrase }
            return isNamed ? "\(phrase): \(items)" : items
        }
        let count = outcome.doneCount
        let areFiles = outcome.doneCount(of: .file) == count
        let areDirectories = !areFiles && outcome.doneCount(of: .directory) == count
        let items =
            areFiles
            ? Pluralized.files(count) : areDirectories ? Pluralized.directories(count) : Pluralized.items(count)
        guard outcome.counts != ItemCounts() else { return items }
        // New directories are empty.
        if areDirectories, outcome.counts.directories == count, outcome.counts.items == count { return items }
        return areFiles && outcome.counts.items == count
            ? outcome.counts.sentence
            : "\(areDirectories ? Pluralized.items(count) : items) (\(outcome.counts.sentence))"
    }

    /// Returns how many items there are, with the word for their kind: "2 files", "1 directory", "3 items".
    private static func words(for kinds: [ItemKind: Int]) -> String {
        let count = kinds.values.reduce(0, +)
        if kinds[.file] == count { return Pluralized.files(count) }
        if kinds[.directory] == count { return Pluralized.directories(count) }
        if kinds[.link] == count { return Pluralized.links(count) }
        return Pluralized.items(count)
    }

    /// The failures, the notes of the transaction, and the remarks.
    package var notices: [Notice] {
        var notices: [Notice] = []
        if let outcome {
            notices += outcome.failures.first.map { Notice(at: $0.hostPath, $0.reason) }
            let rest = outcome.failures.count - outcome.failures.first.count
            if rest > 0 { notices.append(Notice("and \(ByteCount.grouped(UInt64(rest))) more failures")) }
            notices += outcome.notes.first.map { Notice(at: $0.hostPath, $0.text) }
        }
        return notices + remarks
    }
}
