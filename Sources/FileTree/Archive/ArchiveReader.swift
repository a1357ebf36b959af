import CArchive
import System

/// Reads an archive entry by entry, from a given offset.
final class ArchiveReader {
    /// The next entry.
    enum Step {
        case entry(sandglass_archive_entry)
        /// An entry that cannot be read; others may follow.
        case unreadable
        case end
        /// Nothing more can be read; the message is from libarchive.
        case failed(String)
        /// The zip has more entries than allowed.
        case tooMany
    }

    /// A part of an entry's contents.
    enum Part {
        /// Bytes, valid until the next call, and their offset. Ranges not covered by any part are zero.
        case bytes(UnsafeRawBufferPointer, at: UInt64)
        case end
        case failed(String)
    }

    private let handle: OpaquePointer
    private let file: Descriptor

    /// Creates a reader.
    /// - Parameter mostEntries: The maximum number of entries of a zip, which are all held in memory.
    /// - Returns: nil if there is not enough memory.
    init?(
        _ file: Descriptor,
        from position: Int64 = 0,
        as format: sandglass_archive_format,
        mostEntries: Int = .max
    ) {
        guard let handle = sandglass_archive_open(file.number, position, format, Int64(mostEntries)) else {
            return nil
        }
        self.handle = handle
        self.file = file
    }

    deinit { sandglass_archive_close(handle) }

    func next() -> Step {
        var entry = sandglass_archive_entry()
        switch sandglass_archive_next(handle, &entry) {
        case Int32(sandglass_archive_ok): return .entry(entry)
        case Int32(sandglass_archive_end): return .end
        case Int32(sandglass_archive_skip): return .unreadable
        case Int32(sandglass_archive_too_many): return .tooMany
        default: return .failed(problem)
        }
    }

    func read() -> Part {
        var bytes: UnsafeRawPointer?
        var size = 0
        var offset: Int64 = 0
        switch sandglass_archive_read(handle, &bytes, &size, &offset) {
        case Int32(sandglass_archive_ok):
            return .bytes(UnsafeRawBufferPointer(start: bytes, count: size), at: UInt64(clamping: offset))
        case Int32(sandglass_archive_end): return .end
        default: return .failed(problem)
        }
    }

    /// Returns the extended attributes of the last entry, up to `limit` bytes in total.
    func attributes(limit: Int) -> [(name: [UInt8], value: [UInt8])] {
        var attributes: [(name: [UInt8], value: [UInt8])] = []
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var size = 0
        var total = 0
        while sandglass_archive_attribute(handle, &name, &value, &size) != 0 {
            guard let name else { continue }
            let bytes = Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
            total += bytes.count + size
            if total > limit { break }
            attributes.append((bytes, Array(UnsafeRawBufferPointer(start: value, count: size))))
        }
        return attributes
    }

    /// Whether the entries of a tar end where the file does, without the two blocks of zeros that every tar ends with: it may
    /// be cut off between two entries. Meaningful at the end.
    var hasNoEndMark: Bool { sandglass_archive_has_no_end_mark(handle) != 0 }

    /// Whether what is read is decompressed: what only begins like compressed data is read as it is. Meaningful after the
    /// first entry.
    var isDecompressed: Bool { sandglass_archive_is_decompressed(handle) != 0 }

    /// Whether what was unpacked from a gzip file has another checksum than the file says. Meaningful at the end.
    var hasWrongChecksum: Bool { sandglass_archive_has_wrong_checksum(handle) != 0 }

    /// The number of bytes that follow what is compressed by gzip or bzip2; 0 if there are only zeros, with which tapes are
    /// filled up. Meaningful at the end.
    var trailing: UInt64 { UInt64(clamping: sandglass_archive_trailing(handle)) }

    /// The number of bytes read from the file.
    var packed: UInt64 { UInt64(clamping: sandglass_archive_packed(handle)) }

    private var problem: String { String(cString: sandglass_archive_problem(handle)) }
}
