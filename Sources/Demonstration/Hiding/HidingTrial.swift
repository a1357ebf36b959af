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
    /// A terminal of 80 by 24, less the lines that the demonstration adds.
    static let size = Size(columns: 80, rows: 21)
    /// A timeout that is long enough for a busy computer, in seconds.
    private static let patience = 60
    /// The line that the shell prints when it is in the foreground again.
    private static let shellLine = "[the shell has the terminal]"
    /// What the screen shows in any case: the shell's line, the cover and its card.
    static let ownWords =
        [shellLine]
        + [
            Cover.frame(size: size, theme: .colorless).text,
            Cover.card(columns: size.columns, theme: .colorless, glyphs: .unicode)?.text ?? "",
        ].map { $0.lowercased() }

    let way: ConcealmentMode
    /// An existing directory for this trial alone.
    let directory: String
    let subject: HidingSubject

    /// A container on a terminal, with a state directory that no other scene uses.
    private struct Scene {
        let directory: String
        let container: String
        let term: String
    }

    /// What there is to see before the suspension and after it.
    private struct Suspension {
        let terminal: PseudoTerminal
        /// The screen before the suspension.
        let before: Frame
        /// The secrets on it.
        let secrets: [String]
        /// The size of the output before the suspension.
        let mark: Int
        /// Whether the program has exited instead of stopping.
        let hasEnded: Bool

        func found(in text: String) -> [String] { secrets.filter { text.contains($0) } }
    }

    /// Runs the trial: on a terminal with an alternate screen, the next launch there, and on a terminal without one.
    /// - Throws: `DemonstrationError`, `PseudoTerminal.Failure`, `FileTreeError`
    func tryWay() throws -> HidingOutcome {
        let scene = try makeScene(at: directory, term: "xterm-256color")
        let first = try suspend(scene)
        let recording = TerminalRecording(of: first.terminal.output, size: Self.size)
        let left = recording.pictures.last { $0.end == .leaving }
        let shell = first.terminal.screen
        // Nothing written after leaving the alternate screen may be content.
        let after = String(
            decoding: first.terminal.output[max(first.mark, left?.offset ?? first.mark)...], as: UTF8.self)
        var pictures = [ConcealmentMode.Stage.lastPicture: left?.frame ?? shell.frame, .bystander: shell.frame]

        let files = try snapshotFiles(scene)
        pictures[.snapshot] =
            files.filter { $0.name.hasSuffix(".ans") }.compactMap { try? SnapshotText.frame(from: $0.bytes) }.last
        try first.terminal.killJobs()
        pictures[.launch] = try firstPicture(scene)

        let plain = try makeScene(at: "\(directory)/plain", term: "linux")
        let other = try suspend(plain)
        pictures[.bystanderWithoutAlternateScreen] = other.terminal.screen.frame
        let elsewhere = other.terminal.screen.scrollbackText
        try other.terminal.killJobs()

        let more: [ConcealmentMode.Stage: [String]] = [
            .bystander: [shell.scrollbackText, after], .bystanderWithoutAlternateScreen: [elsewhere],
            .snapshot: files.map { SecretSearch.plain($0.bytes) },
        ]
        let sights = ConcealmentMode.Stage.allCases.map { stage in
            let text = ([pictures[stage]?.text ?? ""] + (more[stage] ?? [])).joined(separator: "\n")
            return (stage, HidingReport.Sight(shows: pictures[stage]?.words ?? "", secrets: first.found(in: text)))
        }
        let row = HidingReport.Row(
            way: way.name,
            arguments: way.arguments,
            infoKeys: way.keys.map(\.0),
            hides: way.hides,
            endedOnSuspend: first.hasEnded,
            sights: Dictionary(uniqueKeysWithValues: sights),
            snapshotFiles: files.map(\.name),
            wanted: first.secrets
        )
        return HidingOutcome(row: row, before: first.before, pictures: pictures, files: files)
    }

    private func makeScene(at directory: String, term: String) throws -> Scene {
        if directory != self.directory { try DemonstrationDirectory.makeEmpty(directory) }
        if let path = subject.path { return Scene(directory: directory, container: path, term: term) }
        try DemonstrationDirectory.makeEmpty("\(directory)/device")
        let container = try SecretContainer.make(at: "\(directory)/device", saying: way.keys)
        try DemonstrationRegister(in: StateDirectory(path: "\(directory)/state/sandglass"))
            .add(containerAt: Array(container.data.utf8))
        return Scene(directory: directory, container: container.data, term: term)
    }

    /// Shows the secrets and suspends the program.
    private func suspend(_ scene: Scene) throws -> Suspension {
        let terminal = try start(scene)
        try awaitBrowser(terminal)
        try terminal.send("gd")
        try awaitNames(terminal)
        let before = terminal.screen.frame
        let text = before.text
        let secrets = subject.path == nil ? SecretContainer.secrets : subject.names.filter { text.contains($0) }
        let mark = terminal.output.count
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the shell", timeoutSeconds: Self.patience) { terminal in
            !terminal.isAlternateScreen && terminal.text.contains(Self.shellLine)
        }
        // The shell is in the foreground shortly before the last process of the program has exited.
        try terminal.waitUntil("the program's suspension, or its end", timeoutSeconds: Self.patience) { terminal in
            terminal.jobProcesses.isEmpty || terminal.hasStoppedJob
        }
        return Suspension(
            terminal: terminal, before: before, secrets: secrets, mark: mark,
            hasEnded: terminal.jobProcesses.isEmpty)
    }

    private func awaitNames(_ terminal: PseudoTerminal) throws {
        guard subject.path == nil else {
            try terminal.waitUntil("a name in the container", timeoutSeconds: Self.patience) { terminal in
                subject.names.contains { terminal.text.contains($0) }
            }
            // Sizes and the preview of a container of any size come later, or never.
            return try terminal.waitUntil("rest", timeoutSeconds: Self.patience) { !$0.awaitOutput(milliseconds: 300) }
        }
        let directory = "\(SecretFixture.directory.split(separator: "/").last ?? "")/"
        // The sizes of directories appear later than the names. Without them, this picture could differ from the
        // snapshot.
        try terminal.waitUntil("the names of the secrets, and the sizes", timeoutSeconds: Self.patience) { terminal in
            subject.names.allSatisfy { terminal.text.contains($0) }
                && terminal.lines.contains { $0.contains(directory) && $0.contains(" KB ") }
        }
    }

    /// Returns the first picture that the next launch shows.
    private func firstPicture(_ scene: Scene) throws -> Frame {
        let terminal = try start(scene)
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

    private func start(_ scene: Scene) throws -> PseudoTerminal {
        let script = "set -m; \"$@\"; printf '%s\\n' '\(Self.shellLine)'; read answer"
        return try PseudoTerminal(
            "/bin/sh",
            // The running executable, even though the shell starts it.
            ["-c", script, "sh", Platform.runningExecutable, scene.container] + arguments,
            environment: [
                "TERM": scene.term,
                // A terminal with synchronized updates, which delimit the pictures.
                "TERM_PROGRAM": "WezTerm",
                "XDG_STATE_HOME": "\(scene.directory)/state",
                "XDG_CONFIG_HOME": "\(scene.directory)/config",
                "HOME": scene.directory,
            ],
            size: Self.size
        )
    }

    /// The options of the browser. A user's container is not changed, and its Info.plist stays as it is.
    private var arguments: [String] {
        guard subject.path != nil else { return way.arguments }
        return way.arguments + (way.keys.isEmpty ? [] : ["--exit-on-suspend"]) + ["--read-only"]
    }

    /// Returns the files in all places where snapshots are stored.
    private func snapshotFiles(_ scene: Scene) throws -> [(name: String, bytes: [UInt8])] {
        // Snapshots that a user's container had before are none of this trial.
        let inContainer = ["Library/Caches/Snapshots", "Library/SplashBoard"].map { "\(scene.container)/\($0)" }
        let places = (subject.path == nil ? inContainer : []) + ["\(scene.directory)/state/sandglass/snapshots"]
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
