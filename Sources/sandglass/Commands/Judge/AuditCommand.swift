import ArgumentParser
import Audit
import ContainerModel
import FoundationEssentials
import Inspection
import Jobs
import Reports
import Screen
import System

struct AuditCommand: Command {
    /// The forms of output.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, sarif, html
    }

    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Check storage, secrets and the bundle by all rules.",
        discussion: """
            Examines a container, a package, a bundle, an .ipa, a device copy or a backup by the rules of \
            `sandglass help audit`: the place of each file, secrets in all files (through every reader of `sandglass \
            show`), snapshots, data protection, and the bundle's seal. Several paths are containers and the bundle of \
            one app, and are judged together.

            A bundle may also be a framework, an extension (.appex), an XPC service, a test bundle (.xctest), a \
            plug-in or one for macOS, alone or in an app; a file with code, such as a dynamic library, is examined by \
            itself. For an item of a container, only that item is judged. An app's data container is audited \
            together with the containers of its groups that are found beside it, and a package with everything in it.

            Values found are masked in every output format. The hash of a value is keyed, and the same for \
            equal values; the key is new in each run, unless --key-file names one.

            The exit status is 1 if something was found at or above --fail-on, 65 if nothing was found but not \
            everything could be examined, 0 if everything was examined and nothing found, and another one if the \
            audit could not run. Files that cannot be read, or are compressed or encrypted in a form that is not \
            decoded, are findings; "notExamined" in JSON and the notifications of SARIF name them, and --suppress \
            accepts them.

              sandglass audit App.xcappdata
              sandglass audit --format json Payload/App.app App.xcappdata
              sandglass audit --rules secret,storage.stale-tmp --fail-on warning App.xcappdata
            """
    )

    @Argument(help: "Containers, packages, bundles or archives.", completion: Completions.items)
    var paths: [String] = ["."]

    @Option(help: ArgumentHelp("The output format: text, json, sarif, html.", valueName: "form"))
    var format: Format?

    @Flag(help: "Print one JSON object per finding, and the totals: the same as --format json.")
    var json = false

    @Option(
        help: ArgumentHelp("Only these rules or subjects, separated by commas.", valueName: "list"),
        completion: Completions.auditRules)
    var rules: String?

    @Option(help: ArgumentHelp("The lowest severity with status 1: error, warning, note.", valueName: "severity"))
    var failOn = AuditRule.Severity.error

    @Option(
        help: ArgumentHelp(
            "Report only what an earlier audit, in JSON or SARIF, does not have. Values are compared if both audits "
                + "have the same --key-file.", valueName: "file"),
        completion: .file(extensions: ["json", "sarif"]))
    var baseline: String?

    @Option(
        help: ArgumentHelp("Leave out what this list accepts: rule, path, last day or -, reason.", valueName: "file"),
        completion: .file())
    var suppress: String?

    @Option(
        help: ArgumentHelp("A file with the key for hashing values: at least 16 bytes.", valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Flag(help: "Print the values themselves; only to a terminal.")
    var reveal = false

    @Flag(help: "List the rules.")
    var list = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if reveal, isatty(STDOUT_FILENO) != 1 {
            throw ValidationError("--reveal prints values to a terminal only; standard output is not one.")
        }
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format) are mutually exclusive.")
        }
        if reveal, form != .text { throw ValidationError("--reveal prints values with --format text only.") }
        for name in ruleNames ?? [] where !AuditRule.all.contains(where: { $0.isSelected(by: [name]) }) {
            throw ValidationError("--rules: there is no rule \(DisplayText(name)); see `sandglass audit --list`.")
        }
    }

    var failsInJSON: Bool { form == .json }

    func perform() throws { try list ? listRules() : audit() }

    private var form: Format { json ? .json : format ?? .text }

    private var ruleNames: [String]? { rules.map { $0.split(separator: ",").map(String.init) } }

    private var selected: [AuditRule] {
        guard let ruleNames else { return AuditRule.all }
        return AuditRule.all.filter { $0.isSelected(by: ruleNames) }
    }

    private func listRules() throws {
        var output = Output()
        for rule in selected {
            let row = AuditRuleRow(rule)
            try form == .json ? output.line(JSONReport.line(row)) : output.lines(row.lines)
        }
        try output.flush()
    }

    private func audit() throws {
        Interruption.watch()
        let now = Date().timeIntervalSince1970
        let named = try AuditedPaths(app, paths)
        let containers = named.containers
        let line = ProgressLine("audit")
        defer { line.end() }
        let context = AuditContext(
            now: now, evidence: EvidenceMaker(key: try key(), reveals: reveal),
            cancellation: Interruption.cancellation, meter: line.meter)
        let selection = try AuditSelection(baseline: baseline, suppress: suppress)
        let audited = AuditedApp(containers, now: now)
        let wanted = Set(selected.map(\.identifier))
        let run = AuditRun(of: audited, context) { wanted.contains($0.identifier) }
        guard var result = run.examineAll(on: WorkerPool(threads: WorkerPool.cores)) else {
            throw Failure.cancelled
        }
        let sorted = selection.sort(&result, now: now, key: context.evidence.keyIdentifier)
        var report = AuditReport(
            result, of: audited, version: Release.version,
            time: ISO8601.text(secondsSince1970: Int64(now)) ?? "", known: sorted.known,
            comparison: sorted.comparison, key: context.evidence.keyIdentifier, suppressed: sorted.suppressed,
            unusedSuppressions: sorted.unused,
            snapshots: form == .html ? AuditAppendix.snapshots(of: audited, context) : ([], 0))
        if form == .html { report.digests = AuditAppendix.digests(of: report, context) }
        line.end()
        try write(report, with: named.addedGroups)
        if result.findings.contains(where: { $0.severity >= failOn }) { throw ExitCode(1) }
        guard result.isComplete else {
            throw Failure(.data, "not everything was examined: \(result.gapLines.joined(separator: "; "))")
        }
    }

    /// - Parameter groups: The groups whose containers were audited as well.
    private func write(_ report: AuditReport, with groups: [String]) throws {
        var output = Output()
        let heading = groups.isEmpty ? nil : DisplayText("Audited as well: \(groups.joined(separator: ", "))")
        if let heading, form != .text { writeError("sandglass: \(heading)") }
        switch form {
        case .text:
            if let heading {
                try output.line(heading.description)
                try output.line("")
            }
            try output.lines(report.lines)
        case .json:
            for row in report.rows { try output.line(try JSONReport.line(row)) }
            try output.line(try JSONReport.line(report.totals))
        case .sarif: try output.record(report.sarif(isASCII: !Platform.isLocaleUTF8))
        case .html: try output.record(Array(report.htmlLines.joined(separator: "\n").utf8))
        }
        try output.flush()
    }

    private func key() throws -> [UInt8]? {
        guard let keyFile else { return nil }
        let key = try GivenFile.bytes(keyFile, as: "the key")
        guard key.count >= 16 else {
            throw Failure(.data, "\(DisplayText(keyFile)): a key needs 16 bytes at least; this one has \(key.count)")
        }
        return key
    }
}

extension AuditRule.Severity: ExpressibleByArgument {}
