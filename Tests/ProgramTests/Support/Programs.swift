import Screen
import System
import TestSupport
import Testing

/// The path of the program under test.
let sandglass = Products.executable("sandglass")

/// Runs a command of the program, and waits for its end.
func run(_ arguments: String...) throws -> CommandResult { try runCommand([sandglass] + arguments) }

/// Runs a shell script with the program as `$0` and `arguments` as `$1`, …
func shell(_ script: String, _ arguments: String...) throws -> CommandResult {
    try runCommand(["/bin/sh", "-c", script, sandglass] + arguments)
}

/// Runs a Python program and returns its output; throws if it fails.
@discardableResult
func python(_ program: String, _ arguments: String..., input: [UInt8]? = nil) throws -> String {
    let result = try Python.result(of: program, arguments, input: input)
    guard result.status == 0 else { throw ScriptError(description: result.errors) }
    return result.text
}

struct ScriptError: Error, CustomStringConvertible {
    let description: String
}

/// Starts the browser on a pseudo-terminal and waits until its screen shows `content`.
func browse(
    _ arguments: String...,
    shows content: String = "? help",
    environment: [String: String] = [:],
    columns: Int = 100,
    rows: Int = 30
) throws -> PseudoTerminal {
    _ = hasRunBefore
    let terminal = try PseudoTerminal(
        sandglass,
        arguments,
        environment: ["TERM": "xterm-256color"].merging(environment) { $1 },
        size: Size(columns: columns, rows: rows)
    )
    try terminal.waitFor(content)
    return terminal
}

/// Whether the program has run with the state that all browsers share that have none of their own. On its first run the
/// status line explains the badges.
private let hasRunBefore: Bool = {
    guard let container = try? SampleContainer(),
        let terminal = try? PseudoTerminal(
            sandglass, [container.path], environment: ["TERM": "xterm-256color"], size: Size(columns: 100, rows: 30)),
        (try? terminal.waitFor("Documents/")) != nil
    else { return false }
    return (try? terminal.quit()) == .exited(0)
}()

extension PseudoTerminal {
    /// Goes to a path in the container and waits until the status line names it.
    func go(to path: String) throws {
        try send("g/")
        try waitFor("go to:")
        try send("\(path)\r")
        // Not in the prompt, where it was written.
        try waitUntil("\(path) in the status line") { terminal in
            terminal.lines.last.map { $0.contains(path) && !$0.contains("go to:") } == true
        }
    }

    /// Clicks the left button at the beginning of a text, as terminals report it (SGR mouse tracking,
    /// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html), once the text is on the screen: its line may be
    /// drawn later than one that was awaited.
    func click(on text: String) throws {
        try waitFor(text)
        for (row, line) in lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            let column = DisplayText(String(line[..<range.lowerBound])).width
            return try send("\u{1b}[<0;\(column + 1);\(row + 1)M\u{1b}[<0;\(column + 1);\(row + 1)m")
        }
        Issue.record("\(text) is not on the screen:\n\(self.text)")
    }

    /// Quits the browser and waits for its end.
    func quit() throws -> ExitStatus {
        try send("q")
        return try waitForExit()
    }
}
