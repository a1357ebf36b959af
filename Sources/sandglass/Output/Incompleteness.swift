import ArgumentParser
import FileTree
import Inspection
import Screen
import Synchronization

/// The items found missing from a damaged archive or backup. Whatever the command does with the others, its result is
/// incomplete, and its status says so.
enum Incompleteness {
    private struct State {
        var failure: Failure?
        var isInReport = false
    }

    private static let state = Mutex(State())

    /// Notes the problems of a tree that the command has opened because of which something is missing.
    static func note(_ tree: any FileTree) {
        guard let problem = tree.loss else { return }
        state.withLock { state in
            if state.failure == nil { state.failure = Failure(.data, DisplayText(problem).description) }
        }
    }

    /// The failure for a report that is a single JSON object, which has it in itself.
    static var reported: JSONReport.CommandError? {
        state.withLock { state in
            state.isInReport = true
            return state.failure?.reported
        }
    }

    /// Ends the command if something is missing. The message has been printed as a warning.
    /// - Parameter asJSON: Whether a line of JSON says so, unless the report does.
    /// - Throws: `ExitCode`
    static func end(asJSON: Bool) throws {
        let (failure, isInReport) = state.withLock { ($0.failure, $0.isInReport) }
        guard let failure else { return }
        if asJSON, !isInReport, let line = try? JSONReport.line(failure.reported) { try? writeLine(line) }
        throw ExitCode(failure.status)
    }
}
