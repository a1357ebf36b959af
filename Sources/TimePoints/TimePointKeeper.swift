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
    /// The number of attempts to read something that changes meanwhile.
    private static let attempts = 8
    /// The number of problems that a time point describes.
    private static let mostProblems = 100

    private let container: Container
    private let store: TimePointStore
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private var header = TimePointManifest.Header()
    private var manifest = TimePointWriter()
    private var problems = BoundedList<KeptTimePoint.Problem>()
    /// The last directory, until it is known whether its entries can be read.
    private var pending: TimePointManifest.Item?
    /// The items that were kept together with a database.
    private var handled: Set<ContainerPath> = []

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
    /// - Throws: `TimePointError`
    package mutating func keep(as name: String?, note: String) throws(TimePointError) -> KeptTimePoint {
        if let name { try Self.check(name) }
        let root = try store.opened(makesIt: true)
        if let alone = try? store.locked(.alone, patience: 0) {
            store.removeLeftovers(in: root)
            extendLifetime(alone)
        }
        let lock = try store.locked(.withOthers, patience: TimePointStore.patience)
        defer { extendLifetime(lock) }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        (header.time, header.timeNanoseconds) = (Int64(now.tv_sec), UInt32(now.tv_nsec))
        let given = try freeName(name, in: root)
        let description = container.description
        header.note = String(note.prefix(1_000))
        header.hostPath = description.hostPath.bytes
        header.kind = description.kind
        header.identifier = description.app.identifier
        header.name = description.app.name
        header.appVersion = description.app.version
        let contents = try ContentsWriter(store, root, progress: progress, cancellation: cancellation)
        let isOfHost = container.tree.writable != nil
        let known = isOfHost ? KnownContents(of: header.hostPath, in: store) : nil
        try keepItems(known, contents)
        header.problems = problems.first.prefix(Self.mostProblems).map {
            "\(String(decoding: $0.path.bytes.prefix(200), as: UTF8.self)): \($0.reason)"
        }
        if cancellation.isCancelled { throw .cancelled }
        try contents.finish(manifest.finish(header), named: Array(given.utf8))
        return KeptTimePoint(
            name: given, hostPath: TimePointPath.hostPath(ofPoint: given.utf8, in: store.path), header: header,
            added: contents.bytes, problems: problems)
    }

    // MARK: Names

    /// Checks the name of a time point.
    /// - Throws: `TimePointError` if no time point can have it.
    package static func check(_ name: String) throws(TimePointError) {
        guard TimePointPath.isName(name.utf8) else {
            throw TimePointError(
                .invalidName,
                "no time point can have this name: it has up to 200 bytes without slashes and control bytes, and does not "
                    + "begin with . or -")
        }
    }

    /// Returns the given name, or one of the app's name and the time that is free.
    private func freeName(_ name: String?, in root: RootedDirectory) throws(TimePointError) -> String {
        func isFree(_ name: String) throws(TimePointError) -> Bool {
            let path = ContainerPath("\(TimePointLayout.points)/\(name)") ?? .root
            do throws(FileTreeError) {
                return try root.statusIfPresent(path) == nil
            } catch {
                throw TimePointError(reading: error)
            }
        }
        if let name {
            guard try isFree(name) else { throw TimePointError(.exists, "there is a time point \(name) already") }
            return name
        }
        let time = LocalTime(secondsSince1970: header.time).iso8601
        let title = String(container.description.title.map { Self.isPlain($0) ? $0 : "-" }.prefix(60))
        let plain = title.first.map { $0 == "-" || $0 == "." } == true ? "container\(title)" : title
        let first = "\(plain)-\(time.filter { $0 != ":" })"
        for number in 1..<10_000 {
            let candidate = number == 1 ? first : "\(first)-\(number)"
            if try isFree(candidate) { return candidate }
        }
        throw TimePointError(.exists, "there are too many time points of this second")
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "." || character == "_")
    }

    // MARK: Items

    private mutating func keepItems(_ known: KnownContents?, _ contents: ContentsWriter) throws(TimePointError) {
        var walk = TreeWalk(of: container.tree)
        while let step = walk.next() {
            if cancellation.isCancelled { throw .cancelled }
            switch step {
            case .item(let item):
                flush()
                progress.begin(item.name)
                if handled.remove(item.path) != nil { continue }
                try keep(item, known, contents)
                progress.add(files: 1)
            case .leaving: flush()
            case .failure(let path, let error):
                if pending?.path == path { pending?.contents = .missing }
                guard !path.isRoot else { throw TimePointError(.inputOutput, error.message, cause: error) }
                note(path, error.message)
            }
        }
        flush()
    }

    private mutating func flush() {
        if let pending { manifest.add(pending) }
        pending = nil
    }

    private mutating func note(_ path: ContainerPath, _ reason: String) {
        problems.append(KeptTimePoint.Problem(path: path, reason: reason))
    }

    private mutating func keep(
        _ found: TreeWalk.Item, _ known: KnownContents?, _ contents: ContentsWriter
    ) throws(TimePointError) {
        var item = TimePointManifest.Item(found.path, found.status)
        item.attributes = Self.attributes(of: found.name, in: found.directory)
        switch found.status.kind {
        case .directory:
            header.directories += 1
            pending = item
        case .link:
            header.links += 1
            do throws(FileTreeError) {
                item.target = try found.directory.linkTarget(of: found.name, path: found.path)
            } catch {
                note(found.path, error.message)
            }
            manifest.add(item)
        case .file: try keepFile(item, found, known, contents)
        default: manifest.add(item)
        }
    }

    private static func attributes(
        of name: ArraySlice<UInt8>, in directory: TreeDirectory
    ) -> [(name: [UInt8], value: [UInt8])] {
        guard directory.hasAttributes(name) else { return [] }
        return directory.attributeNames(of: name).compactMap { attribute in
            directory.attribute(attribute, of: name).map { (attribute, $0) }
        }
    }

    private mutating func add(_ item: TimePointManifest.Item) {
        header.files += 1
        header.bytes = header.bytes.addingSaturated(item.status.size)
        manifest.add(item)
    }

    // MARK: Files

    private mutating func keepFile(
        _ given: TimePointManifest.Item, _ found: TreeWalk.Item, _ known: KnownContents?, _ contents: ContentsWriter
    ) throws(TimePointError) {
        var item = given
        if let digest = known?.digest(of: item.status), contents.has(digest, size: item.status.size) {
            (item.contents, item.digest) = (.stored, digest)
            progress.add(bytes: item.status.size)
            return add(item)
        }
        guard let file = try open(found, &item) else { return add(item) }
        guard let directory = found.directory.descriptor, isDatabase(file) else {
            try read(
                file, &item, isOfHost: found.directory.descriptor != nil, attempts: Self.attempts, contents)
            return add(item)
        }
        try keepDatabase(item, file, Array(found.name), in: directory, contents)
    }

    /// Opens a file; notes why it cannot be read.
    private mutating func open(
        _ found: TreeWalk.Item, _ item: inout TimePointManifest.Item
    ) throws(TimePointError) -> Descriptor? {
        do throws(FileTreeError) {
            return try found.directory.openFile(found.name, path: found.path)
        } catch {
            guard error.errno != EMFILE, error.errno != ENFILE else {
                throw TimePointError(.inputOutput, error.message, cause: error)
            }
            item.contents = .missing
            note(item.path, error.message)
            return nil
        }
    }

    private func isDatabase(_ file: Descriptor) -> Bool {
        let count = DatabaseMoment.signature.count
        return (try? file.part(at: 0, count)) == DatabaseMoment.signature
    }

    /// Reads a file until it does not change meanwhile, or the attempts are used up.
    private mutating func read(
        _ file: Descriptor, _ item: inout TimePointManifest.Item, isOfHost: Bool, attempts: Int,
        _ contents: ContentsWriter
    ) throws(TimePointError) {
        do {
            for attempt in 1...attempts {
                let before = try ItemStatus(of: file, path: item.path)
                // The size of a file in an archive or a backup is the one that is recorded there.
                let found = try contents.add(file, size: before.size)
                if isOfHost { item.status = before.of(size: found.size) }
                (item.contents, item.digest) = (.stored, found.digest)
                let after = try ItemStatus(of: file, path: item.path)
                if found.size == before.size, after.size == before.size, after.hasSameTimes(as: before) {
                    if !isOfHost { item.status = item.status.of(size: found.size) }
                    return
                }
                if attempt < attempts { usleep(10_000) }
            }
            note(item.path, "it was being written, and was kept as it was read last")
        } catch let error as TimePointError {
            throw error
        } catch {
            (item.contents, item.digest) = (.missing, [])
            note(item.path, Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as FileTreeError: error.message
        case let error as ContentsWriter.ReadFailure: "could not read the file: \(Errno(rawValue: error.errno))"
        default: "\(error)"
        }
    }

    // MARK: Databases

    /// Keeps a database together with its journal and its log at one moment.
    private mutating func keepDatabase(
        _ database: TimePointManifest.Item, _ file: Descriptor, _ name: [UInt8], in directory: Descriptor,
        _ contents: ContentsWriter
    ) throws(TimePointError) {
        var items: [TimePointManifest.Item] = []
        for attempt in 1...Self.attempts * 4 {
            if cancellation.isCancelled { throw .cancelled }
            let before = DatabaseMoment(name, in: directory)
            let counted = problems
            var main = database
            try read(file, &main, isOfHost: true, attempts: 1, contents)
            if main.contents == .stored { main.contents = .storedDatabase }
            items = [main] + (try companions(of: database.path, name, in: directory, contents))
            let after = DatabaseMoment(name, in: directory)
            if before.isCertain(until: after) { break }
            problems = counted
            if attempt == Self.attempts * 4 {
                note(database.path, "the database was written during every attempt, and was kept as it was read last")
            } else {
                usleep(25_000)
            }
        }
        for item in items {
            add(item)
            if item.path != database.path { handled.insert(item.path) }
        }
        // Those that have appeared since belong to a later moment.
        for ending in DatabaseMoment.companions {
            if let path = Self.path(database.path, ending) { handled.insert(path) }
        }
    }

    private static func path(_ database: ContainerPath, _ ending: [UInt8]) -> ContainerPath? {
        database.lastComponent.flatMap { (database.parent ?? .root).appending(name: $0 + ending) }
    }

    private mutating func companions(
        of database: ContainerPath, _ name: [UInt8], in directory: Descriptor, _ contents: ContentsWriter
    ) throws(TimePointError) -> [TimePointManifest.Item] {
        var items: [TimePointManifest.Item] = []
        for ending in DatabaseMoment.companions {
            let companion = name + ending
            guard let path = Self.path(database, ending),
                let status = try? ItemStatus(of: companion, in: directory, path: path), status.kind == .file
            else { continue }
            var item = TimePointManifest.Item(path, status)
            item.attributes = Self.attributes(of: companion[...], in: .host(directory))
            let file: Descriptor
            do throws(FileTreeError) {
                file = try TreeDirectory.host(directory).openFile(companion[...], path: path)
            } catch {
                guard error.code != .notFound else { continue }
                item.contents = .missing
                note(path, error.message)
                items.append(item)
                continue
            }
            // What is added to it meanwhile is of a later moment.
            let counted = problems
            try read(file, &item, isOfHost: true, attempts: 1, contents)
            if item.contents != .missing { problems = counted }
            items.append(item)
        }
        return items
    }
}

extension ItemStatus {
    /// Returns the status with another size.
    fileprivate func of(size: UInt64) -> ItemStatus {
        guard size != self.size else { return self }
        return ItemStatus(
            kind: kind, size: size, permissions: permissions, user: user, group: group, links: links, inode: inode,
            device: device, modified: modified, modifiedNanoseconds: modifiedNanoseconds, changed: changed,
            changedNanoseconds: changedNanoseconds, born: born, protection: protection)
    }
}
