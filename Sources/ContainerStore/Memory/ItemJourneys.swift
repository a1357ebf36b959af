/// Where an operation has taken items, so that their tags can go with them. All paths are of this computer.
package struct ItemJourneys: Sendable {
    /// The items that were moved or renamed, and where they are now.
    package var moved: [(from: [UInt8], to: [UInt8])]
    /// The items that went to the trash.
    package var trashed: [[UInt8]]
    /// Where the items are that came back from the trash.
    package var restored: [[UInt8]]
    /// The operation's number in the journal.
    package var operation: Int
    /// The number of the operation that was undone or redone; nil if it is none of these.
    package var inverted: Int?

    /// Creates a list.
    package init(
        moved: [(from: [UInt8], to: [UInt8])] = [], trashed: [[UInt8]] = [], restored: [[UInt8]] = [],
        operation: Int = 0, inverted: Int? = nil
    ) {
        self.moved = moved
        self.trashed = trashed
        self.restored = restored
        self.operation = operation
        self.inverted = inverted
    }
}
