import CDecoding
import System

/// The contents of an entry, or the decompressed contents of a file, as they come from a decoder process.
package final class DecodedContents {
    /// A part of the contents.
    package enum Part {
        /// Bytes, valid until the next part, and their offset. Ranges that no part covers are zero.
        case bytes(UnsafeRawBufferPointer, at: UInt64)
        /// The contents are complete.
        case end(DecompressionEnd)
        /// Nothing more can be read.
        case failed(ArchiveFault)
    }

    /// The findings at the end of a file's compressed data.
    package struct DecompressionEnd {
        /// Whether the contents unpacked from a gzip file have another checksum than the file says.
        package let hasWrongChecksum: Bool
        /// The number of bytes after gzip or bzip2 data; 0 if there are only zeros, which pad tapes.
        package let trailing: UInt64
    }

    /// The number of bytes of the file that have been read.
    package private(set) var packed: UInt64 = 0

    private let exchange: DecoderExchange
    private let limit: UInt64
    private let isSequential: Bool
    private let file: Descriptor
    private let fileSize: UInt64
    private var total: UInt64 = 0
    /// The contents that are in the file as they are, as far as they have not been returned.
    private var stored: Range<UInt64> = 0..<0
    private var buffer: UnsafeMutableRawBufferPointer?

    /// The number of bytes of them that are read at a time.
    private static let bufferSize = 256 << 10

    /// - Parameters:
    ///   - limit: The offset that no bytes are beyond.
    ///   - isSequential: Whether each part begins where the one before ends.
    init(
        _ exchange: DecoderExchange, isWithin limit: UInt64, isSequential: Bool, of file: Descriptor,
        _ fileSize: UInt64
    ) {
        self.file = file
        self.exchange = exchange
        self.limit = limit
        self.isSequential = isSequential
        self.fileSize = fileSize
    }

    deinit { buffer?.deallocate() }

    /// Returns the next part.
    /// - Throws: `DecodingFailure`
    package func next(_ mustStop: () -> Bool) throws(DecodingFailure) -> Part {
        guard stored.isEmpty else { return nextStored() }
        switch try exchange.next(mustStop) {
        case .bytes(let bytes, let place, let packed):
            let (end, isTooFar) = place.addingReportingOverflow(UInt64(bytes.count))
            guard !isTooFar, end <= limit, !isSequential || place == total else { throw exchange.distrust() }
            total += UInt64(bytes.count)
            // Parts of a sparse file may overlap, but they are all in the archive.
            guard isSequential || total <= limit || total - limit <= fileSize else { throw exchange.distrust() }
            self.packed = max(self.packed, min(packed, fileSize))
            return .bytes(bytes, at: place)
        case .stored(let place, let size):
            let (end, isTooFar) = place.addingReportingOverflow(size)
            guard !isSequential, total == 0, size > 0, size == limit, !isTooFar, end <= fileSize else {
                throw exchange.distrust()
            }
            stored = place..<end
            return nextStored()
        case .end(let end, let message):
            guard Int(end.outcome) != SANDGLASS_ARCHIVE_DONE else {
                return .end(
                    DecompressionEnd(
                        hasWrongChecksum: end.has_wrong_checksum != 0, trailing: min(end.trailing, fileSize)))
            }
            guard let fault = ArchiveFault(end, message) else { throw exchange.distrust() }
            return .failed(fault)
        case .entries, .picture: throw exchange.distrust()
        }
    }

    /// Reads stored data directly from the file. The decoder reports at the end whether it is correct.
    private func nextStored() -> Part {
        let buffer = buffer ?? .allocate(byteCount: Self.bufferSize, alignment: 16)
        self.buffer = buffer
        let wanted = Int(min(stored.upperBound - stored.lowerBound, UInt64(buffer.count)))
        let count = file.read(UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: stored.lowerBound)
        guard count > 0 else {
            return .failed(count < 0 ? .unreadable(.last) : .damaged("the archive is truncated"))
        }
        defer {
            stored = stored.lowerBound + UInt64(count)..<stored.upperBound
            total += UInt64(count)
        }
        return .bytes(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: total)
    }
}
