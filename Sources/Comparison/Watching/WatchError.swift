/// The reason why a side cannot be watched.
package struct WatchError: Error, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// It is not a directory of this computer.
        case unsuitable
        /// There is no such item, or it cannot be read.
        case unreadable
        /// The system has no more watches.
        case noWatches
        /// What is known cannot be stored.
        case cannotStore
        case cancelled
    }

    /// The kind of failure.
    package let code: Code
    /// The reason, as a sentence without a full stop; not sanitized.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
