package import ContainerModel
package import FileTree
import Formats
import Synchronization
import System

/// Remembers which items of a container had the exclusion attribute, to detect its loss: an atomic rewrite (write to a
/// temporary file, rename) drops it and leaves no trace on the disk (container-rules.md, "Backup").
///
/// Stored in `exclusions` of the state directory. The index is an aid: if it cannot be stored, losses go unnoticed.
package final class ExclusionIndex: Sendable {
    /// The state of an item compared with the stored one.
    package enum Finding: Hashable, Sendable {
        /// The item has the attribute.
        case excluded
        /// The item does not have the attribute, and is not known to have had it.
        case notExcluded
        /// The item had the attribute, and has been replaced by another file without it.
        case lost
    }

    /// The identity of a file. The inode number alone is not enough: a file system may reuse it for a new file at once.
    private struct Identity: Equatable {
        var inode: UInt64
        var born: Int64?

        init(_ status: ItemStatus) {
            inode = status.inode
            born = status.born
        }

        init?(_ value: PropertyListValue) {
            guard let inode = value["inode"]?.integerValue else { return nil }
            self.inode = UInt64(bitPattern: inode)
            born = value["born"]?.integerValue
        }

        var value: PropertyListValue {
            var pairs: [(String, PropertyListValue)] = [("inode", .integer(Int64(bitPattern: inode)))]
            if let born { pairs.append(("born", .integer(born))) }
            return .dictionary(PropertyListDictionary(pairs))
        }
    }

    private struct State {
        var items: [ContainerPath: Identity] = [:]
        var isChanged = false
    }

    private let directory: StateDirectory
    private let key: ContainerKey
    /// Nil until first used: most sessions encounter nothing excluded.
    private let state = Mutex<State?>(nil)

    /// Creates an index without reading it.
    init(of key: ContainerKey, in directory: StateDirectory) {
        self.directory = directory
        self.key = key
    }

    /// Compares an item with its stored state, and updates that state.
    ///
    /// - Parameter isExcluded: Whether the item itself has the attribute.
    package func note(_ path: ContainerPath, _ status: ItemStatus, isExcluded: Bool) -> Finding {
        state.withLock { slot in
            var state = slot ?? load()
            defer { slot = state }
            let identity = Identity(status)
            guard !isExcluded else {
                if state.items.updateValue(identity, forKey: path) != identity { state.isChanged = true }
                return .excluded
            }
            guard let before = state.items[path] else { return .notExcluded }
            guard before == identity else { return .lost }
            // The same file without the attribute: it was removed on purpose.
            state.items[path] = nil
            state.isChanged = true
            return .notExcluded
        }
    }

    /// Forgets an item that should no longer be excluded, or that no longer exists.
    package func forget(_ path: ContainerPath) {
        state.withLock { slot in
            var state = slot ?? load()
            if state.items.removeValue(forKey: path) != nil { state.isChanged = true }
            slot = state
        }
    }

    /// Returns the items that had the attribute when last examined, at or below `start`, in no particular order.
    package func remembered(from start: ContainerPath) -> [ContainerPath] {
        state.withLock { slot in
            let state = slot ?? load()
            slot = state
            return state.items.keys.filter { $0 == start || $0.isInside(start) }
        }
    }

    /// Stores the changes since the last call.
    /// - Throws: `StateError` if the file cannot be written or removed.
    package func save() throws(StateError) {
        let items: [ContainerPath: Identity]? = state.withLock { slot in
            guard let state = slot, state.isChanged else { return nil }
            slot?.isChanged = false
            return state.items
        }
        guard let items, directory.path != nil else { return }
        let name = key.fileName(in: Self.folder)
        guard !items.isEmpty else { return try directory.remove(name) }
        let rows = items.sorted { $0.key < $1.key }.map { path, identity in
            PropertyListValue.dictionary(
                PropertyListDictionary([("path", .data(path.bytes)), ("file", identity.value)]))
        }
        let list = PropertyListDictionary([("container", key.value), ("items", .array(rows))])
        try directory.write(PropertyListWriter.xml(.dictionary(list)), to: name)
    }

    private static let folder = "exclusions"
    /// The most bytes read: room for ten thousand paths.
    private static let limit = 4 << 20

    /// Returns the stored state; empty if it cannot be read or belongs to another container.
    private func load() -> State {
        guard directory.path != nil, let file = try? directory.file(key.fileName(in: Self.folder)),
            let bytes = try? FileContents.read(hostPath: file, limit: Self.limit),
            let list = try? PropertyListReader.read(bytes), list["container"] == key.value
        else { return State() }
        var state = State()
        for row in list["items"]?.arrayValue ?? [] {
            guard let bytes = row["path"]?.dataValue, let path = ContainerPath(bytes: bytes),
                let identity = row["file"].flatMap({ Identity($0) })
            else { continue }
            state.items[path] = identity
        }
        return state
    }
}

extension Container {
    /// Stores changes to the exclusion index. Blocks; call it on a worker.
    package func keepExclusions() {
        // The index is only an aid: without it, losses go unnoticed, but everything else works.
        try? exclusions.save()
    }
}
