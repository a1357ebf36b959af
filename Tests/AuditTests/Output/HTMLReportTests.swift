import ContainerModel
import ContainerStore
import Jobs
import TestSupport
import Testing

@testable import Audit

/// What a reader of the page needs on screens of any width, and on paper.
@Suite("The page of an audit")
struct HTMLReportTests {
    private static let scene = "Library/SplashBoard/Snapshots/sceneID:com.example.tide-default/A@2x"

    private static func report(_ fixture: ContainerFixture) throws -> AuditReport {
        let folder = TemporaryDirectory()
        try fixture.write(in: folder)
        let app = AuditedApp([try fixture.open(in: folder)], now: ContainerFixture.now)
        let context = AuditContext(now: ContainerFixture.now)
        let result = try #require(AuditRun(of: app, context).examineAll(on: WorkerPool(threads: 2)))
        var report = AuditReport(
            result, of: app, version: "0.0.0", time: "2027-01-15T08:00:00Z",
            snapshots: AuditAppendix.snapshots(of: app, context))
        report.digests = AuditAppendix.digests(of: report, context)
        return report
    }

    @Test("every table has a head, every cell the heading of its column, and paths break behind / : . _ - alone")
    func tables() throws {
        var fixture = ContainerFixture()
        fixture["Library/some_long-name.d/card.txt"] = "password = \(FakeSecret.password)\n"
        let page = try Self.report(fixture).htmlLines.joined(separator: "\n")
        let tables = page.split(separator: "<table").dropFirst()
        #expect(tables.count >= 4)
        for table in tables {
            let table = table.prefix(upTo: table.firstRange(of: "</table>")?.lowerBound ?? table.endIndex)
            #expect(table.contains("<thead>") && table.contains("<caption>"))
            #expect(table.split(separator: "<td").count == table.split(separator: "<td data-label=\"").count)
        }
        #expect(
            page.contains("App/<wbr>Library/<wbr>some_<wbr>long-<wbr>name.<wbr>d/<wbr>card.<wbr>txt, line 1</code>"))
    }

    @Test("a section says what can happen, then what to do, then the rule and what it rests on, and counts by severity")
    func sections() throws {
        var fixture = ContainerFixture()
        fixture["Documents/a.ini"] = "password = \(FakeSecret.password)\n"
        fixture["Library/Caches/b.ini"] = "password = \(FakeSecret.password)\n"
        let lines = try Self.report(fixture).htmlLines
        let start = try #require(lines.firstIndex { $0.hasPrefix("<h3 id=\"secret.password\"") })
        #expect(lines[start].contains("1 error, 1 warning"), "\(lines[start])")
        #expect(lines[start + 1] == HTMLText.element("p", AuditRule.password.risk))
        #expect(lines[start + 2].hasPrefix("<p><b>What to do:</b>"))
        #expect(lines[start + 3].contains("Rule secret.password"))
        #expect(lines[start + 4].contains("Apple Platform Security"))
        #expect(lines.contains { $0.contains("href=\"#secret.password\"") && $0.contains("1 error, 1 warning") })
    }

    @Test("directories with findings are listed, and items that are left out are counted")
    func files() throws {
        var fixture = ContainerFixture()
        fixture["Documents/locked/a.txt"] = "x"
        for number in 0..<205 { fixture["Documents/\(number).pem"] = FakeSecret.key }
        let folder = TemporaryDirectory()
        try fixture.write(in: folder)
        let container = try fixture.open(in: folder)
        let keys = (0..<205).map { number in
            Finding(.privateKey, in: container, at: ContainerPath("Documents/\(number).pem") ?? .root, "a key")
        }
        let directory = Finding(.privateKey, in: container, at: "Documents/locked", "a directory")
        let result = AuditResult(
            findings: [directory] + keys, unexamined: [], summary: AuditResult.Summary())
        var report = AuditReport(
            result, of: AuditedApp([container], now: ContainerFixture.now), version: "0.0.0",
            time: "2027-01-15T08:00:00Z")
        report.digests = AuditAppendix.digests(of: report, AuditContext(now: ContainerFixture.now))
        #expect(report.digests.rows.count == 200 && report.digests.omitted == 6)
        #expect(report.digests.rows.first?.contents == ItemDigests.Row.Contents.absent("directory"))
        let page = report.htmlLines.joined(separator: "\n")
        #expect(page.contains("6 more items with findings left out here: the JSON report has all paths."))
    }

    @Test("each picture says in words what it is of, how large it is and what it shows, in any format")
    func pictures() throws {
        let pixels = [UInt8](repeating: 0, count: 1 + 4 * 3) + [0] + [UInt8](repeating: 0xff, count: 4 * 3)
        for (name, bytes) in [
            ("ktx", PlantedFile.snapshot(0, 0xff)), ("png", PNGFile.file(width: 4, height: 2, rows: pixels)),
        ] {
            var fixture = ContainerFixture()
            fixture.files["\(Self.scene).\(name)"] = bytes
            let report = try Self.report(fixture)
            let size = name == "ktx" ? "8 × 4" : "4 × 2"
            let text = "Snapshot of the scene com.example.tide-default, \(size) pixels, shows content"
            #expect(report.htmlLines.contains { $0.hasPrefix("<img alt=\"\(text)\"") }, "\(name)")
            #expect(report.htmlLines.contains { $0.contains("shows content · file written ") }, "\(name)")
            let found = report.result.findings.filter { $0.rule == .snapshotWithContent }
            #expect(found.count == 1 && found.allSatisfy { !$0.message.contains("taken") }, "\(name)")
        }
        var fixture = ContainerFixture()
        fixture.files["\(Self.scene).png"] = Array(PNGFile.file(width: 4, height: 2, rows: pixels).prefix(33))
        let report = try Self.report(fixture)
        #expect(report.snapshots.map(\.contents) == [.undecoded])
        #expect(report.htmlLines.contains { $0.contains("4 × 2 pixels · not decoded · ") })
        #expect(!report.htmlLines.contains { $0.hasPrefix("<img") })
        let gaps = report.result.findings.filter { $0.rule == .damaged }
        #expect(gaps.map(\.path.reportText) == ["\(Self.scene).png"] && report.result.summary.incomplete == 1)
    }

    @Test("many items that cannot be read are one finding with the first names; all are in JSON and SARIF")
    func manyUnreadable() throws {
        var fixture = ContainerFixture()
        for number in 10..<40 { fixture["Documents/d\(number)/a.txt"] = "x" }
        fixture.isRestricted = true
        for number in 10..<40 { fixture.changes.append { try $0.setMode(0, of: "Documents/d\(number)") } }
        let report = try fixture.report()
        let found = report.result.findings.filter { $0.rule == .unreadable }
        #expect(found.map(\.path.reportText) == ["Documents"])
        let text = "30 items, such as Documents/d10, Documents/d11, Documents/d12: could not be examined: "
        #expect(found.first?.message.hasPrefix(text) == true, "\(found)")
        #expect(report.totals.notExamined.count == 30 && report.totals.notes == 1)
        let log = String(decoding: report.sarif(), as: UTF8.self)
        for number in 10..<40 { #expect(log.contains("not examined: Documents/d\(number): ")) }
        // A baseline knows each of them.
        let baseline = try Baseline(report.sarif())
        #expect(report.result.unexamined.count == 30)
        #expect(report.result.unexamined.allSatisfy { baseline.contains($0) })
    }
}
