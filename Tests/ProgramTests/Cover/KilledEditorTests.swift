import Screen
import System
import TestSupport
import Testing

/// What happens to an editor and its screen when the browser that started it is killed.
@Suite("An editor whose browser is killed", .onManyThreads)
struct KilledEditorTests {
    /// The victims: one or two of the three processes.
    enum Victim: CaseIterable, Sendable {
        case browser, guardian, both, guardianThenWitness, witnessThenGuardian
        /// The guard is at work when it is killed, waiting for the editor, which does not end.
        case browserThenGuardian

        func kill(_ scene: GuardedBrowser) throws {
            switch self {
            case .browser: System.kill(scene.browser, SIGKILL)
            case .guardian: System.kill(scene.guardian, SIGKILL)
            case .both:
                // The guard must not run in between.
                System.kill(scene.guardian, SIGSTOP)
                System.kill(scene.browser, SIGKILL)
                System.kill(scene.guardian, SIGKILL)
            case .guardianThenWitness:
                let witness = try scene.witness()
                System.kill(scene.guardian, SIGKILL)
                System.kill(witness, SIGKILL)
            case .witnessThenGuardian:
                System.kill(try scene.witness(), SIGKILL)
                System.kill(scene.guardian, SIGKILL)
            case .browserThenGuardian:
                System.kill(scene.browser, SIGKILL)
                try scene.terminal.waitUntil("the guard at work") { _ in
                    PseudoTerminal.state(of: scene.browser) == nil
                }
                System.kill(scene.guardian, SIGKILL)
            }
        }
    }

    /// Shell scripts that show a file: on the shell's screen, on the alternate screen, and while ignoring signals.
    static let editors = [
        "cat \"$1\"; echo; echo editing; read answer",
        "stty raw -echo; printf '\\033[?1049h\\033[?1003h'; cat \"$1\"; echo editing; sleep 1000",
        "trap '' HUP TERM; printf '\\033[?1049h'; cat \"$1\"; echo editing; sleep 1000",
    ]

    @Test("ends, and nothing that it showed is left on the screen", arguments: Victim.allCases, editors)
    func wiped(victim: Victim, editor: String) throws {
        let scene = try GuardedBrowser(editor: editor)
        let terminal = scene.terminal
        // F4
        try terminal.send("\u{1b}OS")
        try terminal.waitFor("editing")
        #expect(terminal.text.contains(secret))
        let mark = terminal.output.count
        try victim.kill(scene)
        try terminal.waitUntil("the editor's end") { _ in kill(-scene.browser, 0) != 0 }
        try terminal.waitUntil("an empty screen") {
            !$0.text.contains(secret) && !$0.isAlternateScreen && $0.outputText(from: mark).contains("\u{1b}[?1049l")
        }
        try scene.waitForEnd()
        #expect(!terminal.text.contains(secret) && !terminal.screen.scrollbackText.contains(secret))
        #expect(try scene.modesAreAsBefore())
        #expect(terminal.isCursorVisible)
        // The alternate screen was erased as well, and mouse reports are off.
        let sent = terminal.outputText(from: mark)
        let enter = try #require(sent.ranges(of: "\u{1b}[?1049h").last)
        let leave = try #require(sent.ranges(of: "\u{1b}[?1049l").last)
        for row in 1...30 {
            #expect(sent[enter.upperBound..<leave.lowerBound].contains("\u{1b}[\(row);1H\u{1b}[2K"), "row \(row)")
        }
        #expect(sent.contains("\u{1b}[?1003l"))
    }

    @Test(
        "is asked to end when the browser or its guard is, has a second for that, and leaves nothing on the screen",
        arguments: [SIGTERM, SIGHUP], [true, false])
    func asked(signal: Int32, guardian: Bool) throws {
        for editor in Self.editors {
            let scene = try GuardedBrowser(editor: editor)
            let terminal = scene.terminal
            try terminal.send("\u{1b}OS")
            try terminal.waitFor("editing")
            System.kill(guardian ? scene.guardian : scene.browser, signal)
            try terminal.waitUntil("the editor's end", timeoutSeconds: 60) { _ in kill(-scene.browser, 0) != 0 }
            try scene.waitForEnd()
            #expect(!terminal.text.contains(secret) && !terminal.screen.scrollbackText.contains(secret))
            #expect(try scene.modesAreAsBefore())
        }
    }

