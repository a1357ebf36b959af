import ContainerModel
import Copying
import FileTree
import Formats
import Jobs
import Synchronization
import System

/// Stores the contents of files, each once, whatever the number of files and time points that have them.
///
/// Contents are collected in a directory of their own, and become part of the store together, once they are on disk: a
/// full disk, a kill or a power loss leave nothing that later time points could take for complete. Several threads may add
/// contents at the same time.
final class ContentsWriter: Sendable {
    /// The contents of a file.
    struct Contents: Sendable {
        let digest: [UInt8]
        /// The number of bytes, which differs from the file's size if that changed meanwhile.
        let size: UInt64
    }

    /// The reason why contents could not be read; failures of the store are `TimePointError`s.
    struct ReadFailure: Error, Sendable {
        let errno: Int32
    }

    /// Files up to this size are read before it is decided whether they have to be stored.
    private static let bufferSize = 1 << 20

    private let store: TimePointStore
    private let root: RootedDirectory
    private let objects: RootedDirectory
    private let name: ContainerPath
    private let incoming: Descriptor
    private let stored: StoredContents
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let state = Mutex(State())

    private struct State {
        /// The new contents: where they become part of the store, and their temporary names.
        var added: [(path: ContainerPath, name: [UInt8])] = []
        /// Their digests.
        var known: Set<[UInt8]> = []
        var count = 0
        var bytes: UInt64 = 0
    }

    /// The number of bytes of new contents.
    var bytes: UInt64 { state.withLock { $0.bytes } }

    /// - Parameter lookups: The number of files that were kept before.
    init(
        _ store: TimePointStore, _ root: RootedDirectory, lookups: Int, progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TimePointError) {
        (self.store, self.root, self.progress, self.cancellation) = (store, root, progress, cancellation)
        // The process identifier of one that is gone may have been used before.
        name = ContainerPath(TimePointLayout.incomingName(of: getpid())) ?? .root
        let failure = withNullTerminated(name.bytes) { sandglass_make_directory(root.descriptor.number, $0, 0o700) }
        guard failure == 0 else { throw TimePointError(writing: "create a directory", Errno(rawValue: -failure)) }
        do throws(FileTreeError) {
            objects = try root.subdirectory(TimePointLayout.objectsPath)
            incoming = try root.openDirectory(name)
            stored = StoredContents(objects, lookups: lookups)
        } catch {
            throw TimePointError(reading: error)
        }
    }

    /// Removes what did not become part of the store. Nothing is added after this.
    ///
    /// A thread that added contents may release this object later than the one that waits for it, even after the process
    /// has decided to end: a deinitializer would come too late.
    func close() { store.removeIncoming(name, in: root) }

    /// Returns whether contents that were kept before are in the store.
    func has(_ digest: [UInt8]) -> Bool { isNew(digest) || stored.has(digest) }

    /// Returns whether the store has contents, undamaged. What is damaged there is replaced by anyone who has the
    /// contents.
    private func has(_ digest: [UInt8], like file: Descriptor, size: UInt64) -> Bool {
        if isNew(digest) { return true }
        guard let object = stored.open(digest, size: size) else { return false }
        return ContentComparison().haveSameBytes(object, file, Cancellation())
    }

    /// As above, for contents in memory.
    private func has(_ digest: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
        if isNew(digest) { return true }
        guard let object = stored.open(digest, size: UInt64(bytes.count)),
            let found = try? object.part(at: 0, bytes.count)
        else { return false }
        return found.count == bytes.count && found.elementsEqual(bytes)
    }

    private func isNew(_ digest: [UInt8]) -> Bool { state.withLock { $0.known.contains(digest) } }

