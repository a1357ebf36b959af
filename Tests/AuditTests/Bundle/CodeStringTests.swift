import Audit
import ContainerModel
import ContainerStore
import Jobs
import TestSupport
import Testing

/// Secrets in the strings of code.
@Suite("Secrets in code")
struct CodeStringTests {
    @Test(
        "credentials in strings are found, masked",
        arguments: [
            "Bearer 8sk29dkLwq01mvbZxpTy", "Basic dGlkZTpodW50ZXIy", "basic dGlkZTpodW50ZXIy",
            "https://a.example/?access_token=0123456789abcd", "wss://a.example/s?x=1&token=a1b2c3d4e5f6g7#top",
            "https://a.example/login?user=moon&password=hunter2",
        ])
    func planted(_ text: String) throws {
        var bundle = BundleFixture()
        bundle.executable?.strings = ["hello", text]
        let all = try bundle.findings()
        let found = all.filter { $0.rule.identifier != "bundle.addresses" }
        #expect(found.map(\.rule.identifier) == ["bundle.hard-coded-credentials"])
        for secret in ["8sk29", "dGlkZ", "012345", "a1b2", "hunter2"] {
            #expect(all.allSatisfy { !$0.message.contains(secret) })
        }
        let finding = try #require(found.first)
        #expect(finding.path == "Tide" && finding.evidence?.revealed == nil)
        let words = [finding.message, finding.evidence?.text ?? "", finding.evidence?.masked ?? ""].joined(
            separator: " ")
        for secret in ["8sk29", "dGlkZ", "012345", "a1b2", "hunter2"] { #expect(!words.contains(secret)) }
    }

    @Test(
        "formats, placeholders and sentences are no credentials",
        arguments: [
            "Bearer %@", "Bearer token expected here", "Basic authentication failed", "Bearer <your-token-1234567890>",
            "https://a.example/?access_token={token}", "https://a.example/?token=", "token=0123456789abcd",
            "Basic dGlkZTpodW50ZXI\u{e9}", "https://a.example/?access_token=yourtokengoeshere",
            // Data in Base64 that is no user name with a password.
            "Basic aGVsbG8gd29ybGQx",
        ])
    func nearMiss(_ text: String) throws {
        var bundle = BundleFixture()
        bundle.executable?.strings = ["hello", text]
        #expect(try bundle.findings().map(\.rule.identifier).filter { $0 != "bundle.addresses" } == [])
    }

    @Test("what is encrypted is not judged")
    func encrypted() throws {
        var bundle = BundleFixture()
        bundle.executable?.strings = ["Basic dGlkZTpodW50ZXIy"]
        bundle.executable?.encryption = 1
        #expect(try bundle.findings().map(\.rule.identifier) == ["bundle.encrypted-code"])
    }

    /// A key of the form that AWS documents, which is none.
    private static let key = "AKIA" + "TIDETIDETIDETIDE"

    @Test(
        "the whole audit finds keys of services in code and resources",
        arguments: [(key, ["Config.json", "Tide"]), (String(key.dropLast()), [])])
    func keys(_ text: String, _ expected: [String]) throws {
        var bundle = BundleFixture()
        bundle.executable?.strings = ["hello", text]
        bundle.files["Config.json"] = Array("{\"id\": \"\(text)\"}".utf8)
        let folder = TemporaryDirectory()
        let path = Array(try bundle.write(in: folder).utf8)
        guard case .container(let container, _) = try ContainerStore.open(path) else {
            throw CommandError(call: "open the bundle", number: 0)
        }
        let app = AuditedApp([AuditedContainer(container, index: 0, prefix: path)], now: BundleFixture.now)
        let context = AuditContext(now: BundleFixture.now)
        let result = try #require(AuditRun(of: app, context).examineAll(on: WorkerPool(threads: 1)))
        let found = result.findings.filter { $0.rule.subject == .secret }
        #expect(found.map { $0.path.reportText } == expected)
        #expect(found.allSatisfy { $0.severity == .error && !$0.message.contains(text) })
        // Nothing else but the missing seal.
        #expect(result.findings.filter { $0.rule.subject == .bundle || $0.rule.subject == .privacy }.isEmpty)
    }
}
