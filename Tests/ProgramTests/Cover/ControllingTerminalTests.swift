import Screen
import System
import TestSupport
import Testing

/// Without signals from the keys, ^Z would stop the parent process instead and leave the content in view.
@Suite("Terminals other than the controlling one", .onManyThreads)
struct ControllingTerminalTests {
    private func shell(_ container: SampleContainer) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
            environment: [
                "TERM": "xterm-256color", "PS1": "ready> ", "HISTFILE": "", "COVERED": container.path,
                "BROWSER": sandglass,
            ],
            size: Size(columns: 120, rows: 30))
        try terminal.waitFor("ready>")
        return terminal
    }

    @Test(
        "a terminal other than the controlling one is refused with the reason",
        arguments: [
            "setsid --wait \"$BROWSER\" \"$COVERED\"", "setsid --wait \"$BROWSER\" --no-guard \"$COVERED\"",
            "setsid --wait \"$BROWSER\" demo",
            // In a session with its own terminal, but with the output going elsewhere.
            "script -qec '\"$BROWSER\" \"$COVERED\" > '$(tty) /dev/null",
        ]
    )
    func refused(command: String) throws {
        let container = try secretContainer()
        let terminal = try shell(container)
        try terminal.send("\(command); echo \"status is\" $?.\r")
        try terminal.waitFor("status is 69.")
        #expect(terminal.text.contains("not the controlling terminal"))
        #expect(!terminal.outputText().contains("\u{1b}[?1049h") && !terminal.outputText().contains(secret))
    }

    @Test(
        "the browser works in a session with its own controlling terminal",
        arguments: [
            "setsid --wait --ctty \"$BROWSER\" \"$COVERED\"",
            "su root --shell /bin/sh --pty -c '\"$BROWSER\" \"$COVERED\"'",
        ]
    )
    func ownTerminal(command: String) throws {
        // Other users would be asked for a password.
        guard !command.hasPrefix("su ") || geteuid() == 0 else { return }
        let container = try secretContainer()
        let terminal = try shell(container)
        // setsid --ctty takes the terminal away from the shell.
        try terminal.send("exec \(command)\r")
        try terminal.waitFor("Documents/")
        try terminal.showSecret()
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the cover") { $0.text.contains("covered") && !$0.text.contains(secret) }
    }
}
