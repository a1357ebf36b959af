import ContainerModel
import FileTree
import System

/// The file of one transaction, open for its records, and locked as long as this lives: others see that its process
/// does.
final class TransactionLog {
    let number: Int
    /// Whether what is left has to be dealt with when the program starts the next time.
    var needsRecovery = false
    private let store: JournalStore
    private let path: [UInt8]
    private let file: Descriptor
    /// Where the last record ends.
    private var end: Int
    /// The roots that the transaction names, as far as its beginning is known.
    private var roots: [Root] = []

    /// Makes the file of a number; nil where the number is taken.
    init?(making number: Int, in store: JournalStore) throws(TransactionError) {
        let path = store.path(number)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let opened = withNullTerminated(path) { open($0, flags, 0o600) }
        guard opened >= 0 else {
            guard errno == EEXIST else { throw StateFile.failure("make", path, errno) }
            return nil
        }
        let file = Descriptor(owning: opened)
        // A recovery that found it empty and unlocked has taken it away, or is about to.
        guard sandglass_try_lock(file.number) != -EWOULDBLOCK, StateFile.isAt(path, file) else { return nil }
        (self.number, self.store, self.path, self.file, end) = (number, store, path, file, 0)
    }

    /// Takes over from a process that is gone; nil where it is not, or the file is gone. What a crash left at the end
    /// of the file is cut off.
    init?(takingOver number: Int, in store: JournalStore) throws(TransactionError) {
        let path = store.path(number)
        let opened = withNullTerminated(path[...]) { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
        guard opened >= 0 else {
            guard errno == ENOENT else { throw StateFile.failure("open", path, errno) }
            return nil
        }
        let file = Descriptor(owning: opened)
        guard sandglass_try_lock(file.number) == 0, StateFile.isAt(path, file) else { return nil }
        (self.number, self.store, self.path, self.file) = (number, store, path, file)
        let size = lseek(file.number, 0, SEEK_END)
        guard size >= 0 else { throw StateFile.failure("read", path, errno) }
        end = Int(size)
    }

    /// The file's path for people; not safe for a terminal.
    var text: String { String(decoding: path, as: UTF8.self) }

    deinit {
        // A number that was taken and not used.
        if end == 0 { StateFile.remove(path) }
        // Not left to closing it: a process that is being started at this moment still has a copy of the descriptor,
        // and the lock would seem to be that of a living transaction until it runs its program.
        flock(file.number, LOCK_UN)
    }

    /// What the file says, with nobody else writing it.
    func read() throws(TransactionError) -> JournalStore.File {
        let contents = try JournalStore.file(file, number, path: path)
        if let beginRecord = contents.transaction?.beginRecord { roots = beginRecord.roots.map(\.root) }
        return contents
    }

    /// Cuts off what follows the last whole record.
    func cut(_ contents: RecordScanner.Contents) throws(TransactionError) {
        guard contents.torn > 0 else { return }
        guard ftruncate(file.number, off_t(contents.end)) == 0 else { throw StateFile.failure("write", path, errno) }
        end = contents.end
    }

    /// Gives the file a name that says that nothing can be read of it.
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
            // Half a record would hide those after it.
            _ = ftruncate(file.number, off_t(end))
            throw error
        }
        if end == 0 { store.syncDirectory() }
        end += bytes.count
    }
}
