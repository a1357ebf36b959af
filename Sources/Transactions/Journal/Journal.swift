package import ContainerModel
import FileTree

/// The record of past transactions, and the operations to undo and redo them.
///
/// Each transaction has a file in the directory of `JournalStore`, which it writes through its `TransactionLog`.
package struct Journal: Sendable {
    /// Opens the root of an app on a device, which may not be mounted now, and returns whether it is then. An interrupted
    /// operation must not hold anybody up whose device is elsewhere.
    package typealias DeviceOpener = @Sendable (Root) -> Bool

    let environment: TransactionEnvironment
    let openDevice: DeviceOpener

    /// Creates a journal for an environment. Nothing is read or created yet.
    /// - Parameter openDevice: Opens the roots of operations on devices that are recovered, undone or redone. Without it,
    ///   they have to be mounted.
    package init(
        environment: TransactionEnvironment, openingDevicesWith openDevice: @escaping DeviceOpener = { _ in true }
    ) {
        self.environment = environment
        self.openDevice = openDevice
    }

    /// Selects a transaction.
    package enum Selection: Hashable, Sendable {
        /// The latest one that can be undone or redone, in any container.
        case last
        /// The latest one that concerns these containers, or this computer alone.
        case lastIn(JournalScope)
        /// The one with this number.
        case number(Int)
    }

    /// How undoing treats items that were modified after the transaction created them, which it would discard.
    package enum ChangedItems: Hashable, Sendable, CaseIterable {
        /// Undo nothing, and throw an error with code `changed` that names the item.
        case refuse
        /// Move it to the trash as it is now.
        case moveToTrash
    }

    /// Returns the journal's entries, oldest first. No lock is taken, so a stopped process cannot block it.
    ///
    /// An undo is not a separate entry; it changes the state of the entry that was undone.
    /// - Throws: `TransactionError` if the journal cannot be read. A missing journal is not an error.
    package func entries() throws(TransactionError) -> [JournalEntry] {
        try JournalStore(environment).history().lines.map { JournalEntry($0) }
    }
}

extension JournalEntry {
    init(_ line: JournalHistory.Line) {
        let beginRecord = line.change.beginRecord
        let listed = beginRecord.items.map { Item(verb: $0.verb, hostPath: $0.from, newHostPath: $0.to) }
        let items = listed.withoutReplaced.withoutDetours
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
