import ArgumentParser
import Comparison
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Screen
import System
import TimePoints

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print what changes in a container as it happens.",
        discussion: """
            Prints what `diff` would, as an app changes it: which row, key, line or file, with the time and the badges, until \
            ^C. It begins from a temporary time point, so that the values before are known. Nothing in the container is \
            written or locked, and databases are read with their logs while the app writes to them.

            Differences between two looks, a few milliseconds apart, are told; what was written and taken back in between \
            is not seen. Files that apps change through memory, such as those of Realm, and mounts of devices report no \
            changes: they are looked at each second.

              sandglass watch App.xcappdata
              sandglass watch --json . | jq -c 'select(.of == "row")'
              sandglass watch --keep-every 5m App.xcappdata
            """
    )

    @Argument(
        help: "A container, a directory, or a file: what is watched is everything in it.",
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

    @Flag(help: "Follow links in a container out of it.")
    var follow = false

    @OptionGroup var store: StoreOptions
    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func run() throws { try reportingFailures(asJSON: json, watch) }

    private func watch() throws {
        DescriptorLimit.raise()
        guard case .item(let item, let tree, let container) = try ComparedSide(at: path, app, follows: follow) else {
            throw Failure(.usage, "\(DisplayText(path)): a value inside a file cannot be watched; watch the file")
        }
        let state = StateDirectory.fromEnvironment()
        if let path = state.path { try ContainerStore.requireOutside(path) }
        let points = try keepEvery.map { interval in
            guard let container else {
                throw Failure(.usage, "\(DisplayText(path)): only containers can be kept as time points")
            }
            return WatchTimePoints(of: container, in: try store.opened(), every: interval)
        }
        let watch: SideWatch
        do throws(WatchError) {
            watch = try SideWatch(
                item, of: tree, in: container, state: state, cancellation: Interruption.cancellation)
        } catch {
            throw Failure(error, at: path)
        }
        Interruption.watch(waking: watch.stopDescriptor)
        defer { watch.close() }
        do throws(WatchError) {
            try watch.begin { path, reason in Self.tell(path, reason) }
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
            let step = watch.next(until: points?.due, output: STDOUT_FILENO) { output.receive($0) }
            try output.flush()
            if output.count > count { points?.noteChange() }
            if step == .due { points?.keep() }
            guard step == .ended else { continue }
            if let failure = points?.failure { throw failure }
            return
        }
    }

    static func tell(_ path: ContainerPath, _ reason: String) {
        writeError("sandglass: \(DisplayText(bytes: path.isRoot ? [0x2e] : path.bytes)): \(DisplayText(reason))")
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
    private let container: Container
    private let store: TimePointStore
    private let interval: UInt64
    private var last = MonotonicClock.now()
    private var hasChanged = false
    private var failed: (count: Int, status: ExitStatus)?

    init(of container: Container, in store: TimePointStore, every interval: WatchInterval) {
        self.container = container
        self.store = store
        self.interval = interval.seconds * 1_000_000_000
    }

    /// When the next one is kept; nil until something changes.
    var due: UInt64? { hasChanged ? last + interval : nil }

    /// The failure with which the command ends, since not every time point was kept as it should have been.
    var failure: Failure? {
        failed.map {
            Failure($0.status, "\($0.count) time point\($0.count == 1 ? "" : "s") could not be kept, or not as a whole")
        }
    }

    private mutating func noteFailure(_ status: ExitStatus) {
        // The first one is the reason; a store that is full is worse than an item that could not be read.
        failed = ((failed?.count ?? 0) + 1, failed?.status == .cannotCreate ? .cannotCreate : status)
    }

    mutating func noteChange() { hasChanged = true }

    mutating func keep() {
        last = MonotonicClock.now()
        hasChanged = false
        do throws(TimePointError) {
            var keeper = TimePointKeeper(
                of: container, in: store, progress: ProgressMeter(), cancellation: Interruption.cancellation)
            let kept = try keeper.keep(as: nil, note: "while it was watched")
            writeError("sandglass: kept @\(DisplayText(kept.name))")
            for problem in kept.problems.first { WatchCommand.tell(problem.path, problem.reason) }
            if !kept.problems.isEmpty { noteFailure(.inputOutput) }
        } catch {
            guard error.code != .cancelled else { return }
            writeError("sandglass: no time point was kept: \(DisplayText(error.message))")
            noteFailure(ExitStatus(rawValue: Failure(error).status) ?? .cannotCreate)
        }
    }
}

extension Failure {
    fileprivate init(_ error: WatchError, at path: String) {
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
