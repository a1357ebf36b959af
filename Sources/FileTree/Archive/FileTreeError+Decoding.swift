import Decoding
import System

extension FileTreeError {
    /// Creates an error for a failure of the decoder process.
    init(_ failure: DecodingFailure, operation: String) {
        switch failure {
        case .stopped: self.init(errno: ECANCELED, operation: operation)
        case .outOfMemory: self.init(errno: ENOMEM, operation: operation)
        default: self.init(operation: operation, unusable: failure.reason)
        }
    }

    /// Creates an error for a fault of an archive, an entry or a compressed file.
    init(_ fault: ArchiveFault, operation: String) {
        switch fault {
        case .unreadable(let errno): self.init(errno: errno.rawValue, operation: operation)
        case .damaged, .nothing, .empty:
            self.init(operation: operation, damaged: "it is damaged: \(fault.words)")
        }
    }
}

/// Asks a decoder process for something.
/// - Throws: `FileTreeError`; with `ECANCELED` if it was cancelled.
func decoding<Result>(
    to operation: String, _ body: () throws(DecodingFailure) -> Result
) throws(FileTreeError) -> Result {
    do throws(DecodingFailure) {
        return try body()
    } catch {
        throw FileTreeError(error, operation: operation)
    }
}
