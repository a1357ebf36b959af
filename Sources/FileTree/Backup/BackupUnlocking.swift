import Synchronization

/// What happens when a backup is opened that is still locked.
package enum BackupUnlocking {
    /// Gets the passphrase and unlocks the backup. Returns whether it is unlocked now.
    package typealias Handler = @Sendable (BackupFolder) throws(FileTreeError) -> Bool

    private static let handler = Mutex<Handler?>(nil)

    /// Sets what happens from now on; nil to let opening fail with `locked`. Commands ask for the passphrase; the browser
    /// lets it fail and asks in a prompt of its own.
    package static func handle(by handler: Handler?) { self.handler.withLock { $0 = handler } }

    static func unlock(_ folder: BackupFolder) throws(FileTreeError) -> Bool {
        try handler.withLock { $0 }?(folder) ?? false
    }
}
