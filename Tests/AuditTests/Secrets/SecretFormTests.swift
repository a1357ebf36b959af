import Formats
import TestSupport
import Testing

@testable import Audit

/// One planted secret, and one that is too short, for each row of the table of forms.
@Suite("Forms of secrets")
struct SecretFormTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let kind: String
        /// A line of text with the secret.
        let text: String
        /// A line that comes near it.
        let miss: String

        init(_ kind: String, _ text: String..., miss: String) {
            (self.kind, self.text, self.miss) = (kind, text.joined(), miss)
        }

        var testDescription: String { "\(kind): \(text.prefix(12))" }
    }

    /// Letters and digits, beginning anywhere.
    private static func text(_ count: Int, _ alphabet: String = "a1B2c3D4e5F6g7H8i9J0") -> String {
        let letters = Array(alphabet)
        return String((0..<count).map { letters[$0 % letters.count] })
    }

    private static func digits(_ count: Int) -> String { text(count, "0a1b2c3d4e5f6789") }

    private static let examples: [Example] = [
        Example("AWS access key ID", "AS", "IAQWERTYUIOPASDFGH", miss: "ASIA" + "QWERTYUIOPASDFG1"),
        Example("GitHub token", "gh", "o_", text(36), miss: "gho_" + text(35)),
        Example(
            "GitHub token", "github", "_pat_", text(22), "_", text(59), miss: "github_pat_" + text(22) + "-" + text(59)),
        Example("GitLab token", "gl", "pat-", text(20), miss: "glpat-" + text(19)),
        Example("Slack token", "xo", "xb-", text(20), miss: "xoxb-" + text(19)),
        Example(
            "Slack webhook", "https://hooks.slack", ".com/services/T0A1B2C/B0A1B2C/", text(20),
            miss: "https://hooks.slack.com/services/T0A1B2C/" + text(20)),
        Example("Stripe secret key", "sk", "_live_", text(20), miss: "pk_live_" + text(24)),
        Example("Google API key", "AI", "za", text(35), miss: "AIza" + text(34)),
        Example("Google OAuth token", "ya", "29.", text(30), miss: "ya29." + text(29)),
        Example("npm token", "np", "m_", text(36), miss: "npm_" + text(37)),
        Example("PyPI token", "pypi", "-AgEI", text(50), miss: "pypi-AgEI" + text(49)),
        Example("Mailgun key", "ke", "y-", digits(32), miss: "key-" + digits(31) + "g"),
        Example("OpenAI key", "sk-", "proj-", text(40), miss: "sk-proj-" + text(39)),
        Example("Anthropic key", "sk-", "ant-", text(40), miss: "sk-ant-" + text(39)),
        Example("Shopify token", "shp", "at_", digits(32), miss: "shpat_" + digits(31)),
        Example("DigitalOcean token", "dop", "_v1_", digits(64), miss: "dop_v1_" + digits(63)),
        Example("Square token", "sq0", "atp-", text(22), miss: "sq0atp-" + text(21)),
        Example("Square token", "sq0", "csp-", text(43), miss: "sq0csp-" + text(22)),
        Example("Azure storage key", "x;Account", "Key=", text(86), "==;y", miss: "Account=" + text(85) + "=="),
        Example("JSON Web Token", FakeSecret.webToken(expires: nil), miss: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiO.x"),
        Example("private key", FakeSecret.key, miss: FakeSecret.key.replacing("PRIVATE", with: "PUBLIC")),
        Example("credentials in a URL", "https://mari:s3cr3t@tide.example/", miss: "https://mari@tide.example:8080/"),
        Example(
            "token in a URL", "https://tide.example/?access_token=0a1b2c3d4e",
            miss: "https://tide.example/?access=0a1b2c3d"),
        Example("bearer token", "Authorization: Bearer ", text(16), miss: "Author: Bearer " + text(15)),
        Example("bearer token", "\"x\": \"Bearer ", text(40), "\"", miss: "bearer of the ring0 and many other things"),
        Example(
            "user name and password", "Authorization: Basic bWFyaTpzM2NyM3Q=",
            // No colon in it.
            miss: "Authorization: Basic bWFyaXMzY3IzdA=="),
        Example("password", "password = hunter2-and-more", miss: "password = user.password2"),
        Example("secret key", "client_secret: ", text(12), miss: "client_secret: " + text(11)),
        Example("password", "CREATE USER 'x'@'y' IDENTIFIED BY 'hunter2'", miss: "identified by hunter2"),
        Example(
            "bank account number (IBAN)", "Your IBAN: DE89 3704 0044 0532 0130 00, thanks",
            // A check digit is wrong.
            miss: "Your IBAN: DE88 3704 0044 0532 0130 00, thanks"),
        Example("social security number", "SSN: 536-22-8721.", miss: "SSN: 536-00-8721, and order 536-22-8721"),
        Example("passphrase of a database", "PRAGMA key = 'hunter2'", miss: "PRAGMA cache_size = '2000'"),
        Example(
            "static key of OpenVPN", "-----BEGIN OpenVPN Static key V1----- ", digits(256), " -----END OpenVPN",
            miss: "-----BEGIN OpenVPN Static key V1----- " + digits(80) + " -----END OpenVPN"),
    ]

    @Test("a value of each form is found as one, by its kind, and what comes near it is not", arguments: examples)
    func forms(_ example: Example) throws {
        for (text, kinds) in [(example.text, [example.kind]), (example.miss, [])] {
            var fixture = ContainerFixture()
            fixture["Documents/a.txt"] = "first line\n\(text)\n"
            let found = try fixture.findings()
            #expect(found.compactMap(\.evidence?.kind) == kinds)
            #expect(found.allSatisfy { $0.line == 2 })
        }
    }

    @Test("every form has an example")
    func complete() {
        let services = Set(ServiceKey.all.map(\.kind))
        #expect(
            Set(SecretPattern.all.filter { !$0.expression.isEmpty }.map(\.kind)).subtracting(services)
                .isSubset(of: Self.examples.map(\.kind)))
    }

    @Test("a name that is a secret itself is masked on the way to a value")
    func names() throws {
        var fixture = ContainerFixture()
        fixture.list(
            "Library/Preferences/com.example.tide.plist",
            [FakeSecret.access: ["password": .string(FakeSecret.password)], "plain": ["password": "an0ther-0ne"]])
        let report = try fixture.report()
        let addresses = report.result.findings.map { String(decoding: report.address(of: $0), as: UTF8.self) }
        #expect(addresses.sorted() == ["plain/password", "…", "…/password"])
    }

    @Test("in a table of keys and values, the key tells of the value")
    func keysAndValues() throws {
        let folder = TemporaryDirectory()
        try DatabaseScript.run(
            """
            run('CREATE TABLE pairs(key TEXT PRIMARY KEY, value TEXT)')
            run("INSERT INTO pairs VALUES('refreshToken', 'c0ffee00c0ffee00'), ('theme', 'd4rk-and-more')")
            """, in: folder)
        var fixture = ContainerFixture()
        fixture.files["Library/Application Support/com.example.tide/a.sqlite"] = try folder.bytes(of: "a.db")
        let report = try fixture.report()
        let finding = try #require(report.result.findings.first)
        #expect(report.result.findings.count == 1 && finding.rule.identifier == "secret.token")
        #expect(String(decoding: report.address(of: finding), as: UTF8.self) == "pairs/refreshToken/value")
    }

    @Test("a token in a URL is one finding")
    func parameter() throws {
        var fixture = ContainerFixture()
        fixture["Documents/a.txt"] =
            "https://tide.example/?access_token=0a1b2c3d4e5f6a7b\naccess_token=0a1b2c3d4e5f6a7b\n"
        let found = try fixture.findings()
        #expect(found.map(\.rule.identifier) == ["secret.url-credentials"] && found.map(\.line) == [1])
    }
}
