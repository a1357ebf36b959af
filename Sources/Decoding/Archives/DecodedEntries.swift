import CDecoding
import System

/// The entries of an archive, as they come from a decoder process.
package final class DecodedEntries {
    /// The next entry.
    package enum Step {
        /// An entry; valid until the next step.
        case entry(DecodedEntry)
        /// An entry that cannot be read; others may follow.
        case unreadable
        /// The last entry came before.
        /// - Parameter hasNoEndMark: Whether the entries of a tar end without the two blocks of zeros that every tar ends
        ///   with: it may be cut off between two entries.
        case end(hasNoEndMark: Bool)
        /// Nothing more can be read.
        case failed(ArchiveFault)
        /// The zip has more entries than allowed.
        case tooMany
    }

    private let exchange: DecoderExchange
    private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The number of entries that may follow.
    private var left: UInt64

    /// The smallest entry is a central directory header of a zip.
    private static let leastSize: UInt64 = 46

    /// - Parameter size: The number of bytes in the archive, which bounds the number of entries.
    init(_ exchange: DecoderExchange, ofFileOf size: UInt64) {
        self.exchange = exchange
        left = min(size / Self.leastSize, UInt64(UInt32.max) - 1)
    }

    /// Returns the next entry.
    /// - Throws: `DecodingFailure`
    package func next(_ mustStop: () -> Bool) throws(DecodingFailure) -> Step {
        while rest.isEmpty {
            switch try exchange.next(mustStop) {
            case .entries(let bytes): rest = bytes
            case .end(let end, let message):
                switch Int(end.outcome) {
                case SANDGLASS_ARCHIVE_DONE: return .end(hasNoEndMark: end.has_no_end_mark != 0)
                case SANDGLASS_ARCHIVE_TOO_MANY: return .tooMany
                default:
                    guard let fault = ArchiveFault(end, message) else { throw exchange.distrust() }
                    return .failed(fault)
                }
            case .picture, .bytes, .stored: throw exchange.distrust()
            }
        }
        guard left > 0, let entry = DecodedEntry(&rest) else { throw exchange.distrust() }
        left -= 1
        return entry.isUnreadable ? .unreadable : .entry(entry)
    }
}
