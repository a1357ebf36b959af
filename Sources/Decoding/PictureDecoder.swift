import Synchronization
package import System

/// Decodes pictures (PNG, JPEG, WebP, GIF) in a confined process of its own, which is started when it is first needed
/// and kept while it behaves.
package final class PictureDecoder: Sendable {
    /// The one that all previews share.
    package static let shared = PictureDecoder()

    private let process = Mutex<DecoderProcess?>(nil)

    /// Creates a decoder without a process.
    package init() {}

    /// The identifier of the running process; nil if there is none.
    var processIdentifier: pid_t? { process.withLock { $0?.process } }

    /// Decodes a file. One file is decoded at a time; others wait.
    /// - Parameters:
    ///   - file: Open for reading; its offset is left alone.
    ///   - size: The number of bytes to read.
    ///   - box: What the result has to fit in.
    ///   - mustStop: Returns whether the result is no longer wanted, or comes too late. Called on this thread.
    /// - Throws: `DecodingFailure`
    package func decode(
        _ file: Descriptor,
        size: UInt64,
        toFit box: PictureBox,
        mustStop: () -> Bool
    ) throws(DecodingFailure) -> DecodedPicture {
        try process.withLock { process throws(DecodingFailure) in
            // An idle process may have been ended from outside.
            if process?.isReady != true { process = nil }
            let running = if let process { process } else { try DecoderProcess() }
            process = running
            return try running.decode(file, size: size, toFit: box, mustStop: mustStop)
        }
    }
}
