import Screen
import System
import TestSupport
import Testing

/// A passphrase that is being typed when the program is killed.
@Suite("The question for a passphrase", .onManyThreads)
struct PassphrasePromptTests {
    private let backup: SampleBackup

    init() throws { backup = try SampleBackup(encrypted: true, "add(APP, '')\nadd(APP, 'Documents')") }

    @Test(
        "of a program that is killed leaves nothing typed to the shell, and the echo is on",
        arguments: ["ls", "browse"], [["/bin/bash", "--norc", "--noprofile", "-i"], ["/bin/dash", "-i"]])
    func killed(command: String, shell: [String]) throws {
        let terminal = try PseudoTerminal(
            shell[0], Array(shell.dropFirst()),
            environment: [
                "TERM": "xterm-256color", "PS1": "ready> ", "ENV": "", "HISTFILE": "", "PROGRAM": sandglass,
                "BACKUP": backup.path, "XDG_STATE_HOME": backup.path + "/state",
            ])
        try terminal.waitFor("ready>")
        try terminal.send("\"$PROGRAM\" \(command) \"$BACKUP/AppDomain-org.example.app\"\r")
        try terminal.waitFor("Passphrase of")
        let program = terminal.foregroundGroup
        let before = try Self.bytesRead(by: program)
        try terminal.send("half-typed")
        try terminal.waitUntil("the program to read it") { _ in
            try Self.bytesRead(by: program) >= before + "half-typed".utf8.count
        }
        let mark = terminal.output.count
        let children = try Self.children(of: program)
        kill(program, SIGKILL)
        try terminal.waitUntil("the shell") { $0.foregroundGroup == $0.processID }
        try terminal.waitUntil("the prompt") { $0.outputText(from: mark).contains("ready>") }
        // On a busy machine, the shell can be faster than the process that discards what was typed until then.
        try terminal.waitUntil("the discarding") { _ in
            children.allSatisfy { [nil, "Z"].contains(PseudoTerminal.state(of: $0)) }
        }
        try terminal.send("echo here$((40 + 2))\r")
        try terminal.waitUntil("the answer") { $0.outputText(from: mark).contains("here42") }
        #expect(!terminal.outputText(from: mark).contains("half"))
        // Typed while a program reads that leaves the modes as they are.
        try terminal.send("cat\r")
        try terminal.waitUntil("the program") { $0.foregroundGroup != $0.processID }
        // On a busy machine, the shell can be faster than the process that restores the modes.
        try terminal.waitUntil("the echo") { $0.echoes }
        try terminal.send("seen$\r")
        try terminal.waitUntil("the echo and the line") { $0.outputText(from: mark).ranges(of: "seen$").count == 2 }
    }

    /// Returns the number of bytes that a process has read.
    private static func bytesRead(by process: pid_t) throws -> Int {
        let text = String(decoding: try readFile("/proc/\(process)/io"), as: UTF8.self)
        return try #require(text.split(separator: "\n").first.flatMap { Int($0.dropFirst("rchar: ".count)) })
    }

    /// Returns the children of the first thread of a process.
    private static func children(of process: pid_t) throws -> [pid_t] {
        let text = try String(decoding: readFile("/proc/\(process)/task/\(process)/children"), as: UTF8.self)
        return text.split(separator: " ").compactMap { pid_t($0) }
    }

    @Test("of a program that is killed leaves nothing to a script that continues, even if it was not read")
    func unread() throws {
        // On a busy machine, a script that reads at once can be faster than the process that discards.
        let script = "\"$0\" ls \"$1\"; echo ended; read go < \"$2\"; read line; echo \"got<$line>\""
        let fifo = backup.path + "/go"
        #expect(try runCommand(["mkfifo", fifo]).status == 0)
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", script, sandglass, backup.path + "/AppDomain-org.example.app", fifo],
            environment: ["TERM": "xterm-256color", "XDG_STATE_HOME": backup.path + "/state"])
        try terminal.waitFor("Passphrase of")
        let program = try #require(Self.children(of: terminal.processID).first)
        kill(program, SIGSTOP)
        try terminal.waitUntil("the stop") { _ in PseudoTerminal.state(of: program) == "T" }
        try terminal.send("half-typed")
        try terminal.waitUntil("the typed bytes") { !$0.hasReadInput }
        kill(program, SIGKILL)
        try terminal.waitFor("ended")
        try terminal.waitUntil("an empty queue") { $0.hasReadInput }
        #expect(try runCommand(["sh", "-c", "echo > \"$0\"", fifo]).status == 0)
        try terminal.send("whole\r")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.text.contains("got<whole>") && !terminal.text.contains("half"), "\(terminal.text)")
    }

    @Test(
        "edits the line with the terminal's keys",
        arguments: [
            "correct horsx\u{7f}e", "wrong\u{15}correct horse", "correct mare\u{17}horse",
            "correct hörs\u{7f}\u{7f}\u{7f}orse",
            "correct \u{16}\u{15}\u{7f}horse",
        ])
    func edited(keys: String) throws {
        let terminal = try PseudoTerminal(
            sandglass, ["ls", backup.path + "/AppDomain-org.example.app"],
            environment: ["TERM": "xterm-256color", "XDG_STATE_HOME": backup.path + "/state"])
        try terminal.waitFor("Passphrase of")
        try terminal.send(keys + "\r")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.text.contains("Documents") && !terminal.text.contains("horse"), "\(terminal.text)")
    }
}
