/// What a transaction did.
package struct Outcome: Sendable {
    /// How it ended.
    package enum State: String, Hashable, Sendable, CaseIterable, Encodable {
        /// Everything that was planned was done.
        case done
        /// Some of it was done; what was not is among the failures.
        case partly
        /// Something failed, and everything done before was taken back.
        case rolledBack
        /// Somebody asked to stop: what was finished stays.
        case cancelled
        /// There was nothing to do, or nothing of it could be done.
        case nothing
    }

    /// What became of one item of the plan.
    package struct ItemOutcome: Sendable {
        /// What became of it.
        package enum Result: String, Hashable, Sendable, CaseIterable, Encodable {
            case done
            /// A tree of which some items could not be copied; they are among the failures.
            case partly
            /// Its name was taken, and it was to be left out then.
            case skipped
            case failed
            /// It was not begun, or not brought to its end, or taken back.
            case notDone
        }

        /// As it was carried out: with the name that it really got.
        package let change: Change
        /// What became of it.
        package internal(set) var result: Result
    }

    /// Something that failed.
    package struct Failure: Hashable, Sendable {
        /// Where, on this computer: bytes, not safe for a terminal.
        package let hostPath: [UInt8]
        /// What could not be done and why: "could not copy the file: …".
        package let reason: String
        /// The system's number for the reason; 0 where it is not one of the system's.
        package let errno: Int32
    }

    /// Something that was left out or changed on the way, without being a failure: for people.
    package struct Note: Hashable, Sendable {
        /// Where, on this computer: bytes, not safe for a terminal.
        package let hostPath: [UInt8]
        /// "left out: a FIFO", "without its attribute user.x".
        package let text: String
    }

    /// The journal's entry; nil where nothing was begun.
    package internal(set) var id: TransactionID?
    /// What the person calls it.
    package internal(set) var title: String
    /// How it ended.
    package internal(set) var state: State
    /// Each item of the plan.
    package internal(set) var items: [ItemOutcome]
    /// What failed: the first thousand, and how many there are.
    package internal(set) var failures = BoundedList<Failure>()
    /// What was left out.
    package internal(set) var notes = BoundedList<Note>()
    /// What was brought to its place.
    package internal(set) var counts = ItemCounts()
}
