import FileTree
package import Jobs

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

    /// What became of the items of a batch.
    package struct BatchOutcome: Sendable {
        /// What was to be done.
        package let change: ChangeBatch
        /// What became of each item, in the order of the batch; none where nothing was begun.
        private let codes: [UInt8]

        init(_ change: ChangeBatch, _ codes: [UInt8]) {
            self.change = change
            self.codes = codes
        }

        /// How many items ended in a way.
        package func count(_ result: ItemOutcome.Result) -> Int {
            let code = ItemResults.code(result)
            let missing = result == .notDone ? change.items.count - codes.count : 0
            return codes.reduce(missing) { $1 == code ? $0 + 1 : $0 }
        }

        /// Whether all of them were done.
        package var isDone: Bool { count(.done) == change.items.count }

        /// The items, spelled out one after the other.
        package var items: some Sequence<ItemOutcome> {
            zip(change.items.indices, 0...).lazy.compactMap { index, position in
                change.change(at: index).map { change in
                    let result = position < codes.count ? ItemResults.result(codes[position]) : .notDone
                    return ItemOutcome(change: change, result: result)
                }
            }
        }
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
        /// "left out: a pipe (FIFO)", "without its attribute user.x".
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
    /// Many items at a time.
    package internal(set) var batches: [BatchOutcome] = []
    /// What failed: the first thousand, and how many there are.
    package internal(set) var failures = BoundedList<Failure>()
    /// What was left out.
    package internal(set) var notes = BoundedList<Note>()
    /// What was brought to its place.
    package internal(set) var counts = ItemCounts()

    /// How many top items were done, as a whole or in part.
    package var doneCount: Int {
        items.count { $0.result == .done || $0.result == .partly }
            + batches.reduce(0) { $0 + $1.count(.done) + $1.count(.partly) }
    }

    /// Calls `body` with every item, those of batches spelled out, one after the other.
    package func forEachItem<Failure>(_ body: (ItemOutcome) throws(Failure) -> Void) throws(Failure) {
        for item in items { try body(item) }
        for batch in batches { for item in batch.items { try body(item) } }
    }
}
