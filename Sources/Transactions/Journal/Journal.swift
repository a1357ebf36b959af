import FileTree

/// What transactions have done, and what can be taken back.
package struct Journal: Sendable {
    let environment: TransactionEnvironment

    /// The journal in a state directory; nothing is read or made yet.
    package init(environment: TransactionEnvironment) { self.environment = environment }

    /// Which transaction is meant.
    package enum Selection: Hashable, Sendable {
        /// The last one that can be undone, or done again, wherever that was.
        case last
        /// The last one that concerns this container.
        case lastIn(JournalScope)
        /// The one with this number.
        case number(Int)
    }

    /// What happens to an item that a transaction made and somebody has changed since, when it is undone.
    package enum ChangedItems: Hashable, Sendable, CaseIterable {
        /// Nothing is undone; the error is `changed` and names the item.
        case refuse
        /// It goes to the trash as it is now.
        case moveToTrash
    }

    /// What it holds, oldest first; read without a lock, so that nobody who is stopped holds it up.
    ///
    /// An undo is not an entry of its own: the entry's state tells of it.
    /// - Throws: `TransactionError` where it cannot be read. That there is none is no failure.
    package func entries() throws(TransactionError) -> [JournalEntry] {
        try JournalStore(environment).history().lines.map { JournalEntry($0) }
    }
}

extension JournalEntry {
    init(_ line: JournalHistory.Line) {
        let beginRecord = line.change.beginRecord
        let listed = beginRecord.items.map { Item(verb: $0.verb, hostPath: $0.from, newHostPath: $0.to) }
        let items = listed.withoutDetours
        self.init(
            id: beginRecord.id,
            time: beginRecord.time,
            title: beginRecord.title,
            actor: beginRecord.actor,
            items: items,
            itemCount: beginRecord.listedCount - (listed.count - items.count),
            state: line.state,
            roots: beginRecord.containers
        )
    }
}
