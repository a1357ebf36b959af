import Databases
import Decoding
import Formats
import Synchronization

/// The results of examining the bytes of a source, each found once for all readers.
final class DerivedContents: Sendable {
    /// The database in it, or why it cannot be opened.
    let database = Once<Result<Database, DatabaseError>>()
    /// The encoding of its text; nil if it is none.
    let text = Once<TextDetection?>()
    /// The decoder processes of a source whose container is not known.
    let decoders = Once<DecoderPool>()
    /// The type that its first bytes tell; nil if it is unknown.
    let signature = Once<FileSignature?>()
}

/// A value that is made when it is first needed, once.
struct Once<Value: Sendable>: ~Copyable, Sendable {
    private let made = Mutex<Value?>(nil)

    /// The value; nil if it was not needed yet.
    var known: Value? { made.withLock { $0 } }

    /// Returns the value, made by `make` at the first call.
    func value(_ make: () -> Value) -> Value {
        made.withLock { made in
            if let made { return made }
            let value = make()
            made = .some(value)
            return value
        }
    }
}
