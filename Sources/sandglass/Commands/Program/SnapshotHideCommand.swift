import ArgumentParser
import ContainerStore
import Demonstration
import FileTree
import Inspection
import System
import VirtualTerminal

struct SnapshotHideCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "snapshot-hide",
        abstract: "Show what bystanders can see while the program is suspended, for each way of hiding it.",
        discussion: """
            Creates a container with secrets in its documents, starts this program on a pseudo-terminal, and takes it \
            through suspension, an exit while suspended and the next launch: with the cover, with \
            UIApplicationExitsOnSuspend, with ignoreSnapshotOnNextApplicationLaunch, and without any of them. Then \
            searches what the terminal shows and what is left on the disk for the secrets. With the cover, it also \
            shows the contents of a file of each kind, in the right pane and in the viewer, and leaves the screen by \
            ^Z, signals, an editor, quitting and a crash.

            The exit status is 1 if a way that should hide the secrets does not.
            """
    )

    @Option(
        name: .customLong("keep"),
        help: "Keep the screens and the snapshots in this directory, which must be absent or empty.",
        completion: .directory
    )
    var directory: String?

    @Flag(
        name: .customLong("thorough"),
        help: "Leave the contents of every kind of file in every way, which takes minutes.")
    var isThorough = false

    @Flag(name: .customLong("no-contents"), help: "Leave out the contents of files.")
    var leavesOutContents = false

    @Flag(help: "Print a JSON object.")
    var json = false

    func perform() throws {
        if let directory {
            try ContainerStore.requireOutside(argumentBytes(directory), isReadOnly: ReadOnlyOptions.isSet)
        }
        try DemoCommand.withSignalsHeld {
            let (outcomes, contents) = try tryAll()
            let report = HidingReport(outcomes.map(\.row), contents: contents)
            try show(report, outcomes)
            if report.leaks { throw ExitCode(report.exitStatus) }
        }
    }

    func validate() throws {
        guard isThorough, leavesOutContents else { return }
        throw ValidationError("--thorough and --no-contents exclude each other.")
    }

    private var scope: HidingDemonstration.Scope? { leavesOutContents ? nil : isThorough ? .all : .some }

    private func tryAll() throws -> (outcomes: [HidingOutcome], contents: ContentsReport) {
        do {
            return try HidingDemonstration.tryAllWays(keepingIn: directory, contents: scope)
        } catch let error as PseudoTerminal.Failure {
            throw Failure(.system, "the trial failed: \(error.description)")
        } catch let error as FileTreeError {
            throw Failure(.inputOutput, error.message)
        }
    }

    private func show(_ report: HidingReport, _ outcomes: [HidingOutcome]) throws {
        guard !json else { return try writeLine(try JSONReport.object(report)) }
        var output = Output()
        let marks = getenv("NO_COLOR").map { $0[0] == 0 } ?? true
        let width = Platform.terminalWidth(of: STDOUT_FILENO)
        for outcome in outcomes {
            guard let lines = outcome.thumbnails(columns: width ?? 0, marking: marks) else { break }
            for line in lines + [""] { try output.styled(line) }
        }
        for line in HidingTable(report, columns: width).lines { try output.line(line) }
        try output.flush()
    }
}
