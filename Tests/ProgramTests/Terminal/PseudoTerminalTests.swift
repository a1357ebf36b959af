import Screen
import TestSupport
import Testing

@Suite("A pseudo-terminal for tests", .onManyThreads)
struct PseudoTerminalTests {
    @Test("the terminal is read again when a program reopens it after a hangup")
    func openedAgain() throws {
        let folder = TemporaryDirectory()
        // The end of the session leader hangs up the terminal. Its child survives that, and opens the terminal by name.
        let script = """
            name=$(tty)
            trap '' HUP
            (exec <&- >&- 2>&-; while ! test -e "$1"; do sleep 0.01; done; exec 3>"$name"; echo again >&3) &
            echo first
            """
        let terminal = try PseudoTerminal("/bin/sh", ["-c", script, "sh", folder("go")])
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.text.contains("first"))
        // Time in which no process has the terminal open.
        for _ in 0..<10 { terminal.awaitOutput(milliseconds: 10) }
        folder.write("go", "")
        for _ in 0..<1_000 where !terminal.text.contains("again") { terminal.awaitOutput(milliseconds: 10) }
        #expect(terminal.text.contains("again"))
    }

    @Test("programs get a home directory in which nothing can be created")
    func home() throws {
        let terminal = try PseudoTerminal("/bin/sh", ["-c", "mkdir -p \"$HOME/x\"; echo status $?; read answer"])
        try terminal.waitFor("status 1")
    }

    @Test("a frame between the marks of a synchronized update is waited for as a whole")
    func wholeFrames() throws {
        // The mark at the end comes in two parts.
        let script = #"""
            printf '\033[?2026hfirst'; sleep 0.05; printf ' second\033[?20'; sleep 0.05; printf '26l'; read answer
            """#
        let terminal = try PseudoTerminal("/bin/sh", ["-c", script])
        try terminal.waitFor("first")
        #expect(terminal.text.contains("first second"))
        #expect(terminal.outputText().hasSuffix("\u{1b}[?2026l"))
    }

    @Test("a frame without marks is read until the program has nothing more to write")
    func partsOfFrames() throws {
        // The shell counts, and so does not sleep, between the parts.
        let script = "printf first; n=0; while test $n -lt 50000; do n=$((n + 1)); done; printf ' second'; read answer"
        let terminal = try PseudoTerminal("/bin/sh", ["-c", script])
        try terminal.waitFor("first")
        #expect(terminal.text.contains("first second"))
    }
}
