import ArgumentParser
import ContainerModel
import Copying
import Inspection
import Jobs
import Packing
import Screen

/// The output of `pack` and `unpack`. JSON keys are stable.
struct PackingResult: Encodable {
    /// The path of what was made, as given.
    let path: String
    /// The domain in a backup that was written.
    let domain: String?
    /// The number of files.
    let files: Int
    /// The number of directories.
    let directories: Int
    /// The number of symbolic links.
    let links: Int
    /// The logical size of the files, in bytes.
    let bytes: UInt64
    /// The number of files of an encrypted backup whose protection class is unknown, and given as 3; nil elsewhere.
    let filesOfAssumedClass: Int?
    /// What is missing or lacks something, as sentences; names in them are not sanitized.
    let problems: [String]

    init(path: String, _ report: CopyReport) {
        self.path = path
        domain = nil
        filesOfAssumedClass = nil
        (files, directories, links, bytes) = (report.files, report.directories, report.links, report.bytes)
        problems =
            report.failures.first.map { "\($0.path): could not \($0.operation): \($0.reason)" }
            + report.skipped.first.map { "\($0.path): \($0.kind.title), left out" }
            + report.lost.first.map { "\($0.path): \(Self.title($0.kind)) could not be kept" }
    }

    init(path: String, _ report: PackingReport) {
        self.path = path
        domain = report.domain
        filesOfAssumedClass = report.filesOfAssumedClass == 0 ? nil : report.filesOfAssumedClass
        (files, directories, links, bytes) = (report.files, report.directories, report.links, report.bytes)
        problems = report.failures.map { "\($0.path): \($0.reason)" }
    }

    private static func title(_ kind: CopyReport.LostAttribute.Kind) -> String {
        switch kind {
        case .extendedAttribute(let name): "its attribute \(String(decoding: name, as: UTF8.self))"
        case .permissions: "its mode"
        case .times: "its times"
        case .hardLink: "its being a hard link"
        }
    }

    /// Prints it, and ends with status 74 if something is missing.
    func finish(asJSON json: Bool) throws {
        if json {
            try writeLine(try JSONReport.object(self))
        } else {
            for problem in problems { writeError("sandglass: \(DisplayText(problem))") }
            try writeLine(sentence)
        }
        if !problems.isEmpty { throw ExitCode(Failure.Status.inputOutput.rawValue) }
    }

    /// What was made, in one sentence, safe for the terminal.
    var sentence: String {
        let place = domain.map { " as \(DisplayText($0))" } ?? ""
        let parts = [
            Counted.files(files), Counted.directories(directories), links == 0 ? nil : Counted.links(links),
            ByteCount.short(bytes),
        ]
        let assumed =
            filesOfAssumedClass.map { "; \(Counted.files($0)) of unknown protection class encrypted as class 3" } ?? ""
        return "\(DisplayText(path)): \(parts.compactMap { $0 }.joined(separator: ", "))\(place)\(assumed)"
    }
}
