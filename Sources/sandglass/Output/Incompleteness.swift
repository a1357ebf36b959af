import ArgumentParser
import FileTree
import Inspection
import Reports
import Screen
import Synchronization

/// The items found missing from a damaged archive or backup. Whatever the command does with the others, its result is
/// incomplete, and its status says so.
enum Incompleteness {
    private struct State {
        var failure: Failure?
        var isInReport = false
        /// The trees in which nothing is known to be missing yet: damage may be found when files are read.
        var whole: [any FileTree] = []

        /// Notes what was found missing since the trees were opened, and warns of it.
        mutating func update() {
            guard failure == nil, let problem = whole.lazy.compactMap(\.loss).first else { return }
            failure = Failure(.data, DisplayText(problem).description)
            writeError("sandglass: warning: \(DisplayText(problem))")
        }
    }

    private static let state = Mutex(State())

    /// Notes the problems of a tree that the command has opened because of which something is missing.
    static func note(_ tree: any FileTree) {
        guard let problem = tree.loss else { return state.withLock { $0.whole.append(tree) } }
        state.withLock { state in
            if state.failure == nil { state.failure = Failure(.data, DisplayText(problem).description) }
        }
    }

    /// Notes that something is missing, which a warning has said.
    static func note(missing problem: String) {
        state.withLock { state in
            if state.failure == nil { state.failure = Failure(.data, DisplayText(problem).description) }
        }
    }

    /// The failure for a report that is a single JSON object, which has it in itself.
    static var reported: JSONReport.CommandError? {
        state.withLock { state in
            state.isInReport = true
            state.update()
            return state.failure?.reported
        }
    }

    /// Ends the command if something is missing. The message has been printed as a warning.
    /// - Parameter asJSON: Whether a line of JSON says so, unless the report does.
    /// - Throws: `ExitCode`
    static func end(asJSON: Bool) throws {
        let (failure, isInReport) = state.withLock { state in
            state.update()
            return (state.failure, state.isInReport)
        }
        guard let failure else { return }
        if asJSON, !isInReport, let line = try? JSONReport.line(failure.reported) { try? writeLine(line) }
        throw ExitCode(failure.status)
    }
}
