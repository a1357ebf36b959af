/// Why the demonstration could not be made.
package struct DemonstrationError: Error, CustomStringConvertible {
    /// What was tried, as it follows "could not".
    package let operation: String
    /// The path on this computer; not sanitized.
    package let path: String
    package let reason: String

    package var description: String { "could not \(operation) \(path): \(reason)" }
}
