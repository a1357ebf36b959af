/// The limits within which a query is run. SQLite's memory is limited besides them (`DatabaseLimits.heap`).
package struct QueryLimits: Hashable, Sendable {
    /// How long all of it may take, in seconds.
    package var seconds: Double
    /// The size in bytes of a cell, and of whatever is computed.
    package var cellBytes: Int
    /// The same where a function is called that may take time in proportion to the square of it.
    package var slowCellBytes: Int

    package init(seconds: Double = 60, cellBytes: Int = 16 << 20, slowCellBytes: Int = 1 << 20) {
        (self.seconds, self.cellBytes, self.slowCellBytes) = (seconds, cellBytes, slowCellBytes)
    }
}
