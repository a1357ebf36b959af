import Browser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Synchronization
import System

/// Watching the directories on screen for changes.
extension SessionWorkers {
    func watch(_ wanted: Set<ItemAddress>) {
        let roots = open.table
        let epoch = epoch
        let mailbox = mailbox
        let watching = watching
        walks.submit {
            let quick = watching.watch(wanted, in: roots) {
                mailbox.post(.event(.directory(.changed($0)), epoch: epoch))
            }
            if !quick.isEmpty { mailbox.post(.event(.directory(.watchBegun(quick)), epoch: epoch)) }
        }
    }
}

/// The watches of a session, with the directory and side of each.
final class Watching: Sendable {
    private struct State {
        var watch: DirectoryWatch?
        var isRefused = false
        var paths: [DirectoryWatch.Watch: Set<ItemAddress>] = [:]
        var receive: (@Sendable (Set<ItemAddress>) -> Void)?
        var pacing: WatchPacing
    }

    private let state: Mutex<State>
    /// A single thread, which only waits.
    private let waiting = WorkerPool(threads: 1)

    /// Creates watches of no directories.
    /// - Parameter start: When the session began, in seconds since 1970.
    init(from start: Int64 = Int64(time(nil))) { state = Mutex(State(pacing: WatchPacing(from: start))) }

    /// Watches these directories, and no others.
    /// - Parameter receive: Called on a separate thread.
    /// - Returns: The directories in which files may have changed between their reading and the start of the watch, and that are
    ///   read quickly.
    func watch(
        _ wanted: Set<ItemAddress>,
        in roots: RootTable,
        receive: @escaping @Sendable (Set<ItemAddress>) -> Void
    ) -> Set<ItemAddress> {
        var missed: Set<ItemAddress> = []
        var quick: Set<ItemAddress> = []
        state.withLock { state in
            guard let watch = begun(&state) else { return }
            state.receive = receive
            let before = state.paths
            let known = Set(before.values.joined())
            state.paths = [:]
            for path in wanted {
                // Archives cannot be watched.
                guard let directory = try? roots.openPath(path), let number = try? watch.watch(directory) else {
                    continue
                }
                state.paths[number, default: []].insert(path)
                guard !known.contains(path) else { continue }
                if state.pacing.hasChanged(path, at: Self.changed(directory)) {
                    missed.insert(path)
                } else if state.pacing.isReadQuickly(path) {
                    quick.insert(path)
                }
            }
            for number in before.keys where state.paths[number] == nil { watch.forget(number) }
        }
        // Changes between the reading of a directory and the start of its watch went unreported.
        if !missed.isEmpty { receive(missed) }
        return quick
    }

    /// Returns when a directory or an entry's name in it was last changed, in seconds since 1970; the end of time if that is
    /// not known.
    private static func changed(_ directory: Descriptor) -> Int64 {
        var status = sandglass_stat()
        guard sandglass_status(directory.number, "", &status) == 0 else { return .max }
        return max(status.changed_seconds, status.modified_seconds)
    }

    private func begun(_ state: inout State) -> DirectoryWatch? {
        if let watch = state.watch { return watch }
        guard !state.isRefused, let watch = try? DirectoryWatch() else {
            state.isRefused = true
            return nil
        }
        state.watch = watch
        waiting.submit { [self] in
            while true {
                let wait = self.state.withLock { $0.pacing.timeout(at: MonotonicClock.now()) }
                let news = watch.next(timeoutMilliseconds: wait)
                // nil without a timeout means that the system reports no more changes.
                if news == nil, wait == nil { return }
                self.reportNews(news)
            }
        }
        return watch
    }

    /// Runs the reading of a directory, after which its changes are not reported for a while.
    func pace<Result>(_ path: ItemAddress, _ reading: () -> Result) -> Result {
        let start = MonotonicClock.now()
        state.withLock { $0.pacing.beginReading(path) }
        defer {
            let now = MonotonicClock.now()
            state.withLock { state in
                state.pacing.end(path, from: start, at: now)
                state.pacing.note(path, duration: now - start, at: Int64(time(nil)))
            }
        }
        return reading()
    }

    private func reportNews(_ news: DirectoryWatch.News?) {
        let (paths, receive) = state.withLock { state in
            switch news {
            case .tooMuch: state.pacing.add(Set(state.paths.values.joined()))
            case .changes(let watches): state.pacing.add(Set(watches.compactMap { state.paths[$0] }.joined()))
            case nil: break
            }
            return (state.pacing.due(at: MonotonicClock.now()), state.receive)
        }
        if !paths.isEmpty { receive?(paths) }
    }
}
