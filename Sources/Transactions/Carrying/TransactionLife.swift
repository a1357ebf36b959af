import CSystem
import Disk
import Glibc

/// Tells other processes that a transaction's process still lives: a locked file beside the journal.
final class TransactionLife {
    private let path: [UInt8]
    private let file: Descriptor
    /// Whether what is left has to be dealt with when the program starts the next time.
    var needsRecovery = false

    static func path(_ id: TransactionID, _ file: JournalFile) -> [UInt8] {
        file.directory + "/\(id.text).running".utf8
    }

    /// Begins to live. To be called while the journal is locked.
    init(_ id: TransactionID, _ file: JournalFile) throws(TransactionError) {
        path = Self.path(id, file)
        self.file = try StateFile.open(path)
        _ = sandglass_try_lock(self.file.number)
    }

    private init(path: [UInt8], file: Descriptor) {
        self.path = path
        self.file = file
    }

    /// Takes over from a process that is gone; nil where it is not.
    static func takeOver(_ id: TransactionID, _ file: JournalFile) throws(TransactionError) -> TransactionLife? {
        let path = path(id, file)
        let opened = try StateFile.open(path)
        guard sandglass_try_lock(opened.number) == 0 else { return nil }
        return TransactionLife(path: path, file: opened)
    }

    deinit { StateFile.remove(path) }
}
