import ContainerModel

/// A transaction as the journal lists it.
package struct JournalEntry: Sendable {
    /// How things stand with it.
    package enum State: String, Hashable, Sendable, CaseIterable, Encodable {
        /// It was done, or undone and done again: it can be undone.
        case done
        /// It was undone: it can be done again.
        case undone
        /// Nothing of it is there: it failed, or was taken back.
        case failed
        /// It was begun and has not ended: its process still runs, or it waits for recovery.
        case interrupted
    }

    /// Names it.
    package let id: TransactionID
    /// When it began, in seconds since 1970.
    package let time: Int64
    /// What the person called it: "import".
    package let title: String
    /// As whom it was done.
    package let actor: String
    /// What it did to its top items: to the first hundred of them.
    package internal(set) var items: [Item]
    /// How many top items there are.
    package let itemCount: Int
    /// How things stand with it.
    package internal(set) var state: State

    /// The containers that it is about, as they were then.
    let roots: [BeginRecord.RecordedRoot]

    /// The roots of the containers that it is about, on this computer: bytes, not safe for a terminal.
    package var containers: [[UInt8]] { roots.map(\.root.hostPath) }

    /// Whether a container is among those that it is about.
    package func concerns(_ scope: JournalScope) -> Bool { roots.contains { scope.matches($0) } }

    /// What was done to one top item.
    package struct Item: Hashable, Sendable {
        /// What was done, in one word: "copy", "move", "trash", "make directory", "write file", "set attribute".
        package let verb: String
        /// Where, on this computer: bytes, not safe for a terminal. Of two paths the one before.
        package let hostPath: [UInt8]
        /// The path afterwards, where there are two.
        package let newHostPath: [UInt8]?
    }
}
