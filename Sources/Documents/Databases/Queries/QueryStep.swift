/// The step from a database to the rows of a query, among the names that lead to values in it.
package enum QueryStep {
    /// The first byte, which is in no name: names are UTF-8.
    private static let mark: UInt8 = 0xfe

    /// Returns the step to the rows of a query.
    package static func step(_ query: [UInt8]) -> [UInt8] { [mark] + query }

    /// Returns the query whose rows a step leads to; nil for any other step.
    package static func query(in step: [UInt8]) -> [UInt8]? { step.first == mark ? Array(step.dropFirst()) : nil }

    /// Returns a step as it is displayed. Not sanitized.
    package static func shown(_ step: [UInt8]) -> [UInt8] { query(in: step) ?? step }
}
