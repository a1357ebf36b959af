import CDecoding
package import System

/// The reason why an archive, an entry or a compressed file cannot be read any further.
package enum ArchiveFault: Hashable, Sendable {
    /// It is damaged; the words say how.
    case damaged(String)
    /// Nothing of a compressed file can be read; the words say why.
    case nothing(String)
    /// Nothing is in a compressed file.
    case empty
    /// The file cannot be read.
    case unreadable(Errno)

    /// Creates the fault that a decoder reports; nil if it reports none.
    init?(_ end: sandglass_answer_end, _ message: String) {
        switch Int(end.outcome) {
        case SANDGLASS_ARCHIVE_FAILED: self = .damaged(message)
        case SANDGLASS_ARCHIVE_NO_MEMORY: self = .unreadable(Errno(rawValue: ENOMEM))
        case SANDGLASS_ARCHIVE_NO_HEADER: self = .damaged("its header cannot be read")
        case SANDGLASS_ARCHIVE_NO_ENTRY: self = .damaged("it no longer exists")
        case SANDGLASS_ARCHIVE_TOO_LONG: self = .damaged("it holds more than the archive says")
        case SANDGLASS_ARCHIVE_WRONG_CHECKSUM: self = .damaged("the checksum is wrong")
        case SANDGLASS_ARCHIVE_CUT: self = .damaged("the archive is truncated")
        case SANDGLASS_ARCHIVE_MALFORMED:
            self = .damaged("the compressed data is malformed, or its size differs from that in the archive")
        case SANDGLASS_ARCHIVE_UNREADABLE:
            self = .unreadable(Errno(rawValue: Int32(truncatingIfNeeded: end.error & 0xfff)))
        case SANDGLASS_ARCHIVE_EMPTY: self = .empty
        case SANDGLASS_ARCHIVE_NOT_COMPRESSED: self = .nothing("its header is malformed")
        case SANDGLASS_ARCHIVE_NOTHING: self = .nothing(message)
        default: return nil
        }
    }

    /// The reason in words.
    package var words: String {
        switch self {
        case .damaged(let words), .nothing(let words): words
        case .empty: "nothing is in it"
        case .unreadable(let errno): "\(errno)"
        }
    }
}
