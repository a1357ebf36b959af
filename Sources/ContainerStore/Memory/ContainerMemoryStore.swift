package import ContainerModel
import FileTree
import Formats
import Jobs
import System

/// Stores the memories of containers: one property list for each, in `containers` of the state directory.
///
/// Every change reads the list, changes it and replaces it while it holds a lock, so that two browsers lose nothing of
/// each other's. A list that cannot be understood is set aside, one of a newer version is left as it is.
package struct ContainerMemoryStore: Sendable {
    /// A container in the list of recent ones.
    package struct Recent: Hashable, Sendable {
        /// The path of its root.
        package let hostPath: [UInt8]
        /// The app's name, or its identifier.
        package let name: String
        /// The kind of container; nil if it is unknown.
        package let kind: ContainerKind?
        /// When it was last open, in seconds since 1970.
        package let visited: Int64
        /// The directory that was shown when it was left; nil if that is not remembered.
        package let place: ContainerPath?
        /// The number of marks.
        package let marks: Int
        /// The number of tagged items.
        package let tags: Int
        /// Whether something is still at its path. Of a container in an archive, this says that the archive exists, which
        /// is not read.
        package let exists: Bool

        /// Creates an entry of the list.
        package init(
            hostPath: [UInt8], name: String, kind: ContainerKind? = nil, visited: Int64, place: ContainerPath? = nil,
            marks: Int = 0, tags: Int = 0, exists: Bool = true
        ) {
            self.hostPath = hostPath
            self.name = name
            self.kind = kind
            self.visited = visited
            self.place = place
            self.marks = marks
            self.tags = tags
            self.exists = exists
        }
    }

    private static let folder = "containers"
    /// Real lists have a few KiB, unless very many items are tagged.
    private static let limit = 16 << 20
    /// How many containers without marks and tags are remembered.
    private static let maxRecent = 100

    private let directory: StateDirectory

    /// Creates a store in a directory, usually the user's state directory.
    package init(_ directory: StateDirectory = .fromEnvironment()) { self.directory = directory }

    /// Returns the memory of a container; nil if there is none.
    /// - Throws: `StateError` if the list is of a newer version, or could not be read and was set aside.
    package func memory(of container: Container) throws(StateError) -> ContainerMemory? {
        guard directory.path != nil else { return nil }
        let key = container.key
        guard let list = try list(key.fileName(in: Self.folder)), list["container"] == key.value else { return nil }
        return ContainerMemory(list)
    }

    /// Whether no container is remembered; false if none can be.
    package var isEmpty: Bool { directory.path != nil && names().isEmpty }

    /// Changes the memory of a container.
    /// - Parameter waitsForDisk: Whether the change is to survive a power failure.
    /// - Throws: `StateError` if the list cannot be read or written, or is of a newer version.
    package func update(
        _ container: Container, waitsForDisk: Bool = true, _ change: (inout ContainerMemory) -> Void
    ) throws(StateError) {
        let key = container.key
        let name = key.fileName(in: Self.folder)
        let app = container.description.app
        let path = container.description.hostPath
        try locked { () throws(StateError) in
            let list = try list(name)
            let old = list?["container"] == key.value ? list.flatMap { ContainerMemory($0) } : nil
            var memory = old ?? ContainerMemory(hostPath: path.bytes, name: "")
            memory.hostPath = path.bytes
            memory.kind = container.description.kind
            memory.name = app.name ?? app.executable ?? app.identifier ?? String(decoding: path.name, as: UTF8.self)
            let before = memory
            change(&memory)
            guard memory != before || old == nil else { return }
            let bytes = PropertyListWriter.xml(memory.list(for: key.value))
            try directory.write(bytes, to: name, waitsForDisk ? .durable : .untilPowerFails)
        }
    }

    /// Returns the containers that were open, the last one first, and of several at a path, one after the other, only the
    /// last one. Looks whether they still exist.
    /// - Parameter receive: Receives a sentence about each list that is left out.
    package func recent(reporting receive: (StateError) -> Void = { _ in }) -> [Recent] {
        var paths: Set<[UInt8]> = []
        return stored(reporting: receive).filter { paths.insert($0.memory.hostPath).inserted }.map { _, memory in
            Recent(
                hostPath: memory.hostPath, name: memory.name, kind: memory.kind, visited: memory.visited,
                place: memory.session.flatMap { ContainerPath(bytes: $0.place) }, marks: memory.marks.count,
                tags: memory.tags.count,
                // A device or a host is not looked at: it may not answer, and is opened again when it is back.
                exists: SourceAddress.ofMount(memory.hostPath) != nil
                    || withNullTerminated(memory.hostPath) { access($0, F_OK) } == 0
                    || BackupFolder.find(memory.hostPath, entersArchives: false) != nil
                    || TreeFile.find(memory.hostPath) != nil
            )
        }
    }

    /// Lets tags and marks follow items that were moved or renamed, in whichever container they are, and tags go to the
    /// trash and come back with their items.
    /// - Parameter journeys: Returns where items have gone; called if anything has a tag or a mark.
    /// - Throws: `StateError` for the first list that was set aside or cannot be read or written; the others follow all
    ///   the same. A list of a newer version stays as it is.
    package func follow(_ journeys: () -> ItemJourneys) throws(StateError) {
        guard directory.path != nil, !names().isEmpty else { return }
        try locked { () throws(StateError) in
            var failure: StateError?
            let marked = stored(reporting: { if $0.code != .newer { failure = failure ?? $0 } }).filter { _, memory in
                !memory.tags.isEmpty || !memory.marks.isEmpty || !memory.trashedTags.isEmpty
            }
            let journeys = marked.isEmpty ? nil : journeys()
            for (name, memory) in marked {
                guard let journeys else { break }
                var next = memory
                next.follow(journeys)
                guard next != memory else { continue }
                do throws(StateError) {
                    guard let identity = try list(name)?["container"] else { continue }
                    try directory.write(PropertyListWriter.xml(next.list(for: identity)), to: name)
                } catch {
                    failure = failure ?? error
                }
            }
            if let failure { throw failure }
        }
    }

    /// Forgets the containers whose paths are wanted, with their marks and tags.
    /// - Returns: Those that were forgotten.
    /// - Throws: `StateError` for the first one that cannot be removed.
    package func forget(where isWanted: (_ hostPath: [UInt8]) -> Bool) throws(StateError) -> [ContainerMemory] {
        guard directory.path != nil else { return [] }
        return try locked { () throws(StateError) in
            var forgotten: [ContainerMemory] = []
            for (name, memory) in stored(reporting: { _ in }) where isWanted(memory.hostPath) {
                try directory.remove(name)
                forgotten.append(memory)
            }
            return forgotten
        }
    }

    /// Forgets the containers that were not open for longest, if there are too many, but none with marks or tags.
    package func prune() throws(StateError) {
        guard names().count > Self.maxRecent else { return }
        try locked { () throws(StateError) in
            for (name, memory) in stored(reporting: { _ in }).dropFirst(Self.maxRecent)
            where memory.marks.isEmpty && memory.tags.isEmpty {
                try directory.remove(name)
            }
        }
    }

    private func names() -> [String] {
        guard let path = try? directory.file(Self.folder),
            let root = try? RootedDirectory(hostPath: path), let opened = try? root.openDirectory(.root),
            let entries = try? DirectoryReader.read(opened, path: .root, cancellation: Cancellation())
        else { return [] }
        return (0..<entries.count).map { String(decoding: entries.name($0), as: UTF8.self) }
            .filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }
    }

    private func stored(reporting receive: (StateError) -> Void) -> [(name: String, memory: ContainerMemory)] {
        var found: [(name: String, memory: ContainerMemory)] = []
        for name in names().sorted() {
            let name = "\(Self.folder)/\(name)"
            do throws(StateError) {
                if let memory = try list(name).flatMap({ ContainerMemory($0) }) { found.append((name, memory)) }
            } catch {
                receive(error)
            }
        }
        return found.sorted { $0.memory.visited > $1.memory.visited }
    }

    /// Returns a list; nil if there is none.
    /// - Throws: `StateError` if it is of a newer version, or cannot be understood and was set aside.
    private func list(_ name: String) throws(StateError) -> PropertyListValue? {
        let file = try directory.file(name)
        let bytes: [UInt8]
        do throws(FileTreeError) {
            bytes = try FileContents.read(hostPath: file, limit: Self.limit)
        } catch {
            guard error.errno != ENOENT, error.errno != ENOTDIR else { return nil }
            guard error.errno == EFBIG || error.errno == EINVAL else {
                let text = String(decoding: file, as: UTF8.self)
                throw StateError(
                    .unusable, at: file, "the remembered state of this container is ignored: \(text): \(error.reason)",
                    cause: error)
            }
            throw setAside(file)
        }
        guard let list = try? PropertyListReader.read(bytes), let version = list["version"]?.integerValue else {
            throw setAside(file)
        }
        guard version <= ContainerMemory.version else {
            let text = String(decoding: file, as: UTF8.self)
            throw StateError(
                .newer, at: file, "\(text) is from a newer version of sandglass; it is ignored, and stays as it is")
        }
        guard version > 0, ContainerMemory(list) != nil else { throw setAside(file) }
        return list
    }

    /// Renames a list that cannot be understood, so that it is not in the way.
    private func setAside(_ file: [UInt8]) -> StateError {
        let other = file + ".damaged".utf8
        let isDone = withNullTerminated(file) { from in withNullTerminated(other) { rename(from, $0) } } == 0
        let rest = isDone ? "it is kept as \(String(decoding: other, as: UTF8.self))" : "and could not be renamed"
        return StateError(.unusable, at: file, "the remembered state of this container cannot be read; \(rest)")
    }

    /// Runs `body` while no other process changes a list. A process that was stopped in the middle is not waited for.
    private func locked<Result>(_ body: () throws(StateError) -> Result) throws(StateError) -> Result {
        let root = try directory.opened(makesIt: true)
        var attempts = 0
        while flock(root.descriptor.number, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK, attempts < Self.maxAttempts else {
                throw StateError(locking: directory, Errno.last)
            }
            attempts += 1
            usleep(Self.pause)
        }
        defer { flock(root.descriptor.number, LOCK_UN) }
        return try body()
    }

    /// Together two seconds.
    private static let maxAttempts = 200
    private static let pause: UInt32 = 10_000
}
