import Encryption
import Formats
import Jobs
import Synchronization
import System

/// The backups that are open in this process, and their keys. No key outlives the process, and none is written anywhere.
enum OpenBackups {
    private struct Known {
        var keys: BackupKeys?
        var backup: Backup?
    }

    private static let known = Mutex<[BackupFolder.Version: Known]>([:])

    static func keys(of folder: BackupFolder) -> BackupKeys? { known.withLock { $0[folder.version]?.keys } }

    static func keep(_ keys: BackupKeys, of folder: BackupFolder) {
        known.withLock { $0[folder.version, default: Known()].keys = keys }
    }

    /// Returns the backup in a folder, reading its manifest if it is not open yet.
    static func backup(
        in folder: BackupFolder, cancellation: Cancellation
    ) throws(FileTreeError) -> Backup {
        if let open = known.withLock({ $0[folder.version]?.backup }) { return open }
        if folder.isLocked, try !BackupUnlocking.unlock(folder) { throw FileTreeError(locked: BackupFolder.title) }
        let backup = try Backup(folder, keys: keys(of: folder), cancellation: cancellation)
        return known.withLock { known in
            // Another thread may have opened it first: all trees of a domain are shared.
            if let other = known[folder.version]?.backup { return other }
            known[folder.version, default: Known()].backup = backup
            return backup
        }
    }
}
