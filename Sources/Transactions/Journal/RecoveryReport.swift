/// The unfinished transactions found at program start, and how they were recovered.
package struct RecoveryReport: Sendable, Encodable {
    /// The result for one transaction.
    package struct Item: Sendable, Encodable {
        /// The result of a recovery.
        package enum Result: String, Hashable, Sendable, CaseIterable, Encodable {
            /// The transaction was completed.
            case finished
            /// Everything it had done was reverted.
            case rolledBack
            /// Its directories are unavailable or something is in the way; the next start tries again.
            case postponed
            /// It waits for a device that is not connected; the next start with the device tries again.
            case awaitsDevice
            /// Nothing was done, because of read-only mode.
            case pending
            /// A person gave it up: what it had done and what it had not stays as it is.
            case abandoned
        }

        /// The transaction's ID.
        package let id: TransactionID
        /// The title recorded in the journal.
        package let title: String
        /// The result of the recovery.
        package let result: Result
        /// The problems found, for display. Names in them are not safe for a terminal.
        package let problems: [String]
        /// The path of this computer of a root on a device that is awaited.
        package var awaited: [UInt8]?

        private enum CodingKeys: CodingKey {
            case id, title, result, problems
        }
    }

    /// The transactions that had not ended.
    package internal(set) var items: [Item] = []
    /// The number of journal bytes that are not part of a complete record and were ignored.
    package internal(set) var damagedBytes = 0
    /// Sentences about items in place of journal files, which were ignored. Paths in them are not safe for a terminal.
    package internal(set) var ignored: [String] = []

    /// Creates an empty report.
    package init() {}

    /// Whether there is nothing to report.
    package var isEmpty: Bool { items.isEmpty && damagedBytes == 0 && ignored.isEmpty }
}
