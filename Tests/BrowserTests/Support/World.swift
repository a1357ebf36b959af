import Audit
import Comparison
import ContainerModel
import ContainerStore
import Formats
import System
import TimePoints

@testable import Browser
@testable import FileTree
@testable import Inspection

/// A container in memory: what workers would find on a disk.
struct World: Sendable {
    /// An entry of a directory.
    struct Entry: Sendable {
        var name: [UInt8]
        var kind = ItemKind.file
        var size: UInt64 = 0
        var permissions: UInt16 = 0o644
        var modified = LocalTime(year: 2019, month: 2, day: 2, hour: 11, minute: 31, second: 2)
        /// The age in seconds at `World.now`.
        var age: Int64 = 86_400
        var exclusion: BackupKinds = []
        var target: String?
        var destination = LinkDestination.missing
        var head: [UInt8] = []
        /// Why the contents cannot be read; nil if they can.
        var failure: String?

        /// The contents for previews, limited to 100,000 bytes.
        var contents: [UInt8] {
            let count = max(head.count, Int(min(size, 100_000)))
            // As a whole: an iterator that is not optimised would take a third of the time of all tests of the browser.
            return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                let bytes = UnsafeMutableRawBufferPointer(buffer)
                bytes.copyBytes(from: head)
                if count > head.count { memset(bytes.baseAddress! + head.count, 0, count - head.count) }
                initialized = count
            }
        }

        init(_ name: String, _ kind: ItemKind = .file, size: UInt64 = 0) {
            self.init(Array(name.utf8), kind, size: size)
        }

        init(_ name: [UInt8], _ kind: ItemKind = .file, size: UInt64 = 0) {
            self.name = name
            self.kind = kind
            self.size = size
            if kind == .directory { permissions = 0o755 }
        }

        /// Creates a symbolic link.
        init(_ name: String, to target: String, _ destination: LinkDestination) {
            self.init(name, .link)
            self.target = target
            self.destination = destination
            permissions = 0o777
        }
    }

    var description: ContainerDescription
    /// The entries of each directory that exists.
    var directories: [ContainerPath: [Entry]]
    /// Standard directories with something else in their place.
    var faults: [ContainerPath: StandardDirectory.Presence] = [:]
    /// Directories that cannot be read, with the `errno`.
    var failures: [ContainerPath: Int32] = [:]
    /// What differs from any other side, by the paths from the root.
    var changes: [ContainerPath: ItemChange] = [:]
    /// The time points of the store, the oldest first.
    var timePoints: [TimePointStore.Point] = []
    /// What an audit finds; nil if it does not end.
    var audit: AuditResult?

    /// `World.now` in seconds since 1970.
    static let nowSeconds: Int64 = 1_549_200_000
    static let now = LocalTime(year: 2019, month: 2, day: 3, hour: 13, minute: 20)
}

extension World {
    func facts(of entry: Entry) -> EntryFacts {
        let type: UInt32 =
            switch entry.kind {
            case .directory: 4
            case .link: 10
            case .fifo: 1
            case .socket: 12
            case .characterDevice: 2
            case .blockDevice: 6
            case .file, .unknown: 8
            }
        var status = sandglass_stat()
        status.mode = type << 12 | UInt32(entry.permissions)
        status.size = entry.size
        status.links = 1
        status.modified_seconds = Self.nowSeconds - entry.age
        return EntryFacts(
            status: ItemStatus(status),
            modified: entry.modified,
            owner: "mobile",
            group: "mobile",
            exclusion: entry.exclusion,
            link: entry.target.map { EntryFacts.Link(target: Array($0.utf8), destination: entry.destination) }
        )
    }

    /// Returns the entries of a directory as a list, and their facts.
    func listing(of path: ContainerPath) -> (entries: EntryList, facts: [UInt32: EntryFacts])? {
        guard let found = directories[path] else { return nil }
        let list = EntryList(found.map { ($0.name, $0.kind) })
        return (list, Dictionary(uniqueKeysWithValues: found.indices.map { (UInt32($0), facts(of: found[$0])) }))
    }

    /// Returns everything below a directory as a list, and its facts.
    func descendants(of request: DirectoryRequest) -> (entries: EntryList, facts: [UInt32: EntryFacts])? {
        guard directories[request.path] != nil, case .descendants(let closed) = request.reach else { return nil }
        var list = EntryList()
        var facts: [UInt32: EntryFacts] = [:]
        func add(_ directory: ContainerPath) {
            for entry in directories[directory] ?? [] {
                guard let path = directory.appending(name: entry.name),
                    let relative = path.relative(to: request.path)
                else { continue }
                list.append(relative.bytes, kind: entry.kind)
                facts[UInt32(list.count - 1)] = self.facts(of: entry)
                if entry.kind == .directory, !closed.contains(path) { add(path) }
            }
        }
        add(request.path)
        return (list, facts)
    }

    func metadata(of path: ContainerPath) -> MetadataTable {
        let found = directories[path] ?? []
        var table = MetadataTable(count: found.count)
        for (index, entry) in found.enumerated() {
            table.sizes[index] = entry.kind == .directory ? 0 : entry.size
            table.times[index] = Self.nowSeconds - entry.age
        }
        table.totalSize = table.sizes.reduce(0, +)
        return table
    }

    func level(of path: ContainerPath) -> TreeLevel? {
        guard let found = directories[path] else { return nil }
        let children = found.filter { $0.kind == .directory }.map { entry in
            let below = path.appending(name: entry.name).flatMap { directories[$0] } ?? []
            return TreeLevel.Child(name: entry.name, hasSubdirectories: below.contains { $0.kind == .directory })
        }
        return TreeLevel(children: children)
    }

    func standardDirectories() -> [StandardDirectory] {
        RuleBook.standard.standardDirectories(in: description.kind).map { path in
            let presence = faults[path] ?? (directories[path] == nil ? .absent : .present)
            return StandardDirectory(path: path, presence: presence)
        }
    }

    func total(of path: ContainerPath) -> DirectoryTotal? {
        guard let found = directories[path] else { return nil }
        var total = DirectoryTotal()
        total.isComplete = true
        for entry in found {
            total.items += 1
            if entry.kind == .file { total.bytes += entry.size }
            guard entry.kind == .directory, let below = path.appending(name: entry.name).flatMap(self.total) else {
                continue
            }
            total.items += below.items
            total.bytes += below.bytes
        }
        return total
    }

    /// Returns the entry at a path; nil for the root and for a missing entry.
    func entry(_ path: ContainerPath) -> Entry? {
        guard let parent = path.parent, let name = path.lastComponent else { return nil }
        return directories[parent]?.first { $0.name.elementsEqual(name) }
    }
}
