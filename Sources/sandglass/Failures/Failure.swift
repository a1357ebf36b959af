import ArgumentParser
import Comparison
import ContainerStore
import Demonstration
import Documents
import FileSharing
import FileTree
import Inspection
import Jobs
import Packing
import Reports
import Screen
import Search
import System
import Terminal
import TimePoints

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

    /// The failure that an error of another room is; nil for an error that needs more, such as a path, to be one, and
    /// for an exit status.
    init?(of error: any Error) {
        switch error {
        case let error as Failure: self = error
        case let error as ContainerStoreError: self.init(error)
        case let error as OperationError: self.init(error)
        case let error as EditorError: self.init(OperationError(error))
        case let error as TimePointError: self.init(error)
        case let error as DeviceError: self.init(error)
        case let error as DemonstrationError: self.init(.cannotCreate, error.message)
        case let error as JobsError: self.init(.system, error.message)
        case let error as TerminalError: self.init(error.message, code: error.exitCode)
        default: return nil
        }
    }

    /// Reports the failure on standard error.
    func report() { writeError("sandglass: \(message)") }

    /// The failure as reported in JSON.
    var reported: JSONReport.CommandError { JSONReport.CommandError(message, status: status) }
}

/// Runs a command's body; failures are reported and become the exit status.
/// - Parameter asJSON: Whether to report failures on standard output as well, as an object with the key `error`.
/// - Throws: `ExitCode`; if the body succeeds, or ends with the status 1 of a comparison or a search, although items
///   were missing from a damaged archive or backup, its status is 65.
func reportingFailures(asJSON: Bool = false, _ body: () throws -> Void) throws {
    do {
        do {
            try body()
        } catch let code as ExitCode where code.rawValue == 1 {
            try Incompleteness.end(asJSON: asJSON)
            throw code
        }
        try Incompleteness.end(asJSON: asJSON)
    } catch {
        guard let failure = Failure(of: error)?.consideringDevices else { throw error }
        failure.report()
        // If this cannot be written it has no reader; the exit status reports the failure.
        if asJSON, let line = try? JSONReport.line(failure.reported) { try? writeLine(line) }
        throw ExitCode(failure.status)
    }
}

/// Calls `body`, and names a path in its failure.
/// - Throws: `Failure` for errors that say nothing of the path.
func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as FileTreeError {
        throw Failure(error, at: path)
    } catch let error as DocumentLocator.Failure {
        throw Failure(error, at: path)
    } catch let error as PackingError {
        throw Failure(error, at: path)
    } catch let error as WatchError {
        throw Failure(error, at: path)
    }
}

/// Writes a report as a JSON object, with the failure if the command fails despite having a report.
/// - Parameter container: The container that it is about, whose faults the object has.
/// - Throws: `ExitCode` if it fails, which was reported on standard error as well.
func writeReport(_ report: some Encodable, on container: Container? = nil, _ failure: Failure? = nil) throws {
    try writeLine(
        try JSONReport.object(
            report, faults: container?.faults() ?? [], error: failure?.reported ?? Incompleteness.reported))
    guard let failure else { return }
    failure.report()
    throw ExitCode(failure.status)
}

extension Failure {
    /// The end of a command that ^C has cancelled.
    static let cancelled = Failure("cancelled", code: 128 + SIGINT)
}

extension Failure.Status {
    /// Creates the status for problems, each of which is damage or a read error; nil if there are none. A read error
    /// counts more.
    init?(ofProblems isDamage: [Bool]) {
        guard !isDamage.isEmpty else { return nil }
        self = isDamage.allSatisfy { $0 } ? .data : .inputOutput
    }
}
