package import Jobs
import System

/// The files of a database that others may be writing: no lock keeps them from it while it is read.
extension DatabaseSource {
    /// A database of fewer bytes is copied in any case.
    private static let small: UInt64 = 1 << 20
    /// A database of more bytes is never copied.
    private static let large: UInt64 = 128 << 20
    /// A database that was changed within so many seconds may soon be changed again.
    private static let recent = 60
    private static let attempts = 80
    private static let partLength = 1 << 18

    /// Returns copies of the files as they were at one moment, if they may change while they are read.
    ///
    /// What is read from the files themselves is checked at the end of each answer: that is all for those that were not
    /// changed for long, for large ones, and for those that change during each attempt, which takes less than a second.
    /// - Parameter open: Opens the database and the files beside it, as they are now: those come and go.
    package static func settled(cancellation: Cancellation? = nil, _ open: () -> DatabaseSource) -> DatabaseSource {
        let first = open()
        guard first.mayChange else { return first }
        let interruption = StatementInterruption()
        interruption.start(cancellation, seconds: .greatestFiniteMagnitude)
        for attempt in 0..<attempts {
            // The journal is looked for after the counter of changes was read: a transaction that has written the
            // counter, but not yet all pages, still has its journal.
            let moment = DatabaseImageMoment(of: open())
            let source = open()
            if moment.isSame(as: DatabaseImageMoment(of: source)), !source.isHalfWritten {
                // There may be no space for it.
                guard let copy = try? source.copied(interruption) else { return source }
                let later = open()
                if moment.isSame(as: DatabaseImageMoment(of: later)), !later.isHalfWritten { return copy }
            }
            if (try? interruption.check()) == nil { break }
            usleep(attempt < 10 ? 1_000 : 10_000)
        }
        return open()
    }

    /// Whether the files may change while they are read, and are not too large to be copied.
    private var mayChange: Bool {
        guard case .files(let main, let log, let journal) = self else { return false }
        var total: UInt64 = 0
        var isRecent = false
        for file in [main, log, journal].compactMap(\.self) {
            var status = stat()
            // Nobody else has opened an unnamed file.
            guard fstat(file.number, &status) == 0, status.st_nlink > 0 else { return false }
            total += UInt64(clamping: status.st_size)
            isRecent = isRecent || status.st_mtim.tv_sec > time(nil) - Self.recent
        }
        return Self.size(of: main) > 0 && (total <= Self.small || isRecent && total <= Self.large)
    }

    /// Whether a transaction is changing the database that has neither a journal nor a log, as in the journal mode
    /// MEMORY.
    ///
    /// Source: sqlite.org/lockingv3.html, and `SHARED_FIRST` in os.h: while pages are written, these bytes are locked.
    private var isHalfWritten: Bool {
        guard case .files(let main, nil, let journal) = self,
            journal.flatMap({ try? RollbackJournal.isHot($0) }) != true
        else { return false }
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        lock.l_whence = Int16(SEEK_SET)
        (lock.l_start, lock.l_len) = (0x4000_0002, 510)
        // F_OFD_GETLK, which sees the locks of this process as well.
        return fcntl(main.number, 36, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    private func copied(_ interruption: StatementInterruption) throws -> DatabaseSource {
        guard case .files(let main, let log, let journal) = self else { return self }
        return .files(
            main: try Self.copy(main, interruption), log: try log.map { try Self.copy($0, interruption) },
            journal: try journal.map { try Self.copy($0, interruption) })
    }

    private static func copy(_ file: Descriptor, _ interruption: StatementInterruption) throws -> Descriptor {
        let copy = try UnnamedFile.make(size: size(of: file), from: file)
        var offset: UInt64 = 0
        while true {
            try interruption.check()
            let bytes = try file.bytes(at: offset, count: partLength)
            let failure = bytes.withUnsafeBytes { copy.write($0, at: offset) }
            guard failure == 0 else { throw Errno(rawValue: failure) }
            offset += UInt64(bytes.count)
            if bytes.count < partLength { return copy }
        }
    }
}
