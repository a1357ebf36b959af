import ArgumentParser
import ContainerStore
import Demonstration
import FileTree
import Inspection
import Reports
import System
import VirtualTerminal

struct SnapshotHideCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "snapshot-hide",
        abstract: "Show what bystanders can see while the program is suspended, for each way of hiding it.",
        discussion: """
            Creates a container with secrets in its documents, starts this program on a pseudo-terminal, and takes it \
            through suspension, an exit while suspended and the next launch: without hiding anything, with \
            ignoreSnapshotOnNextApplicationLaunch, with UIApplicationExitsOnSuspend, and with the cover. Then searches \
            what the terminal shows and what is left on the disk for the secrets. With the cover, it also shows the \
            contents of a file of each kind, in the right pane and in the viewer, and leaves the screen in every way: \
            by keys, signals, an editor, quitting and a crash.

            On a terminal of 80 by 24 or larger it is a talk, one stage a key, with the secrets marked in red; the \
            summary is printed at the end. Elsewhere, and with --summary, only the summary is printed.

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
        help: "Try every exit with the contents of every kind of file, which takes minutes.")
    var isThorough = false

    @Flag(name: .customLong("no-contents"), help: "Skip the contents of files.")
    var leavesOutContents = false

    @Option(
        name: .customLong("of"),
        help: "Show this container instead, without changing it: the names in its Documents are the secrets.",
        completion: .file())
    var path: String?

    @Option(
        name: .customLong("record"),
        help: "Write the talk to this new file as an asciicast, for `asciinema play`, instead of showing it.",
        completion: .file(extensions: ["cast"]))
    var recording: String?

    @Flag(name: .customLong("summary"), help: "Print the summary only.")
    var printsOnly = false

    @Flag(help: "Print a JSON object.")
    var json = false

    func perform() throws {
        for path in [directory, recording].compactMap(\.self) {
            try ContainerStore.requireOutside(argumentBytes(path), isReadOnly: ReadOnlyOptions.isSet)
        }
        let subject = try path.map(subject) ?? .demonstration
        let file = try recording.map { try AsciicastFile(at: argumentBytes($0)) }
        try DemoCommand.withSignalsHeld {
            let trials = trials(of: subject)
            let isTalk = !json && !printsOnly && file == nil && HidingTalkRun.isPossible
            let results =
                isTalk
                ? try HidingTalkRun(showsWaysOut: scope != nil).show { isCancelled, receive throws(Failure) in
                    _ = try trials(isCancelled, receive)
                }
                : try trials({ false }, { _ in })
            try file?.write(HidingTalk.recording(of: results))
            try show(results.report)
            if results.report.leaks { throw ExitCode(results.report.exitStatus) }
        }
    }

    func validate() throws {
        guard isThorough, leavesOutContents else { return }
        throw ValidationError("--thorough and --no-contents are mutually exclusive.")
    }

    private var scope: HidingDemonstration.Scope? { leavesOutContents ? nil : isThorough ? .all : .some }

    /// - Throws: `Failure`, `ContainerStoreError`
    private func subject(at path: String) throws -> HidingSubject {
        do {
            return try HidingSubject(containerAt: path)
        } catch let error as FileTreeError {
            throw Failure(.noInput, error.message)
        } catch let error as DemonstrationError {
            throw Failure(.noInput, error.message)
        }
    }

    private func trials(
        of subject: HidingSubject
    )
        -> @Sendable (
            @escaping @Sendable () -> Bool, @escaping @Sendable (HidingDemonstration.Event) -> Void
        ) throws(Failure) -> HidingDemonstration.Results
    {
        let (directory, scope) = (directory, scope)
        return { isCancelled, receive throws(Failure) in
            do {
                return try HidingDemonstration.tryAllWays(
                    of: subject, keepingIn: directory, contents: scope, isCancelled: isCancelled, receive: receive)
            } catch let error as PseudoTerminal.Failure {
                throw Failure(.system, "the trial failed: \(error.description)")
            } catch let error as FileTreeError {
                throw Failure(.inputOutput, error.message)
            } catch let error as DemonstrationError {
                throw Failure(.cannotCreate, error.message)
            } catch {
                throw Failure(.system, "the trial failed: \(error)")
            }
        }
    }

    private func show(_ report: HidingReport) throws {
        guard !json else { return try writeLine(try JSONReport.object(report)) }
        var output = Output()
        for line in HidingTable(report, columns: Platform.terminalWidth(of: STDOUT_FILENO)).lines {
            try output.line(line)
        }
        try output.flush()
    }
}
