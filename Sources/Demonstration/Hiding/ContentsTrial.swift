import Screen
import System
import VirtualTerminal

/// Shows the contents of a file of each kind in the right pane and in the viewer, leaves the screen in each way, and
/// searches for the secrets.
///
/// The program is the running executable, started as a job of a shell on a pseudo-terminal. It is observed only through
/// the terminal.
struct ContentsTrial {
    /// Wide enough for three panes and for the marks that distinguish the kinds of files.
    static let size = Size(columns: 160, rows: 45)
    /// A timeout that is long enough for a busy computer, in seconds.
    private static let patience = 60
    /// The shell's output when it is in the foreground again, and the editor's when it has the screen.
    private static let shellLine = "[the shell has the terminal]"
    private static let editorLine = "[an editor has the terminal]"

    /// The sequence that the program writes at the end of a picture.
    private static let endOfUpdate = "\u{1b}[?2026l"

    /// An existing directory for this trial alone.
    let directory: String
    /// Whether each kind of file is left in each way, rather than each kind in some and each way with some.
    let isThorough: Bool

    /// Runs the trial.
    /// - Parameter receive: Gets each result; what it throws ends the trial.
    /// - Throws: `DemonstrationError`, `PseudoTerminal.Failure`, `FileTreeError`
    func tryContents(_ receive: (ContentsReport.Row) throws -> Void) throws {
        try DemonstrationDirectory.makeEmpty("\(directory)/device")
        let container = try SecretContainer.make(at: "\(directory)/device", saying: [])
        try DemonstrationFile.write(
            Array("echo '\(Self.editorLine)'; read answer\n".utf8), to: "\(directory)/editor", mode: 0o600)
        try stop(container, receive)
        try end(container, receive)
    }

    /// Visits all files in one run of the program, which is stopped and brought back.
    private func stop(_ container: SecretContainer, _ receive: (ContentsReport.Row) throws -> Void) throws {
        let terminal = try start(container, at: 0)
        for (index, fixture) in SecretFixture.all.enumerated() {
            if index > 0 { try terminal.send("j") }
            for (offset, place) in ContentsReport.Place.allCases.enumerated() {
                try show(fixture, in: place, on: terminal)
                for way in some(of: ExitPath.covers, for: index + offset) {
                    try receive(try cover(fixture, place, way, terminal))
                    try waitFor(fixture, in: place, on: terminal)
                }
                for way in some(of: ExitPath.stops, for: index + offset) {
                    try receive(try leave(fixture, place, way, terminal))
                    try terminal.send("fg\r")
                    try waitFor(fixture, in: place, on: terminal)
                }
                if place == .viewer { try terminal.send("q") }
            }
            guard fixture.name == SecretFixture.edited else { continue }
            try waitFor(fixture, in: .pane, on: terminal)
            try receive(try edit(fixture, terminal))
        }
        try terminal.send("q")
        try terminal.waitUntil("the end", timeoutSeconds: Self.patience) { $0.jobProcesses.isEmpty }
    }

    /// Returns all of the ways, or one of them in turn.
    private func some(of ways: [ExitPath], for number: Int) -> [ExitPath] {
        isThorough ? ways : [ways[number % ways.count]]
    }

    /// Starts the program for each way in which it ends.
    private func end(_ container: SecretContainer, _ receive: (ContentsReport.Row) throws -> Void) throws {
        var next = 0
        for way in ExitPath.ends {
            for place in ContentsReport.Place.allCases {
                // A step that has no divisor in common with the number of files leads to different ones.
                let indices = isThorough ? Array(SecretFixture.all.indices) : [next * 5 % SecretFixture.all.count]
                next += 1
                for index in indices {
                    let terminal = try start(container, at: index)
                    try show(SecretFixture.all[index], in: place, on: terminal)
                    try receive(try leave(SecretFixture.all[index], place, way, terminal))
                    try terminal.killJobs()
                }
            }
        }
    }

    /// Starts the browser and moves the cursor to a file.
    private func start(_ container: SecretContainer, at index: Int) throws -> PseudoTerminal {
        let script =
            "set -m; \"$@\"; while printf '%s\\n' '\(Self.shellLine)'; read answer && [ \"$answer\" = fg ]; "
            + "do fg > /dev/null; done"
        let terminal = try PseudoTerminal(
            "/bin/sh",
            // The running executable, even though the shell starts it.
            ["-c", script, "sh", Platform.runningExecutable, "\(container.data)/\(SecretFixture.directory)"],
            environment: [
                "TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "SWIFT_BACKTRACE": "enable=no",
                "EDITOR": "sh '\(directory)/editor'", "XDG_STATE_HOME": "\(directory)/state",
                "XDG_CONFIG_HOME": "\(directory)/config", "XDG_CACHE_HOME": "\(directory)/cache", "HOME": directory,
            ],
            size: Self.size
        )
        try terminal.waitFor(SecretFixture.all[SecretFixture.all.count - 1].name, timeoutSeconds: Self.patience)
        try terminal.send(String(repeating: "j", count: index))
        return terminal
    }

