import ContainerModel
import Inspection
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
