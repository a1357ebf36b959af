import ArgumentParser
import ContainerModel
import FileTree
import Inspection
import Jobs
import Reports
import Screen
import Search
import System
import Timeline

struct TimelineCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "List everything with a time, the newest first.",
        discussion: """
            Merges into one list when items were created and changed, the dates in database rows, cookies, URL caches, \
            property lists, JSON and log lines, app-switcher snapshots and, in a container, the operations on the path \
            and the time points. Each line has the time, what it is the time of, its source (the file system, the app, \
            an expiry, sandglass), its name, and where it is, as `sandglass show` takes it. A time that is not certain \
            is marked with ~; JSON has the reason. Times are shown in the local time zone, to the second; in JSON \
            and CSV in UTC, to the microsecond. `sandglass help timeline` says which columns and keys are taken for \
            times.

            --since and --until take 2024-03-01, '2024-03-01 12:00', 2024-03-01T12:00:00Z, 2024-03-01T21:00+09:00, or how long ago: 90m, 12h, \
            7d. --kind takes \(Self.kinds), separated by commas.

            Of a folder of packages, a device, a set of devices or a backup, all containers are listed, one after the \
            other. --filter selects items by name and by conditions, as `sandglass find` does; then operations and time \
            points are left out. The exit status is 65 if something could not be read in full, which is named.

              sandglass timeline App.xcappdata
              sandglass timeline --since 1h --kind row,log App.xcappdata
              sandglass timeline --csv --filter 'kind:sqlite' App.xcappdata > times.csv
            """
    )

    private static let kinds = TimelineKind.allCases.map(\.rawValue).joined(separator: ", ")

    @Argument(
        help: "Containers, directories and files in them, or folders of containers.", completion: Completions.items)
    var paths: [String] = ["."]

    @Option(help: ArgumentHelp("Only times from this one on, or less long ago.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("Only times up to this one, or longer ago.", valueName: "time"))
    var until: String?

    @Option(
        help: ArgumentHelp("Only these kinds, separated by commas.", valueName: "kinds"),
        completion: .list(TimelineKind.allCases.map(\.rawValue)))
    var kind: String?

    @Option(help: ArgumentHelp("Only items whose paths match and that meet conditions.", valueName: "text"))
    var filter = ""

    @Option(name: .shortAndLong, help: ArgumentHelp("The most entries of a container.", valueName: "number"))
    var limit: Int?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Flag(help: "Print comma-separated values.")
    var csv = false

    @Option(name: .customLong("as"), help: ArgumentHelp("The actor whose rights a filter means.", valueName: "actor"))
    var actor = ActingParty.app

    @OptionGroup(title: "State of the app and the device") var deviceState: DeviceStateOptions

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if json, csv { throw ValidationError("--json and --csv exclude each other.") }
        if let limit, limit < 0 { throw ValidationError("--limit needs a number of entries, 0 or more.") }
        _ = try question()
    }

    private func question() throws -> TimelineQuestion {
        var question = TimelineQuestion()
        let first = try since.map { try Self.time($0, of: "--since") }?.lowerBound ?? .min
        let last = try until.map { try Self.time($0, of: "--until") }?.upperBound ?? .max
        guard first <= last else { throw ValidationError("--until is before --since.") }
        question.times = first...last
        guard let kind else { return question }
        question.kinds = []
        for name in kind.split(separator: ",").map(String.init) {
            guard let found = TimelineKind(rawValue: name) else {
                throw ValidationError("--kind takes \(Self.kinds), not \(DisplayText(name)).")
            }
            question.kinds.insert(found)
        }
        return question
    }

    /// Returns the microseconds since 1970 that a time covers.
    private static func time(_ text: String, of option: String) throws -> ClosedRange<Int64> {
        if let range = TimelineQuestion.times(text) { return range }
        throw ValidationError(
            """
            \(option) takes a time such as 2024-03-01, 2024-03-01T12:00:00Z, 2024-03-01T21:00+09:00 or 12h, not \
            \(DisplayText(text)).
            """)
    }

    private var listingFilter: ListingFilter { ListingFilter(ofPaths: filter) }

    func perform() throws {
        if let mistake = listingFilter.mistake { throw Failure(mistake) }
        Interruption.watch()
        let question = try question()
        let pool = WorkerPool(threads: WorkerPool.cores)
        var output = Output()
        if csv { try output.record(Array(TimelineReport.csvHeader.utf8)) }
        var failures = LastFailure()
        try failures.noting {
            try app.forEachSearchedPlace(at: paths) { try list($0, question, pool, &output) }
        }
        try output.flush()
        try failures.end()
    }

    private func list(
        _ place: SearchedPlace, _ question: TimelineQuestion, _ pool: WorkerPool, _ output: inout Output
    ) throws {
        let scope = try naming(place.text) { try place.scope(as: actor, deviceState.state) }
        guard scope.value.isEmpty else {
            throw Failure(.usage, "\(DisplayText(place.text)): a timeline is of files and directories, not of values")
        }
        let search = DirectorySearch(scope, helpers: pool, cancellation: Interruption.cancellation)
        let found = try naming(place.text) {
            try search.items(by: listingFilter, in: EntryOrder(key: .name, directoriesFirst: false))
        }
        var others: (entries: [TimelineEntry], problems: [TimelineProblem]) = ([], [])
        if case .container(let place) = place, filter.isEmpty {
            others = TimelineHistory.entries(of: place.container, at: place.path, kinds: question.kinds)
        }
        let line = ProgressLine("timeline")
        defer { line.end() }
        guard let found,
            let timeline = Timeline.read(
                scope, found, question, besides: others.entries, on: pool, cancellation: Interruption.cancellation,
                meter: line.meter)
        else { throw Failure.cancelled }
        line.end()
        try print(timeline, place, pool, &output)
        try output.flush()
        guard !Interruption.cancellation.isCancelled else { throw Failure.cancelled }
        try report(others.problems + timeline.problems, found.incompleteness, of: place)
    }

    // MARK: Output

    private func print(
        _ timeline: Timeline, _ place: SearchedPlace, _ pool: WorkerPool, _ output: inout Output
    ) throws {
        var left = limit ?? .max
        guard !csv else {
            let container = place.hostPath.map { String(decoding: $0, as: UTF8.self) }
            var records = timeline.csv(atMost: left, in: container, on: pool) { place.reported($0) }
            while !Interruption.cancellation.isCancelled, let blocks = records.next() {
                for block in blocks { try output.records(block.bytes, lines: block.lines) }
            }
            return
        }
        guard !json else {
            var entries = timeline.entriesInOrder(readsWholeLines: true)
            while left > 0, !Interruption.cancellation.isCancelled, let entry = entries.next() {
                left -= 1
                let report = TimelineReport(entry, at: entry.path.map(place.reported))
                try output.line(try JSONReport.line(report, in: place.hostPath))
            }
            return
        }
        var lines = TimelineLines(timeline.entriesInOrder(), atMost: left) { place.shown($0) }
        while !Interruption.cancellation.isCancelled, let block = lines.next() {
            guard !block.isASCII else {
                try block.bytes.withUnsafeBytes { try output.ascii($0) }
                continue
            }
            for line in block.lines { try output.line(DisplayText(bytes: line).description) }
        }
    }

    /// Names everything that could not be read in full.
    private func report(_ problems: [TimelineProblem], _ incompleteness: String?, of place: SearchedPlace) throws {
        for problem in problems {
            let path = problem.path.map { "\(DisplayText(bytes: place.shown($0))): " } ?? ""
            writeError("sandglass: \(path)\(DisplayText(problem.message))")
        }
        if let incompleteness {
            throw Failure(.noInput, place.named(incompleteness + "; everything else was listed"))
        }
        guard !problems.isEmpty else { return }
        throw Failure(.data, place.named("not everything could be read in full; everything else was listed"))
    }
}
