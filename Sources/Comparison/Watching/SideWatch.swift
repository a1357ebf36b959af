package import ContainerModel
package import ContainerStore
import Databases
package import FileTree
package import Jobs
import System

/// Watches a directory of this computer, or a single file, and tells what changes, by meaning, as it happens.
///
/// It begins from a temporary time point: a copy of each file. When the system reports that an item has changed, the item
/// is copied, and both copies are compared, so that an app that goes on writing makes no difference. Used by one thread.
/// Nothing in the directory is written or locked, and nothing wakes the process until something changes, unless there are
/// files of which the system reports no changes.
package final class SideWatch {
    /// How files are looked at of which the system reports no changes.
    struct Polling: Sendable {
        /// How often, in milliseconds.
        var interval: UInt64 = 1_000
        /// Whether the system reports no changes of what is in an open directory.
        var isSilent: @Sendable (Descriptor) -> Bool = { FileSystemKind(of: $0.number).isSilent }
    }

    /// What a call of `next` has come to.
    package enum Step: Hashable, Sendable {
        /// Changes were looked at; whether any were told is not said.
        case looked
        /// The time that was given has come.
        case due
        /// It was stopped, or nothing more can be told.
        case ended
    }

    var tree: any FileTree
    /// The root, or the name of the single item.
    let start: ContainerPath
    /// Where the tree begins in the container.
    var directory: ContainerPath
    /// The container that is watched; nil outside of containers. Another one may take its place.
    package var container: Container?
    /// How what has changed is compared.
    package var options = ComparisonOptions()
    /// Opens the path again once something else is there; nil if it is not followed.
    let reopen: (() throws -> Opened)?
    /// Where the directory is.
    var rootPath: [UInt8]?
    /// The directories on the way to it, with the name that each has of the way.
    var way: [DirectoryWatch.Watch: [UInt8]] = [:]
    /// Whether the directory may have left its place.
    var isInDoubt = false
    /// The state of the path, if it leads nowhere.
    var absence: Absence?
    let store: WatchStore
    let watch: DirectoryWatch
    let cancellation: Cancellation
    let stopping: Descriptor
    var known = KnownItems()
    /// The databases, with the moment of the last look at each.
    var databases: [ContainerPath: DatabaseImageMoment] = [:]
    var pending = PendingChanges()
    private var paths: [DirectoryWatch.Watch: ContainerPath] = [:]
    private var watches: [ContainerPath: DirectoryWatch.Watch] = [:]
    /// The directories of which the system reports no changes.
    var silentDirectories: Set<ContainerPath> = []
    /// The files that apps change through memory, with what their beginning was.
    var mappedFiles: [ContainerPath: MappedFile] = [:]
    /// Whether the system has dropped events since the last look.
    var hasLostEvents = false
    private let polling: Polling
    private var lastPoll: UInt64 = 0
    private var hasEnded = false

    /// Prepares to watch an item and everything in it.
    /// - Parameters:
    ///   - path: The item.
    ///   - whole: The tree with the item.
    ///   - container: The container that the tree is of, whose rules give the badges; nil outside of containers.
    ///   - state: Where the temporary time point is stored.
    ///   - reopen: Opens the path again when another directory takes its place; nil if that is not followed.
    /// - Throws: `WatchError`
    package convenience init(
        _ path: ContainerPath, of whole: any FileTree, in container: Container?,
        state: StateDirectory = .fromEnvironment(), cancellation: Cancellation = Cancellation(),
        reopening reopen: (() throws -> Opened)? = nil
    ) throws(WatchError) {
        try self.init(
            path, of: whole, in: container, state: state, polling: Polling(), cancellation, reopening: reopen)
    }

    /// Prepares to watch an item, with a given way of polling.
    /// - Throws: `WatchError`
    init(
        _ path: ContainerPath, of whole: any FileTree, in container: Container?, state: StateDirectory,
        polling: Polling, _ cancellation: Cancellation = Cancellation(), reopening reopen: (() throws -> Opened)? = nil
    ) throws(WatchError) {
        self.polling = polling
        self.reopen = reopen
        do throws(FileTreeError) {
            let part = try WatchedPart(path, of: whole)
            (tree, directory, start) = (part.tree, part.directory, part.start)
            watch = try DirectoryWatch()
        } catch {
            throw WatchError(error.code == .unusable ? .unsuitable : .unreadable, error.reason)
        }
        let opened = sandglass_event_descriptor()
        guard opened >= 0 else { throw WatchError(.noWatches, Errno(rawValue: -opened).description) }
        stopping = Descriptor(owning: opened)
        self.container = container
        self.cancellation = cancellation
        store = try WatchStore(in: state)
        if let path = tree.root.descriptor.flatMap({ Platform.path(of: $0) }),
            let own = Platform.path(of: store.known.descriptor), own.starts(with: path == [0x2f] ? path : path + [0x2f])
        {
            store.remove()
            throw WatchError(
                .unsuitable,
                "the program's state directory is in it; set XDG_STATE_HOME to a directory outside of it")
        }
    }

    /// The descriptor that ends the watch when 8 bytes are written to it, as a signal handler may do.
    package var stopDescriptor: Int32 { stopping.number }

    /// Ends the watch from another thread, even if it has ended already.
    package var stopper: WatchStopper { WatchStopper(descriptor: stopping) }

    /// Ends the watch that a descriptor belongs to; may be called by a signal handler.
    package static func stop(_ descriptor: Int32) {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Removes the temporary time point. Nothing can be told after this.
    package func close() {
        hasEnded = true
        store.remove()
    }

    // MARK: Waiting

    /// Waits until something has changed, and tells what.
    /// - Parameters:
    ///   - deadline: When to return at the latest, in nanoseconds on the monotonic clock; nil for no such time.
    ///   - output: A descriptor that ends the watch when the reader of its pipe is gone; -1 for none.
    ///   - receive: Receives what there is to tell; returns whether more is wanted.
    package func next(
        until deadline: UInt64? = nil, output: Int32 = -1, _ receive: @escaping (WatchReport) -> Bool
    ) -> Step {
        while !hasEnded {
            let now = MonotonicClock.now()
            let wasAbsent = absence != nil
            if isInDoubt, !checkPlace(receive) { return end() }
            if let absence, wasAbsent, absence.next <= now, !tryAgain(receive) { return end() }
            // Whoever waits for something at the path has to know.
            if wasAbsent != (absence != nil) { return .looked }
            let isPolling = !silentDirectories.isEmpty || !mappedFiles.isEmpty
            if isPolling, now >= lastPoll &+ polling.interval * 1_000_000 {
                lastPoll = now
                poll(at: now)
            }
            let look = pending.take(at: now)
            if !look.isEmpty {
                guard self.look(look, receive) else { return end() }
                return .looked
            }
            if let deadline, deadline <= now { return .due }
            let times = [
                pending.due, deadline, absence?.next, isPolling ? lastPoll &+ polling.interval * 1_000_000 : nil,
            ].compactMap(\.self)
            let wait = times.min().map { Int32(clamping: (max($0, now) - now + 999_999) / 1_000_000) }
            let awakening = watch.wait(wake: stopping.number, output: output, milliseconds: wait)
            if awakening.contains(.failure) || awakening.contains(.woken) || cancellation.isCancelled { return end() }
            if awakening.contains(.changes) { takeChanges() }
        }
        return .ended
    }

    private func end() -> Step {
        hasEnded = true
        return .ended
    }

    /// Takes what the system has reported.
    func takeChanges() {
        let now = MonotonicClock.now()
        watch.take { change in
            guard !change.kinds.contains(.overflow) else {
                hasLostEvents = true
                pending.addAll(below: start)
                return
            }
            guard let path = paths[change.watch] else {
                guard let name = way[change.watch] else { return }
                isInDoubt = isInDoubt || change.kinds.contains(.place) || change.name == name
                return
            }
            if path.isRoot, change.kinds.contains(.place) { isInDoubt = true }
            if change.kinds.contains(.ended) {
                // The number may be used for another directory later.
                paths[change.watch] = nil
                if watches[path] == change.watch { watches[path] = nil }
                return
            }
            let item = change.name.isEmpty ? path : path.appending(name: change.name)
            guard let item, isWatched(item) else { return }
            let place = databaseWith(part: item) ?? item
            let (isPart, isKnown) = (place != item, known[place] != nil)
            pending.add(
                Array(place.lastComponent ?? []), in: place.parent ?? .root,
                isNameChange: !isPart && change.kinds.contains(isKnown ? .removed : .added),
                isWritten: isPart || !change.kinds.isDisjoint(with: [.written, .added, .removed]), at: now)
        }
    }

    /// Whether an item is one of those that are watched: of a single file, only it and what belongs to it.
    private func isWatched(_ path: ContainerPath) -> Bool {
        start.isRoot || path == start || databaseWith(part: path) == start
    }

    // MARK: Directories

    /// Watches a directory; changes before this are not reported.
    func beginWatching(_ path: ContainerPath) {
        guard let opened = try? tree.directory(at: path).descriptor else { return }
        // There may be no more watches, or the file system has none. What a mount does report would wake the process for
        // a part of the changes alone.
        guard !polling.isSilent(opened), let number = try? watch.watch(opened) else {
            silentDirectories.insert(path)
            return
        }
        silentDirectories.remove(path)
        if let before = paths[number], before != path { watches[before] = nil }
        paths[number] = path
        watches[path] = number
    }

    /// The directories that are watched, or looked at now and then.
    var watchedDirectories: Set<ContainerPath> { silentDirectories.union(watches.keys) }

    /// Stops watching a directory that is gone.
    func endWatching(_ path: ContainerPath) {
        silentDirectories.remove(path)
        guard let number = watches.removeValue(forKey: path) else { return }
        paths[number] = nil
        watch.forget(number)
    }
}

/// Ends a watch from any thread.
package struct WatchStopper: Sendable {
    fileprivate let descriptor: Descriptor

    /// Ends the watch.
    package func stop() { SideWatch.stop(descriptor.number) }
}

extension FileSystemKind {
    /// Whether changes made elsewhere are not reported by the system: FUSE, NFS, SMB and 9P. Source: linux/magic.h.
    fileprivate var isSilent: Bool {
        [0x6573_5546, 0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997].contains(number)
    }
}
