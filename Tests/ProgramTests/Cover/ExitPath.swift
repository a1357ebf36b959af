import Screen
import System
import TestSupport

/// A way for the program to leave the screen: a key, or a signal to one of its processes.
struct ExitPath: Sendable, CustomStringConvertible {
    enum Target: Sendable {
        /// Typed at the terminal.
        case key(String)
        case browser(Int32)
        case guardian(Int32)
        /// The job as the shell sees it: the guard's process group.
        case job(Int32)
    }

    let description: String
    let target: Target

    init(_ description: String, _ target: Target) {
        self.description = description
        self.target = target
    }

    func leave(_ scene: GuardedBrowser) throws {
        try leave(browser: scene.browser, guardian: scene.guardian) { try scene.terminal.send($0) }
    }

    /// Leaves the screen in this way.
    /// - Parameter type: Types keys at the terminal.
    func leave(browser: Int32, guardian: Int32, type: (String) throws -> Void) rethrows {
        switch target {
        case .key(let keys): try type(keys)
        case .browser(let signal): kill(browser, signal)
        case .guardian(let signal): kill(guardian, signal)
        case .job(let signal): kill(-guardian, signal)
        }
    }

    /// Ways after which both processes are stopped, and `fg` brings back the content.
    static let stops = [
        ExitPath("^Z", .key("\u{1a}")), ExitPath("TSTP to the browser", .browser(SIGTSTP)),
        ExitPath("TSTP to the guard", .guardian(SIGTSTP)), ExitPath("TSTP to the job", .job(SIGTSTP)),
        ExitPath("TTIN", .browser(SIGTTIN)), ExitPath("TTOU", .browser(SIGTTOU)),
        ExitPath("STOP to the browser", .browser(SIGSTOP)), ExitPath("STOP to the guard", .guardian(SIGSTOP)),
        ExitPath("STOP to the job", .job(SIGSTOP)),
    ]

    /// Ways after which both processes have ended, and the exit status.
    static let ends: [(ExitPath, Int)] = [
        (ExitPath("TERM", .browser(SIGTERM)), 143), (ExitPath("HUP", .browser(SIGHUP)), 129),
        (ExitPath("INT", .browser(SIGINT)), 130), (ExitPath("QUIT", .browser(SIGQUIT)), 131),
        (ExitPath("TERM to the guard", .guardian(SIGTERM)), 143),
        (ExitPath("HUP to the guard", .guardian(SIGHUP)), 129),
        (ExitPath("TERM to the job", .job(SIGTERM)), 143),
        (ExitPath("KILL", .browser(SIGKILL)), 137), (ExitPath("a trap", .browser(SIGTRAP)), 133),
        (ExitPath("SEGV", .browser(SIGSEGV)), 139), (ExitPath("abort", .browser(SIGABRT)), 134),
        (ExitPath("a signal nobody thought of", .browser(SIGUSR1)), 138),
        (ExitPath("KILL of the guard", .guardian(SIGKILL)), 137),
    ]
}

/// The browser's activity when it leaves the screen.
enum Moment: String, CaseIterable, Sendable {
    case rest, repaint, resize, filter, palette, preview, search, counting, copying

    /// Makes the browser begin the activity, and reads a random part of the resulting output.
    func begin(_ scene: GuardedBrowser, _ random: inout some RandomNumberGenerator) throws {
        let terminal = scene.terminal
        switch self {
        case .rest: return
        case .repaint: try terminal.send(String(repeating: "\u{c}jk", count: 20))
        case .resize:
            for columns in [60, 140, 80] {
                terminal.resize(.init(columns: columns, rows: Int.random(in: 10...40, using: &random)))
            }
        case .filter, .palette:
            // All of the text must be read, or the shell would get it and echo it.
            try terminal.send(self == .filter ? "/\(secret)" : ":\(secret)")
            try terminal.waitFor(self == .filter ? "filter: \(secret)" : "Command: \(secret)")
        case .preview: try terminal.send("kkkkkkkk")
        case .search:
            try terminal.send("F\(secret)")
            try terminal.waitFor("contents: \(secret)")
            try terminal.send("\r")
        case .copying:
            // The file's name is in the status line for as long as the copy takes.
            _ = try shell(
                "head -c 64M /dev/urandom > \"$1/Documents/$2 0\"", scene.container.path, secret)
            try terminal.waitFor("of 113")
            try terminal.send("\u{1}ygtp")
            try terminal.waitUntil("the copy") { _ in
                try !runCommand(["ls", "-A", scene.container.path + "/tmp"]).stdout.isEmpty
            }
        case .counting: try terminal.send("~\u{c}\u{c}\u{c}gdG")
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            terminal.awaitOutput(milliseconds: Int.random(in: 0...4, using: &random))
        }
    }
}
