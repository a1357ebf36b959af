package import ContainerModel
import Databases
import FileTree
import Jobs
import System

/// Comparing again what has changed.
extension SideWatch {
    /// Makes the temporary time point, from which changes are told.
    /// - Parameter note: Receives the items that cannot be read, and why.
    /// - Throws: `WatchError`
    package func makeStartingPoint(note: (ContainerPath, String) -> Void) throws(WatchError) {
        watchWay()
        if !start.isRoot { beginWatching(.root) }
        var look = PendingChanges.Look()
        look.directories = [start]
        let found = gather(look) { note($0, $1.message) }
        guard found[start] != nil || cancellation.isCancelled else {
            throw WatchError(.unreadable, "no such file or directory")
        }
        for (path, item) in found.sorted(by: { $0.key < $1.key }) {
            guard !cancellation.isCancelled else { throw WatchError(.cancelled, "cancelled") }
            if let after = item.pair.after { known.set(after) }
            guard item.pair.after?.status.kind == .file else { continue }
            do throws(FileTreeError) {
                if let copy = try copyFile(path, to: store.known), case .database(let changes) = copy {
                    databases[path] = changes.moment
                }
            } catch {
                guard error.errno != ENOSPC, error.errno != EDQUOT else {
                    throw WatchError(.cannotStore, "the state directory is full: \(error.message)")
                }
                note(path, error.message)
            }
        }
    }

    /// The time that a copy takes, in nanoseconds, from which on the file is left alone for a while.
    private static let longCopy: UInt64 = 50_000_000
    /// When to look again at a database that was changed during each attempt to read it, in nanoseconds.
    private static let retryInterval: UInt64 = 20_000_000
    /// The length of that while, as a multiple of the time.
    private static let restFactor: UInt64 = 10

    /// A copy that was made of a file.
    private enum Copy {
        case file
        case database(DatabaseImage.Changes)
    }

    /// Compares what may have changed, and tells what has.
    /// - Returns: Whether more is wanted.
    func look(_ look: PendingChanges.Look, _ receive: @escaping (WatchReport) -> Bool) -> Bool {
        let time = Self.milliseconds()
        var isWanted = true
        func note(_ path: ContainerPath, _ error: FileTreeError) {
            if isWanted { isWanted = receive(.problem(path, error.message)) }
        }
        if hasLostEvents {
            hasLostEvents = false
            var difference = Difference(.changed, .item)
            difference.note = "the system lost events; everything is compared again"
            difference.kind = .directory
            isWanted = receive(.change(WatchedChange(difference: difference, time: time)))
        }
        let found = gather(look, note: note)
        var copies: [ContainerPath: Copy] = [:]
        var unreadable: Set<ContainerPath> = []
        for (path, item) in found where item.pair.after?.status.kind == .file {
            guard item.isWritten || item.pair.before?.status.kind != .file else { continue }
            let start = MonotonicClock.now()
            do throws(FileTreeError) {
                copies[path] = try copyFile(path, to: store.next)
                // A large file that goes on growing would be copied without end.
                let duration = MonotonicClock.now() - start
                if duration > Self.longCopy { pending.rest(path, until: start + Self.restFactor * duration) }
            } catch {
                unreadable.insert(path)
                // One that is gone by now is reported again.
                if !error.isDisappearance { note(path, error) }
            }
        }
        let pairs = found.filter { !unreadable.contains($0.key) || $0.value.pair.before != nil }
            .sorted { $0.key < $1.key }.map(\.value.pair)
        if isWanted { isWanted = compare(pairs, copies, time, receive) }
        keep(found, copies, note)
        return isWanted
    }

    private func compare(
        _ pairs: [SideComparison.Pair], _ copies: [ContainerPath: Copy], _ time: Int64,
        _ receive: @escaping (WatchReport) -> Bool
    ) -> Bool {
        let gone = Set(pairs.filter { $0.after?.status.kind != .file }.map(\.path))
        let layers = LayeredTree(upper: store.next, lower: store.known, gone: gone.filter { !$0.isRoot })
        var isWanted = true
        let comparison = SideComparison(
            ComparedTree(store.known, start: start, standingFor: directory, of: container),
            ComparedTree(layers, start: start, standingFor: directory, of: container),
            options, cancellation, ProgressMeter()
        ) { difference in
            isWanted = receive(.change(WatchedChange(difference: difference, time: time)))
            return isWanted
        }
        comparison.readFiles = Set(copies.keys)
        for case (let path, .database(let changes)) in copies { comparison.changedPages[path] = changes.pages }
        // A directory that was made together with its items is not known yet.
        let made = Dictionary(pairs.map { ($0.path, $0.after) }) { first, _ in first }
        let summary = comparison.compareAgain(pairs) { [known] path in known[path] ?? made[path] ?? nil }
        for problem in summary.problems.first where isWanted {
            isWanted = receive(.problem(problem.path, problem.reason))
        }
        return isWanted
    }

