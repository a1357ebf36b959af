import Browser
import FileSharing
import Formats
import System
import Terminal

/// Programs that the user starts, and that have the terminal meanwhile.
extension Session {
    /// Runs an editor or another program to its end. The screen is covered and given back first.
    func performOutside(_ request: OutsideRequest, on terminal: Terminal) {
        guard let event = terminal.withTerminalReleased({ request.runOutside(with: workers.pipeline) }) else { return }
        noteKept(by: event)
        update(.outside(event), on: terminal)
    }

    /// Notes what an editor that failed has left, in case the program ends before anybody has read that.
    func noteKept(by event: OutsideEvent) {
        if case .editorClosed(.failed(_, _, let notices)) = event { keptByEditor = notices.flatMap(\.lines) }
    }
}

extension OutsideRequest {
    /// Runs the program, and waits for its end.
    /// - Returns: How it ended; nil if nothing was to be run.
    func runOutside(with pipeline: OperationPipeline) -> OutsideEvent? {
        switch self {
        case .openEditor(let file): .editorClosed(pipeline.openEditor(file))
        case .editNames(let items): .editorClosed(pipeline.editNames(of: items))
        case .editNamesAgain(let rejection): .editorClosed(pipeline.editNames(again: rejection))
        case .start(let program): .ended(program, status: program.runToEnd())
        case .giveUpEditing: nil
        }
    }

    /// What was prepared for the editor, which has to be released if the program cannot be run; nil for nothing.
    var prepared: EditingTicket? {
        switch self {
        case .openEditor(let file): file.ticket
        case .editNamesAgain(let rejection): rejection.list.ticket
        case .giveUpEditing(let ticket): ticket
        case .editNames, .start: nil
        }
    }
}

extension OutsideProgram {
    /// Runs the program and waits for its end.
    /// - Returns: The exit status, 127 if there is no such program; less than 0 if nothing could be started.
    fileprivate func runToEnd() -> Int32 {
        switch self {
        case .shell(let directory):
            // In mc, a key returns; here the shell has the terminal to itself.
            let script = """
                cd -- "$1" || exit
                printf '[exit returns to sandglass]\\n'
                exec "${SHELL:-/bin/sh}"
                """
            return TerminalProgram.runOnTerminal(script: script, [directory])
        case .command(let command, let paths, let directory, _):
            // Its output is gone once the browser is back.
            return TerminalProgram.runOnTerminal(
                command.words(with: paths, home: EnvironmentVariable.path("HOME")), in: directory, pausing: true)
        case .pager(let path, let isReadOnly):
            // With LESSSECURE, less(1) neither edits nor writes nor starts anything.
            let secure = isReadOnly ? "export LESSSECURE=1; " : ""
            return TerminalProgram.runOnTerminal(
                script: "\(secure)trap : INT QUIT TERM HUP; ${PAGER:-less} \"$1\"", [path])
        case .coverDemonstration:
            // Its summary is gone once the browser is back.
            return TerminalProgram.runOnTerminal(
                [Platform.runningExecutable, "demo", "snapshot-hide"].map { Array($0.utf8) }, pausing: true)
        }
    }
}
