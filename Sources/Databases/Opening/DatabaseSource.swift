package import System

/// Where a database is read from. It is never written, locked or opened by path.
package enum DatabaseSource: Sendable {
    /// Open files.
    /// - Parameters:
    ///   - main: The database file.
    ///   - log: The write-ahead log beside it, `<name>-wal`; nil if there is none.
    ///   - journal: The rollback journal beside it, `<name>-journal`; nil if there is none.
    case files(main: Descriptor, log: Descriptor? = nil, journal: Descriptor? = nil)
    /// A database that cannot be read from a file directly.
    case contents(any DatabaseContents)

    /// A database in memory, such as one stored in a cell of another.
    package static func bytes(_ bytes: [UInt8]) -> DatabaseSource { .contents(StoredBytes(bytes: bytes)) }
}

/// The contents of a database that cannot be read from a file directly: it is in memory, or its file is encrypted.
package protocol DatabaseContents: Sendable {
    /// The number of bytes.
    var size: UInt64 { get }

    /// Reads from an offset.
    /// - Returns: The number of bytes read, fewer than the buffer has only at the end; -1 on failure, with the reason in
    ///   `errno`.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int
}

/// A database in memory.
private struct StoredBytes: DatabaseContents {
    let bytes: [UInt8]

    var size: UInt64 { UInt64(bytes.count) }

    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int {
        bytes.withUnsafeBytes { bytes in
            let start = Int(clamping: min(offset, UInt64(bytes.count)))
            let part = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + buffer.count, bytes.count)])
            buffer.copyMemory(from: part)
            return part.count
        }
    }
}

extension DatabaseSource {
    /// The size of the database file in bytes.
    var size: UInt64 {
        switch self {
        case .files(let main, _, _): Self.size(of: main)
        case .contents(let contents): contents.size
        }
    }

    /// The size of an open file in bytes; 0 if it is not known.
    static func size(of file: Descriptor) -> UInt64 {
        var status = stat()
        return fstat(file.number, &status) == 0 ? UInt64(clamping: status.st_size) : 0
    }

    /// Reads from the database file; fewer bytes than `count` only at its end.
    func read(at offset: UInt64, count: Int) throws(DatabaseError) -> [UInt8] {
        switch self {
        case .files(let main, _, _): return try main.bytes(at: offset, count: count)
        case .contents(let contents): return try Self.bytes(count) { contents.read($0, at: offset) }
        }
    }

    /// Returns the bytes that `read` stores in a buffer; it returns their number, or -1 on failure.
    fileprivate static func bytes(
        _ count: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int
    ) throws(DatabaseError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let found = read(UnsafeMutableRawBufferPointer(buffer))
            if found < 0 { failure = errno == 0 ? EIO : errno }
            filled = max(0, found)
        }
        guard failure == 0 else { throw DatabaseError(.inputOutput, Errno(rawValue: failure).description) }
        return bytes
    }
}

extension Descriptor {
    /// Reads `count` bytes at an offset; fewer only at the end of the file.
    func bytes(at offset: UInt64, count: Int) throws(DatabaseError) -> [UInt8] {
        try DatabaseSource.bytes(count) { read($0, at: offset) }
    }
}
