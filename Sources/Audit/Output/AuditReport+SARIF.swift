import ContainerModel
import Documents
import Formats
import Inspection

/// The report in the Static Analysis Results Interchange Format (SARIF 2.1.0), as GitHub's code scanning takes it.
extension AuditReport {
    /// The most results in a run, of which GitHub shows no more ("SARIF support for code scanning", limits).
    package static let maxResults = 5_000
    /// The largest file, before compression.
    package static let maxBytes = 10 << 20

    /// The bytes kept for everything but the results and the notifications.
    private static let reserve = 1 << 20
    /// The most bytes of notifications.
    private static let maxBytesOfNotifications = 3 << 20

    /// Returns the report as one log with one run.
    /// - Parameter isASCII: Whether all other characters are escaped.
    package func sarif(isASCII: Bool = false) -> [UInt8] {
        let rules = result.findings.map(\.rule).uniqued
        let numbers = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.identifier, $0) })
        let locations = SARIFLocations(of: self)
        let gaps = notifications(locations, isASCII: isASCII)
        var (results, bytes): ([JSONValue], Int) = ([], Self.reserve + gaps.bytes)
        for finding in result.findings.prefix(Self.maxResults) {
            let value = sarifResult(finding, ruleIndex: numbers[finding.rule.identifier] ?? 0, locations)
            bytes += Self.size(of: value, isASCII: isASCII)
            guard bytes < Self.maxBytes else { break }
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
                            ("rules", .array(rules.map(Self.sarifRule))),
                        ])
                    )
                ])
            ),
            ("columnKind", .string("utf16CodeUnits")), ("originalUriBaseIds", .record(locations.bases)),
            ("automationDetails", .record([("id", .string("sandglass/audit/"))])),
            ("invocations", .array([invocation(gaps.notes, omitted: omitted)])),
            ("results", .array(results)),
            (
                "properties",
                .record(
                    [
                        ("omittedResults", .number(JSONNumber(omitted))),
                        ("items", .number(JSONNumber(result.summary.items))),
                        ("unreadable", .number(JSONNumber(result.summary.unreadable))),
                        ("requirements", .string(SecurityRequirement.version)),
                    ] + keys)
            ),
        ])
        let log = JSONValue.record([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
            ("runs", .array([run])),
        ])
        return JSONWriter.text(log, isASCII: isASCII) + [0x0a]
    }

    /// The key of the hashes, and how findings were compared with a baseline.
    private var keys: [(String, JSONValue)] {
        (key.map { [("key", .string($0))] } ?? [])
            + (known.map { _ in [("comparison", .string(comparison.rawValue))] } ?? [])
    }

    /// Returns the size of a value in the log, in which it may be indented; an upper bound.
    private static func size(of value: JSONValue, isASCII: Bool) -> Int {
        JSONWriter.text(value, isASCII: isASCII).count * 3 / 2
    }

    /// Returns a notification for each item that was not examined, and their size.
    private func notifications(
        _ locations: SARIFLocations, isASCII: Bool
    ) -> (notes: [JSONValue], bytes: Int) {
        let all = notExamined { withoutSecrets($0.path.bytes) }
        var (notes, bytes): ([JSONValue], Int) = ([], 0)
        for gap in all.prefix(Self.maxResults) {
            let note = Self.notification(
                "not examined: \(gap.text)", gap.finding.map { locations.location(of: $0) })
            bytes += Self.size(of: note, isASCII: isASCII)
            guard bytes < Self.maxBytesOfNotifications else { break }
            notes.append(note)
        }
        if all.count > notes.count {
            notes.append(Self.notification("not examined: \(Pluralized.some(all.count - notes.count, "more item"))"))
        }
        return (notes, bytes)
    }

    private func invocation(_ notes: [JSONValue], omitted: Int) -> JSONValue {
        let more = Pluralized.some(omitted, "more result")
        return .record([
            ("executionSuccessful", .boolean(true)), ("startTimeUtc", .string(time)),
            (
                "toolExecutionNotifications",
                .array(notes + (omitted > 0 ? [Self.notification("\(more) left out")] : []))
            ),
        ])
    }

    private static func notification(_ text: String, _ location: JSONValue? = nil) -> JSONValue {
        .record(
            [("level", .string("warning")), ("message", .record([("text", .string(text))]))]
                + (location.map { [("locations", .array([$0]))] } ?? []))
    }

    private static func sarifRule(_ rule: AuditRule) -> JSONValue {
        let sources = rule.bases.map(\.text).joined(separator: "\n")
        let tests = [rule.requirement?.control, rule.requirement?.test].compactMap(\.self)
        return .record([
            ("id", .string(rule.identifier)), ("name", .string(rule.identifier)),
            ("shortDescription", .record([("text", .string(rule.title))])),
            ("fullDescription", .record([("text", .string("\(rule.title). \(rule.risk) \(rule.remedy)"))])),
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

    private func sarifResult(_ finding: Finding, ruleIndex: Int, _ locations: SARIFLocations) -> JSONValue {
        let address = String(decoding: address(of: finding), as: UTF8.self)
        // Where the file is an archive, a reader sees its name alone.
        let member = locations.member(of: finding).map { $0 + (finding.line.map { ", line \($0)" } ?? "") }
        var text = finding.message
        if let evidence = finding.evidence { text += " (\(evidence.text))" }
        let parts = [member, address.isEmpty ? nil : address, text].compactMap(\.self)
        var properties: [(String, JSONValue)] = []
        if let evidence = finding.evidence { properties.append(("hash", .string(evidence.hash))) }
        if !finding.standsFor.isEmpty {
            properties.append(("fingerprints", .array(finding.standsFor.map { .string($0) })))
        }
        if let addresses = finding.addresses {
            let rows = addresses.rows.map { row in
                JSONValue.record([("kind", .string(row.kind.rawValue)), ("address", .string(row.text))])
            }
            properties.append(("addresses", .array(rows)))
            properties.append(("omittedAddresses", .number(JSONNumber(addresses.omitted))))
        }
        let members: [(String, JSONValue)] = [
            ("ruleId", .string(finding.rule.identifier)), ("ruleIndex", .number(JSONNumber(ruleIndex))),
            ("level", .string(finding.severity.rawValue)),
            ("message", .record([("text", .string(parts.joined(separator: ": ")))])),
            ("locations", .array([locations.location(of: finding)])),
            (
                "partialFingerprints",
                .record([
                    ("sandglassFingerprint/v1", .string(finding.fingerprint)),
                    ("primaryLocationLineHash", .string("\(finding.fingerprint):1")),
                ])
            ),
        ]
        return .record(members + (properties.isEmpty ? [] : [("properties", .record(properties))]))
    }

    /// Returns the URI of a finding's item, or of the archive that it is in, relative to its base.
    package func uri(of finding: Finding) -> String { SARIFLocations(of: self).uri(of: finding) }

    /// Returns the name by which the log refers to the directory of a container, or of its archive; nil if there is none.
    package func base(of container: Int) -> String? { SARIFLocations(of: self).base(of: container) }
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
