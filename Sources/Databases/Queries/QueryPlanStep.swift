/// A step of what SQLite does to find the rows of a query (sqlite.org/eqp.html).
package struct QueryPlanStep: Hashable, Sendable {
    /// The number of the step.
    package let id: Int64
    /// The number of the step that it belongs to; 0 for none.
    package let parent: Int64
    /// The step in SQLite's words: `SCAN note`.
    package let detail: String
}
