import ContainerModel
import ContainerStore
import Documents
import Formats
import Inspection
import System

/// The report in the Static Analysis Results Interchange Format (SARIF 2.1.0), as GitHub's code scanning takes it.
extension AuditReport {
    /// The most results in a run, of which GitHub shows no more ("SARIF support for code scanning", limits).
    package static let mostResults = 5_000
    /// The largest file, before compression.
    package static let mostBytes = 10 << 20

    /// The bytes kept for everything but the results.
    private static let reserve = 1 << 20

    /// Returns the report as one log with one run.
    /// - Parameter isASCII: Whether all other characters are escaped.
    package func sarif(isASCII: Bool = false) -> [UInt8] {
        let rules = result.findings.map(\.rule).uniqued
        let numbers = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.identifier, $0) })
        var (results, bytes): ([JSONValue], Int) = ([], 0)
        for finding in result.findings.prefix(Self.mostResults) {
            let value = sarifResult(finding, ruleIndex: numbers[finding.rule.identifier] ?? 0)
            bytes += JSONWriter.text(value, isASCII: isASCII).count * 3 / 2
            guard bytes < Self.mostBytes - Self.reserve else { break }
            results.append(value)
        }
        let omitted = result.findings.count - results.count + result.summary.omitted
        let run = JSONValue.record([
            (
                "tool",
                .record([
                    (
                        "driver",
                        .record([
                            ("name", .string("sandglass")), ("version", .string(version)),
                            ("semanticVersion", .string(version)), ("rules", .array(rules.map(Self.sarifRule))),
                        ])
                    )
                ])
            ),
            ("columnKind", .string("utf16CodeUnits")), ("originalUriBaseIds", .record(bases)),
            ("automationDetails", .record([("id", .string("sandglass/audit/"))])),
            ("invocations", .array([invocation(omitted: omitted)])),
            ("results", .array(results)),
            (
                "properties",
                .record([
                    ("omittedResults", .number(JSONNumber(omitted))),
                    ("items", .number(JSONNumber(result.summary.items))),
                    ("unreadable", .number(JSONNumber(result.summary.unreadable))),
                    ("requirements", .string(SecurityRequirement.version)),
                ])
            ),
        ])
        let log = JSONValue.record([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
            ("runs", .array([run])),
        ])
        return JSONWriter.text(log, isASCII: isASCII) + [0x0a]
    }

    private func invocation(omitted: Int) -> JSONValue {
        let notExamined = notExamined { withoutSecrets($0.path.bytes) }
        var notes = notExamined.prefix(Self.mostResults).map {
            Self.notification("not examined: \($0.text)", location($0.finding))
        }
        if omitted > 0 { notes.append(Self.notification("\(Pluralized.some(omitted, "more result")) left out")) }
        return .record([
            ("executionSuccessful", .boolean(true)), ("startTimeUtc", .string(time)),
            ("toolExecutionNotifications", .array(notes)),
        ])
    }

    private static func notification(_ text: String, _ location: JSONValue? = nil) -> JSONValue {
        .record(
            [("level", .string("warning")), ("message", .record([("text", .string(text))]))]
                + (location.map { [("locations", .array([$0]))] } ?? []))
    }

    /// The item of a finding as a location; nil for none.
    private func location(_ finding: Finding?) -> JSONValue? {
        finding.map { .record([("physicalLocation", physicalLocation(of: $0))]) }
    }

    private func physicalLocation(of finding: Finding) -> JSONValue {
        .record([
            (
                "artifactLocation",
                .record(
                    [("uri", .string(uri(of: finding)))]
                        + (base(of: finding.container).map { [("uriBaseId", .string($0))] } ?? []))
            ),
            ("region", .record([("startLine", .number(JSONNumber(max(1, finding.line ?? 1))))])),
        ])
    }

    private static func sarifRule(_ rule: AuditRule) -> JSONValue {
        let sources = rule.bases.map(\.text).joined(separator: "\n")
        let tests = [rule.requirement?.control, rule.requirement?.test].compactMap(\.self)
        return .record([
            ("id", .string(rule.identifier)), ("name", .string(rule.identifier)),
            ("shortDescription", .record([("text", .string(rule.title))])),
            ("fullDescription", .record([("text", .string("\(rule.title). \(rule.remedy)"))])),
            ("help", .record([("text", .string("\(rule.remedy)\n\(sources)"))])),
            ("defaultConfiguration", .record([("level", .string(rule.severity.rawValue))])),
            (
                "properties",
                .record([
                    ("tags", .array((["security", rule.subject.rawValue] + tests).map { .string($0) })),
                    ("precision", .string(rule.severity == .error ? "high" : "medium")),
                    ("security-severity", .string(rule.severity.securitySeverity)),
                ])
            ),
        ])
    }

    private func sarifResult(_ finding: Finding, ruleIndex: Int) -> JSONValue {
        let address = String(decoding: address(of: finding), as: UTF8.self)
        var text = finding.message
        if let evidence = finding.evidence { text += " (\(evidence.text))" }
        var location: [(String, JSONValue)] = [("physicalLocation", physicalLocation(of: finding))]
        if !address.isEmpty {
            location.append(
                (
                    "logicalLocations",
                    .array([.record([("fullyQualifiedName", .string(address)), ("kind", .string("value"))])])
                ))
        }
        return .record([
            ("ruleId", .string(finding.rule.identifier)), ("ruleIndex", .number(JSONNumber(ruleIndex))),
            ("level", .string(finding.severity.rawValue)),
            ("message", .record([("text", .string(address.isEmpty ? text : "\(address): \(text)"))])),
            ("locations", .array([.record(location)])),
            (
                "partialFingerprints",
                .record([
                    ("sandglassFingerprint/v1", .string(finding.fingerprint)),
                    ("primaryLocationLineHash", .string("\(finding.fingerprint):1")),
                ])
            ),
        ])
    }

    /// Returns the path of a finding's item as a URI relative to the root of its container.
    package func uri(of finding: Finding) -> String {
        finding.path.isRoot ? "./" : Self.encoded(withoutSecrets(finding.path.bytes))
    }

    /// Returns the name by which the log refers to the root of a container; nil if there is none.
    package func base(of container: Int) -> String? {
        app.containers.indices.contains(container) ? "CONTAINER\(container == 0 ? "" : "\(container + 1)")" : nil
    }

    /// The roots of the containers, by their names (section 3.14.14): where the items are on this computer.
    private var bases: [(String, JSONValue)] {
        app.containers.compactMap { container in
            let path = container.container.root.hostPath
            // One in an archive or a backup has no place of its own.
            guard let name = base(of: container.index), withNullTerminated(path, { access($0, F_OK) }) == 0 else {
                return nil
            }
            return (name, .record([("uri", .string("file://\(Self.encoded(path))\(path.last == 0x2f ? "" : "/")"))]))
        }
    }

    /// Returns bytes as the path of a URI (RFC 3986, section 3.3).
    private static func encoded(_ path: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = path.flatMap { byte -> [UInt8] in
            let isPlain = byte.isASCIILetterOrDigit || [0x2f, 0x2d, 0x2e, 0x5f, 0x7e].contains(byte)
            return isPlain ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// Creates an object.
    static func record(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { Member(name: $0.0, value: $0.1) })
    }
}

extension AuditRule.Severity {
    /// The number by which GitHub sorts results: "over 9.0 is critical, 7.0 to 8.9 is high, 4.0 to 6.9 is medium and
    /// 0.1 to 3.9 is low".
    fileprivate var securitySeverity: String {
        switch self {
        case .error: "8.0"
        case .warning: "5.0"
        case .note: "2.0"
        }
    }
}

extension [AuditRule] {
    /// The rules without repetitions, in their order.
    fileprivate var uniqued: [AuditRule] {
        var seen: Set<String> = []
        return filter { seen.insert($0.identifier).inserted }
    }
}
