import System

/// Where transactions keep what they remember and what they throw away.
package struct TransactionEnvironment: Hashable, Sendable {
    /// `$XDG_STATE_HOME/sandglass`: absolute, without a final slash.
    package let stateDirectory: [UInt8]
    /// The home trash, `$XDG_DATA_HOME/Trash`: absolute, without a final slash.
    package let trashDirectory: [UInt8]

    /// Two directories; they are made when they are first needed.
    package init(stateDirectory: [UInt8], trashDirectory: [UInt8]) {
        self.stateDirectory = stateDirectory
        self.trashDirectory = trashDirectory
    }

    /// The directories that the environment names (XDG Base Directory Specification; a value that is not an absolute
    /// path is ignored, as it demands).
    /// - Throws: `TransactionError` where neither the variables nor `HOME` say anything.
    package static func fromEnvironment() throws(TransactionError) -> TransactionEnvironment {
        guard let state = BaseDirectory.state.path(), let data = BaseDirectory.data.path() else {
            throw TransactionError(
                .cannotCreate, "a journal cannot be kept: set HOME, or XDG_STATE_HOME and XDG_DATA_HOME")
        }
        return TransactionEnvironment(
            stateDirectory: state.appending("sandglass").bytes, trashDirectory: data.appending("Trash").bytes)
    }
}
