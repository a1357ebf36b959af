/// What was found when the program started, and what was done about it.
package struct RecoveryReport: Sendable, Encodable {
    /// What became of one transaction.
    package struct Item: Sendable, Encodable {
        /// What became of it.
        package enum Result: String, Hashable, Sendable, CaseIterable, Encodable {
            /// It was brought to its end.
            case finished
            /// Everything it had done was taken back.
            case rolledBack
            /// Its directories cannot be reached, or something stands in the way: it is tried again next time.
            case postponed
        }

        /// Names it.
        package let id: TransactionID
        /// What the person called it.
        package let title: String
        /// What became of it.
        package let result: Result
        /// What is in the way, for people; names in it are not safe for a terminal.
        package let problems: [String]
    }

    /// Each transaction that had not ended.
    package internal(set) var items: [Item] = []
    /// Bytes at the end of the journal, or in the middle of it, that were no whole record and have been left out.
    package internal(set) var damagedBytes = 0

    /// Nothing to tell.
    package init() {}

    /// Whether there is nothing to tell.
    package var isEmpty: Bool { items.isEmpty && damagedBytes == 0 }
}