    /// Adds the contents of an open file, up to the given size.
    /// - Throws: `ReadFailure`, `TimePointError`
    func add(_ file: Descriptor, size: UInt64) throws -> Contents {
        let length = Int(min(size, UInt64(Self.bufferSize)))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, length), alignment: 4_096)
        defer { buffer.deallocate() }
        return size > UInt64(Self.bufferSize)
            ? try addLarge(file, size: size, through: buffer) : try addSmall(file, size: length, through: buffer)
    }

    private func addLarge(
        _ file: Descriptor, size: UInt64, through buffer: UnsafeMutableRawBufferPointer
    ) throws -> Contents {
        let (copy, name) = try make()
        do {
            var computation = SHA256()
            let count: UInt64
            if sandglass_clone_contents(file.number, copy.number) == 0 {
                // The clone is of one moment, whatever happens to the file.
                count = try ItemStatus(of: copy, path: .root).size
                try read(copy, count, through: buffer) { part, _ in computation.add(part) }
            } else {
                count = try read(file, size, through: buffer) { part, offset in
                    computation.add(part)
                    guard let offset else { return }
                    let failure = copy.write(part, at: offset)
                    guard failure == 0 else { throw TimePointError(writing: "write a file", Errno(rawValue: failure)) }
                }
                let failure = copy.setSize(count)
                guard failure == 0 else { throw TimePointError(writing: "write a file", Errno(rawValue: failure)) }
            }
            let digest = computation.end()
            if has(digest, like: file, size: count) { discard(name) } else { keep(name, digest, count) }
            return Contents(digest: digest, size: count)
        } catch {
            discard(name)
            throw error
        }
    }

    private func addSmall(
        _ file: Descriptor, size: Int, through buffer: UnsafeMutableRawBufferPointer
    ) throws -> Contents {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
        let count = size == 0 ? 0 : file.read(part, at: 0)
        guard count >= 0 else { throw ReadFailure(errno: errno) }
        let bytes = UnsafeRawBufferPointer(rebasing: part[..<count])
        progress.add(bytes: UInt64(count))
        var computation = SHA256()
        computation.add(bytes)
        let digest = computation.end()
        if !has(digest, bytes) {
            let (copy, name) = try make()
            let failure = copy.write(bytes, at: 0)
            guard failure == 0 else {
                discard(name)
                throw TimePointError(writing: "write a file", Errno(rawValue: failure))
            }
            keep(name, digest, UInt64(count))
        }
        return Contents(digest: digest, size: UInt64(count))
    }

    /// Reads a file in parts.
    /// - Parameter receive: Receives each part with its offset, which is nil for a part of a hole.
    /// - Returns: The number of bytes, fewer than `size` if the file is shorter by now.
    @discardableResult
    private func read(
        _ file: Descriptor, _ size: UInt64, through buffer: UnsafeMutableRawBufferPointer,
        _ receive: (UnsafeRawBufferPointer, UInt64?) throws -> Void
    ) throws -> UInt64 {
        var offset: UInt64 = 0
        while offset < size {
            if cancellation.isCancelled { throw TimePointError.cancelled }
            let data = file.nextData(at: offset, of: size)
            let isHole = data > offset
            let end = isHole ? data : file.nextHole(at: offset, of: size)
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<Int(min(UInt64(buffer.count), end - offset))])
            var count = part.count
            if isHole {
                _ = part.initializeMemory(as: UInt8.self, repeating: 0)
                // The end of a file that was truncated meanwhile is no hole.
                let now = try ItemStatus(of: file, path: .root).size
                guard now > offset else { break }
                count = Int(min(UInt64(count), now - offset))
            } else {
                count = file.read(part, at: offset)
                guard count >= 0 else { throw ReadFailure(errno: errno) }
                guard count > 0 else { break }
            }
            try receive(UnsafeRawBufferPointer(rebasing: part[..<count]), isHole ? nil : offset)
            offset += UInt64(count)
            progress.add(bytes: UInt64(count))
        }
        return offset
    }

    /// Returns whether `make()` gives such names.
    static func isTemporary(_ name: some Collection<UInt8>) -> Bool { name.allSatisfy { (0x30...0x39).contains($0) } }

    private func make() throws(TimePointError) -> (file: Descriptor, name: [UInt8]) {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let name = Array("\(number)".utf8)
        let made = withNullTerminated(name) { sandglass_create_file(incoming.number, $0, 0o600) }
        guard made >= 0 else { throw TimePointError(writing: "create a file", Errno(rawValue: -made)) }
        return (Descriptor(owning: made), name)
    }

    private func keep(_ name: [UInt8], _ digest: [UInt8], _ size: UInt64) {
        let path = TimePointLayout.object(digest)
        let isNew = state.withLock { state in
            guard state.known.insert(digest).inserted else { return false }
            state.added.append((path, name))
            state.bytes = state.bytes.addingSaturated(size)
            return true
        }
        // Another thread was quicker.
        if !isNew { discard(name) }
    }

    private func discard(_ name: [UInt8]) {
        _ = withNullTerminated(name) { sandglass_remove_name(incoming.number, $0, 0) }
    }

    /// Makes everything durable, and then the new contents and the time point part of the store.
    /// - Parameters:
    ///   - point: The bytes of the time point.
    ///   - pointName: Its name, which nothing may have unless it is replaced.
    ///   - replaces: Whether it replaces a time point of that name.
    func finish(_ point: [UInt8], named pointName: [UInt8], replacing replaces: Bool) throws(TimePointError) {
        let (file, name) = try make()
        let failure = point.withUnsafeBytes { file.write($0, at: 0) }
        guard failure == 0 else { throw TimePointError(writing: "write the time point", Errno(rawValue: failure)) }
        let added = state.withLock { $0.added }
        do throws(ItemFailure) {
            try sync(added.map(\.name), and: file)
            var directories: [Descriptor] = []
            for (path, name) in added {
                let directory = try rename(name, to: path)
                // Many are synced with the file system: they need not stay open.
                if added.count <= Self.fewContents { directories.append(directory) }
            }
            try sync(directories, of: added.count)
        } catch {
            throw TimePointError(writing: error.operation, Errno(rawValue: error.errno))
        }
        do throws(ItemFailure) {
            let points = try directory(TimePointLayout.points, "open the directory")
            if replaces {
                let failure = withNullTerminated(name) { from in
                    withNullTerminated(pointName) { sandglass_rename_over(incoming.number, from, points.number, $0) }
                }
                guard failure == 0 else { throw ItemFailure("rename the time point", errno: -failure, path: .root) }
            } else {
                try Renaming.rename(name[...], in: incoming, to: pointName[...], in: points, path: .root)
            }
            do throws(ItemFailure) {
                try Durability.sync(points, path: .root)
            } catch {
                // Whoever is told that nothing was kept must not find it. One that was replaced is gone all the same.
                if !replaces { _ = withNullTerminated(pointName) { sandglass_remove_name(points.number, $0, 0) } }
                throw error
            }
        } catch {
            guard error.errno != EEXIST else {
                throw TimePointError(
                    .exists, "the time point \(String(decoding: pointName, as: UTF8.self)) already exists")
            }
            throw TimePointError(writing: error.operation, Errno(rawValue: error.errno))
        }
    }

    /// Up to this number of new contents are made durable one by one: the file system may have much of other programs to
    /// write.
    private static let fewContents = 4

    private func sync(_ names: [[UInt8]], and point: Descriptor) throws(ItemFailure) {
        guard names.count <= Self.fewContents else {
            return try Durability.syncFileSystem(of: root.descriptor, path: .root)
        }
        for name in names { try Durability.syncCopies([name[...]], in: incoming) }
        try Durability.sync(point, path: .root)
    }

    /// Makes the names of new contents durable.
    /// - Parameters:
    ///   - directories: The directories that they are in, unless there are many.
    ///   - count: The number of new contents.
    private func sync(_ directories: [Descriptor], of count: Int) throws(ItemFailure) {
        guard count <= Self.fewContents else {
            return try Durability.syncFileSystem(of: root.descriptor, path: .root)
        }
        guard !directories.isEmpty else { return }
        for directory in directories + [objects.descriptor] { try Durability.sync(directory, path: .root) }
    }

    /// Gives new contents their name.
    /// - Returns: The directory that they are in.
    private func rename(_ name: [UInt8], to path: ContainerPath) throws(ItemFailure) -> Descriptor {
        let parent = path.parent ?? .root
        let made = withNullTerminated(parent.bytes) { sandglass_make_directory(objects.descriptor.number, $0, 0o700) }
        guard made == 0 || made == -EEXIST else {
            throw ItemFailure("create a directory", errno: -made, path: parent)
        }
        let directory: Descriptor
        do throws(FileTreeError) {
            directory = try objects.openPath(parent)
        } catch {
            throw ItemFailure("open a directory", errno: error.errno, path: parent)
        }
        let last = path.lastComponent ?? []
        // Another process may have stored the same contents meanwhile; a damaged file of an earlier version of them is
        // replaced.
        let failure = withNullTerminated(name) { from in
            withNullTerminated(last) { sandglass_rename_over(incoming.number, from, directory.number, $0) }
        }
        guard failure == 0 else { throw ItemFailure("rename a file", errno: -failure, path: path) }
        return directory
    }

    private func directory(_ name: String, _ operation: String) throws(ItemFailure) -> Descriptor {
        do throws(FileTreeError) {
            return try root.openDirectory(ContainerPath(name) ?? .root)
        } catch {
            throw ItemFailure(operation, errno: error.errno, path: .root)
        }
    }
}
