import ContainerModel
import FileTree
import System

/// The location of a record that stays on disk until it is needed: listing a transaction does not read its million
/// items.
struct RecordReference: Hashable, Sendable {
    let path: [UInt8]
    let offset: Int
    let length: Int
    let checksum: UInt32

    /// Reads the record.
    /// - Parameter roots: The roots of the record's transaction.
    /// - Throws: `TransactionError` if the record is gone or damaged.
    func load(_ roots: [Root]) throws(TransactionError) -> JournalRecord {
        let file = try StateFile.openExisting(path)
        let payload = try StateFile.read(file, from: offset, count: length, path: path)
        guard payload.count == length, Checksum.crc32(payload[...]) == checksum,
            let record = JournalRecord(payload[...], roots)
        else {
            throw .damaged(path)
        }
        return record
    }
}

/// Finds the records in a journal file, keeping no more than one window of it in memory.
///
/// A record consists of the mark `SGJ1`, the payload's length, the payload's CRC-32 (32 bits each, little-endian), and
/// the payload.
struct RecordScanner {
    /// The entries of a file, in order.
    enum Entry {
        case record(JournalRecord)
        /// A possibly long record, of which only the number has been read.
        case deferred(JournalRecord.Kind, number: Int, RecordReference)
        /// A complete record written by another version of the program.
        case unknown
        /// A complete record with invalid values.
        case invalid
    }

    /// The contents of a file.
    struct Contents {
        var entries: [Entry] = []
        /// The number of bytes that are not part of a record but precede one.
        var damaged = 0
        /// The offset at which the last complete record ends.
        var end = 0
        /// The number of bytes after `end`.
        var torn = 0
        /// Whether the damage was too great to look for all records.
        var isAbandoned = false
    }

    static let mark = Array("SGJ1".utf8)
    static let headerSize = 12
    /// A longer payload is treated as damage.
    static let longestPayload = 1 << 30
    /// The longest payload whose checksum is verified at once even if the payload is not needed yet.
    private static let shortPayload = 16_384
    private static let windowSize = 65_536
    /// How often the bytes of a file are read in vain, for frames that turn out to be damaged, before its rest counts as
    /// damaged: each occurrence of the mark may claim to begin a long record.
    private static let maxVainReadings = 8
    /// The number of bytes that are always read in vain if necessary.
    private static let leastVainBytes = 1 << 24

    private let file: Descriptor
    private let path: [UInt8]
    private let size: Int
    private var window: [UInt8] = []
    private var windowStart = 0
    /// The limit for `vainBytes`.
    private var maxVainBytes: Int {
        let (product, overflow) = size.multipliedReportingOverflow(by: Self.maxVainReadings)
        return overflow ? .max : max(Self.leastVainBytes, product)
    }
    /// The number of bytes read for frames that turned out to be damaged.
    private var vainBytes = 0

    init(_ file: Descriptor, path: [UInt8]) throws(TransactionError) {
        self.file = file
        self.path = path
        let end = lseek(file.number, 0, SEEK_END)
        guard end >= 0 else { throw StateFile.failure("read", path, errno) }
        size = Int(end)
    }

    /// Returns the records of an open file.
    static func contents(of file: Descriptor, path: [UInt8]) throws(TransactionError) -> Contents {
        var scanner = try RecordScanner(file, path: path)
        return try scanner.contents()
    }

    private mutating func contents() throws(TransactionError) -> Contents {
        var contents = Contents()
        var offset = 0
        while offset < size {
            if let (entry, end) = try frame(at: offset) {
                contents.damaged += offset - contents.end
                contents.end = end
                offset = end
                contents.entries.append(entry)
            } else if vainBytes > maxVainBytes {
                // Not torn: records that are still legible may follow, and must not be cut off.
                contents.damaged += size - contents.end
                contents.end = size
                contents.isAbandoned = true
                offset = size
            } else {
                offset = try nextMark(after: offset)
            }
        }
        contents.torn = size - contents.end
        return contents
    }

