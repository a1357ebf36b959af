import ArgumentParser
import ContainerModel
import ContainerStore
import Copying
import FileSharing
import Inspection
import Jobs
import Reports
import Screen
import System
import Transactions

/// What `export --documents` and `export --check` print.
struct DocumentsOutput {
    private let isCheck: Bool
    private let json: Bool
    /// The number of apps that are not complete.
    private(set) var incomplete = 0
    /// Whether something differs, and nothing has failed.
    private(set) var hasDifferences = false

    init(isCheck: Bool, json: Bool) {
        self.isCheck = isCheck
        self.json = json
    }

    /// Prints the result of an app.
    mutating func reportApp(_ result: DocumentsExport.AppResult) throws {
        let app = AppDocuments(result)
        if app.problems.isEmpty == false { incomplete += 1 }
        if app.hasDifferences { hasDifferences = true }
        guard !json else { return try writeLine(try JSONReport.line(app)) }
        try writeLine(app.sentence(isCheck: isCheck))
        for difference in app.differences {
            writeError("sandglass: \(DisplayText(app.directory))/\(DisplayText(difference.path)): \(difference.text)")
        }
        for problem in app.problems { writeError("sandglass: \(DisplayText(app.directory)): \(DisplayText(problem))") }
    }
}

/// The Documents of an app in an export of all. JSON keys are stable.
private struct AppDocuments: Encodable {
    struct Difference: Encodable {
        let path: String
        let kind: String

        /// The difference as a sentence.
        var text: String { kind == "missing" ? "missing in the copy" : "\(kind) in the copy, which stays as it is" }
    }

    let identifier: String
    let name: String
    /// The name of the directory in the target.
    let directory: String
    /// Why there is no access; nil if there is.
    let notShared: String?
    let copied: Int
    let bytes: UInt64
    /// The number of files that were there already, or are equal in a check.
    let same: Int
    let differences: [Difference]
    let problems: [String]

    var hasDifferences: Bool { !differences.isEmpty }

    init(_ result: DocumentsExport.AppResult) {
        identifier = result.app.identifier
        name = result.app.name
        directory = String(decoding: result.directory, as: UTF8.self)
        var report = MirrorReport()
        var refusal: String?
        var problem: String?
        switch result.result {
        case .mirrored(let found): report = found
        case .notShared(let reason): refusal = reason
        case .failed(let error): problem = error.message
        }
        notShared = refusal
        (copied, bytes, same) = (report.copied, report.bytes, report.same)
        differences = report.differences.first.map {
            Difference(path: String(decoding: $0.path.bytes, as: UTF8.self), kind: $0.kind.rawValue)
        }
        problems =
            (problem.map { [$0] } ?? [])
            + report.failures.first.map { failure in
                "\(String(decoding: failure.path.bytes, as: UTF8.self)): could not \(failure.operation): "
                    + "\(failure.reason)"
            }
    }

    /// The result in one line, safe for the terminal.
    func sentence(isCheck: Bool) -> String {
        let title = DisplayText(directory)
        if let notShared { return "\(title): not exported: \(DisplayText(notShared))" }
        let parts = [
            isCheck ? nil : "\(Pluralized.files(copied)) copied, \(ByteCount.short(bytes))",
            same == 0 && !isCheck ? nil : "\(ByteCount.grouped(UInt64(same))) \(isCheck ? "equal" : "there already")",
            differences.isEmpty ? nil : "\(ByteCount.grouped(UInt64(differences.count))) different",
            problems.isEmpty ? nil : "\(ByteCount.grouped(UInt64(problems.count))) failed",
        ]
        return "\(title): \(parts.compactMap { $0 }.joined(separator: "; "))"
    }
}

extension ExportCommand {
    /// Exports the Documents of all apps of a device.
    func exportDocuments() throws {
        Interruption.watch()
        let devices = try paths.first.flatMap { try AppsCommand.device(at: $0) } ?? []
        guard let device = devices.first, paths.count == 1 else {
            throw Failure(
                .usage, "--documents needs one device: `sandglass export device:UDID --to DIRECTORY --documents`")
        }
        guard devices.count == 1 else {
            throw Failure(
                .usage,
                "\(devices.count) devices are connected; name one of them, as in device:\(DisplayText(devices[0]))")
        }
        let path = argumentBytes(target)
        try ContainerStore.requireOutside(path, isReadOnly: options.readOnly.isOn)
        guard let place = HostPath(path) else {
            throw Failure(.noInput, "\(DisplayText(target)): no such directory")
        }
        if !check { _ = withNullTerminated(place.bytes) { mkdir($0, 0o777) } }
        let line = ProgressLine(check ? "check" : "export")
        defer { line.end() }
        var output = DocumentsOutput(isCheck: check, json: options.json)
        do {
            let mode = check ? MirrorCopy.Mode.check : .copy(options.onConflict == .replace ? .replace : .keep)
            let export = try DocumentsExport(of: device, to: place.bytes, mode: mode)
            try export.exportApps(progress: line.meter, cancellation: Interruption.cancellation) {
                try output.reportApp($0)
            }
        } catch let error as DeviceError {
            throw Failure(error, at: device)
        }
        guard !Interruption.cancellation.isCancelled else {
            throw Failure("cancelled; the same command continues", code: 128 + SIGINT)
        }
        if output.incomplete > 0 {
            throw Failure(.inputOutput, "\(Pluralized.items(output.incomplete)) could not be exported completely")
        }
        if output.hasDifferences { throw ExitCode(1) }
    }
}
