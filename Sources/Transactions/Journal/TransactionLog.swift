import ContainerModel
import FileTree
import System

/// The open file of one transaction, locked while this object exists so that other processes see that the transaction's
/// process is alive.
final class TransactionLog {
    let number: Int
    /// Whether something is left for the recovery at the next start.
    var needsRecovery = false
    private let store: JournalStore
    private let path: [UInt8]
    private let file: Descriptor
    /// The offset at which the last record ends.
    private var end: Int
    /// The roots that the transaction names; empty until its begin record has been read or written.
    private var roots: [Root] = []

    /// Creates the file of a number; nil if the number is taken.
    init?(making number: Int, in store: JournalStore) throws(TransactionError) {
        let path = store.path(number)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let opened = withNullTerminated(path) { open($0, flags, 0o600) }
        guard opened >= 0 else {
            guard errno == EEXIST else { throw StateFile.failure("make", path, errno) }
            return nil
        }
        let file = Descriptor(owning: opened)
        // A recovery that found the file empty and unlocked has removed it, or is about to.
        guard sandglass_try_lock(file.number) != -EWOULDBLOCK, StateFile.isAt(path, file) else { return nil }
        (self.number, self.store, self.path, self.file, end) = (number, store, path, file, 0)
    }

    /// Takes over the file of a process that no longer exists; nil if the process is alive or the file is gone.
    init?(takingOver number: Int, in store: JournalStore) throws(TransactionError) {
        let path = store.path(number)
        guard case .file(let file) = try StateFile.find(path, flags: O_RDWR) else { return nil }
        guard sandglass_try_lock(file.number) == 0, StateFile.isAt(path, file) else { return nil }
        (self.number, self.store, self.path, self.file) = (number, store, path, file)
        let size = lseek(file.number, 0, SEEK_END)
        guard size >= 0 else { throw StateFile.failure("read", path, errno) }
        end = Int(size)
    }

    /// The file's path, for display. Not safe for a terminal.
    var text: String { String(decoding: path, as: UTF8.self) }

    deinit {
        // The number was claimed but not used.
        if end == 0 { StateFile.remove(path) }
        // Unlock explicitly: a child process that is being started at this moment still has a copy of the descriptor,
        // and until it calls exec the lock would look like a running transaction's.
        flock(file.number, LOCK_UN)
    }

    /// Reads the file. Must hold the lock.
    func read() throws(TransactionError) -> JournalStore.File {
        let contents = try JournalStore.file(file, number, path: path)
        if let beginRecord = contents.transaction?.beginRecord { roots = beginRecord.roots.map(\.root) }
        return contents
    }

    /// Truncates the file after the last complete record, and notes that something followed: a record that was torn, or
    /// one that was damaged after it was written.
    func cut(_ contents: RecordScanner.Contents) throws(TransactionError) {
        guard contents.torn > 0 else { return }
        end = contents.end
        try append([.damage(0)])
        guard ftruncate(file.number, off_t(end)) == 0 else { throw StateFile.failure("write", path, errno) }
    }

    /// Renames the file to mark it as unreadable.
    func setAside() {
        let aside = store.path(number, JournalStore.damagedSuffix)
        _ = withNullTerminated(path[...]) { from in withNullTerminated(aside[...]) { rename(from, $0) } }
    }

    /// Appends records and makes them durable.
    func append(_ records: [JournalRecord]) throws(TransactionError) {
        for case .begin(let beginRecord) in records { roots = beginRecord.roots.map(\.root) }
        let bytes = records.flatMap { $0.framed(roots) }
        do throws(TransactionError) {
            guard lseek(file.number, off_t(end), SEEK_SET) >= 0 else { throw StateFile.failure("write", path, errno) }
            try StateFile.write(bytes, to: file, path: path)
            try StateFile.sync(file, path: path)
        } catch {
            // A partial record would hide those after it.
            _ = ftruncate(file.number, off_t(end))
            throw error
        }
        if end == 0 { store.syncDirectory() }
        end += bytes.count
    }
}
