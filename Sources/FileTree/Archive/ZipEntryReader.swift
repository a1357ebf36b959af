import CArchive
import Synchronization
import System

/// Reads the contents of a zip entry that is stored or deflated, by its local header and the size in the central directory.
///
/// libarchive reads others, but takes entries for damaged whose data descriptor is missing.
final class ZipEntryReader {
    private let handle: OpaquePointer
    private let file: Descriptor
    private let header: Int64
    private let sums: ZipSums

    /// - Returns: nil if the entry is compressed in another way, or encrypted.
    init?(_ file: Descriptor, header: Int64, size: UInt64, _ sums: ZipSums) {
        guard let handle = sandglass_zip_entry_open(file.number, header, size) else { return nil }
        self.handle = handle
        self.file = file
        self.header = header
        self.sums = sums
    }

    deinit { sandglass_zip_entry_close(handle) }

    /// Calls `body` with one part of the contents after the other until it returns false.
    /// - Returns: What is wrong with the contents; nil if nothing is.
    /// - Throws: `FileTreeError` if the file cannot be read.
    func read(_ body: (UnsafeRawBufferPointer) throws(FileTreeError) -> Bool) throws(FileTreeError) -> String? {
        while true {
            var bytes: UnsafeRawPointer?
            var size = 0
            switch Int(sandglass_zip_entry_read(handle, &bytes, &size)) {
            case sandglass_zip_entry_ok:
                guard size > 0 else { continue }
                guard try body(UnsafeRawBufferPointer(start: bytes, count: size)) else { return nil }
            case sandglass_zip_entry_end: return isSumRight ? nil : "the checksum is wrong"
            case sandglass_zip_entry_truncated: return "the archive is cut off"
            case sandglass_zip_entry_unreadable: throw FileTreeError(errno: errno, operation: "unpack the file")
            default: return "the compressed data are malformed, or of another size than the archive says"
            }
        }
    }

    private var isSumRight: Bool {
        guard sandglass_zip_entry_has_sum(handle) == 0 else { return true }
        return sums.sum(ofEntryAt: header, in: file) == sandglass_zip_entry_sum(handle)
    }
}

/// The checksums in the central directory of a zip, read when an entry has none with its contents.
final class ZipSums: Sendable {
    private struct Read: @unchecked Sendable {
        /// Is only read, after it was made.
        let directory: OpaquePointer?
    }

    private let read = Mutex<Read?>(nil)

    deinit { read.withLock { sandglass_zip_directory_free($0?.directory) } }

    /// Returns the checksum of the entry whose local header is at an offset; nil if the central directory has none.
    func sum(ofEntryAt header: Int64, in file: Descriptor) -> UInt32? {
        read.withLock { read in
            let known = read ?? Read(directory: sandglass_zip_directory_read(file.number))
            read = known
            var sum: UInt32 = 0
            guard let directory = known.directory, sandglass_zip_directory_sum(directory, header, &sum) != 0 else {
                return nil
            }
            return sum
        }
    }
}
