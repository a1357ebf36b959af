import CDecoding
import Synchronization
package import System

/// Reads an archive or a compressed file in the decoder processes of a container.
package struct ArchiveDecoder: Sendable {
    /// The formats of archives.
    package enum Format: Sendable {
        /// An uncompressed tar.
        case tar
        /// A zip, by its central directory.
        case zip
    }

    private let pool: DecoderPool
    private let file: Descriptor
    private let size: UInt64
    /// Tells the file from others that the same processes read.
    private let number: UInt64

    private static let lastNumber = Atomic<UInt64>(0)

    /// Creates a decoder for a file.
    /// - Parameter size: The number of bytes in the file.
    package init(_ pool: DecoderPool, _ file: Descriptor, size: UInt64) {
        (self.pool, self.file, self.size) = (pool, file, size)
        number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Starts reading the entries.
    /// - Parameters:
    ///   - maxEntries: The maximum number of entries of a zip, which are all in the decoder's memory.
    ///   - maxUnpacked: The maximum number of bytes that are unpacked to find sizes of zip entries that are recorded modulo
    ///     2^32.
    ///   - leavesForeignNames: Whether names in a zip that nothing says to be UTF-8 are given as they are.
    /// - Throws: `DecodingFailure`
    package func entries(
        as format: Format, maxEntries: Int, maxUnpacked: UInt64, leavesForeignNames: Bool = false
    ) throws(DecodingFailure) -> DecodedEntries {
        var request = request(SANDGLASS_REQUEST_ENTRIES, format)
        request.most_entries = Int64(maxEntries)
        request.most_bytes = maxUnpacked
        request.leaves_foreign_names = leavesForeignNames ? 1 : 0
        return DecodedEntries(try pool.beginExchange(request, file), ofFileOf: size)
    }

    /// Starts reading the contents of an entry.
    /// - Parameters:
    ///   - position: The offset of its header; -1 if it is unknown.
    ///   - ordinal: The number of entries before it.
    ///   - entrySize: The size of the contents.
    ///   - limit: The number of bytes that are wanted.
    ///   - usesDirectory: Whether the header of a zip entry contradicts the directory, which says how to unpack it.
    /// - Throws: `DecodingFailure`
    package func contents(
        at position: Int64, ordinal: UInt64, size entrySize: UInt64, limit: UInt64 = .max,
        usesDirectory: Bool = false, as format: Format
    ) throws(DecodingFailure) -> DecodedContents {
        var request = request(SANDGLASS_REQUEST_CONTENTS, format)
        request.position = position
        request.ordinal = ordinal
        request.entry_size = entrySize
        request.most_bytes = limit
        request.uses_directory = usesDirectory ? 1 : 0
        request.most_entries = .max
        return DecodedContents(
            try pool.beginExchange(request, file), isWithin: min(entrySize, limit), isSequential: false, of: file, size)
    }

    /// Starts decompressing the file.
    /// - Throws: `DecodingFailure`
    package func decompression() throws(DecodingFailure) -> DecodedContents {
        DecodedContents(
            try pool.beginExchange(request(SANDGLASS_REQUEST_DECOMPRESSION, .tar), file), isWithin: .max,
            isSequential: true,
            of: file, size)
    }

    private func request(_ kind: Int, _ format: Format) -> sandglass_request {
        var request = sandglass_request()
        request.kind = UInt32(kind)
        request.size = size
        request.format = UInt32(format == .zip ? SANDGLASS_ZIP : SANDGLASS_TAR)
        request.archive = number
        request.most_entries = .max
        return request
    }
}
