package import ContainerModel
package import FileTree
import Formats
import Synchronization
import System

/// Remembers which items of a container carried the exclusion attribute, so that its loss shows up: an atomic rewrite
/// (write to a temporary, rename) drops it, and nothing on the disk tells afterwards that it was there
/// (container-rules.md, "Backup").
///
/// Kept in `exclusions` of the state directory. It is there to help: where nothing can be kept, nothing is noticed.
package final class ExclusionIndex: Sendable {
    /// What an item is, compared with what it was.
    package enum Finding: Hashable, Sendable {
        /// It carries the attribute.
        case excluded
        /// It does not, and is not known to have.
        case notExcluded
        /// Another file stands under its name than the one that carried the attribute, and has none.
        case lost
    }

    /// Which file it was. The number alone is not enough: a file system gives it to a new file at once.
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
    /// Nil until the first question: most sessions meet nothing that is excluded.
    private let state = Mutex<State?>(nil)

    /// Nothing is read yet.
    package init(of container: ContainerDescription, in directory: StateDirectory = .fromEnvironment()) {
        self.directory = directory
        key = ContainerKey(container)
    }

    /// Compares an item with what is remembered of it, and remembers what it is now.
    ///
    /// - Parameter isExcluded: whether it carries the attribute itself.
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
            // The same file without the attribute: somebody took it away.
            state.items[path] = nil
            state.isChanged = true
            return .notExcluded
        }
    }

    /// Forgets an item that is no longer to be excluded, or that is gone.
    package func forget(_ path: ContainerPath) {
        state.withLock { slot in
            var state = slot ?? load()
            if state.items.removeValue(forKey: path) != nil { state.isChanged = true }
            slot = state
        }
    }

    /// The items that carried the attribute when they were last looked at, at or below a directory, in no order.
    package func remembered(from start: ContainerPath) -> [ContainerPath] {
        state.withLock { slot in
            let state = slot ?? load()
            slot = state
            return state.items.keys.filter { $0 == start || $0.isInside(start) }
        }
    }

    /// Keeps what changed since the last time.
    /// - Throws: `StateError`
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
    /// In bytes: room for ten thousand paths.
    private static let limit = 4 << 20

    /// What was kept; nothing where it cannot be read or is another container's.
    private func load() -> State {
        guard directory.path != nil, let file = try? directory.file(key.fileName(in: Self.folder)),
            let bytes = try? FileContents.read(hostPath: file.bytes, limit: Self.limit),
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
    /// Keeps what was noted of excluded items. Work for a worker.
    package func keepExclusions() {
        // A help, no more: where nothing can be kept, losses are not noticed, and everything else works.
        try? exclusions.save()
    }
}
