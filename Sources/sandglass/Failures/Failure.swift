import ArgumentParser
import Configuration
import ContainerStore
import Demonstration
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import Search
import System
import Terminal

/// A command's failure: its message on standard error, and the exit status (sysexits.h).
struct Failure: Error {
    /// The exit statuses in use.
    enum Status: Int32 {
        case usage = 64
        case data = 65
        case noInput = 66
        case unavailable = 69
        case system = 71
        case cannotCreate = 73
        case inputOutput = 74
        case temporary = 75
        case refused = 77
        case configuration = 78
    }

    /// What stands for an empty path in messages.
    private static let emptyPath = "an empty path"

    private let text: String
    let status: Int32

    /// The message on one line, sanitized here, so that no caller can forget it: it repeats names and messages of
    /// libraries, such as SQLite's, which repeat names in turn.
    var message: String { DisplayText(ReservedPath.shown(inMessage: text)).description }

    init(_ status: Status, _ message: String) {
        text = message
        self.status = status.rawValue
    }

    /// Creates a failure.
    /// - Parameter code: Any exit status, such as the status for an end by a signal.
    init(_ message: String, code: Int32) {
        text = message
        status = code
    }

    init(_ mistake: FilterMistake) { self.init(.usage, DisplayText(mistake.sentence).description) }

    init(_ error: ContainerStoreError) {
        let path =
            error.hostPath.isEmpty ? Self.emptyPath : DisplayText(bytes: ReservedPath.shown(error.hostPath)).description
        text = error.sentence(about: path)
        status =
            switch error.code {
            case .notFound, .permissionDenied, .locked: Status.noInput.rawValue
            case .notAContainer, .severalContainers, .notExamined, .besideContainer, .throughLink, .damaged:
                Status.data.rawValue
            case .recognized, .reserved: Status.usage.rawValue
            case .inContainer, .notShared: Status.refused.rawValue
            case .untrusted: Status.configuration.rawValue
            case .unavailable: Status.unavailable.rawValue
            case .inputOutput: Status.inputOutput.rawValue
            }
    }

    /// Creates a failure that names the option that would do it nevertheless.
    /// - Parameter way: The option and what it does: "--follow follows it".
    init(_ error: ContainerStoreError, unless way: String) {
        let failure = Failure(error)
        self.init("\(failure.message); \(way)", code: failure.status)
    }

    init(_ error: FileTreeError, at path: String) {
        text = "\(path.isEmpty ? Self.emptyPath : DisplayText(path).description): \(error.message)"
        status = OperationError.Code(error).exitStatus
    }

    init(_ error: EditorError) { self.init(OperationError(error)) }

    init(_ error: DemonstrationError) {
        self.init(.cannotCreate, error.message)
    }

    init(_ error: JobsError) { self.init(.system, error.message) }

    init(_ error: TerminalError) {
        text = error.message
        status = error.exitCode
    }

    /// Reports the failure on standard error.
    func report() { writeError("sandglass: \(message)") }

    /// The failure as reported in JSON.
    var reported: JSONReport.CommandError { JSONReport.CommandError(message, status: status) }
}

/// Runs a command's body; failures are reported and become the exit status.
/// - Parameter asJSON: Whether to report failures on standard output as well, as an object with the key `error`.
/// - Throws: `ExitCode`; if the body succeeds, or ends with the status 1 of a comparison or a search, although items were
///   missing from a damaged archive or backup, its status is 65.
func reportingFailures(asJSON: Bool = false, _ body: () throws -> Void) throws {
    do {
        do {
            try body()
        } catch let code as ExitCode where code.rawValue == 1 {
            try Incompleteness.end(asJSON: asJSON)
            throw code
        }
        try Incompleteness.end(asJSON: asJSON)
    } catch let error as ContainerStoreError {
        try end(Failure(error), asJSON: asJSON)
    } catch let error as JobsError {
        try end(Failure(error), asJSON: asJSON)
    } catch let error as EditorError {
        try end(Failure(error), asJSON: asJSON)
    } catch let error as TerminalError {
        try end(Failure(error), asJSON: asJSON)
    } catch let error as Failure {
        try end(error, asJSON: asJSON)
    }
}

/// Writes a report on a container as a JSON object, with the failure if the command fails despite having a report.
/// - Throws: `ExitCode` if it fails, which was reported on standard error as well.
func writeReport(_ report: some Encodable, on container: Container, _ failure: Failure?) throws {
    try writeLine(
        try JSONReport.object(
            report, faults: container.faults(), error: failure?.reported ?? Incompleteness.reported))
    guard let failure else { return }
    failure.report()
    throw ExitCode(failure.status)
}

private func end(_ failure: Failure, asJSON: Bool) throws {
    let failure = failure.consideringDevices
    failure.report()
    // If this cannot be written it has no reader; the exit status reports the failure.
    if asJSON, let line = try? JSONReport.line(failure.reported) { try? writeLine(line) }
    throw ExitCode(failure.status)
}

extension Failure.Status {
    /// Creates the status for problems, each of which is damage or a read error; nil if there are none. A read error
    /// counts more.
    init?(ofProblems isDamage: [Bool]) {
        guard !isDamage.isEmpty else { return nil }
        self = isDamage.allSatisfy { $0 } ? .data : .inputOutput
    }
}
