import ArgumentParser
import Comparison
import ContainerModel
import ContainerStore
import Jobs
import Screen
import System
import TimePoints

struct WatchCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print what changes in a container as it happens.",
        discussion: """
            Prints what `diff` would, as an app changes it: which row, key, line or file, with the time and the \
            badges, until ^C. It starts from a temporary time point, so that earlier values are known. Nothing in \
            the container is written or locked, and databases are read with their logs while the app writes to them.

            The container is looked at every few milliseconds; what is written and reverted in between \
            is not seen. Files that apps change through memory mappings, such as those of Realm, and mounts of \
            devices report no changes: they are checked every second.

            If the container is removed, moved away or replaced, as by an installation, a message says so, and what \
            appears at the same path is compared with it as a whole; --timeout limits the wait for that.

              sandglass watch App.xcappdata
              sandglass watch --json . | jq -c 'select(.of == "row")'
              sandglass watch --keep-every 5m App.xcappdata
            """
    )

    @Argument(
        help: "The container, directory or file to watch, with everything in it.",
        completion: Completions.items)
    var path = "."

    @Flag(help: "Print one JSON object per change: those of `diff`, with the time.")
    var json = false

    @Flag(help: "Print *** instead of values.")
    var mask = false

    @Option(
        help: ArgumentHelp(
            "Keep a time point at this interval, if something has changed: 30s, 5m, 1h.", valueName: "interval"))
    var keepEvery: WatchInterval?

    @Option(
        help: ArgumentHelp(
            "Exit with status 66 if nothing is at the path for this long: 30s, 5m, 1h.", valueName: "interval"))
    var timeout: WatchInterval?

    @Flag(help: "Follow links in a container out of it.")
    var follow = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func perform() throws {
        guard case .item(let item, let tree, let container) = try ComparedSide(at: path, app, follows: follow) else {
            throw Failure(.usage, "\(DisplayText(path)): a value inside a file cannot be watched; watch the file")
        }
        let state = StateDirectory.fromEnvironment()
        if let path = state.path { try ContainerStore.requireOutside(path) }
        let points = try keepEvery.map { interval in
            guard container != nil else {
                throw Failure(.usage, "\(DisplayText(path)): only containers can be kept as time points")
            }
            return WatchTimePoints(in: try app.store.opened(), every: interval)
        }
        let watch = try naming(path) {
            try SideWatch(
                item, of: tree, in: container, state: state, cancellation: Interruption.cancellation
            ) {
                guard case .item(let item, let tree, let container) = try ComparedSide(at: path, app, follows: follow)
                else { throw Failure(.usage, "it is no longer a file or directory") }
                return (item, tree, container)
            }
        }
        watch.options.reportsFollowing = json
        watch.options.opensNew = true
        Interruption.watch(waking: watch.stopDescriptor)
        defer { watch.close() }
        do throws(WatchError) {
            try watch.makeStartingPoint { path, reason in Self.reportProblem(path, reason) }
        } catch {
            guard error.code != .cancelled else { return }
            throw Failure(error, at: path)
        }
        writeError("sandglass: watching \(DisplayText(path)); ^C ends")
        try follow(watch, points)
    }

    private func follow(_ watch: SideWatch, _ points: WatchTimePoints?) throws {
        let output = WatchOutput(asJSON: json, masks: mask)
        var points = points
        while true {
            let count = output.count
            // What is gone cannot be kept.
            let due = watch.absenceTime == nil ? points?.due : end(of: watch)
            let step = watch.next(until: due, output: STDOUT_FILENO) { output.printReport($0) }
            try output.flush()
            if output.count > count { points?.noteChange() }
            if let end = end(of: watch), end <= MonotonicClock.now() {
                throw Failure(.noInput, "\(DisplayText(path)): nothing has appeared at this path since it went")
            }
            if step == .due, watch.absenceTime == nil, let container = watch.container { points?.keep(container) }
            guard step == .ended else { continue }
            if let failure = points?.failure { throw failure }
            return
        }
    }

    /// When to stop waiting for something at the path; nil while there is something, or without a limit.
    private func end(of watch: SideWatch) -> UInt64? {
        guard let timeout, let absent = watch.absenceTime else { return nil }
        return MonotonicClock.now() + max(timeout.seconds * 1_000_000_000, absent) - absent
    }

    static func reportProblem(_ path: ContainerPath, _ reason: String) {
        writeError("sandglass: \(shown(path, isDirectory: false)): \(DisplayText(reason))")
    }
}

/// An interval as it is written: a number of seconds, or of minutes or hours with their letters.
struct WatchInterval: ExpressibleByArgument {
    let seconds: UInt64

    private static let year: Int64 = 31_536_000

    init?(argument: String) {
        guard let seconds = TimeSpan.seconds(argument, in: 1...Self.year).map(UInt64.init) else { return nil }
        self.seconds = seconds
    }
}

/// The time points of a container that is watched.
private struct WatchTimePoints {
    private let store: TimePointStore
    private let interval: UInt64
    private var last = MonotonicClock.now()
    private var hasChanged = false
    private var failed: (count: Int, status: ExitStatus)?

    init(in store: TimePointStore, every interval: WatchInterval) {
        self.store = store
        self.interval = interval.seconds * 1_000_000_000
    }

    /// When the next one is kept; nil until something changes.
    var due: UInt64? { hasChanged ? last + interval : nil }

    /// The failure with which the command ends, since not every time point was kept as it should have been.
    var failure: Failure? {
        failed.map {
            Failure($0.status, "\($0.count) time point\($0.count == 1 ? "" : "s") could not be kept, or only in part")
        }
    }

    private mutating func noteFailure(_ status: ExitStatus) {
        // The first one is the reason; a store that is full is worse than an item that could not be read.
        failed = ((failed?.count ?? 0) + 1, failed?.status == .cannotCreate ? .cannotCreate : status)
    }

    mutating func noteChange() { hasChanged = true }

    mutating func keep(_ container: Container) {
        last = MonotonicClock.now()
        hasChanged = false
        do throws(TimePointError) {
            var keeper = TimePointKeeper(
                of: container, in: store, progress: ProgressMeter(), cancellation: Interruption.cancellation)
            let kept = try keeper.keep(as: nil, note: "while it was watched")
            writeError("sandglass: kept @\(DisplayText(kept.name))")
            for problem in kept.problems.first { WatchCommand.reportProblem(problem.path, problem.reason) }
            if !kept.problems.isEmpty { noteFailure(.inputOutput) }
        } catch {
            guard error.code != .cancelled else { return }
            writeError("sandglass: no time point was kept: \(DisplayText(error.message))")
            noteFailure(ExitStatus(rawValue: Failure(error).status) ?? .cannotCreate)
        }
    }
}

extension Failure {
    init(_ error: WatchError, at path: String) {
        let status: Status =
            switch error.code {
            case .unsuitable: .data
            case .unreadable: .noInput
            case .noWatches: .unavailable
            case .cannotStore: .cannotCreate
            case .cancelled: .system
            }
        self.init(status, "\(DisplayText(path)): \(error.message)")
    }
}
