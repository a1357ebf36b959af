package import ContainerModel
package import ContainerStore
package import FileTree
package import Jobs
import System

/// A time point that was kept.
package struct KeptTimePoint: Sendable {
    /// The name.
    package let name: String
    /// The path on this computer.
    package let hostPath: [UInt8]
    /// The description.
    package let header: TimePointManifest.Header
    /// The number of bytes of contents that the store did not have.
    package let added: UInt64
    /// The items that could not be kept as they were, and why; the first of many.
    package let problems: BoundedList<Problem>
    /// The number of pipes, sockets and devices, of which only names and attributes are kept.
    package let others: Int
    /// Whether files may have been taken as unchanged although nobody can say whether a process writes to them.
    package let isUncertain: Bool
    /// The time points of the app's groups, which were kept together with this one.
    package internal(set) var parts: [KeptTimePoint] = []

    /// The groups that could not be kept with it, and why, as sentences.
    package internal(set) var missing: [String] = []

    /// This time point, and those of the app's groups.
    package var all: [KeptTimePoint] { [self] + parts }

    /// An item that could not be kept as it was.
    package struct Problem: Hashable, Sendable {
        /// The path from the container's root.
        package let path: ContainerPath
        /// The reason.
        package let reason: String
    }
}

/// Keeps a container as it is: names, contents, modes, owners, times, attributes, links and holes.
package struct TimePointKeeper {
    /// The number of files that are kept together, by all threads.
    private static let maxQueued = 256
    /// The number of problems that a time point describes.
    private static let maxProblems = 100

    /// Items that were found one after another.
    private struct Batch {
        var items: [TimePointManifest.Item] = []
        /// The files among them.
        var files: [FileKeeper.File] = []
    }

    private let container: Container
    private let store: TimePointStore
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private var header = TimePointManifest.Header()
    private var manifest = TimePointWriter()
    private var problems = BoundedList<KeptTimePoint.Problem>()
    private var others = 0
    /// The items that were found, and are not in the manifest yet.
    private var queued = Batch()
    /// The items before those, whose files are being kept by other threads while the walk goes on.
    private var begun: (batch: Batch, parts: WorkParts<[FileKeeper.Result]>)?
    /// The items that were kept together with a database.
    private var handled: Set<ContainerPath> = []
    private let pool = WorkerPool(threads: WorkerPool.cores)
    /// The time points that were kept together with this one.
    var parts: [TimePointManifest.Part] = []
    /// Whether it is one of those of another time point.
    var isPart = false
    /// What was not kept with it, as sentences.
    var missing: [String] = []

    /// Creates a keeper.
    /// - Parameters:
    ///   - progress: Counts files, and the bytes read.
    ///   - cancellation: Cancels it; nothing is kept then.
    package init(
        of container: Container, in store: TimePointStore, progress: ProgressMeter, cancellation: Cancellation
    ) {
        self.container = container
        self.store = store
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Keeps the container.
    /// - Parameters:
    ///   - name: The name; nil for one of the app's name and the time.
    ///   - note: A text of the user's.
    ///   - replaces: Whether a time point of that name is replaced, if there is one.
    ///   - decrypted: Whether what was encrypted is kept, too, decrypted.
    /// - Throws: `TimePointError`
    package mutating func keep(
        as name: String?, note: String, replacing replaces: Bool = false, evenDecrypted decrypted: Bool = false
    ) throws(TimePointError) -> KeptTimePoint {
        guard decrypted || !container.isSecret else {
            throw TimePointError(
                .refused,
                "the backup is encrypted, and a time point would store its contents decrypted; `sandglass keep "
                    + "--decrypted` permits that")
        }
        let name = try name.map { name throws(TimePointError) in try Self.name(given: Array(name.utf8)) }
        let root = try store.openedForKeeping()
        let lock = try store.locked(.withOthers, patience: TimePointStore.patience)
        defer { extendLifetime(lock) }
        (header.time, header.timeNanoseconds) = Self.now()
        let given = try freeName(name, in: root, replacing: replaces)
        let description = container.description
        header.note = String(note.prefix(1_000))
        header.hostPath = description.hostPath.bytes
        header.kind = description.kind
        header.identifier = description.app.identifier
        header.name = description.app.name
        header.appVersion = description.app.version
        (header.parts, header.isPart) = (parts, isPart)
        var inUse: FilesInUse?
        var known: KnownContents?
        if let directory = container.tree.writable {
            let files = FilesInUse()
            (inUse, known) = (files, KnownContents(of: header.hostPath, directory, files, in: store))
        }
        let contents = try ContentsWriter(
            store, root, lookups: known?.count ?? 0, progress: progress, cancellation: cancellation)
        defer { contents.close() }
        // Nothing may be added any more when the contents are closed.
        defer { begun?.parts.stop() }
        try keepItems(
            FileKeeper(
                known: known, inUse: inUse, contents: contents, progress: progress, cancellation: cancellation))
        header.problems =
            missing
            + problems.first.prefix(Self.maxProblems).map {
                "\(String(decoding: $0.path.bytes.prefix(200), as: UTF8.self)): \($0.reason)"
            }
        if cancellation.isCancelled { throw .cancelled }
        try contents.finish(manifest.finish(header), named: Array(given.utf8), replacing: replaces)
        return KeptTimePoint(
            name: given, hostPath: TimePointPath.hostPath(ofPoint: given.utf8, in: store.path), header: header,
            added: contents.bytes, problems: problems, others: others, isUncertain: known?.isUncertain ?? false)
    }

    private static func now() -> (seconds: Int64, nanoseconds: UInt32) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return (Int64(now.tv_sec), UInt32(now.tv_nsec))
    }

    // MARK: Names

    /// Returns the name for a time point that somebody has written, with or without `@`.
    /// - Throws: `TimePointError` if no time point can have it.
    package static func name(given written: [UInt8]) throws(TimePointError) -> String {
        let mark = UInt8(ascii: "@")
        let plain = written.first == mark ? written.dropFirst() : written[...]
        guard TimePointPath.isName(plain), plain.first != mark, let name = String(validating: plain, as: UTF8.self)
        else {
            throw TimePointError(
                .invalidName,
                "\(String(decoding: written.prefix(200), as: UTF8.self)) cannot be the name of a time point: a name is UTF-8 of "
                    + "up to 200 bytes without slashes and control characters, and does not begin with ., - or @")
        }
        return name
    }

    /// Returns whether no time point has a name.
    private static func isFree(_ name: String, in root: RootedDirectory) throws(TimePointError) -> Bool {
        let path = ContainerPath("\(TimePointLayout.points)/\(name)") ?? .root
        do throws(FileTreeError) {
            return try root.statusIfPresent(path) == nil
        } catch {
            throw TimePointError(reading: error)
        }
    }

    /// Returns a free name for a time point of a group that is kept together with one of a name: `NAME+GROUP`.
    static func partName(
        of name: String, _ identifier: String, in root: RootedDirectory
    ) throws(TimePointError) -> String {
        // An identifier comes from the container's metadata, which may have anything.
        let plain = String(identifier.map { isPlain($0) ? $0 : "-" }.prefix(80))
        let beginning = String(decoding: "\(name)+\(plain)".utf8.prefix(180), as: UTF8.self)
        for number in 1..<10_000 {
            let candidate = number == 1 ? beginning : "\(beginning)~\(number)"
            if TimePointPath.isName(candidate.utf8), try isFree(candidate, in: root) { return candidate }
        }
        throw TimePointError(.exists, "there are too many time points of \(plain)")
    }

    /// Returns the given name, or one of the app's name and the time that is free.
    func freeName(
        _ name: String?, in root: RootedDirectory, replacing replaces: Bool
    ) throws(TimePointError) -> String {
        func isFree(_ name: String) throws(TimePointError) -> Bool { try Self.isFree(name, in: root) }
        if let name {
            let isTaken = try !isFree(name)
            guard replaces || !isTaken else {
                throw TimePointError(
                    .exists, "the time point \(name) already exists; `sandglass keep --replace` replaces it")
            }
            return name
        }
        let time = LocalTime(secondsSince1970: header.time == 0 ? Self.now().seconds : header.time).iso8601
        let title = String(container.description.title.map { Self.isPlain($0) ? $0 : "-" }.prefix(60))
        let plain = title.first.map { $0 == "-" || $0 == "." } == true ? "container\(title)" : title
        let first = "\(plain)-\(time.filter { $0 != ":" })"
        for number in 1..<10_000 {
            let candidate = number == 1 ? first : "\(first)-\(number)"
            if try isFree(candidate) { return candidate }
        }
        throw TimePointError(.exists, "there are too many time points in this second")
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "." || character == "_")
    }

    // MARK: Items

    private mutating func keepItems(_ keeper: FileKeeper) throws(TimePointError) {
        var walk = TreeWalk(of: container.tree)
        while let step = walk.next() {
            if cancellation.isCancelled { throw .cancelled }
            switch step {
            case .item(let found):
                progress.beginItem(found.name)
                queue(found)
                if queued.files.count >= Self.maxQueued { try keepQueued(keeper) }
            case .leaving: break
            case .failure(let path, let error):
                guard !path.isRoot else { throw TimePointError(.inputOutput, error.message, cause: error) }
                // A directory whose entries cannot be read was the last item.
                if let last = queued.items.last, last.path == path {
                    queued.items[queued.items.count - 1].contents = .missing
                } else {
                    // Whatever is there was not examined, and a restoration must leave it alone.
                    var item = TimePointManifest.Item(path, .unexamined)
                    item.contents = .missing
                    queued.items.append(item)
                }
                note(path, error.message)
            }
        }
        try keepQueued(keeper)
        try finishBegun()
    }

    private mutating func note(_ path: ContainerPath, _ reason: String) {
        problems.append(KeptTimePoint.Problem(path: path, reason: reason))
    }

    private mutating func queue(_ found: TreeWalk.Item) {
        var item = TimePointManifest.Item(found.path, found.status)
        // What was encrypted is for the user alone, wherever it gets from here.
        if container.isSecret { item.status.permissions &= 0o700 }
        // Those of files are read together with their contents, on all threads.
        if found.status.kind != .file { item.attributes = found.directory.attributes(of: found.name) }
        switch found.status.kind {
        case .directory: header.directories += 1
        case .link:
            header.links += 1
            do throws(FileTreeError) {
                item.target = try found.directory.linkTarget(of: found.name, path: found.path)
            } catch {
                note(found.path, error.message)
            }
        case .file:
            queued.files.append(FileKeeper.File(item: item, name: Array(found.name), directory: found.directory))
        case .fifo, .socket, .characterDevice, .blockDevice, .unknown: others += 1
        }
        queued.items.append(item)
    }

    /// Begins to keep the files of the queue.
    private mutating func keepQueued(_ keeper: FileKeeper) throws(TimePointError) {
        let batch = queued
        queued = Batch()
        let files = batch.files
        let parts = pool.beginParts(of: files.count, size: 4, cancellation: cancellation) { range in
            files[range].map { keeper.keep($0) }
        }
        let earlier = begun
        begun = (batch, parts)
        if let earlier { try add(earlier.batch, earlier.parts.finish()) }
    }

    private mutating func finishBegun() throws(TimePointError) {
        guard let last = begun else { return }
        begun = nil
        try add(last.batch, last.parts.finish())
    }

    /// Adds the items of a batch to the time point in their order.
    /// - Parameter results: What became of its files; nil if that was cancelled.
    private mutating func add(_ batch: Batch, _ results: [[FileKeeper.Result]]?) throws(TimePointError) {
        guard let results else { throw .cancelled }
        var kept = results.joined().makeIterator()
        for item in batch.items {
            guard item.status.kind == .file else {
                manifest.add(item)
                continue
            }
            // There is a result for each file.
            guard let result = kept.next() else { break }
            if let failure = result.failure { throw failure }
            if handled.remove(item.path) != nil { continue }
            for problem in result.problems { problems.append(problem) }
            for item in result.items { add(item) }
            handled.formUnion(result.others)
        }
    }

    private mutating func add(_ item: TimePointManifest.Item) {
        header.files += 1
        header.bytes = header.bytes.addingSaturated(item.status.size)
        manifest.add(item)
    }
}

extension ItemStatus {
    /// The status of an item that could not be examined.
    fileprivate static let unexamined = ItemStatus(
        kind: .unknown, size: 0, permissions: 0, user: 0, group: 0, links: 1, inode: 0, device: 0, modified: 0,
        modifiedNanoseconds: 0)
}
