import ArgumentParser
import ContainerModel
import FileSharing
import FileTree
import Inspection
import Screen
import Transactions

struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "List operations with their numbers, the latest first."
    )

    @Option(name: .shortAndLong, help: "The maximum number of operations.")
    var count: Int?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup var readOnly: ReadOnlyOptions

    func run() throws { try reportingFailures(asJSON: json, list) }

    private func list() throws {
        let entries = try Failure.forOperation { () throws(OperationError) in
            let pipeline = readOnly.pipeline(OpenRoots())
            try OperationRun.recover(pipeline)
            return try pipeline.history().reversed()
        }
        var output = Output()
        for entry in entries.prefix(count.map { max(0, $0) } ?? .max) {
            try output.line(json ? try JSONReport.line(entry) : Self.line(entry))
        }
        try output.flush()
    }

    /// `  12  2026-11-21 13:05:00  done         import  /path and 3 more`
    static func line(_ entry: JournalEntry) -> String {
        let number = padded("\(entry.id.number)", to: 4)
        let state = entry.state.rawValue + String(repeating: " ", count: max(0, 11 - entry.state.rawValue.count))
        // As in undo: items that were only moved out of the way are not counted.
        let name = OperationName(entry, now: entry.time)
        let first = shownPath(name.hostPath)
        let rest = name.others > 0 ? " and \(name.others) more" : ""
        let time = LocalTime(secondsSince1970: entry.time).full
        return
            "\(number)  \(time)  \(state)  \(DisplayText(entry.title)) as \(DisplayText(entry.actor))  \(first)\(rest)"
    }
}
