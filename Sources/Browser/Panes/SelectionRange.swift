/// Rows that are being selected, from one where the range began to the cursor.
struct SelectionRange: Sendable {
    /// The row where it began.
    let start: Int
    /// The selection before it began.
    let before: Selection
}
