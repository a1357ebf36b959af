import Documents

/// A row of a comparison: a value, or a line of a text, on both sides.
struct ComparedRow: Sendable {
    /// How the sides of a row differ.
    enum Mark: Sendable {
        case same
        case added
        case removed
        case changed
    }

    let mark: Mark
    /// The place of the value in the file; empty where the row before says it. Not sanitized.
    var place: [UInt8]
    /// The text on the first side; nil if there is none. Not sanitized.
    var before: [UInt8]?
    /// The text on the second side; nil if there is none. Not sanitized.
    var after: [UInt8]?
    /// What the row opens; nil if it is about the item itself.
    var opening: PageLine.Opening?

    /// The text that is copied: that of the second side, if there is one.
    var copied: [UInt8] { after ?? before ?? [] }

    /// Returns whether a text occurs in the row.
    func matches(_ search: TextSearch) -> Bool {
        search.occurs(in: place) || before.map { search.occurs(in: $0) } == true
            || after.map { search.occurs(in: $0) } == true
    }
}
