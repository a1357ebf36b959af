import CSystem
import ContainerModel
import Disk
import Glibc
import Synchronization

/// The journal's file: records one after the other, each with a mark, its length and its checksum.
///
/// A record is `SGJ1`, the payload's length and its CRC-32 (32 bits each, least byte first), the payload. Whatever a
/// crash leaves at the end is no record; whoever appends next cuts it off and says so. The file is replaced as a whole
/// when it grows too long, hence the lock is on a file beside it.
struct JournalFile {
    private static let mark = Array("SGJ1".utf8)
    private static let headerSize = 12
    /// A longer payload is taken for damage.
    private static let longestPayload = 1 << 30

    let directory: [UInt8]
    private var path: [UInt8] { directory + "/journal".utf8 }

    init(_ environment: TransactionEnvironment) { directory = environment.stateDirectory + "/journal".utf8 }

    /// What is in the file.
    struct Contents {
        var records: [JournalRecord] = []
        /// Bytes that are no record, with records after them.
        var damaged = 0
        /// Where the last whole record ends.
        var end = 0
        /// Bytes after that.
        var torn = 0
    }

    /// Reads all of it; nothing where there is none.
    func read() throws(TransactionError) -> Contents {
        let opened = withName(path[...]) { open($0, O_RDONLY | O_CLOEXEC) }
        guard opened >= 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw StateFile.failure("read", path, errno) }
            return Contents()
        }
        return Self.parse(try StateFile.read(Descriptor(owning: opened), from: 0, path: path))
    }

    /// Takes the bytes of a journal apart.
    static func parse(_ bytes: [UInt8]) -> Contents {
        var contents = Contents()
        var offset = 0
        while offset < bytes.count {
            if let (record, end) = frame(at: offset, of: bytes) {
                contents.damaged += offset - contents.end
                contents.end = end
                offset = end
                // A record of a later version is whole, and not for us.
                if let record { contents.records.append(record) }
            } else {
                offset = bytes[(offset + 1)...].firstRange(of: mark)?.lowerBound ?? bytes.count
            }
        }
        contents.torn = bytes.count - contents.end
        return contents
    }

    private static func frame(at offset: Int, of bytes: [UInt8]) -> (JournalRecord?, end: Int)? {
        guard bytes.count - offset >= headerSize, bytes[offset...].starts(with: mark) else { return nil }
        func word(_ place: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(bytes[offset + place + $1]) << UInt32(8 * $1) }
        }
        let length = Int(word(4))
        let start = offset + headerSize
        guard length <= longestPayload, bytes.count - start >= length else { return nil }
        let payload = bytes[start..<(start + length)]
        guard Checksum.crc32(payload) == word(8) else { return nil }
        return (JournalRecord(payload), start + length)
    }

    static func framed(_ record: JournalRecord) -> [UInt8] {
        let payload = record.encoded()
        var bytes = mark
        bytes.reserveCapacity(headerSize + payload.count)
        for word in [UInt32(payload.count), Checksum.crc32(payload[...])] {
            for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return bytes + payload
    }
}

/// The journal while nobody else may append to it.
///
/// Everything that depends on what the journal holds happens while one of these lives.
final class LockedJournal {
    let file: JournalFile
    private let lock: Descriptor
    private let path: [UInt8]
    private var journal: Descriptor

    /// Waits for the lock.
    init(_ file: JournalFile) throws(TransactionError) {
        self.file = file
        path = file.directory + "/journal".utf8
        lock = try StateFile.open(file.directory + "/lock".utf8)
        _ = sandglass_wait_for_lock(lock.number)
        journal = try StateFile.open(path)
    }

    /// Where the file was last seen, or left, whole by this process: it need not be read again before every record.
    private static let knownEnds = Mutex<[[UInt8]: (inode: UInt64, size: UInt64)]>([:])

    /// Appends records after looking that the end is whole.
    func appendChecked(_ records: [JournalRecord]) throws(TransactionError) {
        let known = Self.knownEnds.withLock { $0[path] }
        let status = try? ItemStatus(of: journal, path: .root)
        if known == nil || status == nil || known?.inode != status?.inode || known?.size != status?.size {
            _ = try contents()
        }
        try append(records)
    }

    private func rememberEnd() {
        guard let status = try? ItemStatus(of: journal, path: .root) else { return }
        Self.knownEnds.withLock { $0[path] = (status.inode, status.size) }
    }

    /// Everything that is in it. What a crash left at the end is cut off, and that is written down.
    func contents() throws(TransactionError) -> JournalFile.Contents {
        let contents = JournalFile.parse(try StateFile.read(journal, from: 0, path: path))
        if contents.torn > 0 {
            guard ftruncate(journal.number, off_t(contents.end)) == 0 else {
                throw StateFile.failure("write", path, errno)
            }
            try append([.damage(contents.torn)])
        }
        rememberEnd()
        return contents
    }

    /// Appends records at the end and makes them durable. The end must be known to be whole.
    func append(_ records: [JournalRecord]) throws(TransactionError) {
        let end = lseek(journal.number, 0, SEEK_END)
        do throws(TransactionError) {
            try StateFile.write(records.flatMap { JournalFile.framed($0) }, to: journal, path: path)
            try StateFile.sync(journal, path: path)
        } catch {
            // Half a record would hide those after it.
            _ = ftruncate(journal.number, end)
            throw error
        }
        if end == 0 { syncDirectory() }
        rememberEnd()
    }

    /// Puts a file with these records alone in the place of this one.
    func replace(with records: [JournalRecord]) throws(TransactionError) {
        let temporary = path + ".new".utf8
        let file = try StateFile.open(temporary, flags: O_RDWR | O_TRUNC)
        try StateFile.write(records.flatMap { JournalFile.framed($0) }, to: file, path: temporary)
        try StateFile.sync(file, path: temporary)
        let failed = withName(temporary[...]) { from in withName(path[...]) { rename(from, $0) } } != 0
        if failed { throw StateFile.failure("write", path, errno) }
        syncDirectory()
        journal = file
        rememberEnd()
    }

    private func syncDirectory() {
        let directory = withName(file.directory[...]) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
