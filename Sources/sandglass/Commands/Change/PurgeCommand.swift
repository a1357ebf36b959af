import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import Inspection
import Reports
import System
import Transactions

struct PurgeCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Simulate a system purge.",
        discussion: """
            "may go" marks items that the system is free to purge, "will go" items that it purges sooner or later \
            while the app is not running. "kept" marks items that stay although their place is purged: everything \
            while the app is running, and items excluded from backups. A directory follows its contents, and stays as \
            long as something in it stays. "gone" marks items that a restore removes: exactly those that are not in \
            the backup, excluded items included, except for directories that the system recreates when it installs the \
            app, which are "kept". Consecutive lines that share a reason show it once.

            Everything marked "may go", "will go" or "gone" is moved to the trash; `sandglass undo` restores it. With \
            --dry-run, nothing is changed.

            With --json, each line is an object: one with "row": "item" for each item, then one with "row": "total". \
            With --dry-run, another one with "row": "undo limit" follows for each thing that undo would not restore.

              sandglass purge App.xcappdata --event low-storage --dry-run
            """
    )

    enum Event: String, ExpressibleByArgument, CaseIterable {
        case lowStorage = "low-storage"
        case update
        case restore
        case idle

        var event: PurgeEvent {
            switch self {
            case .lowStorage: .lowStorage
            case .update: .appUpdate
            case .restore: .restore
            case .idle: .idle
            }
        }
    }

    @Argument(
        help: "A container or a path inside one. The purge always covers the whole container.",
        completion: Completions.items)
    var path = "."

    @Option(help: "The event that makes the system purge.")
    var event: Event

    @Flag(name: [.customShort("n"), .long], help: "Only print what would be purged.")
    var dryRun = false

    @Flag(help: "The app is running.")
    var running = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup var readOnly: ReadOnlyOptions
    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if running, event == .restore {
            throw ValidationError(
                "--running does not go with --event restore: a restore replaces the container, and no app runs "
                    + "meanwhile."
            )
        }
    }

    func perform() throws {
        let (container, _) = try app.locate(path, isNamed: true)
        var top = PurgeTopItems()
        var plan = PurgePlan(of: container, on: running ? .appRunning : event.event)
        var output = Output()
        var unreadable = Unreadable()
        var reason = RepeatedReason()
        while let step = plan.next() {
            switch step {
            case .row(let row):
                top.insert(row)
                try output.line(json ? try JSONReport.line(row) : line(row) + reason.text(row.grounds))
            case .failure(let path, let error): unreadable.note(path, error)
            }
        }
        if json {
            try output.line(try JSONReport.line(plan.totals, faults: container.faults()))
        } else {
            try output.line("")
            try output.lines(plan.totals.lines)
        }
        try output.flush()
        try purge(top.paths, of: container)
        try unreadable.end()
    }

    private func purge(_ paths: [ContainerPath], of container: Container) throws {
        let items = ItemSet(paths.map { ItemAddress(container.root, $0) })
        var run = OperationRun(pipeline: readOnly.pipeline(OpenRoots(container)), containers: [container])
        run.output = .summary
        let operation = FileOperation.purge(event.event, items)
        guard dryRun else { return try run.runAndEnd(operation) }
        guard !items.isEmpty, !run.pipeline.isReadOnly else { return }
        let preparation = try run.planCounting(operation)
        run.say(preparation.notices)
        if json {
            for limit in preparation.plan?.undoLimits ?? [] {
                try writeLine(try JSONReport.line(LimitRow(undoLimit: limit)))
            }
        }
        if let status = preparation.worstStatus(nil) { throw ExitCode(status) }
    }

    private struct LimitRow: Encodable {
        let row = "undo limit"
        let undoLimit: UndoLimit
    }

    private func line(_ row: PurgePlan.Row) -> String {
        "\(row.columns)  \(shown(row.rawPath, isDirectory: row.kind == "directory"))"
    }
}
