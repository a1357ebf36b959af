import Screen
import System
import TestSupport
import Testing

/// Tests with the real program on a real terminal that it leaves nothing to be seen, whatever happens and whenever.
@Suite("Content left on the screen", .onManyThreads)
struct CoverProofTests {
    /// Starts the browser, and makes it leave the screen while it does something that depends on the round.
    /// - Returns: The browser, the length of the output before that, and its activity then.
    private func leave(
        _ way: ExitPath,
        round: Int,
        _ random: inout SeededGenerator
    ) throws -> (scene: GuardedBrowser, mark: Int, moment: Moment) {
        let moment = Moment.allCases[(round + way.description.utf8.count) % Moment.allCases.count]
        let scene = try GuardedBrowser()
        try moment.begin(scene, &random)
        let mark = scene.terminal.output.count
        try way.leave(scene)
        return (scene, mark, moment)
    }

    @Test("a stopped browser leaves nothing on the screen, and fg brings it back", arguments: ExitPath.stops)
    func stopped(way: ExitPath) throws {
        var random = SeededGenerator(seed: 5)
        for round in 0..<rounds {
            let (scene, mark, moment) = try leave(way, round: round, &random)
            try scene.waitForStop()
            #expect(scene.leaks(since: mark) == [], "\(way) while \(moment), round \(round)")
            #expect(try scene.modesAreAsBefore())
            try scene.bringBack()
            kill(scene.browser, SIGTERM)
            try scene.waitForEnd()
            #expect(try scene.modesAreAsBefore())
        }
    }

    @Test("a browser that ends in any way leaves nothing on the screen", arguments: ExitPath.ends)
    func ended(way: ExitPath, status: Int) throws {
        var random = SeededGenerator(seed: 6)
        for round in 0..<rounds {
            let (scene, mark, moment) = try leave(way, round: round, &random)
            try scene.terminal.waitUntil("the end") { _ in
                [scene.browser, scene.guardian].allSatisfy { [nil, "Z"].contains(PseudoTerminal.state(of: $0)) }
            }
            try scene.terminal.waitUntil("the shell") { $0.foregroundGroup == $0.processID }
            try scene.terminal.waitUntil("the status") { $0.outputText(from: mark).contains("status is \(status).") }
            #expect(scene.leaks(since: mark) == [], "\(way) while \(moment), round \(round)")
            #expect(try scene.modesAreAsBefore())
            if [137, 133, 139, 134, 138].contains(status), way.description != "KILL of the guard" {
                #expect(scene.terminal.text.contains("sandglass: ended by signal \(status - 128)"))
            }
        }
    }

