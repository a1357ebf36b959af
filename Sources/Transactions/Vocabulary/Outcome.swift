package import ContainerModel
import FileTree
package import Jobs

/// The result of a transaction.
package struct Outcome: Sendable {
    /// The overall result.
    package enum State: String, Hashable, Sendable, CaseIterable, Encodable {
        /// Everything planned was done.
        case done
        /// Some of the plan was done; the rest is among the failures.
        case partly
        /// Something failed, and everything done before it was rolled back.
        case rolledBack
        /// The operation was cancelled; finished items stay.
        case cancelled
        /// There was nothing to do, or nothing could be done.
        case nothing
    }

    /// The result for one item of the plan.
    package struct ItemOutcome: Sendable {
        /// The result for an item.
        package enum Result: String, Hashable, Sendable, CaseIterable, Encodable {
            case done
            /// Some items of the tree could not be copied; they are among the failures.
            case partly
            /// The name was taken and the decision was to skip the item.
            case skipped
            case failed
            /// The item was not begun, not finished, or rolled back.
            case notDone
        }

        /// The change as carried out, with the name the item actually got.
        package let change: Change
        /// The result for the item.
        package internal(set) var result: Result
        /// The kind of the item, as far as it is known.
        package internal(set) var kind = ItemKind.unknown
    }

    /// The results for the items of a batch.
    package struct BatchOutcome: Sendable {
        /// The planned batch.
        package let change: ChangeBatch
        /// The result of each item, in batch order; empty if nothing was begun.
        private let codes: [UInt8]

        init(_ change: ChangeBatch, _ codes: [UInt8]) {
            self.change = change
            self.codes = codes
        }

        /// Returns the number of items with the given result.
        package func count(_ result: ItemOutcome.Result) -> Int {
            let code = ItemResults.code(result)
            let missing = result == .notDone ? change.items.count - codes.count : 0
            return codes.reduce(missing) { $1 == code ? $0 + 1 : $0 }
        }

        /// Whether all items were done.
        package var isDone: Bool { count(.done) == change.items.count }

        /// The result of each item, in order.
        package var items: some Sequence<ItemOutcome> {
            zip(change.items.indices, 0...).lazy.compactMap { index, position in
                change.change(at: index).map { change in
                    let result = position < codes.count ? ItemResults.result(codes[position]) : .notDone
                    return ItemOutcome(change: change, result: result, kind: self.change.items.entries.kind(index))
                }
            }
        }

        /// Returns the number of items of a kind that were done, completely or in part.
        fileprivate func doneCount(of kind: ItemKind) -> Int {
            let done = [ItemResults.code(.done), ItemResults.code(.partly)]
            return zip(change.items.indices, codes).reduce(0) { count, item in
                done.contains(item.1) && change.items.entries.kind(item.0) == kind ? count + 1 : count
            }
        }
    }

    /// A failure of one item.
    package struct Failure: Hashable, Sendable {
        /// The item's path on the host. Raw bytes, not safe for a terminal.
        package let hostPath: [UInt8]
        /// The failed operation and the reason: "could not copy the file: …".
        package let reason: String
        /// The system error number; 0 if the failure is not a system error. `EPERM` if a device does not permit it.
        package let errno: Int32
    }

    /// Something that was skipped or altered without being a failure, for display.
    package struct Note: Hashable, Sendable {
        /// The item's path on the host. Raw bytes, not safe for a terminal.
        package let hostPath: [UInt8]
        /// The note, for example "skipped: a pipe (FIFO)".
        package let text: String
        /// Whether it says that the original is damaged.
        package internal(set) var isAboutDamage = false
        /// Whether it says that a copy lacks something that the original has.
        package internal(set) var isAboutLoss = false
        /// Whether the file system of the copy has a place for that in general, so that it was lost by a failure.
        package internal(set) var isAvoidable = false
    }

    /// The ID of the journal entry; nil if nothing was begun.
    package internal(set) var id: TransactionID?
    /// The title recorded in the journal.
    package internal(set) var title: String
    /// The overall result.
    package internal(set) var state: State
    /// The results of the plan's items.
    package internal(set) var items: [ItemOutcome]
    /// The results of the plan's batches.
    package internal(set) var batches: [BatchOutcome] = []
    /// The failures: the first thousand and the total number.
    package internal(set) var failures = BoundedList<Failure>()
    /// The items skipped or altered.
    package internal(set) var notes = BoundedList<Note>()
    /// The number and size of the items that were put in place.
    package internal(set) var counts = ItemCounts()

    /// The number of top-level items done, completely or in part.
    package var doneCount: Int {
        ownItems.count { $0.result == .done || $0.result == .partly }
            + batches.reduce(0) { $0 + $1.count(.done) + $1.count(.partly) }
    }

    /// The number of items that an undo or a redo concerned, by kind; nil for any other operation. A file that had
    /// replaced another one is a single item here, but two in `items`, since the other one comes back.
    package internal(set) var inverted: [ItemKind: Int]?

    /// The number of top-level items that were skipped because their names were taken.
    package var skippedCount: Int {
        items.count { $0.result == .skipped } + batches.reduce(0) { $0 + $1.count(.skipped) }
    }

    /// The items without the attributes that an item beside them was given.
    private var ownItems: [ItemOutcome] {
        var target: ItemAddress?
        let own = items.filter { item in
            if case .setAttribute(let address, _, _) = item.change { return address != target }
            target = item.change.target
            return true
        }
        // The directories that got their modes and times back are only told if nothing else was done.
        let others = own.filter { if case .setStatus = $0.change { false } else { true } }
        return others.isEmpty ? own : others
    }

    /// Returns the number of top-level items done that are known to be of a kind.
    package func doneCount(of kind: ItemKind) -> Int {
        ownItems.count { $0.kind == kind && ($0.result == .done || $0.result == .partly) }
            + batches.reduce(0) { $0 + $1.doneCount(of: kind) }
    }

    /// Calls `body` with the result of every item, including each item of the batches.
    package func forEachItem<Failure>(_ body: (ItemOutcome) throws(Failure) -> Void) throws(Failure) {
        for item in items { try body(item) }
        for batch in batches { for item in batch.items { try body(item) } }
    }
}
