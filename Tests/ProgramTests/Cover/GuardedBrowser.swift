import Screen
import System
import TestSupport
import Testing

/// How often what happens at random moments is tried: a few times, or fifty with `SANDGLASS_LONG_TESTS` set.
let rounds = getenv("SANDGLASS_LONG_TESTS") == nil ? 1 : 50

/// The word that nobody may see. It is spelled so that no command line has to say it.
let secret = "topsecret"

/// A container whose names, contents and links say the secret.
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

/// The browser in the foreground of a shell with job control, with the secret on the screen.
final class GuardedBrowser {
    let terminal: PseudoTerminal
    let container: SampleContainer
    let browser: pid_t
    let guardian: pid_t
    /// What the browser has for itself: `state`, `config` and `tmp`.
    let directory = TemporaryDirectory()
    private static let ready = "ready> "

    /// - Parameters:
    ///   - shell: with job control; it does not change the terminal's modes.
    ///   - editor: a script of the shell, which gets the path of a file.
    init(
        shell: [String] = ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"],
        term: String = "xterm-256color",
        options: String = "",
        editor: String = "",
        size: Size = Size(columns: 100, rows: 30)
    ) throws {
        container = try secretContainer()
        directory.write("editor", editor)
        try directory.makeDirectory("tmp")
        terminal = try PseudoTerminal(
            shell[0], Array(shell.dropFirst()),
            environment: [
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
        guardian = try #require(PseudoTerminal.parent(of: browser))
        // What is sought for and the names are on the screen, the cursor is on one of them.
        try terminal.showSecret()
    }

    /// Reads what comes until the shell asks for the next command, and both processes are stopped.
    func waitForStop() throws {
        try terminal.waitUntil("the stop") { _ in
            PseudoTerminal.state(of: self.browser) == "T" && PseudoTerminal.state(of: self.guardian) == "T"
        }
        try waitForShell()
    }

    /// Waits for the end of both processes.
    func waitForEnd() throws {
        try terminal.waitUntil("the end") { _ in
            [self.browser, self.guardian].allSatisfy { [nil, "Z"].contains(PseudoTerminal.state(of: $0)) }
        }
        try waitForShell()
    }

    /// Has the shell answer, so that everything before the answer was read. Keys that the browser did not read any more
    /// are in a line before that.
    func waitForShell() throws {
        try terminal.waitUntil("the shell") { $0.foregroundGroup == $0.processID }
        let mark = terminal.output.count
        try terminal.send("\recho here$((40 + 2))\r")
        try terminal.waitUntil("the shell's answer") { $0.outputText(from: mark).contains("here42") }
    }

    /// Whether `stty -g` says what it said before the start.
    func modesAreAsBefore() throws -> Bool {
        let mark = terminal.output.count
        try terminal.send("\rstty -g > \"$MODES.after\"; echo saved$((1 + 1))\r")
        try terminal.waitUntil("the modes") { $0.outputText(from: mark).contains("saved2") }
        return try readFile(directory.path + "/modes.before") == readFile(directory.path + "/modes.after")
    }

    /// The guard's other child, which covers where the browser and the guard are killed.
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
    /// Goes to the last of the names that say the secret.
    func showSecret() throws {
        try send("gd")
        try waitFor("of 112")
        try send("G")
        try waitFor("\(secret) 79")
    }
}
