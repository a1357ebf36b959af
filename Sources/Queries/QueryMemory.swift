package import ContainerModel
package import FileTree
import Synchronization

/// Values that queries keep for later ones: the latest few that were expensive to open. Any of them can be made again.
package final class QueryMemory: Sendable {
    /// The source of a kept value: a part of a file in a certain version.
    package struct Key: Hashable, Sendable {
        let file: ItemAddress
        let part: [[UInt8]]
        /// The status of the file, and of those beside it that matter.
        let versions: [ItemStatus?]

        /// Creates a key.
        /// - Parameters:
        ///   - part: The part that distinguishes it from others made from the same file.
        ///   - versions: The status of the file, and of those beside it that matter; nil for a missing one.
        package init(_ file: ItemAddress, part: [[UInt8]], versions: [ItemStatus?]) {
            (self.file, self.part, self.versions) = (file, part, versions)
        }
    }

    /// The maximum number of things kept.
    private static let maximum = 8

    private struct Kept {
        /// The latest last.
        var values: [(key: Key, value: any Sendable)] = []
        /// The only files whose values are kept; nil for all files.
        var files: [ItemAddress]?
    }

    private let kept = Mutex(Kept())

    /// Creates an empty memory.
    package init() {}

    /// Returns the value kept under a key.
    package func value<Value: Sendable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        kept.withLock { kept in
            guard let index = kept.values.firstIndex(where: { $0.key == key }),
                let value = kept.values[index].value as? Value
            else { return nil }
            kept.values.append(kept.values.remove(at: index))
            return value
        }
    }

    /// Keeps a value under a key, in place of the value for an earlier version of the file, if values of the file are
    /// kept.
    package func keep(_ value: some Sendable, as key: Key) {
        kept.withLock { kept in
            guard kept.files?.contains(key.file) ?? true else { return }
            kept.values.removeAll { $0.key.file == key.file && $0.key.part == key.part }
            kept.values.append((key, value))
            if kept.values.count > Self.maximum { kept.values.removeFirst() }
        }
    }

    /// Forgets the values of all other files than these, now and later: an opened document holds the file open.
    package func keepOnly(_ files: [ItemAddress]) {
        kept.withLock { kept in
            guard kept.files != files else { return }
            kept.files = files
            kept.values.removeAll { !files.contains($0.key.file) }
        }
    }

    /// Forgets everything.
    package func forget() { kept.withLock { $0.values = [] } }
}