    /// Makes what was found the state that is known.
    private func keep(
        _ found: [ContainerPath: Found], _ copies: [ContainerPath: Copy], _ note: (ContainerPath, FileTreeError) -> Void
    ) {
        for (path, item) in found where item.pair.before != nil {
            let (old, new) = (item.pair.before?.status.kind, item.pair.after?.status.kind)
            guard new == nil || old != new else { continue }
            if old == .directory { endWatching(path) }
            if new == nil { known.remove(path) }
            store.forget(path, onlyKnown: new == .file)
            databases[path] = new == .file ? databases[path] : nil
            mappedFiles[path] = new == .file ? mappedFiles[path] : nil
        }
        for (path, item) in found {
            if let after = item.pair.after { known.set(after) }
            guard let copy = copies[path] else { continue }
            do throws(FileTreeError) {
                try keep(copy, of: path)
            } catch {
                note(path, error)
            }
        }
    }

    private func keep(_ copy: Copy, of path: ContainerPath) throws(FileTreeError) {
        switch copy {
        case .file:
            databases[path] = nil
            try store.adopt(path)
        case .database(let changes):
            databases[path] = changes.moment
            guard let next = store.open(path, in: store.next) else { return }
            guard changes.pages != nil, let old = store.open(path, in: store.known) else {
                _ = try store.copy(next, to: path, in: store.known)
                return
            }
            do throws(DatabaseError) {
                try DatabaseImage.apply(changes, from: next, to: old)
            } catch {
                throw FileTreeError(operation: "copy the database", unusable: error.message, path: path)
            }
        }
    }

    // MARK: Copies

    /// Copies a file as it is now, or brings the copy of a database up to date.
    /// - Returns: nil if its contents are the same as before.
    private func copyFile(_ path: ContainerPath, to layer: RootedDirectory) throws(FileTreeError) -> Copy? {
        let file = try tree.openFile(path)
        mappedFiles[path] = MappedFile(file)
        if try file.part(at: 0, DatabaseHeader.magic.count) == DatabaseHeader.magic {
            do {
                return try copyDatabase(path, file, to: layer).map { .database($0) }
            } catch let error as FileTreeError {
                throw error
            } catch {
                // One that cannot be read is compared as bytes.
            }
        }
        _ = try store.copy(file, to: path, in: layer)
        return .file
    }

    private func copyDatabase(
        _ path: ContainerPath, _ file: Descriptor, to layer: RootedDirectory
    ) throws -> DatabaseImage.Changes? {
        func opened(_ companion: Companion) throws(FileTreeError) -> Descriptor? {
            guard let beside = path.companion(companion) else { return nil }
            do throws(FileTreeError) {
                return try FileTreeError.unlessMissing { () throws(FileTreeError) in try tree.openFile(beside) }
            } catch {
                throw FileTreeError(
                    operation: "read the \(companion.suffix) file beside the database", unusable: error.reason,
                    path: path)
            }
        }
        // Without a log, the rows in it would be told as removed.
        for companion in Companion.logs { _ = try opened(companion) }
        func beside(_ companion: Companion) -> Descriptor? { (try? opened(companion)) ?? nil }
        let image = DatabaseImage(
            { .files(main: file, log: beside(.log), journal: beside(.journal)) }, cancellation: cancellation)
        if let moment = databases[path], let old = store.open(path, in: store.known) {
            if store.open(path, in: store.next) == nil { _ = try store.copy(old, to: path, in: store.next) }
            guard let copy = store.open(path, in: store.next) else {
                throw FileTreeError(errno: ENOENT, operation: "copy the database", path: path)
            }
            let changes = try image.refresh(copy, since: old, moment)
            guard changes.outcome == .read else {
                store.forgetNext(path)
                // The end of a transaction is reported.
                if changes.outcome == .unsettled {
                    pending.lookAgain(path, at: MonotonicClock.now() + Self.retryInterval)
                }
                return nil
            }
            let size = try ItemStatus(of: old, path: path).size
            guard changes.pages?.isEmpty == true, size == UInt64(changes.pageCount) * UInt64(changes.pageSize) else {
                return changes
            }
            databases[path] = changes.moment
            return nil
        }
        return try image.refresh(try store.create(path, in: layer), since: nil, nil)
    }

    static func milliseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) &* 1_000 &+ Int64(now.tv_nsec) / 1_000_000
    }
}
