import System

/// The state of the files of a database, as far as it tells whether they are of one moment, and what has been added since.
///
/// Sources: sqlite.org/fileformat2.html, 1.3.7 "File change counter", 3 "The Rollback Journal", 4.1 "WAL File Format".
package struct DatabaseImageMoment: Hashable, Sendable {
    private struct File: Hashable, Sendable {
        let numbers: [Int]
        let head: [UInt8]

        init?(_ file: Descriptor?, bytes count: Int) {
            guard let file else { return nil }
            var status = stat()
            guard fstat(file.number, &status) == 0 else { return nil }
            numbers = [
                Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
                status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
            ]
            head = (try? file.bytes(at: 0, count: count)) ?? []
        }
    }

    private let main: File?
    private let journal: File?
    /// The head of the log, whose salts change when it begins anew. Frames that are added are no matter: those that were
    /// read stay as they are.
    private let log: [UInt8]?
    /// The number of frames of complete transactions that were read.
    var frames = 0

    init(of source: DatabaseSource) {
        guard case .files(let main, let log, let journal) = source else {
            (self.main, self.journal, self.log) = (nil, nil, nil)
            return
        }
        self.main = File(main, bytes: DatabaseHeader.length)
        self.journal = File(journal, bytes: 28)
        self.log = File(log, bytes: 32)?.head
    }

    /// Whether nothing was changed between two looks that concerns what was read.
    func isSame(as later: DatabaseImageMoment) -> Bool {
        main == later.main && journal == later.journal && log == later.log
    }

    /// Returns the error itself, or that the source has changed since this moment: pages of before and after a change
    /// contradict each other, although neither state is malformed.
    func explain(_ error: DatabaseError, of source: DatabaseSource) -> DatabaseError {
        error.code == .malformed && !isSame(as: DatabaseImageMoment(of: source)) ? .hasChanged : error
    }

    /// Whether everything that has changed since is in the frames added to the log. A checkpoint changes the database, but
    /// not what the log says.
    func continues(in later: DatabaseImageMoment) -> Bool {
        guard let log, log.count == 32, later.log == log, journal == nil, later.journal == nil else { return false }
        return main?.numbers.prefix(2) == later.main?.numbers.prefix(2)
    }
}
