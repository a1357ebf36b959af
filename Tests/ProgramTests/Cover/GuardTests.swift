import Screen
import System
import TestSupport
import Testing

@Suite("The guard", .onManyThreads)
struct GuardTests {
    @Test("the guard takes less than 1 MiB and ends with the browser")
    func memory() throws {
        let scene = try GuardedBrowser()
        let rollup = try String(decoding: readFile("/proc/\(scene.guardian)/smaps_rollup"), as: UTF8.self)
        let kibibytes = rollup.split(separator: "\n").filter { $0.hasPrefix("Private_") }
            .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.reduce(0, +)
        #expect((1...1_024).contains(kibibytes), "\(rollup)")
        try scene.terminal.send("q")
        try scene.waitForEnd()
    }

    @Test("--no-guard starts no guard, and ^Z still works")
    func without() throws {
        let container = try secretContainer()
        let terminal = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
            environment: ["TERM": "xterm-256color", "PS1": "ready> ", "HISTFILE": "", "COVERED": container.path])
        try terminal.waitFor("ready>")
        try terminal.send("'\(sandglass)' --no-guard \"$COVERED\"\r")
        try terminal.waitFor("Documents/")
        let browser = terminal.foregroundGroup
        #expect(RunningProcess(browser)?.parent == terminal.processID)
        try terminal.showSecret()
        let mark = terminal.output.count
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the stop") { $0.foregroundGroup == $0.processID && !$0.isAlternateScreen }
        let asleep = terminal.outputText(from: mark)
        let cover = try #require(asleep.firstRange(of: "covered"))
        #expect(!asleep[cover.upperBound...].contains(secret))
        try terminal.send("fg\r")
        try terminal.waitFor("\(secret) 79")
        try terminal.send("q")
        try terminal.waitUntil("the end") { $0.foregroundGroup == $0.processID }
    }

    @Test("^Z in a session leader covers the screen until a key is pressed, which does nothing else")
    func sessionLeader() throws {
        let container = try secretContainer()
        let terminal = try browse(container.path, shows: "Documents/")
        try terminal.showSecret()
        for _ in 0..<3 {
            let browser = terminal.foregroundGroup
            try terminal.send("\u{1a}")
            try terminal.waitUntil("the cover") {
                $0.text.contains("any key brings it back") && !$0.text.contains(secret) && $0.isAlternateScreen
            }
            #expect(terminal.foregroundGroup == browser)
            try terminal.send("q")
            try terminal.waitFor("\(secret) 79")
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a browser stopped by SIGSTOP under a session leader is covered until it is continued")
    func forcedUnderLeader() throws {
        let container = try secretContainer()
        let terminal = try browse(container.path, shows: "Documents/")
        try terminal.showSecret()
        let browser = terminal.foregroundGroup
        let mark = terminal.output.count
        kill(browser, SIGSTOP)
        try terminal.waitUntil("the cover") { !$0.isAlternateScreen && !$0.text.contains(secret) }
        #expect(terminal.outputText(from: mark).contains("covered"))
        #expect(PseudoTerminal.state(of: browser) == "T")
        kill(browser, SIGCONT)
        // The browser has the terminal again; the contents of the screen depend on timing.
        try terminal.waitUntil("the screen") { $0.isAlternateScreen && $0.foregroundGroup == browser }
        try terminal.send("\u{1b}")
        try terminal.waitFor("\(secret) 79")
        kill(terminal.processID, SIGTERM)
        #expect(try terminal.waitForExit() == .exited(128 + SIGTERM))
    }

    @Test("the screen is covered if the guard is killed as a session leader and the terminal hangs up")
    func leaderKilled() throws {
        let container = try secretContainer()
        let terminal = try browse(container.path, shows: "Documents/")
        try terminal.showSecret()
        let browser = terminal.foregroundGroup
        let mark = terminal.output.count
        // Content may still be in transit, as on a busy machine: only the output after the cover counts.
        try terminal.send("\u{c}")
        kill(terminal.processID, SIGKILL)
        #expect(try terminal.waitForExit() == .signalled(SIGKILL))
        try terminal.waitUntil("the browser's end") { _ in [nil, "Z"].contains(PseudoTerminal.state(of: browser)) }
        while terminal.awaitOutput(milliseconds: 50) {}
        let text = terminal.outputText(from: mark)
        let cover = try #require(text.firstRange(of: "covered"))
        #expect(!text[cover.upperBound...].contains(secret) && !terminal.text.contains(secret))
        #expect(!terminal.isAlternateScreen)
    }

    @Test("the screen is covered if the guard is killed right after the browser, before it could act")
    func bothKilled() throws {
        let scene = try GuardedBrowser()
        let mark = scene.terminal.output.count
        // As on a machine so busy that the guard is not scheduled.
        kill(scene.guardian, SIGSTOP)
        kill(scene.browser, SIGKILL)
        kill(scene.guardian, SIGKILL)
        try scene.waitForEnd()
        try scene.terminal.waitUntil("the cover") { $0.outputText(from: mark).contains("covered") }
        try scene.terminal.waitUntil("the shell's screen") { !$0.isAlternateScreen }
        #expect(scene.leaks(since: mark) == [])
        #expect(try scene.modesAreAsBefore())
    }

    @Test("the screen is covered if both are killed under a script, which then has the terminal")
    func bothKilledUnderScript() throws {
        let container = try secretContainer()
        let terminal = try PseudoTerminal(
            "/bin/sh",
            ["-c", "\"$BROWSER\" \"$COVERED\"; while ! read a; do sleep 0.1; done; echo \"answer is\" $a."],
            environment: ["TERM": "xterm-256color", "COVERED": container.path, "BROWSER": sandglass])
        try terminal.waitFor("Documents/")
        try terminal.showSecret()
        let browser = terminal.foregroundGroup
        let guardian = try #require(RunningProcess(browser)?.parent)
        kill(guardian, SIGSTOP)
        kill(browser, SIGKILL)
        kill(guardian, SIGKILL)
        try terminal.waitUntil("the cover") { !$0.isAlternateScreen && !$0.text.contains(secret) }
        try terminal.waitUntil("the script in front") { $0.foregroundGroup == $0.processID }
        try terminal.send("yes\r")
        try terminal.waitFor("answer is yes.")
    }

    @Test("bg leaves both processes stopped without output, and kill ends both")
    func background() throws {
        let scene = try GuardedBrowser()
        try scene.terminal.send("\u{1a}")
        try scene.waitForStop()
        let mark = scene.terminal.output.count
        try scene.terminal.send("bg\r")
        try scene.waitForStop()
        try scene.terminal.send("kill %1\r")
        try scene.waitForEnd()
        let text = scene.terminal.outputText(from: mark)
        #expect(!text.contains(secret) && !text.contains("\u{1b}[?1049h"))
    }

    @Test("a script's job is stopped and continued as a whole")
    func script() throws {
        let container = try secretContainer()
        let terminal = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
            environment: [
                "TERM": "xterm-256color", "PS1": "ready> ", "HISTFILE": "", "COVERED": container.path,
                "BROWSER": sandglass,
            ])
        try terminal.waitFor("ready>")
        try terminal.send("sh -c '\"$BROWSER\" \"$COVERED\"; echo then $?'\r")
        try terminal.waitFor("Documents/")
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the shell") { $0.foregroundGroup == $0.processID && !$0.isAlternateScreen }
        #expect(!terminal.text.contains("then 1"))
        try terminal.send("fg\r")
        try terminal.waitFor("Documents/")
        try terminal.send("q")
        try terminal.waitFor("then 0")
    }

    @Test("repeated suspending and resuming leaks nothing and keeps the picture")
    func manyTimes() throws {
        let scene = try GuardedBrowser()
        try scene.terminal.settle()
        let before = scene.terminal.screen.frame
        var first: [Int] = []
        let times = rounds > 1 ? 1_000 : 30
        for time in 0..<times {
            try scene.terminal.send("\u{1a}")
            try scene.terminal.waitUntil("the stop") {
                $0.foregroundGroup == $0.processID && PseudoTerminal.state(of: scene.guardian) == "T"
            }
            try scene.bringBack()
            // Memory allocated in the first rounds is not growth.
            if time == 9 {
                try scene.terminal.settle()
                first = try sizes(scene)
            }
        }
        try scene.terminal.waitUntil("the same picture") { $0.screen.frame == before }
        try #require(first.count == 4)
        // Allows for a directory that happens to be open, and for a few pages that are first used later.
        let limits = [first[0], first[1], first[2] + 512, first[3] + 64]
        var last: [Int] = []
        try scene.terminal.waitUntil("no more than \(limits)") { _ in
            last = try sizes(scene)
            return last.count == 4 && zip(last, limits).allSatisfy { $0 <= $1 }
        }
        if rounds > 1 { print("\(times) rounds: descriptors and KiB of the browser and the guard \(first) → \(last)") }
    }

    /// Returns the number of descriptors, then the private memory in KiB, of the browser and the guard.
    private func sizes(_ scene: GuardedBrowser) throws -> [Int] {
        let result = try shell(
            """
            for p in $1 $2; do ls /proc/$p/fd | wc -l; done
            for p in $1 $2; do awk '/^RssAnon/ { print $2 }' /proc/$p/status; done
            """, "\(scene.browser)", "\(scene.guardian)")
        return result.lines.compactMap { Int($0) }
    }
}
