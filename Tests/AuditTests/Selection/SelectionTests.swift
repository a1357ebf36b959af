import ContainerModel
import Formats
import Inspection
import Reports
import TestSupport
import Testing

@testable import Audit

@Suite("Baselines and suppressions")
struct SelectionTests {
    private static func report(_ extra: String? = nil) throws -> AuditReport {
        var fixture = ContainerFixture()
        fixture["Documents/id.pem"] = FakeSecret.key
        if let extra { fixture[extra] = FakeSecret.key }
        return try fixture.report()
    }

    @Test("a baseline in JSON or SARIF has the findings of its audit and no others")
    func baseline() throws {
        let report = try Self.report()
        let json = try report.rows.map { try JSONReport.line($0) } + [JSONReport.line(report.totals)]
        let later = try Self.report("Documents/other.pem").result.findings
        for bytes in [Array(json.joined(separator: "\n").utf8), report.sarif()] {
            let baseline = try Baseline(bytes)
            #expect(later.filter { !baseline.contains($0) }.map(\.path.reportText) == ["Documents/other.pem"])
        }
    }

    /// A container with a password in a property list, and another one in a text.
    private static func report(_ password: String, _ other: String = "0n1y-f0r-tests", key: String?) throws
        -> AuditReport
    {
        var fixture = ContainerFixture()
        fixture.list("Library/Preferences/com.example.tide.plist", ["password": .string(password)])
        fixture["Documents/setup.ini"] = "password = \(other)\n"
        return try fixture.report(EvidenceMaker(key: key.map { Array($0.utf8) }))
    }

    private static func forms(of report: AuditReport) throws -> [[UInt8]] {
        let lines = try report.rows.map { try JSONReport.line($0) } + [JSONReport.line(report.totals)]
        return [Array(lines.joined(separator: "\n").utf8), report.sarif()]
    }

    @Test("with the same key, another value at a known address is new; without it, the address alone decides")
    func values() throws {
        let key = "a key of more than 16 bytes"
        let before = try Self.report("corr3ct-horse-battery", key: key)
        for form in try Self.forms(of: before) {
            let baseline = try Baseline(form)
            for (laterKey, comparison, count) in [
                (key, Baseline.Comparison.value, 1), ("another key of 16 bytes", .address, 0), (nil, .address, 0),
            ] as [(String?, Baseline.Comparison, Int)] {
                let later = try Self.report("another-horse-battery", key: laterKey)
                #expect(baseline.comparison(withKey: later.key) == comparison)
                let new = later.result.findings.filter { !baseline.contains($0, by: comparison) }
                #expect(new.count == count && new.allSatisfy { $0.path.reportText.hasSuffix("tide.plist") })
            }
            let same = try Self.report("corr3ct-horse-battery", key: key).result.findings
            #expect(same.count >= 2 && same.allSatisfy { baseline.contains($0, by: .value) })
        }
        // A baseline without a key.
        for form in try Self.forms(of: Self.report("corr3ct-horse-battery", key: nil)) {
            #expect(try Baseline(form).comparison(withKey: before.key) == .address)
            #expect(try Baseline(form).comparison(withKey: nil) == .address)
        }
    }

    @Test("a value that is known stays known if another one in the same text is removed")
    func numbers() throws {
        let key = "a key of more than 16 bytes"
        func report(_ passwords: [String]) throws -> AuditReport {
            var fixture = ContainerFixture()
            fixture["Documents/setup.ini"] = passwords.map { "password = \($0)\n" }.joined()
            return try fixture.report(EvidenceMaker(key: Array(key.utf8)))
        }
        let baseline = try Baseline(Self.forms(of: report(["corr3ct-horse-battery", "0n1y-f0r-tests"]))[0])
        let later = try report(["0n1y-f0r-tests", "an0ther-f0r-tests"]).result.findings
        #expect(later.filter { !baseline.contains($0, by: .value) }.map(\.line) == [2])
    }

    @Test("the report says in one line how it was compared with a baseline")
    func comparisons() throws {
        let report = try Self.report()
        for comparison in [Baseline.Comparison.value, .address] {
            let said = AuditReport(
                report.result, of: report.app, version: "0.0.0", time: "2027-01-15T08:00:00Z", known: 3,
                comparison: comparison, key: "0123456789abcdef")
            #expect(said.summaryLines.count { $0 == "3 findings in the baseline, \(comparison.title)" } == 1)
            #expect(try JSONReport.line(said.totals).contains("\"comparison\":\"\(comparison.rawValue)\""))
            #expect(try JSONReport.line(said.totals).contains("\"key\":\"0123456789abcdef\""))
            #expect(String(decoding: said.sarif(), as: UTF8.self).contains("0123456789abcdef"))
        }
    }

    @Test("another file is no baseline", arguments: ["", "{}", "no JSON", "[1, 2]"])
    func noBaseline(text: String) {
        #expect(throws: Baseline.Mistake.self) { try Baseline(Array(text.utf8)) }
    }

    @Test("a suppression leaves out its findings until its day, and unused ones are named")
    func suppressions() throws {
        let findings = try Self.report().result.findings
        let list = try Suppressions(
            Array(
                """
                # accepted
                secret.private-key "Documents/*.pem" 2027-01-15 a key for tests
                storage tmp/** - cleaned at launch
                secret.* Documents/id.pem 2026-12-31 has ended
                """.utf8))
        let applied = list.applied(to: findings, now: ContainerFixture.now)
        #expect(applied.remaining.isEmpty)
        #expect(applied.suppressed == 1)
        #expect(
            applied.unused == ["line 3: storage tmp/**", "line 4: secret.* Documents/id.pem ended on 2026-12-31"])
        let later = list.applied(to: findings, now: ContainerFixture.now + 2 * 86_400)
        #expect(later.remaining.count == 1)
    }

    @Test(
        "a mistake in a list names its line",
        arguments: [
            ("secret.token a -", 1), ("# x\n\nnothing.known a - reason", 3), ("secret a 2027-13-01 reason", 1),
        ])
    func mistakes(text: String, line: Int) {
        #expect { try Suppressions(Array(text.utf8)) } throws: { ($0 as? Suppressions.Mistake)?.line == line }
    }

    @Test(
        "patterns match paths as a shell does",
        arguments: [
            ("a/*.txt", "a/b.txt", true), ("a/*.txt", "a/b/c.txt", false), ("a/**", "a/b/c.txt", true),
            ("**/c.txt", "a/b/c.txt", true), ("a/?.txt", "a/b.txt", true), ("a/?.txt", "a//.txt", false),
            ("*", "a", true), ("*", "a/b", false), ("", "", true), ("a", "", false), ("**", "", true),
        ])
    func globs(pattern: String, path: String, matches: Bool) {
        #expect(PathGlob.matches(Array(path.utf8)[...], Array(pattern.utf8)[...]) == matches)
    }
}
