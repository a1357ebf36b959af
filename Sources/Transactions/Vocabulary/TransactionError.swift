/// Why nothing was changed, or why what was changed could not be brought to its end.
package struct TransactionError: Error, Hashable, Sendable {
    /// What kind of failure it is, for those who act on it.
    package enum Code: Hashable, Sendable {
        /// A rule of this room refuses it: sysexits 77.
        case refused
        /// Another process, named in the message, is changing the container: 75.
        case locked
        /// There is no such journal entry, or nothing to undo or to redo: 66.
        case notFound
        /// Something else stands in the way of an undo or a redo: 77.
        case conflict
        /// An undo or a redo would put into the trash what somebody has changed since, and was not told that it may
        /// (`Journal.ChangedItems`): 77.
        case changed
        /// The state directory or the trash could not be made or written: 73.
        case cannotCreate
        /// The system failed: 74.
        case inputOutput
        /// Somebody asked to stop before anything was done.
        case cancelled
    }

    /// The reason as programs tell it.
    package let code: Code
    /// A sentence for people: the thing, what is wrong, what to do. Names in it are not safe for a terminal.
    package let message: String

    /// A failure.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension TransactionError: CustomStringConvertible {
    package var description: String { message }
}
