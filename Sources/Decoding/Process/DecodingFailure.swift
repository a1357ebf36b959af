import CDecoding
package import System

/// The reason why a file was not decoded.
package enum DecodingFailure: Error, Hashable, Sendable {
    /// The file is of no known format.
    case unknownFormat
    /// The file is damaged.
    case damaged
    /// It has no pixels, or more than are decoded.
    case tooLarge
    /// It needs more memory than the decoder may have.
    case outOfMemory
    /// A variant of the format that is not known.
    case unsupported
    /// The result is no longer wanted, or the time is up.
    case stopped
    /// The decoder process did not answer for long.
    case silent
    /// The decoder process ended while it worked; with the exit status, or 128 and the number of the signal.
    case ended(status: Int32)
    /// The decoder process gave an answer that it should not give.
    case unreliable
    /// The decoder process could not be started.
    case unavailable(Errno)

    /// Creates the failure that a decoder reports of a picture; nil if it reports none.
    init?(_ outcome: UInt32) {
        switch sandglass_decode_outcome(rawValue: outcome) {
        case SANDGLASS_DECODED, SANDGLASS_DECODED_PARTLY: return nil
        case SANDGLASS_DECODE_UNKNOWN: self = .unknownFormat
        case SANDGLASS_DECODE_DAMAGED: self = .damaged
        case SANDGLASS_DECODE_TOO_LARGE: self = .tooLarge
        case SANDGLASS_DECODE_NO_MEMORY: self = .outOfMemory
        case SANDGLASS_DECODE_UNSUPPORTED: self = .unsupported
        default: self = .unreliable
        }
    }

    /// The reason as a sentence without a full stop.
    package var reason: String {
        switch self {
        case .unknownFormat: "it is not a picture of a known format"
        case .damaged: "it is damaged"
        case .tooLarge: "it has too many pixels"
        case .outOfMemory: "it needs too much memory"
        case .unsupported: "it uses an unsupported variant of the format"
        case .stopped: "it takes too long"
        case .silent: "the decoder stopped answering and was killed"
        case .ended(let status): Self.reason(status)
        case .unreliable: "the decoder gave an invalid answer and was killed"
        case .unavailable(let errno): "the decoder cannot be started: \(errno)"
        }
    }

    private static func reason(_ status: Int32) -> String {
        switch status {
        case Int32(SANDGLASS_DECODER_UNSEALED): "this system cannot confine the decoder"
        case 128 + SIGSYS: "the decoder attempted a forbidden system call and was killed"
        case 128 + SIGXCPU, 128 + SIGKILL: "the decoder was killed"
        case 128...: "the decoder crashed (signal \(status - 128))"
        default: "the decoder exited with status \(status)"
        }
    }
}
