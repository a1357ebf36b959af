import ArgumentParser
import ContainerModel
import Inspection
import Jobs
import Reports
import Screen
import System

struct UsageCommand: Command {
    private static let glyphs = Glyphs.ofOutput

    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Show disk usage by storage class.",
        discussion: """
            The entries of the directory, the largest first, with the size of the files in them and a bar. The bar \
            is divided by storage class: \(Self.legend). Sizes are logical; a file with several hard links \
            counts once for each entry, and once in the total.

            For a folder of packages, a device, a set of devices or a backup, the containers are listed instead of \
            entries.

            With --json, each line is an object: one with "row": "entry" for each entry, then one with "row": "total". \
            With several containers, each has "row": "container", and its path is in "container".

              sandglass usage App.xcappdata
              sandglass usage --json App.xcappdata/AppData/Library | jq 'select(.purgeable > 1000000).path'
            """
    )

    private static var legend: String {
        zip(glyphs.storage, StorageClass.allCases).map { "\($0) \($1.title)" }.joined(separator: ", ")
    }

    @Argument(help: "A container, a directory in one, or several containers.", completion: Completions.items)
    var path = "."

    @Option(help: ArgumentHelp("Show only the largest entries.", valueName: "number"))
    var top: Int?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if let top, top < 1 { throw ValidationError("--top takes a number from 1.") }
    }

    func perform() throws {
        let pool = WorkerPool(threads: WorkerPool.cores)
        var containers = ContainerUsage()
        var failures = LastFailure()
        try failures.noting {
            try app.forEachPlace(at: [path]) { place in
                let report = try count(place, pool)
                guard let shown = place.prefix else { return try print(report) }
                containers.add(report, of: place.container, as: shown)
                try requireComplete(report, place)
            }
        }
        if !containers.isEmpty { try print(containers) }
        try failures.end()
    }

    private func count(_ place: ReadPlace, _ pool: WorkerPool) throws -> UsageReport {
        try naming(place.prefix.map { String(decoding: $0, as: UTF8.self) } ?? path) {
            let counter = UsageCounter(of: place.container, pool: pool)
            return try counter.count(below: place.path, cancellation: Cancellation()) ?? UsageReport(path: place.path)
        }
    }

    private func requireComplete(_ report: UsageReport, _ place: ReadPlace? = nil) throws {
        guard report.total.unreadable > 0 else { return }
        let message =
            "\(Pluralized.directories(report.total.unreadable)) could not be read; everything else was counted"
        throw Failure(.noInput, place?.named(message) ?? message)
    }

    private func print(_ containers: ContainerUsage) throws {
        var output = Output()
        let report = containers.report
        if json {
            for line in containers.lines.prefix(top ?? .max) {
                try output.line(try JSONReport.line(line.line, in: line.container))
            }
            if let total = report.lines.last { try output.line(try JSONReport.line(total)) }
        } else {
            try print(report.rows.prefix(top ?? .max), of: report, &output)
        }
        try output.flush()
    }

    private func print(_ report: UsageReport) throws {
        var output = Output()
        let rows = report.rows.prefix(top ?? .max)
        if json {
            for line in report.lines.prefix(rows.count) + report.lines.suffix(1) {
                try output.line(try JSONReport.line(line))
            }
        } else {
            try print(rows, of: report, &output)
        }
        try output.flush()
        try requireComplete(report)
    }

    private func print(
        _ rows: some Sequence<UsageReport.Row>, of report: UsageReport, _ output: inout Output
    ) throws {
        for row in rows { try output.line(line(row, of: report)) }
        try output.line(
            "\(padded(ByteCount.short(report.total.bytes), to: 8))  total: \(UsageReport.parts(report.total))")
        try output.line(String(repeating: " ", count: 10) + Self.legend)
    }

    private func line(_ row: UsageReport.Row, of report: UsageReport) -> String {
        let bar = UsageReport.bar(
            row.usage, largest: report.rows.first?.usage.bytes ?? 0, marks: Self.glyphs.storage.map { Character($0) })
        let name = DisplayText(bytes: row.name).description + (row.kind == .directory ? "/" : "")
        return "\(padded(ByteCount.short(row.usage.bytes), to: 8))  \(bar)  \(name)"
    }
}