    /// Shows a file that the cursor is on, with its secret on the screen.
    private func show(_ fixture: SecretFixture, in place: ContentsReport.Place, on terminal: PseudoTerminal) throws {
        // The listing may still be on its way when keys arrive: the pane shows where the cursor is.
        try waitFor(fixture, in: .pane, on: terminal)
        guard place == .viewer else { return }
        try terminal.send("\r")
        try waitFor(fixture, in: .viewer, on: terminal)
    }

    private func waitFor(_ fixture: SecretFixture, in place: ContentsReport.Place, on terminal: PseudoTerminal) throws {
        let secret = place == .pane ? fixture.shown : fixture.viewed
        // The names of other files are only in the listing, which the viewer covers.
        let other = SecretFixture.all.first { $0.name != fixture.name }?.name ?? ""
        try terminal.waitUntil("\(fixture.name) in the \(place.rawValue)", timeoutSeconds: Self.patience) { terminal in
            terminal.isAlternateScreen && terminal.text.contains(secret)
                && terminal.text.contains(other) == (place == .pane)
                && terminal.text.contains(fixture.name)
        }
    }

    /// Leaves the screen, and searches for the secrets when the shell is in the foreground.
    private func leave(
        _ fixture: SecretFixture, _ place: ContentsReport.Place, _ way: ExitPath, _ terminal: PseudoTerminal
    ) throws -> ContentsReport.Row {
        let mark = terminal.output.count
        try perform(way, terminal)
        try terminal.waitUntil("the shell after \(way.name)", timeoutSeconds: Self.patience) { terminal in
            !terminal.isAlternateScreen && terminal.outputText(from: mark).contains(Self.shellLine)
                && (terminal.jobProcesses.isEmpty || terminal.hasStoppedJob)
        }
        return row(fixture, place, way, terminal, since: mark)
    }

    /// Has the browser cover the screen, and takes the cover away after the search.
    private func cover(
        _ fixture: SecretFixture, _ place: ContentsReport.Place, _ way: ExitPath, _ terminal: PseudoTerminal
    ) throws -> ContentsReport.Row {
        let mark = terminal.output.count
        try perform(way, terminal)
        try terminal.waitUntil("the cover", timeoutSeconds: Self.patience) { terminal in
            let text = terminal.outputText(from: mark)
            return text.firstRange(of: "covered").map { text[$0.upperBound...].contains(Self.endOfUpdate) } ?? false
        }
        // Output still in transit when the browser covered the screen does not count as shown.
        let row = row(fixture, place, way, terminal, since: terminal.output.count)
        try terminal.send(" ")
        return row
    }

    /// Opens the file in an editor, which ends at once after the search.
    private func edit(_ fixture: SecretFixture, _ terminal: PseudoTerminal) throws -> ContentsReport.Row {
        let mark = terminal.output.count
        try perform(.editor, terminal)
        try terminal.waitUntil("the editor", timeoutSeconds: Self.patience) { terminal in
            !terminal.isAlternateScreen && terminal.outputText(from: mark).contains(Self.editorLine)
        }
        let row = row(fixture, .pane, .editor, terminal, since: mark)
        try terminal.send("\r")
        try waitFor(fixture, in: .pane, on: terminal)
        return row
    }

    private func perform(_ way: ExitPath, _ terminal: PseudoTerminal) throws {
        switch way.deed {
        case .key(let keys): try terminal.send(keys)
        case .signal(let number): kill(terminal.foregroundGroup, number)
        }
    }

    /// Searches everything that can be seen: the screen as it was left, the terminal's own screen with its history and
    /// title, and all output in between.
    private func row(
        _ fixture: SecretFixture, _ place: ContentsReport.Place, _ way: ExitPath, _ terminal: PseudoTerminal,
        since mark: Int
    ) -> ContentsReport.Row {
        let leaving = Array("\u{1b}[?1049h".utf8)
        // The alternate screen is blank when it is entered.
        let start = (0..<mark).last { terminal.output[$0...].starts(with: leaving) } ?? 0
        let recording = TerminalRecording(of: Array(terminal.output[start...]), size: Self.size)
        let left = recording.pictures.last { $0.end == .leaving }
        let after = terminal.output[(start + (left?.offset ?? mark - start))...]
        let seen = [
            left?.frame.text ?? "", SecretSearch.plain(Array(after)), terminal.screen.text,
            terminal.screen.scrollbackText, terminal.screen.title, terminal.screen.iconName,
        ]
        let secrets = (SecretContainer.secrets + SecretFixture.secrets).filter { secret in
            seen.contains { $0.contains(secret) }
        }
        return ContentsReport.Row(file: fixture.name, place: place, way: way.name, secrets: secrets)
    }
}
