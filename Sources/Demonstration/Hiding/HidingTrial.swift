import AppLifecycle
import ContainerModel
import ContainerStore
import FileTree
import Screen
import Session
import System
import VirtualTerminal

/// Takes the program through suspension and relaunch with one way of hiding, and examines the visible contents.
///
/// The program is the running executable, started as a job of a shell on a pseudo-terminal. It is observed only through
/// the terminal and the files that it leaves.
struct HidingTrial {
    static let size = Size(columns: 80, rows: 24)
    /// A timeout that is long enough for a busy computer, in seconds.
    private static let patience = 60
    /// The line that the shell prints when it is in the foreground again.
    private static let shellLine = "[the shell has the terminal]"

    let way: ConcealmentMode
    /// An existing directory for this trial alone.
    let directory: String

    /// Runs the trial.
    /// - Throws: `DemonstrationError`, `PseudoTerminal.Failure`, `FileTreeError`
    func tryWay() throws -> HidingOutcome {
        try DemonstrationDirectory.makeEmpty("\(directory)/device")
        let container = try SecretContainer.make(at: "\(directory)/device", saying: way.keys)
        try DemonstrationRegister(in: StateDirectory(path: "\(directory)/state/sandglass"))
            .add(containerAt: Array(container.data.utf8))

        let (first, mark, hasEnded) = try suspend(container)
        let recording = TerminalRecording(of: first.output, size: Self.size)
        let left = recording.pictures.last { $0.end == .leaving }
        let shell = first.screen.frame
        // Nothing written after leaving the alternate screen may be content.
        let after = String(decoding: first.output[max(mark, left?.offset ?? mark)...], as: UTF8.self)
        let suspended = left?.frame ?? shell
        let suspendedSecrets = SecretSearch.found(in: suspended.text + "\n" + shell.text + "\n" + after)

        let files = try snapshotFiles(container)
        let picture = files.filter { $0.name.hasSuffix(".ans") }
            .compactMap { try? SnapshotText.frame(from: $0.bytes) }.last
        let snapshotText = files.map { SecretSearch.plain($0.bytes) } + [picture?.text ?? ""]
        try first.killJobs()

        let launch = try firstPicture(container)
        let row = HidingReport.Row(
            way: way.name,
            arguments: way.arguments,
            infoKeys: way.keys.map(\.0),
            hides: way.hides,
            endedOnSuspend: hasEnded,
            suspended: .init(shows: suspended.words, secrets: suspendedSecrets),
            snapshotFiles: files.map(\.name),
            snapshot: .init(
                shows: picture?.words ?? "", secrets: SecretSearch.found(in: snapshotText.joined(separator: "\n"))),
            launch: .init(shows: launch.words, secrets: SecretSearch.found(in: launch.text))
        )
        var pictures: [ConcealmentMode.Stage: Frame] = [.suspended: suspended, .launch: launch]
        pictures[.snapshot] = picture
        return HidingOutcome(row: row, pictures: pictures, files: files)
    }

    /// Shows the secrets and suspends the program.
    /// - Returns: The terminal, the size of its output before the suspension, and whether the program has exited.
    private func suspend(_ container: SecretContainer) throws -> (PseudoTerminal, mark: Int, hasEnded: Bool) {
        let terminal = try start(container)
        try awaitBrowser(terminal)
        try terminal.send("gd")
        let names = SecretContainer.names
        let directory = "\(SecretFixture.directory.split(separator: "/").last ?? "")/"
        // The sizes of directories appear later than the names. Without them, this picture could differ from the
        // snapshot.
        try terminal.waitUntil("the names of the secrets, and the sizes", timeoutSeconds: Self.patience) { terminal in
            names.allSatisfy { terminal.text.contains($0) }
                && terminal.lines.contains { $0.contains(directory) && $0.contains(" KB ") }
        }
        let mark = terminal.output.count
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the shell", timeoutSeconds: Self.patience) { terminal in
            !terminal.isAlternateScreen && terminal.text.contains(Self.shellLine)
        }
        // The shell is in the foreground shortly before the last process of the program has exited.
        try terminal.waitUntil("the program's suspension, or its end", timeoutSeconds: Self.patience) { terminal in
            terminal.jobProcesses.isEmpty || terminal.hasStoppedJob
        }
        return (terminal, mark, terminal.jobProcesses.isEmpty)
    }

    /// Returns the first picture that the next launch shows.
    private func firstPicture(_ container: SecretContainer) throws -> Frame {
        let terminal = try start(container)
        try awaitBrowser(terminal)
        let first = TerminalRecording(of: terminal.output, size: Self.size).first
        try terminal.send("q")
        try terminal.waitUntil("the end", timeoutSeconds: Self.patience) { $0.text.contains(Self.shellLine) }
        return first?.frame ?? terminal.screen.frame
    }

    private func awaitBrowser(_ terminal: PseudoTerminal) throws {
        let question = "[y/N]"
        try terminal.waitUntil("the browser", timeoutSeconds: Self.patience) { terminal in
            terminal.text.contains("? help") || terminal.text.contains(question)
        }
        guard terminal.text.contains(question) else { return }
        // Confirms running without the cover.
        try terminal.send("y\r")
        try terminal.waitFor("? help", timeoutSeconds: Self.patience)
    }

    private func start(_ container: SecretContainer) throws -> PseudoTerminal {
        let script = "set -m; \"$@\"; printf '%s\\n' '\(Self.shellLine)'; read answer"
        return try PseudoTerminal(
            "/bin/sh",
            // The running executable, even though the shell starts it.
            ["-c", script, "sh", Platform.runningExecutable, container.data] + way.arguments,
            environment: [
                "TERM": "xterm-256color",
                // A terminal with synchronized updates, which delimit the pictures.
                "TERM_PROGRAM": "WezTerm",
                "XDG_STATE_HOME": "\(directory)/state",
                "XDG_CONFIG_HOME": "\(directory)/config",
                "HOME": directory,
            ],
            size: Self.size
        )
    }

    /// Returns the files in all places where snapshots are stored.
    private func snapshotFiles(_ container: SecretContainer) throws -> [(name: String, bytes: [UInt8])] {
        let places = [
            "\(container.data)/Library/Caches/Snapshots", "\(container.data)/Library/SplashBoard",
            "\(directory)/state/sandglass/snapshots",
        ]
        var files: [(name: String, bytes: [UInt8])] = []
        for place in places {
            guard let root = try? RootedDirectory(hostPath: Array(place.utf8)) else { continue }
            var walk = TreeWalk(of: root, start: .root)
            while let step = walk.next() {
                guard case .item(let item) = step, item.status.kind == .file, let name = item.path.lastComponent else {
                    continue
                }
                let bytes = try FileContents.read(item.path, in: root, limit: SnapshotText.longestText)
                files.append((String(decoding: name, as: UTF8.self), bytes))
            }
        }
        return files.sorted { $0.name < $1.name }
    }
}

extension Frame {
    /// The readable text of the frame, in one line.
    var words: String { text.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }
}
