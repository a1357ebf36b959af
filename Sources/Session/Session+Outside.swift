import Browser
import Formats
import System
import Terminal

/// Programs that the user starts, and that have the terminal meanwhile.
extension Session {
    /// Runs a program to its end. The screen is covered and given back first, as for an editor.
    func start(_ program: OutsideProgram, on terminal: Terminal) {
        let status = terminal.withTerminalReleased { program.run() }
        carryOut(state.update(.outsideEnded(program, status: status)), on: terminal)
    }
}

extension OutsideProgram {
    /// Runs the program and waits for its end.
    /// - Returns: The exit status, 127 if there is no such program; less than 0 if nothing could be started.
    func run() -> Int32 {
        switch self {
        case .shell(let directory):
            // In mc, a key returns; here the shell has the terminal to itself.
            let script = """
                cd -- "$1" || exit
                printf '[exit returns to sandglass]\\n'
                exec "${SHELL:-/bin/sh}"
                """
            return TerminalProgram.run(script: script, [directory])
        case .command(let command, let paths, let directory, _):
            // Its output is gone once the browser is back.
            return TerminalProgram.run(
                command.words(with: paths, home: EnvironmentVariable.path("HOME")), in: directory, pausing: true)
        case .pager(let path, let isReadOnly):
            // With LESSSECURE, less(1) neither edits nor writes nor starts anything.
            let secure = isReadOnly ? "export LESSSECURE=1; " : ""
            return TerminalProgram.run(script: "\(secure)trap : INT QUIT TERM HUP; ${PAGER:-less} \"$1\"", [path])
        }
    }
}
