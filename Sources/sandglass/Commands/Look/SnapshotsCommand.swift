import ArgumentParser
import ContainerModel
import ContainerStore
import Documents
import FileSharing
import FileTree
import Inspection
import Previews
import Reports
import Screen
import System

struct SnapshotsCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshots",
        abstract: "List, show, export or remove app-switcher snapshots.",
        discussion: """
            When an app goes to the background, iOS stores a picture of its screen in the container, where anyone who \
            has the container can see it. "scene" is such a picture, "launch" is shown while the app starts, and \
            "small" is a smaller copy of another one. The size comes from the picture's header. The last line names \
            the ways of hiding the screen that the app declares (`sandglass help lifecycle`); a snapshot of an app \
            that exits on suspend is a finding.

            With --show, each picture is drawn below its line; with --sheet, all are drawn side by side, each with its \
            size and whether it shows more than one color. With --export, pictures are written to a directory: \
            as PNG, or as they are if they cannot be decoded; nothing there is replaced.

            With --remove, the snapshots go to the trash as far as the rules let the actor delete them; `sandglass \
            undo` restores them.
            """
    )

    @Argument(help: "A container or a path inside one.", completion: Completions.items)
    var path = "."

    @Flag(help: "Move the snapshots to the trash.")
    var remove = false

    @Flag(help: "Draw the pictures, in the width of the terminal or 80 columns.")
    var show = false

    @Flag(help: "Draw the pictures side by side, in the width of the terminal or 80 columns.")
    var sheet = false

    @Option(
        name: .customLong("export"),
        help: ArgumentHelp(
            "Write the pictures to this directory, which is created if necessary.", valueName: "directory"),
        completion: .directory)
    var exportDirectory: String?

    @OptionGroup var options: SharingOptions

    func validate() throws {
        if show, json || exportDirectory != nil || remove {
            throw ValidationError("--show draws the pictures; run it without --json, --export and --remove.")
        }
        if sheet, show || json || exportDirectory != nil || remove {
            throw ValidationError("--sheet draws the pictures; run it without --show, --json, --export and --remove.")
        }
        if remove, exportDirectory != nil {
            throw ValidationError("--export and --remove are two commands: export first, look, then remove.")
        }
        if options.print0, !remove { throw ValidationError("--print0 prints what --remove removes; add --remove.") }
    }

    func perform() throws {
        let (container, _) = try options.app.locate(path, isNamed: remove, as: options.actor)
        var inventory = SnapshotInventory(of: container)
        var output = Output()
        var unreadable = Unreadable()
        let export = try exportDirectory.map {
            try SnapshotExport(from: container, to: argumentBytes($0), isReadOnly: options.readOnly.isOn)
        }
        var exported: [SnapshotExport.Picture] = []
        var rows: [SnapshotInventory.Row] = []
        let isText = !json && !options.print0 && !sheet
        while let step = inventory.next() {
            switch step {
            case .row(let row):
                rows.append(row)
                if isText { try output.line(DisplayText(row.line).description) }
                if show { try draw(row, of: container, &output) }
                if let export, let picture = try export.write(row) {
                    exported.append(picture)
                    if isText { try output.line("  \(picture.sentence)") }
                }
            case .failure(let path, let error): unreadable.note(path, error)
            }
        }
        let concealment =
            rows.isEmpty ? nil : SnapshotConcealment(of: rows, app: container.description.app)
        if sheet {
            try PictureOutput().draw(
                SnapshotSheet(rows, in: container.tree), DocumentLimits(milliseconds: 600_000), &output)
        }
        if isText || sheet { try output.lines(Self.summary(of: rows) + (concealment?.lines ?? [])) }
        try output.flush()
        var failure: Failure?
        var result: OperationRun.Result?
        do {
            if remove, !rows.isEmpty { result = try removing(rows, from: container) }
            failure = result?.failure
            if let problem = exported.first(where: { $0.problem != nil }) {
                throw Failure(.data, "\(DisplayText(problem.path)): \(DisplayText(problem.problem ?? ""))")
            }
            try unreadable.end()
        } catch {
            guard let reported = Failure(of: error) else { throw error }
            reported.report()
            failure = reported
        }
        if json {
            let removal = result.map { OperationRun.Report($0, isDryRun: options.dryRun) }
            try writeLine(
                try JSONReport.object(
                    Report(
                        snapshots: rows, concealment: concealment, removal: removal,
                        exported: export == nil ? nil : exported),
                    faults: container.faults(), error: failure?.reported))
        }
        if let failure { throw ExitCode(failure.status) }
    }

    /// Draws a picture below its line, in colours if the output is a terminal that has them.
    private func draw(_ row: SnapshotInventory.Row, of container: Container, _ output: inout Output) throws {
        guard let file = try? DocumentSource(row.rawPath, in: container.tree) else { return }
        let limits = DocumentLimits(milliseconds: 60_000)
        let preview = Preview(DocumentReaders.read(file, within: limits), within: limits)
        guard let picture = preview.picture else {
            let reason = preview.remarks.last ?? "it cannot be drawn"
            return try output.line("  (\(DisplayText(reason)))")
        }
        try PictureOutput().draw(picture, limits, &output)
    }

    private func removing(
        _ rows: [SnapshotInventory.Row],
        from container: Container
    ) throws -> OperationRun.Result {
        let paths = rows.flatMap { [$0.rawPath, $0.companion].compactMap(\.self) }
        var named = Operands(options.app, as: options.actor)
        named.add(container)
        var run = options.operationRun(on: named)
        // The snapshots have been listed already.
        if run.output == .lines { run.output = .summary }
        return try run.runReporting(.removeSnapshots(ItemSet(paths.map { ItemAddress(container.root, $0) })))
    }

    /// The snapshots, and what became of them.
    private struct Report: Encodable {
        let snapshots: [SnapshotInventory.Row]
        let concealment: SnapshotConcealment?
        let removal: OperationRun.Report?
        let exported: [SnapshotExport.Picture]?

        private enum CodingKeys: CodingKey { case snapshots, concealment, exported }

        func encode(to encoder: any Encoder) throws {
            try removal?.encode(to: encoder)
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(snapshots, forKey: .snapshots)
            try values.encodeIfPresent(concealment, forKey: .concealment)
            try values.encodeIfPresent(exported, forKey: .exported)
        }
    }

    private static func summary(of rows: [SnapshotInventory.Row]) -> [String] {
        guard !rows.isEmpty else { return ["The container has no snapshots."] }
        // This program's screen in its terminal is not a picture of the phone's screen.
        let own = rows.count { $0.subject == .terminal }
        let ownLine =
            own == 0 ? [] : ["\(own) of sandglass itself, as text: what its terminal showed when it was suspended."]
        let rows = rows.filter { $0.subject != .terminal }
        guard !rows.isEmpty else { return [""] + ownLine }
        let bytes = rows.reduce(UInt64(0)) { $0.addingSaturated($1.bytes) }
        let scenes = rows.count { $0.subject == .scene }
        let count = Pluralized.some(rows.count, "picture")
        return [
            "",
            "\(count), \(ByteCount.short(bytes)). "
                + (scenes == 0
                    ? "None of them shows the app's screen."
                    : scenes == 1
                        ? "1 of them shows the phone's screen as the app left it."
                        : "\(scenes) of them show the phone's screen as the app left it."),
        ] + ownLine
    }
}
