import AppLifecycle
import ArgumentParser
import Disk
import Glibc
import Inspection
import Screen
import VirtualTerminal

struct SnapshotHideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot-hide",
        abstract: "Show who sees what of secrets while the program is suspended, and by which ways they are hidden.",
        discussion: """
            Makes a container with secrets in its documents and takes this program, started anew on a pseudo-terminal, \
            through suspension, an end while suspended and the next launch: with the cover, with \
            UIApplicationExitsOnSuspend, with ignoreSnapshotOnNextApplicationLaunch, and without any of them. What the \
            terminal shows and what is left on the disk is then searched for the secrets.

            The exit status is 1 where a way that should hide does not.
            """
    )

    @Option(
        name: .customLong("keep"),
        help: "Keep the pictures and the snapshots in this directory, which must be absent or empty.",
        completion: .directory
    )
    var directory: String?

    @Flag(help: "A JSON object.")
    var json = false

    func run() throws { try reportingFailures(asJSON: json) { try DemoCommand.withSignalsHeld { try tryAll() } } }

    private func tryAll() throws {
        var report = HidingReport()
        var outcomes: [HidingTrial.Outcome] = []
        do {
            if let directory { try DemoTree.makeEmpty(directory) }
            let root = try DemoTree.makeTemporary()
            defer { DemoTree.remove(root) }
            for way in HidingWay.all {
                let place = "\(root)/\(way.name)"
                try DemoTree.makeEmpty(place)
                let outcome = try HidingTrial(way: way, directory: place).run()
                report.ways.append(outcome.row)
                outcomes.append(outcome)
            }
            if let directory { for outcome in outcomes { try keep(outcome, in: directory) } }
        } catch let error as DemoError {
            throw Failure(.cannotCreate, "could not \(error.operation) \(DisplayText(error.path)): \(error.reason)")
        } catch let error as PseudoTerminal.Failure {
            throw Failure(.system, "the trial failed: \(error.description)")
        } catch let error as DiskError {
            throw Failure(.inputOutput, "could not \(error.operation): \(error.reason)")
        }
        try show(report, outcomes)
        if report.leaks { throw ExitCode(report.exitStatus) }
    }

    private func show(_ report: HidingReport, _ outcomes: [HidingTrial.Outcome]) throws {
        guard !json else { return try writeLine(try JSONReport.object(report)) }
        var output = Output()
        let gap = 2
        let marks = getenv("NO_COLOR").map { $0[0] == 0 } ?? true
        for outcome in outcomes {
            let thumbnails = HidingWay.Stage.allCases.map { stage in
                (
                    "\(outcome.row.way): \(stage.rawValue)",
                    Thumbnail(of: outcome.pictures[stage], size: HidingTrial.size, marking: marks)
                )
            }
            let needed = thumbnails.reduce(0) { $0 + $1.1.width + gap } - gap
            guard Self.columnsOfOutput >= needed else { break }
            for line in Thumbnail.row(thumbnails, gap: gap) { try output.line(line) }
            try output.line("")
        }
        for line in HidingTable(report: report).lines { try output.line(line) }
        try output.flush()
    }

    /// The width of the terminal that is standard output; 0 where it is none.
    private static var columnsOfOutput: Int {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return 0 }
        return Int(size.ws_col)
    }

    /// Leaves the pictures and the snapshot of a way for a look.
    private func keep(_ outcome: HidingTrial.Outcome, in directory: String) throws(DemoError) {
        let folder = "\(directory)/\(outcome.row.way)"
        try DemoTree.makeEmpty(folder)
        for (stage, frame) in outcome.pictures where stage != .snapshot {
            try DemoTree.write(SnapshotText.bytes(of: frame), to: "\(folder)/\(stage.rawValue).ans")
        }
        for file in outcome.files { try DemoTree.write(file.bytes, to: "\(folder)/\(file.name)") }
    }
}
