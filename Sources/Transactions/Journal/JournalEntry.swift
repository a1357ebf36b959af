package import ContainerModel

/// A transaction as listed by the journal.
package struct JournalEntry: Sendable {
    /// The current state of a transaction.
    package enum State: String, Hashable, Sendable, CaseIterable, Encodable {
        /// Done, or undone and redone: can be undone.
        case done
        /// Undone: can be redone.
        case undone
        /// It had no effect: it failed, or was rolled back.
        case failed
        /// It has begun but not ended: its process is still running, or it awaits recovery.
        case interrupted
    }

    /// The transaction's ID.
    package let id: TransactionID
    /// When the transaction began, in seconds since 1970.
    package let time: Int64
    /// The title recorded in the journal, for example "import".
    package let title: String
    /// The kind of operation; nil if another version recorded one that this version does not know.
    package var kind: OperationKind? { OperationKind(rawValue: title) }
    /// The role on whose behalf the changes were made.
    package let actor: String
    /// The changes to the top-level items; at most the first hundred.
    package internal(set) var items: [Item]
    /// The number of top-level items.
    package let itemCount: Int
    /// The current state.
    package internal(set) var state: State

    /// The containers concerned, as recorded at the time.
    let roots: [BeginRecord.RecordedRoot]

    /// The host paths of the containers concerned. Raw bytes, not safe for a terminal.
    package var containers: [[UInt8]] { roots.map(\.root.hostPath) }

    /// Returns whether the transaction concerns any of a scope.
    package func concerns(_ scope: JournalScope) -> Bool { scope.covers(roots, recordedAt: time) }

    /// Returns whether the transaction concerns an item of a container in a scope, something below it, or a directory
    /// around it. One that does not list all its items may concern any.
    package func concerns(_ path: ContainerPath, in scope: JournalScope) -> Bool {
        guard !path.isRoot, items.count >= itemCount else { return concerns(scope) }
        let places = roots.filter { scope.covers([$0], recordedAt: time) }.map {
            $0.root.hostPath + [ContainerPath.slash] + path.bytes + [ContainerPath.slash]
        }
        return items.flatMap { [$0.hostPath, $0.newHostPath] }.contains { changed in
            guard let changed = changed.map({ $0 + [ContainerPath.slash] }) else { return false }
            return places.contains { changed.starts(with: $0) || $0.starts(with: changed) }
        }
    }

    /// The change to one top-level item.
    package struct Item: Hashable, Sendable {
        /// The operation: "copy", "move", "trash", "make directory", "write file", "set attribute" or "remove
        /// attribute".
        package let verb: String
        /// The item's host path; of two paths the earlier one. Raw bytes, not safe for a terminal.
        package let hostPath: [UInt8]
        /// The path afterwards, if there are two.
        package let newHostPath: [UInt8]?
    }
}

extension [JournalEntry.Item] {
    /// The items without those that belong to the one beside them: an item that only made room for the next one, and the
    /// attributes that a new item was given.
    var withoutReplaced: [JournalEntry.Item] {
        var new: [UInt8]?
        return enumerated().filter { index, item in
            if item.verb.hasSuffix(" attribute") { return item.hostPath != new }
            new = item.newHostPath
            guard item.verb == "trash", index + 1 < count else { return true }
            let next = self[index + 1]
            return next.verb == "trash" || (next.newHostPath ?? next.hostPath) != item.hostPath
        }.map(\.element)
    }
}
