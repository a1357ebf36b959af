import Screen
import System
import TestSupport
import Testing

/// The same under tmux, which keeps a history, a title stack and the screen that is not shown.
@Suite("Nothing is left in tmux", .onManyThreads)
struct MultiplexerTests {
    /// A shell in a separate tmux server, which ends with the object.
    final class Pane {
        let directory = TemporaryDirectory()
        let container: SampleContainer

        init() throws {
            container = try secretContainer()
            let tmux = """
                exec env -u TMUX TERM=xterm-256color PS1='ready> ' HISTFILE= COVERED="$2" BROWSER="$0" \
                XDG_STATE_HOME="$1/state" XDG_CONFIG_HOME="$1/config" XDG_DATA_HOME="$1/data" SWIFT_BACKTRACE=enable=no \
                tmux -S "$1/socket" -f /dev/null new-session -d -x 100 -y 30 \
                /bin/bash --norc --noprofile --noediting -i
                """
            // Started from a pseudo-terminal, because a server with signals blocked, as in a test thread, cannot be
            // ended.
            let starter = try PseudoTerminal("/bin/sh", ["-c", tmux, sandglass, directory.path, container.path])
            guard try starter.waitForExit() == .exited(0) else { throw ScriptError(description: starter.text) }
            try tell("set-option", "-g", "default-terminal", "tmux-256color")
            try tell("set-option", "-g", "history-limit", "5000")
            try tell("select-pane", "-T", "before")
            try waitUntil("the shell") { $0.screen.contains("ready>") }
            try type("ulimit -c 0; TERM=tmux-256color \"$BROWSER\" \"$COVERED\"")
            try waitUntil("the browser") { $0.screen.contains("Documents/") }
            try tell("send-keys", "gd")
            try waitUntil("the directory") { $0.screen.contains("of 112") }
            try tell("send-keys", "G")
            try waitUntil("the secret") { $0.screen.contains("\(secret) 79") }
        }

        deinit { _ = try? tell("kill-server") }

        @discardableResult
        func tell(_ command: String...) throws -> String {
            let result = try runCommand(["tmux", "-S", directory.path + "/socket"] + command)
            return result.text
        }

        func type(_ line: String) throws {
            try tell("send-keys", "-l", line)
            try tell("send-keys", "Enter")
        }

        var screen: String { (try? tell("capture-pane", "-p")) ?? "" }
        /// Everything that tmux keeps: the history, both screens, and the title.
        var everything: String {
            let parts = [
                try? tell("capture-pane", "-p", "-S", "-", "-E", "-"), try? tell("capture-pane", "-a", "-q", "-p"),
                title,
            ]
            return parts.compactMap { $0 }.joined(separator: "\n")
        }
        var title: String { (try? tell("display-message", "-p", "#{pane_title}")) ?? "" }

        /// Returns the process ID of the browser, the foreground process of the pane.
        func browser() throws -> Int32 {
            let result = try shell(
                "ps -o tpgid= -p \"$(tmux -S \"$1/socket\" display-message -p '#{pane_pid}')\"", directory.path)
            return Int32(result.text.filter(\.isNumber)) ?? 0
        }

        func waitUntil(_ what: String, _ condition: (Pane) throws -> Bool) throws {
            var polls = 0
            while try !condition(self) {
                polls += 1
                if polls > 6_000 { throw ScriptError(description: "timed out waiting for \(what):\n\(everything)") }
                usleep(20_000)
            }
        }
    }

    /// A selection of very different ways, or all of them in the long tests.
    private static let ways =
        rounds > 1
        ? ExitPath.stops + ExitPath.ends.map(\.0)
        : [
            ExitPath.stops[0], ExitPath("STOP to the browser", .browser(SIGSTOP)), ExitPath("KILL", .browser(SIGKILL)),
            ExitPath("TERM", .browser(SIGTERM)), ExitPath("SEGV", .browser(SIGSEGV)),
        ]

    @Test("when it is stopped or ends", arguments: ways)
    func leaves(way: ExitPath) throws {
        for round in 0..<rounds {
            let pane = try Pane()
            let browser = try pane.browser()
            // While the browser is painting.
            try pane.tell("send-keys", "kkkkjjjj")
            let guardian = try #require(RunningProcess(browser)?.parent)
            try way.leave(browser: browser, guardian: guardian) { _ in try pane.tell("send-keys", "C-z") }
            try pane.waitUntil("the shell") { try $0.browser() != browser && !$0.screen.contains(secret) }
            // Keys that the browser did not read end up in a line before that.
            try pane.tell("send-keys", "Enter")
            try pane.type("echo here$((40 + 2))")
            try pane.waitUntil("the shell's answer") { $0.screen.contains("here42") }
            #expect(!pane.everything.contains(secret), "\(way), round \(round)")
            #expect(pane.title == "before\n")
            let modes = try pane.tell(
                "display-message", "-p", "#{alternate_on}#{mouse_any_flag}#{keypad_cursor_flag}#{cursor_flag}")
            #expect(modes == "0001\n")
            guard ExitPath.stops.contains(where: { $0.description == way.description }) else { continue }
            try pane.type("fg")
            try pane.waitUntil("the content") { $0.screen.contains(secret) }
            try pane.tell("send-keys", "q")
            try pane.waitUntil("the shell") { try $0.browser() != browser }
            #expect(!pane.everything.contains(secret))
        }
    }

    @Test("while it is covered, the title too, and both come back")
    func covered() throws {
        let pane = try Pane()
        #expect(pane.title == "before\n")
        try pane.tell("send-keys", "Z")
        try pane.waitUntil("the cover") { $0.screen.contains("covered") && $0.title == "sandglass\n" }
        #expect(!pane.everything.contains(secret))
        try pane.tell("send-keys", "j")
        try pane.waitUntil("the content") { $0.screen.contains(secret) && $0.title == "before\n" }
    }
}