    private mutating func frame(at offset: Int) throws(TransactionError) -> (Entry, end: Int)? {
        let header = try bytes(at: offset, count: Self.headerSize + 16)
        guard header.count >= Self.headerSize, header.starts(with: Self.mark) else { return nil }
        func word(_ place: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(header[header.startIndex + place + $1]) << UInt32(8 * $1) }
        }
        let (length, checksum) = (Int(word(4)), word(8))
        let start = offset + Self.headerSize
        guard length > 0, length <= Self.longestPayload, length <= size - start else { return nil }
        let beginRecord = header.dropFirst(Self.headerSize).prefix(length)
        let kind = JournalRecord.kind(beginRecord.first)
        // Always verify the last record, which a crash may have truncated.
        let isOneOfSeveral = try isMark(at: start + length)
        if length <= Self.shortPayload || kind == .short || !isOneOfSeveral {
            guard try self.checksum(at: start, count: length) == checksum else {
                vainBytes += length
                return nil
            }
        }
        switch kind {
        case .unknown: return (.unknown, start + length)
        case .short:
            let payload =
                length <= Self.windowSize
                ? try bytes(at: start, count: length)
                : try StateFile.read(file, from: start, count: length, path: path)[...]
            return (JournalRecord(payload).map { .record($0) } ?? .invalid, start + length)
        case .reserve, .setAside, .intend:
            let reference = RecordReference(path: path, offset: start, length: length, checksum: checksum)
            guard let number = JournalRecord.number(beginRecord) else { return (.invalid, start + length) }
            return (.deferred(kind, number: number, reference), start + length)
        }
    }

    private mutating func nextMark(after offset: Int) throws(TransactionError) -> Int {
        var offset = offset + 1
        while offset + Self.mark.count <= size {
            if offset < windowStart || offset + Self.mark.count > windowStart + window.count {
                guard try bytes(at: offset, count: Self.windowSize).count >= Self.mark.count else { return size }
            }
            if let place = Self.firstMark(in: window, from: offset - windowStart) { return windowStart + place }
            // A mark may straddle two windows.
            offset = max(offset + 1, windowStart + window.count - Self.mark.count + 1)
        }
        return size
    }

    /// Returns the position of the first mark in a buffer at or after a position; nil if there is none.
    private static func firstMark(in buffer: [UInt8], from start: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            var place = start
            while place + mark.count <= bytes.count {
                guard
                    let found = memchr(bytes.baseAddress! + place, Int32(mark[0]), bytes.count - mark.count + 1 - place)
                else { return nil }
                place = UnsafeRawPointer(found) - bytes.baseAddress!
                if memcmp(found, mark, mark.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }

    /// Returns whether a mark begins at an offset, without moving the window.
    private func isMark(at offset: Int) throws(TransactionError) -> Bool {
        if offset >= windowStart, offset + Self.mark.count <= windowStart + window.count {
            return window[(offset - windowStart)...].starts(with: Self.mark)
        }
        guard offset + Self.mark.count <= size else { return false }
        return try StateFile.read(file, from: offset, count: Self.mark.count, path: path) == Self.mark
    }

    private mutating func checksum(at start: Int, count: Int) throws(TransactionError) -> UInt32 {
        var checksum = Checksum()
        var offset = start
        while offset < start + count {
            let part = try bytes(at: offset, count: min(Self.windowSize, start + count - offset))
            guard !part.isEmpty else { break }
            part.withUnsafeBytes { checksum.add($0) }
            offset += part.count
        }
        return checksum.value
    }

    /// Returns up to `count` bytes; fewer at the end of the file.
    private mutating func bytes(at offset: Int, count: Int) throws(TransactionError) -> ArraySlice<UInt8> {
        let end = min(offset + count, size)
        guard offset < end else { return [] }
        if offset < windowStart || end > windowStart + window.count {
            window = try StateFile.read(file, from: offset, count: min(Self.windowSize, size - offset), path: path)
            windowStart = offset
        }
        let first = offset - windowStart
        return first < window.count ? window[first..<min(end - windowStart, window.count)] : []
    }
}

extension JournalRecord {
    /// Returns the record with its header, as written to the file.
    /// - Parameter roots: The roots of the record's transaction.
    func framed(_ roots: [Root]) -> [UInt8] {
        let payload = encoded(roots)
        var bytes = RecordScanner.mark
        bytes.reserveCapacity(RecordScanner.headerSize + payload.count)
        for word in [UInt32(truncatingIfNeeded: payload.count), Checksum.crc32(payload[...])] {
            for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return bytes + payload
    }
}
