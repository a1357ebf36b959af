import Synchronization
import System

/// Files that were unpacked or decrypted for random access: those used last are kept.
final class UnpackedFiles: Sendable {
    /// The total size in bytes of the files that are kept.
    private static let maxBytes: UInt64 = 64 << 20
    /// The number of files that are kept; each takes a descriptor.
    private static let maxFiles = 128

    private struct Kept {
        var files: [TreeIndex.Node: (file: Descriptor, size: UInt64)] = [:]
        var order: [TreeIndex.Node] = []
        var size: UInt64 = 0
    }

    private let kept = Mutex(Kept())

    /// Returns the file of an item; nil if it is not kept.
    subscript(node: TreeIndex.Node) -> Descriptor? { kept.withLock { $0.files[node]?.file } }

    /// Keeps the file of an item, and releases the oldest ones; does nothing for a large file.
    func keep(_ file: Descriptor, as node: TreeIndex.Node, size: UInt64) {
        guard size <= Self.maxBytes / 4 else { return }
        kept.withLock { kept in
            if kept.files.updateValue((file, size), forKey: node) == nil {
                kept.order.append(node)
                kept.size += size
            }
            while kept.size > Self.maxBytes || kept.order.count > Self.maxFiles, let oldest = kept.order.first {
                kept.order.removeFirst()
                kept.size -= kept.files.removeValue(forKey: oldest)?.size ?? 0
            }
        }
    }
}
