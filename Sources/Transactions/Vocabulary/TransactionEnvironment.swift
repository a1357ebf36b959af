import System

/// The directories in which transactions keep their journal and their trash.
package struct TransactionEnvironment: Hashable, Sendable {
    /// `$XDG_STATE_HOME/sandglass`: absolute, without a trailing slash.
    package let stateDirectory: [UInt8]
    /// The home trash, `$XDG_DATA_HOME/Trash`: absolute, without a trailing slash.
    package let trashDirectory: [UInt8]
    /// Whether nothing in a container may be changed, neither by a plan nor by undo, redo or a recovery.
    package var isReadOnly = false

    /// Creates an environment. The directories are created when they are first needed.
    package init(stateDirectory: [UInt8], trashDirectory: [UInt8]) {
        self.stateDirectory = stateDirectory
        self.trashDirectory = trashDirectory
    }

    /// Returns the directories that the environment specifies (XDG Base Directory Specification; as it requires, a
    /// value that is not an absolute path is ignored).
    /// - Throws: `TransactionError` if neither the variables nor `HOME` are set.
    package static func fromEnvironment() throws(TransactionError) -> TransactionEnvironment {
        guard let state = BaseDirectory.state.path(), let data = BaseDirectory.data.path() else {
            throw TransactionError(
                .cannotCreate, "a journal cannot be kept: set HOME, or XDG_STATE_HOME and XDG_DATA_HOME")
        }
        return TransactionEnvironment(
            stateDirectory: state + "/sandglass".utf8, trashDirectory: data + "/Trash".utf8)
    }
}
