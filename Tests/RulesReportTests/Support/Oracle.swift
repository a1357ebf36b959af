import TestSupport

/// The rules of the document about backups and purges, written a second time by hand, in Python.
enum Oracle {
    /// Prints `+` or `-`, the reason, the size and the path of everything, in tree order.
    static let backupSet =
        shared + "\n" + Script.text("oracle_backup_set")

    /// Prints the fate, the size and the path of everything in purged places, sorted by path.
    static let purge =
        shared + "\n" + Script.text("oracle_purge")

    private static let shared = Script.text("oracle_shared")
}
