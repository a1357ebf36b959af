import Audit
import ContainerModel
import Formats
import Inspection
import Reports
import TestSupport
import Testing

@Suite("Output of the audit")
struct AuditOutputTests {
    /// A container with a secret of each kind and with hostile names.
    private static func fixture() -> ContainerFixture {
        var fixture = ContainerFixture()
        fixture.list(
            "Library/Preferences/com.example.tide.plist",
            [
                "password": .string(FakeSecret.password), "pin": 4711, "cardNumber": .string(FakeSecret.card),
                "token": .string(FakeSecret.webToken(expires: 1_900_000_000)), "apiKey": "0123456789abcdef",
                "<script>alert(1)</script>password": "0n1y-f0r-tests",
            ])
        fixture["Documents/<img src=x onerror=alert(1)>\"'&.txt"] = "password = \(FakeSecret.password)\n"
        fixture["Documents/line\nbreak \u{202e}.pem"] = FakeSecret.key
        return fixture
    }

    private static let values = [
        FakeSecret.password, "4711", FakeSecret.card, "0123456789abcdef", "0n1y-f0r-tests",
        FakeSecret.webToken(expires: 1_900_000_000), "MHcCAQEEIAbc123",
    ]

    private static func outputs() throws -> [String: String] {
        let report = try fixture().report()
        let json = try report.rows.map { try JSONReport.line($0) }.joined(separator: "\n")
        return [
            "text": report.lines.joined(separator: "\n"), "json": json,
            "sarif": String(decoding: report.sarif(), as: UTF8.self),
            "html": report.htmlLines.joined(separator: "\n"),
        ]
    }

    @Test("no form of output has a value that was found")
    func masking() throws {
        for (form, text) in try Self.outputs() {
            for value in Self.values where value != "4711" { #expect(!text.contains(value), "\(form)") }
            #expect(!text.contains("\"4711\""), "\(form)")
        }
    }

    @Test("evidence shows the ends of tokens of 12 characters and more, and nothing of passwords, cards and PINs")
    func evidence() throws {
        let findings = try Self.fixture().findings()
        func masked(_ name: String) -> String? {
            findings.first { $0.address == [Array(name.utf8)] }?.evidence?.masked
        }
        #expect(masked("password") == "…")
        #expect(masked("pin") == "…")
        #expect(masked("cardNumber") == "…")
        #expect(masked("apiKey") == "01…ef")
    }

    @Test("equal values have equal hashes under one key, and others under another key")
    func hashes() {
        let (one, other) = (EvidenceMaker(key: Array("one key".utf8)), EvidenceMaker(key: Array("another".utf8)))
        let value = Array("the same value".utf8)
        #expect(one.evidence("a", value).hash == one.evidence("b", value).hash)
        #expect(one.evidence("a", value).hash != other.evidence("a", value).hash)
        // HMAC-SHA-256 by Python: hmac.new(b'one key', b'the same value', 'sha256').
        #expect(one.evidence("a", value).revealed == nil)
    }

    @Test("the hash is the beginning of HMAC-SHA-256, as Python computes it")
    func independentHash() throws {
        let script = """
            import hashlib, hmac, sys
            sys.stdout.write(hmac.new(b'one key', b'the same value', hashlib.sha256).hexdigest()[:16])
            """
        let expected = String(decoding: try Python.run(script, []), as: UTF8.self)
        let evidence = EvidenceMaker(key: Array("one key".utf8)).evidence("a", Array("the same value".utf8))
        #expect(evidence.hash == expected)
    }

    @Test("fingerprints are the same for two copies, and in other directories of the same kind")
    func fingerprints() throws {
        let (one, other) = (try Self.fixture().findings(), try Self.fixture().findings())
        #expect(one.map(\.fingerprint) == other.map(\.fingerprint))
        #expect(Set(one.map(\.fingerprint)).count == one.count)
        let path = Array("a/5B1E1B1A-0000-4B7E-9D9A-1234567890AB/b".utf8)
        #expect(StablePath.bytes(path) == Array("a/UUID/b".utf8))
    }

    /// Names that end elements, attributes, comments and scripts, or look as if they were escaped already.
    private static let hostileNames = [
        "<script>alert(1)<", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "--><!--", "]]>",
        "&lt;b&gt;",
        "<\u{2f}style><script src=\u{2f}\u{2f}evil.example>", "javascript:alert(1)", "<svg onload=alert(1)>",
        "\u{0}\u{8}\u{1b}[2J",
    ]

    @Test("a page is well formed for a parser of Python, runs nothing, loads nothing, and has hostile texts as texts")
    func page() throws {
        var fixture = Self.fixture()
        for (number, name) in Self.hostileNames.enumerated() {
            let plain = name.replacing("/", with: "|").replacing("\u{0}", with: "")
            fixture["Documents/\(plain).txt"] = "password = \(FakeSecret.password)\n"
            fixture.list("Documents/\(number).plist", [name: ["password": .string(FakeSecret.password)]])
        }
        let script = Script.text("audit_output_page")
        let page = try fixture.report().htmlLines.joined(separator: "\n")
        let names = Self.hostileNames.dropLast().map { $0.replacing("/", with: "|") }
        let output = try Python.run(script, names, input: Array(page.utf8))
        let expected = ["[] [] []"] + names.map { _ in "True" } + ["False"]
        #expect(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init) == expected)
    }

    @Test("the page names the app, and has the summary before the findings and the digests of files behind them")
    func pageOrder() throws {
        var fixture = Self.fixture()
        fixture["Documents/a.txt"] = "password = \(FakeSecret.password)\n"
        let lines = try fixture.report().htmlLines
        let order = [
            "<nav", "1. Examined", "2. Summary", "3. Findings", "Below each path", "<h3 id=", "4. Files and",
        ]
        let places = order.map { text in lines.firstIndex { $0.contains(text) } }
        #expect(places == places.compactMap(\.self).sorted(), "\(places)")
        #expect(lines.contains("<h1>Audit of com.example.tide</h1>"))
    }

    @Test("SARIF has what the schema and GitHub's code scanning require")
    func sarif() throws {
        let script = Script.text("audit_output_sarif")
        let log = Array(try Self.outputs()["sarif"]?.utf8 ?? "".utf8)
        let count = try Self.fixture().findings().count
        #expect(String(decoding: try Python.run(script, [], input: log), as: UTF8.self) == "\(count)\n")
    }
}
