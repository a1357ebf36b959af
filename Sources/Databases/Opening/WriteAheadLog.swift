import CSQLite
import System

/// The contents of a write-ahead log up to the last complete transaction, which is what SQLite reads.
///
/// Format: sqlite.org/fileformat2.html, section 4.
struct WriteAheadLog {
    let file: Descriptor
    let pageSize: Int
    /// The size of the database in pages after the last transaction.
    let pageCount: Int
    let transactions: Int
    let frames: Int
    /// The position of the latest version of each page.
    private let offsets: [UInt32: UInt64]

    private static let headerSize: UInt64 = 32
    private static let frameHeaderSize: UInt64 = 24

    /// Returns where the latest version of a page begins in the log; nil if the log does not contain the page.
    func offset(of page: UInt32) -> UInt64? { offsets[page] }

    /// Returns the pages of which there is a version in the frames from an index on.
    func pages(from frame: Int) -> [UInt32] {
        let start = Self.headerSize + UInt64(max(0, frame)) * (Self.frameHeaderSize + UInt64(pageSize))
        return offsets.filter { $0.value >= start }.map(\.key)
    }

    /// Returns whether the version of the first page in the log precedes the one in the database, by the counters of
    /// changes in both (section 1.3.7). A checkpoint copies pages from the log, so the database is never ahead of its own.
    /// - Parameter head: The beginning of the database.
    func isOlder(than head: [UInt8]) throws(DatabaseError) -> Bool {
        let place = 24
        guard let page = offset(of: 1) else { return false }
        let counter = try file.bytes(at: page + UInt64(place), count: 4).number(at: 0, size: 4)
        return counter < head.number(at: place, size: 4)
    }

    /// Reads a log.
    /// - Returns: The log, nil if there is nothing to read in it, and its condition.
    static func read(
        _ file: Descriptor,
        pageSize: Int,
        limits: DatabaseLimits,
        interruption: StatementInterruption
    ) throws(DatabaseError) -> (log: WriteAheadLog?, conditions: [DatabaseCondition]) {
        let size = DatabaseSource.size(of: file)
        guard size > 0 else { return (nil, []) }
        guard size <= limits.logBytes else { return (nil, [.logTooLarge(bytes: size)]) }
        var scan = sandglass_log()
        let failure = sandglass_log_scan(
            file.number, Int64(clamping: size), StatementInterruption.callback, interruption.context, &scan)
        defer { free(scan.pages) }
        guard failure == 0 else {
            guard failure == ECANCELED else {
                throw DatabaseError(.inputOutput, Errno(rawValue: failure).description)
            }
            throw interruption.error
        }
        guard scan.is_valid else { return (nil, [unreadable(file)]) }
        guard scan.page_size == pageSize else { return (nil, [.logForeign(pageSize: Int(scan.page_size))]) }

        var conditions: [DatabaseCondition] = []
        if scan.is_damaged {
            conditions.append(.logDamaged(after: Int(scan.intact), of: Int(scan.frames)))
        } else if scan.committed < scan.frames {
            conditions.append(.logUnfinished(frames: Int(scan.frames - scan.committed)))
        }
        let rest = (size - headerSize) % (frameHeaderSize + UInt64(pageSize))
        if rest > 0, !scan.is_damaged { conditions.append(.logCut(bytes: Int(rest))) }
        guard scan.committed > 0 else { return (nil, conditions) }
        conditions.insert(.logRead(transactions: Int(scan.transactions), frames: Int(scan.committed)), at: 0)
        return (WriteAheadLog(file, scan), conditions)
    }

    /// The only version of the format.
    private static let version: UInt32 = 3_007_000

    /// Returns why the header of a log is not valid.
    private static func unreadable(_ file: Descriptor) -> DatabaseCondition {
        var head = [UInt8](repeating: 0, count: 8)
        let count = head.withUnsafeMutableBytes { file.read($0, at: 0) }
        let version = head.number(at: 4, size: 4)
        // The lowest bit of the mark is the order of bytes in checksums.
        guard count == head.count, head.number(at: 0, size: 4) | 1 == 0x377f_0683, version != Self.version else {
            return .logUnreadable
        }
        return .logUnsupported(version: version)
    }

    private init(_ file: Descriptor, _ scan: sandglass_log) {
        self.file = file
        pageSize = Int(scan.page_size)
        pageCount = Int(scan.page_count)
        transactions = Int(scan.transactions)
        frames = Int(scan.committed)
        let pages = UnsafeBufferPointer(start: scan.pages, count: Int(scan.committed))
        let frameSize = Self.frameHeaderSize + UInt64(scan.page_size)
        var offsets: [UInt32: UInt64] = [:]
        offsets.reserveCapacity(pages.count)
        for (index, page) in pages.enumerated() {
            offsets[page] = Self.headerSize + UInt64(index) * frameSize + Self.frameHeaderSize
        }
        self.offsets = offsets
    }
}