    /// The editor's action on a terminal that the shell has taken: interactive shells do the first when they end on
    /// SIGHUP, and the second when a job of theirs has ended.
    enum Theft: String, CaseIterable, Sendable {
        case givesItToTheGroupThatItStartedIn = "os.tcsetpgrp(0, os.getpgrp())"
        case givesItToAGroupThatEnds = """
            group = os.fork()
            if group == 0: signal.pause()
            os.setpgid(group, group)
            os.tcsetpgrp(0, group)
            os.kill(group, signal.SIGKILL)
            os.waitpid(group, 0)
            """
        /// The group's only member is a zombie, since its parent does not reap it.
        case givesItToAGroupThatIsNotReaped = """
            parent = os.fork()
            if parent == 0:
                os.setpgid(0, 0)
                group = os.fork()
                if group == 0: signal.pause()
                os.setpgid(group, group)
                os.tcsetpgrp(0, group)
                os.kill(group, signal.SIGKILL)
                while os.path.exists(__file__): time.sleep(0.02)
                os._exit(0)
            while open("/proc/%d/stat" % os.tcgetpgrp(0)).read().split()[2] != "Z": pass
            """
    }

    @Test(
        "takes the terminal from the shell while it ends, and the shell gets it back", arguments: Theft.allCases,
        [Victim.guardian, .guardianThenWitness, .witnessThenGuardian])
    func stolen(theft: Theft, victim: Victim) throws {
        let scene = try GuardedBrowser(editor: "exec python3 $0.py")
        scene.directory.write(
            "editor.py",
            """
            import os, signal, time
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            print("editing", flush=True)
            signal.sigwait([signal.SIGHUP])
            while os.tcgetpgrp(0) != os.getsid(0): pass
            \(theft.rawValue)
            """)
        let terminal = scene.terminal
        try terminal.send("\u{1b}OS")
        try terminal.waitFor("editing")
        try victim.kill(scene)
        try scene.waitForEnd()
        #expect(try scene.modesAreAsBefore())
    }

    @Test("leaves its file, and the next start reports where that is", arguments: Victim.allCases)
    func told(victim: Victim) throws {
        let scene = try GuardedBrowser(editor: "printf mine > \"$1\"; echo editing; read answer")
        let terminal = scene.terminal
        try terminal.send("\u{1b}OS")
        try terminal.waitFor("editing")
        try victim.kill(scene)
        try terminal.waitUntil("the editor's end") { _ in kill(-scene.browser, 0) != 0 }
        try scene.waitForEnd()
        let copies = try runCommand(["find", scene.directory("tmp"), "-type", "f"]).lines.map(String.init)
        #expect(try copies.map { try readFile($0) } == [Array("mine".utf8)])

        try terminal.send("clear; \"$BROWSER\" \"$COVERED\"\r")
        try terminal.waitFor("Recovery")
        // Lines are wrapped.
        let shown = terminal.lines.joined().filter { $0 != " " && $0 != "│" }
        let copy = try #require(copies.first)
        let folder = copy[..<(copy.lastIndex(of: "/") ?? copy.endIndex)]
        #expect(shown.contains(folder) && shown.contains("Documents/\(secret)79.txt"), "\(terminal.text)")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the listing") { !$0.text.contains("Recovery") }
        try terminal.send("q")
        try terminal.waitUntil("the shell") { $0.foregroundGroup == $0.processID }
        // It is reported once, and nothing is removed.
        #expect(try runCommand(["find", scene.directory("state/sandglass/editing"), "-type", "f"]).lines.isEmpty)
        #expect(try readFile(copy) == Array("mine".utf8))
    }

    @Test(
        "that sleeps leaves the shell's screen alone",
        arguments: [Victim.browser, .guardian, .guardianThenWitness, .witnessThenGuardian])
    func asleep(victim: Victim) throws {
        let scene = try GuardedBrowser(editor: "echo editing; read answer")
        let terminal = scene.terminal
        try terminal.send("\u{1b}OS")
        try terminal.waitFor("editing")
        try terminal.send("\u{1a}")
        try scene.waitForStop()
        let mark = terminal.output.count
        try victim.kill(scene)
        // A stopped guard learns of the end when it is continued; it stops again if the browser has not ended yet.
        try terminal.waitUntil("the end") { _ in
            kill(scene.guardian, SIGCONT)
            return [scene.browser, scene.guardian].allSatisfy { [nil, "Z"].contains(PseudoTerminal.state(of: $0)) }
        }
        try scene.waitForShell()
        #expect(terminal.text.contains("here42") && !terminal.outputText(from: mark).contains("\u{1b}[2K"))
        try terminal.waitUntil("the editor's end") { _ in kill(-scene.browser, 0) != 0 }
    }
}
