import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Screen
import System

struct UsageCommand: ParsableCommand {
    private static let glyphs = Glyphs.ofOutput

    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Show where the space in a directory goes.",
        discussion: """
            The entries of the directory, the largest first, with the size of the files in them and a bar. The bar is \
            divided by what becomes of the space: \(Self.legend). Sizes are logical; a file with several hard links \
            counts once for each entry, and once in the total.

            With --json, each line is an object: one with "row": "entry" for each entry, then one with "row": "total".

              sandglass usage App.xcappdata
              sandglass usage --json App.xcappdata/AppData/Library | jq 'select(.purgeable > 1000000).path'
            """
    )

    private static var legend: String {
        zip(glyphs.storage, StorageClass.allCases).map { "\($0) \($1.title)" }.joined(separator: ", ")
    }

    @Argument(help: "A container or a directory in one.", completion: Completions.items)
    var path = "."

    @Option(help: ArgumentHelp("Show only the largest entries.", valueName: "number"))
    var top: Int?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if let top, top < 1 { throw ValidationError("--top takes a number from 1.") }
    }

    func run() throws { try reportingFailures(asJSON: json, list) }

    private func list() throws {
        DescriptorLimit.raise()
        let (container, path) = try app.locate(path)
        let report: UsageReport
        do throws(FileTreeError) {
            let counter = UsageCounter(of: container, pool: WorkerPool(threads: WorkerPool.cores))
            report = try counter.count(below: path, cancellation: Cancellation()) ?? UsageReport(path: path)
        } catch {
            throw Failure(error, at: self.path)
        }
        var output = Output()
        let rows = report.rows.prefix(top ?? .max)
        if json {
            for line in report.lines.prefix(rows.count) + report.lines.suffix(1) {
                try output.line(try JSONReport.line(line))
            }
        } else {
            for row in rows { try output.line(line(row, of: report)) }
            try output.line(
                "\(padded(ByteCount.short(report.total.bytes), to: 8))  total: \(UsageReport.parts(report.total))")
            try output.line(String(repeating: " ", count: 10) + Self.legend)
        }
        try output.flush()
        if report.total.unreadable > 0 {
            throw Failure(
                .noInput,
                "\(Counted.directories(report.total.unreadable)) could not be read; everything else was counted")
        }
    }

    private func line(_ row: UsageReport.Row, of report: UsageReport) -> String {
        let bar = UsageReport.bar(
            row.usage, largest: report.rows.first?.usage.bytes ?? 0, marks: Self.glyphs.storage.map { Character($0) })
        let name = DisplayText(bytes: row.name).description + (row.kind == .directory ? "/" : "")
        return "\(padded(ByteCount.short(row.usage.bytes), to: 8))  \(bar)  \(name)"
    }
}
