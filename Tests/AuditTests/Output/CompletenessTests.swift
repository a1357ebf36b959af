import Audit
import ContainerModel
import ContainerStore
import TestSupport
import Testing

/// What could not be examined is said, and what belongs to different apps is told apart.
@Suite("Completeness of the audit")
struct CompletenessTests {
    @Test("a directory that cannot be read is a finding, counted in the summary of each form, and the rest is examined")
    func unreadable() throws {
        var fixture = ContainerFixture()
        fixture["Documents/locked/a.txt"] = "x"
        fixture["Documents/id.pem"] = FakeSecret.key
        fixture.isRestricted = true
        fixture.changes.append { try $0.setMode(0, of: "Documents/locked") }
        let report = try fixture.report()
        #expect(report.result.summary.unreadable == 1)
        let found = report.result.findings.map { "\($0.rule.identifier) \($0.path.reportText)" }
        #expect(found == ["secret.private-key Documents/id.pem", "file.unreadable Documents/locked"])
        #expect(report.lines.contains("1 item could not be read."))
        #expect(report.htmlLines.contains { $0.contains("1 item could not be read.") })
        #expect(
            String(decoding: report.sarif(), as: UTF8.self).contains("not examined: Documents/locked: could not be"))
    }

    @Test("a file that is examined in part is counted in the summary of each form")
    func damaged() throws {
        var fixture = ContainerFixture()
        fixture.files["Library/Application Support/tide/a.sqlite"] = StorageRuleTests.database(damaged: true)
        let report = try fixture.report()
        #expect(report.result.summary.incomplete == 1)
        #expect(report.lines.contains("1 file could not be examined completely."))
        #expect(report.htmlLines.contains { $0.contains("1 file could not be examined completely.") })
    }

    @Test("secrets of an extended attribute beyond the first hundred of a kind are counted")
    func manyInAttribute() throws {
        var fixture = ContainerFixture()
        let letters = (65..<91).map { String(UnicodeScalar(UInt8($0))) }
        let ends: [String] = letters.flatMap { first in letters.map { first + $0 } }
        let keys: [String] = ends.prefix(103).map { String(FakeSecret.access.dropLast(2)) + $0 }
        fixture.attributes.append(("Documents/Notes.txt", "user.tide", Array(keys.joined(separator: "\n").utf8)))
        let result = try fixture.report().result
        #expect(result.findings.count { $0.rule.identifier == "secret.service-key" } + result.summary.omitted == 103)
        #expect(result.summary.omitted == 3)
    }

    @Test("an extended attribute that is examined in part is a finding, and its item counted")
    func damagedAttribute() throws {
        // A gzip header and the first bytes of a stored block of 255.
        let cut: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 255, 0, 0, 255] + Array("tide table".utf8)
        var fixture = ContainerFixture()
        fixture.attributes.append(("Documents/Notes.txt", "user.tide", cut))
        let result = try fixture.report().result
        #expect(result.summary.incomplete == 1)
        let found = result.findings.filter { $0.rule.identifier == "file.damaged" }
        #expect(found.map(\.path.reportText) == ["Documents/Notes.txt"])
        #expect(found.first?.message.hasPrefix("in its extended attribute ") == true)
    }

    @Test("encrypted code is not examined, and every form says so")
    func encrypted() throws {
        let folder = TemporaryDirectory()
        var bundle = BundleFixture()
        bundle.executable?.encryption = 1
        bundle.executable?.strings = ["https://tide.example/v1?units=m&api_key=h4rdc0dedk3y9"]
        let path = Array(try bundle.write(in: folder).utf8)
        guard case .container(let container, _) = try ContainerStore.open(path) else {
            throw CommandError(call: "open the bundle", number: 0)
        }
        let report = try ContainerFixture.report(on: [AuditedContainer(container, index: 0, prefix: path)])
        let text = "the code of Tide is encrypted (FairPlay)"
        #expect(report.result.summary.notExamined == [text])
        #expect(report.result.findings.contains { $0.rule.identifier == "bundle.encrypted-code" })
        #expect(!report.result.findings.contains { $0.rule.identifier == "bundle.hard-coded-credentials" })
        #expect(report.lines.contains("Not examined: \(text)."))
        #expect(report.htmlLines.contains { $0.contains("Not examined: \(text).") })
        #expect(String(decoding: report.sarif(), as: UTF8.self).contains("not examined: \(text)"))
    }

    @Test("containers of different apps are judged each for its own app, and told apart in SARIF")
    func differentApps() throws {
        let folders = [TemporaryDirectory(), TemporaryDirectory()]
        let containers = try [Answer.yes, .no].enumerated().map { index, answer in
            var fixture = ContainerFixture()
            fixture.files["Documents/a.sqlite"] = StorageRuleTests.database
            fixture["Documents/id.pem"] = FakeSecret.key
            fixture.answers = [(.fileSharing, answer)]
            try fixture.write(in: folders[index])
            return try fixture.open(in: folders[index], index: index)
        }
        let report = try ContainerFixture.report(on: containers)
        let keys = report.result.findings.filter { $0.rule.identifier == "secret.private-key" }
        #expect(keys.map(\.container) == [0, 1])
        #expect(Set(report.result.findings.map(\.fingerprint)).count == report.result.findings.count)
        #expect(keys.map { report.uri(of: $0) } == ["Documents/id.pem", "Documents/id.pem"])
        #expect(keys.map { report.base(of: $0.container) } == ["CONTAINER", "CONTAINER2"])
        let shared = report.result.findings.filter { $0.rule.identifier == "storage.shared-database" }
        #expect(shared.map(\.container) == [0])
    }
}
