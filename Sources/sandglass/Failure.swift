import ArgumentParser
import Configuration
import ContainerStore
import Demonstration
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
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
    }

    let message: String
    let status: Int32

    init(_ status: Status, _ message: String) {
        self.message = message
        self.status = status.rawValue
    }

    /// Creates a failure.
    /// - Parameter code: Any exit status, such as that of an end by a signal.
    init(_ message: String, code: Int32) {
        self.message = message
        status = code
    }

    init(_ mistake: FilterMistake) { self.init(.usage, DisplayText(mistake.sentence).description) }

    init(_ error: ContainerStoreError) {
        let path = error.hostPath.isEmpty ? "an empty path" : DisplayText(bytes: error.hostPath).description
        message = error.sentence(about: path)
        status =
            switch error.code {
            case .notFound, .permissionDenied, .locked: Status.noInput.rawValue
            case .notAContainer, .severalContainers, .besideContainer, .throughLink: Status.data.rawValue
            case .inputOutput: Status.inputOutput.rawValue
            }
    }

    init(_ error: FileTreeError, at path: String) {
        message = "\(DisplayText(path)): \(error.explanation)"
        status =
            switch error.code {
            case .inputOutput: Status.inputOutput.rawValue
            case .throughLink: Status.data.rawValue
            default: Status.noInput.rawValue
            }
    }

    init(_ error: EditorError) { self.init(OperationError(error)) }

    init(_ error: DemonstrationError) {
        self.init(.cannotCreate, "could not \(error.operation) \(DisplayText(error.path)): \(error.reason)")
    }

    init(_ error: JobsError) { self.init(.system, error.description) }

    init(_ error: TerminalError) {
        message = DisplayText(error.message).description
        status = error.exitCode
    }

    /// Reports the failure on standard error.
    func report() { writeError("sandglass: \(message)") }

    /// The failure as reported in JSON.
    var reported: JSONReport.CommandError { JSONReport.CommandError(message, status: status) }
}

/// Runs a command's body; failures are reported and become the exit status.
/// - Parameter asJSON: Whether to report failures on standard output as well, as an object with the key `error`.
func reportingFailures(asJSON: Bool = false, _ body: () throws -> Void) throws {
    do {
        try body()
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

private func end(_ failure: Failure, asJSON: Bool) throws {
    failure.report()
    // If this cannot be written it has no reader; the exit status reports the failure.
    if asJSON, let line = try? JSONReport.line(failure.reported) { try? writeLine(line) }
    throw ExitCode(failure.status)
}

/// Writes a line to standard error.
func writeError(_ line: String) { writeQuestion(line + "\n") }

/// Writes a question to standard error, where it is seen even if standard output is redirected.
func writeQuestion(_ text: String) { try? writeAll(Array(inLocale(text).utf8), to: STDERR_FILENO) }

/// Writes a line to standard output.
/// - Throws: `ExitCode` if it cannot be written; its status is 0 if the reader has closed the pipe, which is no error.
func writeLine(_ line: String) throws { try writeLine(Array(inLocale(line).utf8)) }

/// Returns a text as it is printed in the user's locale. JSON is ASCII already where that is needed.
func inLocale(_ text: String) -> String { Platform.isLocaleUTF8 ? text : PlainText.ascii(text) }

/// Writes a line that need not be UTF-8 to standard output.
/// - Throws: `ExitCode` if it cannot be written.
func writeLine(_ line: [UInt8]) throws { try writeOutput(line + [0x0a]) }

/// Writes bytes to standard output.
/// - Throws: `ExitCode` if they cannot be written.
func writeOutput(_ bytes: [UInt8]) throws {
    do throws(Errno) {
        try writeAll(bytes, to: STDOUT_FILENO)
    } catch {
        throw ExitCode(error == .brokenPipe ? 0 : Failure.Status.inputOutput.rawValue)
    }
}

/// Writes bytes to standard output, unsanitized.
func writeBytes(_ bytes: [UInt8]) { try? writeAll(bytes, to: STDOUT_FILENO) }
