/// The reason why the demonstration could not be created.
package struct DemonstrationError: Error, CustomStringConvertible {
    /// The failed operation, to follow "could not".
    package let operation: String
    /// The path on this computer; not sanitized.
    package let path: String
    /// The reason.
    package let reason: String

    package var description: String { "could not \(operation) \(path): \(reason)" }
}
