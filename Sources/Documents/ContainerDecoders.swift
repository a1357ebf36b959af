import Decoding
import FileTree
import Synchronization

/// The decoder processes of the containers that were read last.
final class ContainerDecoders: Sendable {
    /// Returns the decoder processes of a container when something is decoded.
    typealias Provider = @Sendable () -> DecoderPool

    /// Those of all documents.
    static let shared = ContainerDecoders()

    /// A container and the one beside it are read by turns.
    private static let maxContainers = 2

    private let known = Mutex<[(identity: FileIdentity, pool: DecoderPool)]>([])

    /// Returns the processes of a container; nil if its identity is not known.
    func pool(for tree: any FileTree) -> DecoderPool? { (try? tree.identity).map { pool(for: $0) } }

    /// Returns the processes of a container: no other one is decoded by them.
    func pool(for identity: FileIdentity) -> DecoderPool {
        known.withLock { known in
            let index = known.firstIndex { $0.identity == identity }
            let entry = index.map { known.remove(at: $0) } ?? (identity: identity, pool: DecoderPool())
            known.append(entry)
            if known.count > Self.maxContainers { known.removeFirst() }
            return entry.pool
        }
    }
}
