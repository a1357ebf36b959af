import ArgumentParser
import ContainerModel
import ContainerStore
import Copying
import FileTree
import Inspection
import Jobs
import Packing
import Reports
import Screen

/// The output of `pack` and `unpack`. JSON keys are stable.
struct PackingResult: Encodable {
    /// The path of the result, as given.
    let path: String
    /// The domain in a backup that was written.
    let domain: String?
    /// The number of files.
    private(set) var files: Int
    /// The number of directories.
    let directories: Int
    /// The number of symbolic links.
    let links: Int
    /// The logical size of the files, in bytes.
    private(set) var bytes: UInt64
    /// The number of files of an encrypted backup whose protection class is unknown, and given as 3; nil elsewhere.
    let filesOfAssumedClass: Int?
    /// The missing or incomplete items, as sentences; names in them are not sanitized.
    private(set) var problems: [String]
    /// The files that were masked, left out or not examined; nil unless secrets were removed.
    var masked: [MaskedFile]?
    /// The number of files in which nothing was masked; nil unless secrets were removed.
    var wholeFiles: Int?
    /// The names in the container that a phone or another system takes for the same, as sentences; not sanitized.
    private(set) var mergedNames: [String] = []
    /// The names in an archive that are not UTF-8, as sentences; not sanitized.
    private(set) var rawNames: [String] = []
    /// How many of the problems have been printed before.
    @Unreported private var printed: Int
    @Unreported private var status: Failure.Status?

    init(path: String, of container: Container, _ report: CopyReport) {
        self.path = path
        domain = nil
        filesOfAssumedClass = nil
        let reported = container.tree.problems
        printed = reported.count
        let isDamage = report.failures.first.map(\.isDamage) + report.lost.first.map(\.isDamage)
        status = Failure.Status(ofProblems: isDamage + report.skipped.first.map { _ in false })
        (files, directories, links, bytes) = (report.files, report.directories, report.links, report.bytes)
        problems =
            reported
            + report.failures.first.map { "\($0.path): could not \($0.operation): \($0.reason)" }
            + report.skipped.first.map { "\($0.path): \($0.kind.title), left out" }
            + report.lost.first.map { "\($0.path): \(Self.sentence($0.kind))" }
    }

    init(path: String, of container: Container, _ report: PackingReport) {
        self.path = path
        domain = report.domain
        filesOfAssumedClass = report.filesOfAssumedClass == 0 ? nil : report.filesOfAssumedClass
        let reported = container.tree.problems
        printed = reported.count
        status = Failure.Status(ofProblems: report.failures.map(\.isDamage))
        (files, directories, links, bytes) = (report.files, report.directories, report.links, report.bytes)
        problems = reported + report.failures.map { "\($0.path): \($0.reason)" }
        rawNames = report.rawNames.first.map {
            "\($0): the name is not UTF-8, and other programs may show other characters"
        }
        let others = report.rawNames.count - rawNames.count
        if others > 0 { rawNames.append("\(ByteCount.grouped(UInt64(others))) other names are not UTF-8 either") }
    }

    /// Counts the files that are there after some were left out of a directory.
    mutating func count(_ remaining: (files: Int, bytes: UInt64)) { (files, bytes) = remaining }

    /// Masks what the problems and warnings say of names.
    mutating func maskProblems(_ mask: (String) -> String) {
        problems = problems.map(mask)
        rawNames = rawNames.map(mask)
    }

    /// The most names that are told.
    private static let maxMergedNames = 1_000

    /// Finds the names in the container that cannot be beside each other everywhere.
    mutating func findMergedNames(in container: Container, _ cancellation: Cancellation) {
        var found: [String] = []
        MergedNames.forEach(in: container.tree, cancellation: cancellation) { directory, pair in
            guard let equality = NameEquality(pair.one, pair.other) else { return true }
            let names = [pair.one, pair.other].map { String(decoding: $0, as: UTF8.self) }.joined(separator: " and ")
            found.append("\(directory): \(equality.systems) take \(names) for the same name")
            return found.count < Self.maxMergedNames
        }
        mergedNames = found
    }

    /// Adds what is missing in the copy that the result was made of.
    mutating func add(problemsOf copy: PackingResult) {
        problems.insert(contentsOf: copy.problems.dropFirst(copy.printed), at: printed)
        status = copy.status ?? status
    }

    private static func sentence(_ kind: CopyReport.LostAttribute.Kind) -> String {
        switch kind {
        case .extendedAttribute(let name):
            "its attribute \(String(decoding: name, as: UTF8.self)) could not be kept"
        case .owner: "its owner could not be kept"
        case .permissions: "its mode could not be kept"
        case .times: "its times could not be kept"
        case .hardLink: "its hard link could not be kept"
        case .recordedSize(let recorded, let actual):
            CopyReport.LostAttribute.differentSizes(recorded: recorded, actual: actual)
        }
    }

    /// Prints it, and ends with status 74 if something is missing, or 65 if the reason is damage alone.
    func finish(asJSON json: Bool) throws {
        let failure = status.map { Failure($0, DisplayText(problems.dropFirst(printed).first ?? "").description) }
        if json {
            try writeLine(try JSONReport.object(self, error: failure?.reported ?? Incompleteness.reported))
        } else {
            for problem in problems.dropFirst(printed) { writeError("sandglass: \(DisplayText(problem))") }
            for sentence in mergedNames + rawNames { writeError("sandglass: warning: \(DisplayText(sentence))") }
            try writeLines((masked ?? []).flatMap(\.lines))
            try writeLine(sentence)
        }
        if let failure { throw ExitCode(failure.status) }
    }

    /// The result, in one sentence, safe for the terminal.
    var sentence: String {
        let place = domain.map { " as \(DisplayText($0))" } ?? ""
        let parts = [
            Pluralized.files(files), Pluralized.directories(directories), links == 0 ? nil : Pluralized.links(links),
            ByteCount.short(bytes),
        ]
        let assumed =
            filesOfAssumedClass.map { "; \(Pluralized.files($0)) of unknown protection class encrypted as class 3" }
            ?? ""
        let sizes = "\(parts.compactMap { $0 }.joined(separator: ", "))\(place)\(assumed)"
        return "\(DisplayText(path)): \(sizes)\(maskingSummary.map { "; \($0)" } ?? "")"
    }

    /// How many files were treated in which way.
    private var maskingSummary: String? {
        guard let masked, let wholeFiles else { return nil }
        let counts = Dictionary(grouping: masked, by: \.action).mapValues(\.count)
        let others = [
            (MaskedFile.Action.masked, "masked"), (.rewritten, "written anew"), (.kept, "kept"),
            (.notExamined, "not examined"),
            (.leftOut, "left out"),
        ].compactMap { action, title in counts[action].map { "\($0) \(title)" } }
        return (["\(wholeFiles) whole"] + others).joined(separator: ", ")
    }
}