    @Test(
        "the screen is covered when the window loses the focus, on Z, and after a timeout",
        arguments: ["\u{1b}[O", "Z", ""])
    func inactive(keys: String) throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<rounds {
            let scene = try GuardedBrowser(options: keys.isEmpty ? "--cover-after 1s" : "")
            let terminal = scene.terminal
            if !keys.isEmpty {
                try Moment.repaint.begin(scene, &random)
                try terminal.send(keys)
            }
            try terminal.waitUntil("the cover") { $0.text.contains("covered") && !$0.text.contains(secret) }
            #expect(terminal.screen.title == "sandglass" && terminal.screen.iconName == "sandglass")
            let words = ["sandglass", "covered", "any key brings it back"]
            #expect(terminal.lines.allSatisfy { $0.isEmpty || words.contains(String($0.drop { $0 == " " })) })
            let mark = terminal.output.count
            try terminal.send("j")
            try terminal.waitFor(secret)
            // The title from before the cover is restored from the terminal's stack.
            #expect(terminal.outputText(from: mark).contains("\u{1b}[23;0t"))
            kill(scene.browser, SIGTERM)
            try scene.waitForEnd()
        }
    }

    @Test("an editor leaves no content visible, even when suspended, and the content is redrawn afterwards")
    func editor() throws {
        for _ in 0..<rounds {
            let scene = try GuardedBrowser(editor: "echo an editor; read answer")
            let terminal = scene.terminal
            let mark = terminal.output.count
            // F4
            try terminal.send("\u{1b}OS")
            try terminal.waitFor("an editor")
            #expect(!terminal.isAlternateScreen && !terminal.text.contains(secret))
            try terminal.send("\u{1a}")
            try scene.waitForStop()
            #expect(scene.leaks(since: mark) == [])
            try terminal.send("fg; echo \"status is\" $?.\r")
            try terminal.waitUntil("the foreground") { $0.foregroundGroup == scene.browser }
            try terminal.send("\r")
            try terminal.waitUntil("the content") { $0.isAlternateScreen && $0.text.contains("\(secret) 79") }
            let last = terminal.output.count
            try terminal.send("q")
            try scene.waitForEnd()
            #expect(scene.leaks(since: last) == [])
            #expect(try scene.modesAreAsBefore())
        }
    }

    @Test(
        "nothing is left on the screen of any common terminal",
        arguments: ["vt100", "linux", "xterm-256color", "tmux-256color", "screen", "foot"]
    )
    func terminals(term: String) throws {
        for way in [ExitPath.stops[0], ExitPath("KILL", .browser(SIGKILL)), ExitPath("TERM", .browser(SIGTERM))] {
            let scene = try GuardedBrowser(term: term)
            let mark = scene.terminal.output.count
            try way.leave(scene)
            if case .key = way.target { try scene.waitForStop() } else { try scene.waitForEnd() }
            #expect(scene.leaks(since: mark) == [], "\(way)")
            #expect(try scene.modesAreAsBefore())
            guard case .key = way.target else { continue }
            try scene.bringBack()
            try scene.terminal.send("q")
            try scene.waitForEnd()
            #expect(try scene.modesAreAsBefore())
        }
    }

    @Test(
        "the cover's background fills every cell, whether or not the terminal erases with it",
        arguments: ["xterm-256color", "screen-256color"])
    func background(term: String) throws {
        let scene = try GuardedBrowser(term: term, options: "--theme high-contrast")
        let mark = scene.terminal.output.count
        try scene.terminal.send("\u{1a}")
        try scene.waitForStop()
        let cover = try #require(scene.screenBeforeLeaving(since: mark))
        let background = cover.cell(column: 0, row: 0).style.background
        #expect(background != .terminalDefault)
        for row in 0..<cover.size.rows {
            for column in 0..<cover.size.columns {
                #expect(cover.cell(column: column, row: row).style.background == background, "\(column) \(row)")
            }
        }
    }

    @Test("a terminal that cannot move its cursor is refused before anything is shown")
    func dumb() throws {
        let container = try secretContainer()
        let terminal = try PseudoTerminal(sandglass, [container.path], environment: ["TERM": "dumb"])
        #expect(try terminal.waitForExit() == .exited(69))
        #expect(!terminal.outputText().contains(secret) && !terminal.isAlternateScreen)
    }

    @Test("nothing is left on the screen in a shell without line editing")
    func plainShell() throws {
        let scene = try GuardedBrowser(shell: ["/bin/dash", "-i"])
        let mark = scene.terminal.output.count
        try scene.terminal.send("\u{1a}")
        try scene.waitForStop()
        #expect(scene.leaks(since: mark) == [])
        try scene.bringBack()
        try scene.terminal.send("q")
        try scene.waitForEnd()
        #expect(try scene.modesAreAsBefore())
    }

    @Test("fg shows the same picture as before")
    func samePicture() throws {
        let scene = try GuardedBrowser()
        try scene.terminal.settle()
        let before = scene.terminal.screen.frame
        for way in ExitPath.stops {
            try way.leave(scene)
            try scene.waitForStop()
            try scene.bringBack()
            try scene.terminal.waitUntil("the same picture after \(way)") { $0.screen.frame == before }
        }
    }
}

extension PseudoTerminal {
    /// Reads until there is no output for a moment.
    func settle() throws {
        try waitUntil("rest") { !$0.awaitOutput(milliseconds: 200) }
    }
}
