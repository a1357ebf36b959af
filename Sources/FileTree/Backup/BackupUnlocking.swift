import Synchronization

/// How to open a backup that is still locked.
package enum BackupUnlocking {
    /// Gets the passphrase and unlocks the backup. Returns whether it is unlocked now.
    package typealias Handler = @Sendable (BackupFolder) throws(FileTreeError) -> Bool

    private static let handler = Mutex<Handler?>(nil)

    /// Sets the handler from now on; nil to let opening fail with `locked`. Commands ask for the passphrase; the
    /// browser lets it fail and shows its own prompt.
    package static func handle(by handler: Handler?) { self.handler.withLock { $0 = handler } }

    static func unlock(_ folder: BackupFolder) throws(FileTreeError) -> Bool {
        try handler.withLock { $0 }?(folder) ?? false
    }
}
