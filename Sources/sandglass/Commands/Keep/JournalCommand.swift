import ArgumentParser
import ContainerModel
import FileSharing
import FileTree
import Inspection
import Reports
import Screen
import Transactions

struct JournalCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "List operations, or end an interrupted one.",
        discussion: """
            The next start completes an interrupted operation, or reverts it. One for which that is impossible, \
            because a disk is full, a device is missing or its record is damaged, waits; nothing else changes the \
            same container until it has ended (status 75).
            """
    )

    @Option(name: .shortAndLong, help: "The maximum number of operations.")
    var count: Int?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Option(help: ArgumentHelp("Complete an interrupted operation, as far as possible.", valueName: "number"))
    var finish: Int?

    @Option(help: ArgumentHelp("Revert an interrupted operation.", valueName: "number"))
    var rollBack: Int?

    @Option(
        help: ArgumentHelp(
            "Abandon an interrupted operation, and leave everything as it is.",
            valueName: "number"))
    var abandon: Int?

    @OptionGroup var readOnly: ReadOnlyOptions

    func validate() throws {
        if settlements.count > 1 {
            throw ValidationError("--finish, --roll-back and --abandon are mutually exclusive.")
        }
        if !settlements.isEmpty, json || count != nil {
            throw ValidationError("--json and --count are for the list of operations.")
        }
    }

    private var settlements: [(number: Int, settlement: Journal.Settlement)] {
        [(finish, .finish), (rollBack, .rollBack), (abandon, .abandon)].compactMap { number, settlement in
            number.map { ($0, settlement) }
        }
    }

    func perform() throws {
        guard let (number, settlement) = settlements.first else { return try list() }
        let (notices, hasEnded) =
            try readOnly.pipeline(OpenRoots(), isAboutHistory: true).settle(number, by: settlement)
        OperationRun.say(notices)
        if !hasEnded { throw ExitCode(ExitStatus.temporary.rawValue) }
    }

    private func list() throws {
        let pipeline = readOnly.pipeline(OpenRoots())
        try OperationRun.recover(pipeline)
        let entries = try pipeline.history().reversed()
        var output = Output()
        for entry in entries.prefix(count.map { max(0, $0) } ?? .max) {
            try output.line(json ? try JSONReport.line(entry) : Self.line(entry))
        }
        try output.flush()
    }

    /// `  12  2026-11-21 13:05:00  done         import  /path and 3 more`
    static func line(_ entry: JournalEntry) -> String {
        let number = padded("\(entry.id.number)", to: 4)
        let state = aligned(entry.state.rawValue, to: 11)
        // As in undo: items that were only moved out of the way are not counted.
        let name = OperationName(entry, now: entry.time)
        let first = shownPath(name.hostPath)
        let rest = name.others > 0 ? " and \(name.others) more" : ""
        let time = LocalTime(secondsSince1970: entry.time).full
        return
            "\(number)  \(time)  \(state)  \(DisplayText(entry.title)) as \(DisplayText(entry.actor))  \(first)\(rest)"
    }
}
