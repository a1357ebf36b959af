import Screen
import System
import TestSupport
import Testing

/// The number of rounds of tests at random moments: 1, or 50 if `SANDGLASS_LONG_TESTS` is set.
let rounds = getenv("SANDGLASS_LONG_TESTS") == nil ? 1 : 50

/// The word that must not be seen. It can be composed of two parts, so that no command line has to contain it.
let secret = "topsecret"

/// Creates a container whose names, contents and links contain the secret.
func secretContainer() throws -> SampleContainer {
    try SampleContainer(
        """
        word = 'top' + 'secret'
        for n in range(80):
            with open('Documents/%s %d.txt' % (word, n), 'w') as f: f.write(word * 20)
        os.mkdir('Documents/' + word)
        os.symlink(word, 'Documents/link to ' + word)
        """)
}

/// A browser in the foreground of a shell with job control, with the secret on the screen.
final class GuardedBrowser {
    let terminal: PseudoTerminal
    let container: SampleContainer
    let browser: pid_t
    let guardian: pid_t
    /// The browser's own directories: `state`, `config` and `tmp`.
    let directory = TemporaryDirectory()
    private static let ready = "ready> "

    /// Starts the shell and the browser.
    /// - Parameters:
    ///   - shell: A shell with job control that does not change the terminal's modes.
    ///   - editor: A shell script that gets the path of a file.
    ///   - settings: The contents of `config.toml`.
    ///   - prepare: Adds to the container, whose path it gets, before the browser starts.
    init(
        shell: [String] = ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"],
        term: String = "xterm-256color",
        options: String = "",
        editor: String = "",
        size: Size = Size(columns: 100, rows: 30),
        settings: String = "",
        prepare: (_ container: String) throws -> Void = { _ in }
    ) throws {
        container = try secretContainer()
        try prepare(container.path)
        directory.write("editor", editor)
        if !settings.isEmpty {
            try directory.makeDirectory("config/sandglass")
            directory.write("config/sandglass/config.toml", settings)
        }
        try directory.makeDirectory("tmp")
        terminal = try PseudoTerminal(
            shell[0], Array(shell.dropFirst()),
            environment: [
                // A shell that reads while it does not have the terminal sees an end of file.
                "IGNOREEOF": "1000000",
                "TERM": term, "PS1": Self.ready, "ENV": "", "HISTFILE": "", "XDG_STATE_HOME": directory.path + "/state",
                "XDG_CONFIG_HOME": directory.path + "/config", "XDG_DATA_HOME": directory.path + "/data",
                "SWIFT_BACKTRACE": "enable=no",
                "COVERED": container.path, "BROWSER": sandglass, "MODES": directory.path + "/modes",
                "EDITOR": "sh \(directory.path)/editor", "TMPDIR": directory.path + "/tmp",
            ],
            size: size
        )
        try terminal.waitFor("ready>")
        try terminal.send(
            "ulimit -c 0; stty -g > \"$MODES.before\"; \"$BROWSER\" \(options) \"$COVERED\"; echo \"status is\" $?.\r")
        if options.contains("--no-cover") {
            try terminal.waitFor("[y/N]")
            try terminal.send("y\r")
        }
        try terminal.waitFor("Documents/")
        browser = terminal.foregroundGroup
        guardian = try #require(RunningProcess(browser)?.parent)
        // Names with the secret are on the screen, and the cursor is on one of them.
        try terminal.showSecret()
    }

    /// Reads until both processes are stopped and the shell is ready for a command.
    func waitForStop() throws {
        try terminal.waitUntil("the stop") { _ in
            PseudoTerminal.state(of: self.browser) == "T" && PseudoTerminal.state(of: self.guardian) == "T"
        }
        try waitForShell()
    }

    /// Waits until both processes have ended, and those that watch them: these may still hand the terminal back.
    func waitForEnd() throws {
        try terminal.waitUntil("the end") { _ in
            [self.browser, self.guardian].allSatisfy { [nil, "Z"].contains(PseudoTerminal.state(of: $0)) }
        }
        try terminal.waitUntil("the end of the watch") { terminal in
            !RunningProcess.all.lazy.filter { getsid($0) == terminal.processID }.compactMap { RunningProcess($0) }
                .contains { $0.command == "sandglass-watch" && !$0.hasExited }
        }
        try waitForShell()
    }

    /// Makes the shell answer, so that everything before the answer has been read. Keys that the browser did not read
    /// end up in a line before that.
    func waitForShell() throws {
        try terminal.waitUntil("the shell") { $0.foregroundGroup == $0.processID }
        let mark = terminal.output.count
        try terminal.send("\recho here$((40 + 2))\r")
        try terminal.waitUntil("the shell's answer") { $0.outputText(from: mark).contains("here42") }
    }

    /// Returns whether `stty -g` prints the same as before the start.
    func modesAreAsBefore() throws -> Bool {
        let mark = terminal.output.count
        try terminal.send("\rstty -g > \"$MODES.after\"; echo saved$((1 + 1))\r")
        try terminal.waitUntil("the modes") { $0.outputText(from: mark).contains("saved2") }
        return try readFile(directory.path + "/modes.before") == readFile(directory.path + "/modes.after")
    }

    /// Returns the process ID of the witness, the guard's other child.
    func witness() throws -> pid_t {
        let children = try String(decoding: readFile("/proc/\(guardian)/task/\(guardian)/children"), as: UTF8.self)
        return try #require(children.split(separator: " ").compactMap { pid_t($0) }.first { $0 != browser })
    }

    /// Continues the job, and waits until its content is on the screen.
    func bringBack() throws {
        try terminal.send("\rfg; echo \"status is\" $?.\r")
        try terminal.waitUntil("the content") {
            $0.foregroundGroup == self.browser && $0.text.contains(secret)
        }
    }
}

extension PseudoTerminal {
    /// Goes to the last name that contains the secret.
    func showSecret() throws {
        try send("gd")
        // A test may have added a picture.
        try waitUntil("the directory") { $0.text.contains("of 112") || $0.text.contains("of 113") }
        try send("G")
        try waitFor("\(secret) 79")
    }
}
