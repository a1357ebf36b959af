import Audit
import ContainerModel
import ContainerStore
import Formats
import TestSupport
import Testing

/// One planted secret and one near miss for each rule and each kind of file.
@Suite("Rules about secrets")
struct SecretRuleTests {
    private static let preferences = "Library/Preferences/com.example.tide.plist"

    private static let cookies = "Library/Cookies/Cookies.binarycookies"

    /// A property list in XML with a key.
    private static func xml(_ key: String) -> [UInt8] {
        PropertyListWriter.xml(["addresses": .dictionary([key: ["visits": 3]])])
    }

    /// A database whose row with a token was deleted.
    private static func deleted(secureDelete: Bool) -> [UInt8] {
        let folder = TemporaryDirectory()
        try? DatabaseScript.run(
            """
            run('PRAGMA secure_delete = \(secureDelete ? "ON" : "OFF")')
            run('CREATE TABLE a(b TEXT)'); run("INSERT INTO a VALUES('keep'), ('\(FakeSecret.repository)')")
            run("DELETE FROM a WHERE b <> 'keep'")
            """, in: folder)
        return (try? folder.bytes(of: "a.db")) ?? []
    }

    static let cases: [ContainerCase] = [
        ContainerCase(
            "secret.password", "under a telling name of a property list",
            plant: { $0.list(preferences, ["account": ["userPassword": .string(FakeSecret.password)]]) },
            miss: { $0.list(preferences, ["passwordLength": 21, "hasPassword": true, "password": "********"]) }),
        ContainerCase(
            "secret.password", "in a line of text",
            plant: { $0["Documents/setup.ini"] = "user = tide\npassword = \(FakeSecret.password)\n" },
            miss: { $0["Documents/setup.js"] = "form.password = this.field.value2;\npassword: null\n" }),
        ContainerCase(
            "secret.password", "in JSON",
            plant: { $0["Documents/a.json"] = "{\"login\":{\"password\":\"\(FakeSecret.password)\"}}" },
            miss: { $0["Documents/a.json"] = "{\"password\":\"Enter the password of your account here\"}" }),
        ContainerCase(
            "secret.pin", plant: { $0.list(preferences, ["pin": 4711]) },
            miss: { $0.list(preferences, ["pin": 1, "pinnedItems": 4711, "spin": "4711"]) }),
        ContainerCase(
            "secret.pin", "in JSON, unless it is how often the word occurs",
            plant: { $0["Documents/a.json"] = "{\"login\":{\"pin\":4711,\"the\":123456}}" },
            miss: { $0["Documents/a.json"] = "{\"word_freq\":{\"pin\":4711,\"otp\":12345,\"the\":123456}}" }),
        ContainerCase(
            "secret.token", plant: { $0.list(preferences, ["refresh_token": "c0ffee00c0ffee00"]) },
            miss: { $0.list(preferences, ["pushToken": "c0ffee00c0ffee00", "accessToken": "none"]) }),
        ContainerCase(
            "secret.web-token", "in a value",
            plant: { $0.list(preferences, ["state": .string(FakeSecret.webToken(expires: nil))]) },
            miss: { $0.list(preferences, ["state": "eyJhbGciOiJIUzI1NiJ9.not-a-token.at-all"]) }),
        ContainerCase(
            "secret.web-token", "in a text",
            plant: { $0["Documents/t.txt"] = "the token is \(FakeSecret.webToken(expires: 1_900_000_000)).\n" },
            miss: { $0["Documents/t.txt"] = "eyJhbGciOiJIUzI1NiJ9 is the beginning of one.\n" }),
        ContainerCase(
            "secret.private-key", plant: { $0["Documents/id.pem"] = FakeSecret.key },
            miss: {
                $0["Documents/id.pem"] = FakeSecret.key.replacing("PRIVATE", with: "PUBLIC")
            }),
        ContainerCase(
            "secret.service-key", "in a text", plant: { $0["Documents/c.txt"] = "id \(FakeSecret.access)\n" },
            miss: { $0["Documents/c.txt"] = "id \(FakeSecret.access)X\n" }),
        ContainerCase(
            "secret.service-key", "as a key of a property list",
            plant: { $0.list(preferences, ["uses": [FakeSecret.repository: ["times": 2]]]) },
            miss: { $0.list(preferences, ["uses": [String(FakeSecret.repository.dropLast()): ["times": 2]]]) }),
        ContainerCase(
            "secret.service-key", "as a key in JSON",
            plant: { $0["Documents/a.json"] = "{\"uses\":{\"\(FakeSecret.repository)\":[{\"times\":2}]}}" },
            miss: { $0["Documents/a.json"] = "{\"uses\":{\"\(FakeSecret.repository.dropLast())\":[2]}}" }),
        ContainerCase(
            "secret.url-credentials", "as a key of a property list in XML",
            plant: { $0.files[preferences] = xml("https://tide:s3cr3t@example.com/") },
            miss: { $0.files[preferences] = xml("https://example.com:8080/") }),
        ContainerCase(
            "secret.service-key", "in other bytes",
            plant: { $0.files["tmp/c.bin"] = [0, 1, 2, 0] + Array(FakeSecret.repository.utf8) + [0, 255] },
            miss: { $0.files["tmp/c.bin"] = [0, 1, 2, 0] + Array(FakeSecret.repository.dropLast().utf8) + [0, 255] }),
        ContainerCase(
            "secret.card", "under a telling name",
            plant: { $0.list(preferences, ["cardNumber": .string(FakeSecret.card)]) },
            // The check digit is wrong.
            miss: { $0.list(preferences, ["cardNumber": "4012888888881882"]) }),
        ContainerCase(
            "secret.card", "in groups", plant: { $0["Documents/pay.txt"] = "paid by 4012 8888 8888 1881, thanks\n" },
            miss: { $0["Documents/pay.txt"] = "order \(FakeSecret.card), parcel 4012 8888 8888 1882\n" }),
        ContainerCase(
            "secret.personal-number", "of an account",
            plant: { $0.list(preferences, ["payoutIBAN": "GB29 NWBK 6016 1331 9268 19"]) },
            // The check digits are wrong; a name says nothing of an account.
            miss: {
                $0.list(preferences, ["payoutIBAN": "GB28 NWBK 6016 1331 9268 19", "ref": "GB29NWBK60161331926819"])
            }),
        ContainerCase(
            "secret.personal-number", "of a person",
            plant: { $0["Documents/me.json"] = #"{"ssn":"536-22-8721"}"# },
            // There are none from 900 on, and the other one is on many printed cards.
            miss: { $0["Documents/me.json"] = #"{"ssn":"936-22-8721","userSSN":"078-05-1120","part":"536-22-8721"}"# }),
        ContainerCase(
            "secret.url-credentials",
            plant: { $0["Documents/u.txt"] = "ftp://tide:s3cr3t@example.com/a\n" },
            miss: { $0["Documents/u.txt"] = "https://example.com:8080/a mail tide@example.com\n" }),
        ContainerCase(
            "secret.url-credentials", "as a parameter",
            plant: { $0["Documents/u.txt"] = "https://example.com/a?access_token=0123456789abcdef\n" },
            miss: { $0["Documents/u.txt"] = "https://example.com/a?page_token=0123456789abcdef\n" }),
        ContainerCase(
            "secret.request-credentials",
            plant: { $0["Documents/r.txt"] = "Authorization: Bearer 0123456789abcdefghij\n" },
            miss: { $0["Documents/r.txt"] = "Authorization: Bearer <token>\nBearer of good news\n" }),
        ContainerCase(
            "secret.in-log",
            plant: { $0["Library/Caches/app.log"] = "login password=\(FakeSecret.password) ok\n" },
            miss: { $0["Library/Caches/app.log"] = "login password= ok\n" }),
        ContainerCase(
            "secret.in-free-pages", "after its row was deleted",
            plant: { $0.files["Documents/d.sqlite"] = deleted(secureDelete: false) },
            miss: { $0.files["Documents/d.sqlite"] = deleted(secureDelete: true) }),
        ContainerCase(
            "secret.in-web-storage",
            plant: { $0["Library/WebKit/com.example.tide/WebsiteData/a.json"] = "{\"token\":\"5ca1ab1e0ddba11\"}" },
            miss: { $0["Library/Caches/WebKit/a.json"] = "{\"token\":\"5ca1ab1e0ddba11\"}" }),
        ContainerCase(
            "secret.in-web-storage", "of the older web view",
            plant: { $0["Library/Caches/https_a_0.localstorage"] = "password = \(FakeSecret.password)\n" },
            miss: { $0["Library/Caches/https_a_0.localstorage"] = "password = \n" }),
        ContainerCase(
            "secret.cookie-flags",
            plant: { $0.files[cookies] = PlantedFile.cookie("session_id", "5ca1ab1e0ddba11", flags: 1) },
            miss: { $0.files[cookies] = PlantedFile.cookie("session_id", "5ca1ab1e0ddba11", flags: 5) }),
        ContainerCase(
            "secret.cookie-flags", "of no session",
            plant: { $0.files[cookies] = PlantedFile.cookie("auth", "5ca1ab1e0ddba11", flags: 4) },
            miss: { $0.files[cookies] = PlantedFile.cookie("language", "en-US,en;q=0.5", flags: 0) }),
        ContainerCase(
            "secret.keyboard-cache", plant: { $0["Library/Keyboard/en-dynamic.lm"] = "words" },
            miss: { $0["Library/Keyboard/readme.txt"] = "words" }),
    ]

    @Test("a planted secret is found, and what comes near it is not", arguments: cases)
    func plantedAndMissed(_ one: ContainerCase) throws {
        let counts = try one.counts()
        #expect(counts.planted == 1)
        #expect(counts.missed == 0)
    }

    @Test("a clean container has no finding")
    func clean() throws { #expect(try ContainerFixture().findings().isEmpty) }

    @Test("an expired token is a note, and a valid one an error with the time")
    func expiry() throws {
        var fixture = ContainerFixture()
        fixture.list(
            Self.preferences,
            [
                "a": .string(FakeSecret.webToken(expires: 1_700_000_000)),
                "b": .string(FakeSecret.webToken(expires: 1_900_000_000)),
            ])
        let findings = try fixture.findings()
        #expect(findings.map(\.severity) == [.error, .note])
        #expect(findings.first?.message.contains("valid until 2030-03-17T17:46:40Z") == true)
        #expect(findings.last?.message.contains("expired 2023-11-14T22:13:20Z") == true)
    }

    @Test(
        "the token in the URL of a badge is a note, that in another URL is not",
        arguments: [
            ("https://codecov.io/gh/a/b/branch/main/graph/badge.svg", "note"),
            ("https://travis-ci.com/a/b.svg", "note"),
            ("https://example.com/b/badge.html", "error"), ("https://example.com/people/photo.svg", "error"),
        ])
    func badges(url: String, severity: String) throws {
        var fixture = ContainerFixture()
        fixture["Documents/README.md"] = "[![b](\(url)?branch=main&token=4F0aB2C3D9)](https://example.com/b)\n"
        let found = try fixture.findings(of: "secret.url-credentials")
        #expect(found.map(\.severity.rawValue) == [severity], "\(url)")
    }

    @Test("a secret in a nested property list has the way to it as its address")
    func address() throws {
        var fixture = ContainerFixture()
        let inner = PropertyListWriter.binary(["list": [["clientSecret": "0123456789abcdef"]]])
        fixture.list(Self.preferences, ["outer": .data(inner)])
        let report = try fixture.report()
        let finding = try #require(report.result.findings.first)
        #expect(String(decoding: report.address(of: finding), as: UTF8.self) == "outer/list/0/clientSecret")
    }

    @Test(
        "a password in JSON has the way to it, however it is written",
        arguments: [
            ("{\"a\":[1,{\"password\":\"PW\"}]}", "a/1/password"),
            ("{\"p\\u0061ssword\":\"PW\"}", "password"),
            ("{\"token\":\"x\",\"user_pass-word\":\"PW\"}", "user_pass-word"),
            ("{\"password\":\"\",\"password\":\"PW\"}", "password~#2"),
            ("{\"state\":\"{\\\"list\\\":[{\\\"password\\\":\\\"PW\\\"}]}\"}", "state/list/0/password"),
            ("{\"url\":\"https:\\/\\/tide:PW@example.org\\/\"}", "url"),
            ("[\"é \\ud83c\\udfdd\",\"password=PW\"]", "1"),
            (
                String(repeating: "[", count: 199) + "[\"password=PW\"]" + String(repeating: "]", count: 199),
                Array(repeating: "0", count: 200).joined(separator: "/")
            ),
        ])
    func json(text: String, address: String) throws {
        var fixture = ContainerFixture()
        fixture["Documents/a.json"] = text.replacing("PW", with: FakeSecret.password)
        let report = try fixture.report()
        #expect(report.result.findings.map { String(decoding: report.address(of: $0), as: UTF8.self) } == [address])
        #expect(report.result.summary.incomplete == 0)
    }

    @Test("JSON that is nested too deeply is examined in part, and the report says so")
    func deepJSON() throws {
        var fixture = ContainerFixture()
        fixture["Documents/a.json"] = String(repeating: "[", count: 201) + "1" + String(repeating: "]", count: 201)
        #expect(try fixture.report().result.summary.incomplete == 1)
    }

    @Test("what no backup contains is less serious, and what file sharing shows more")
    func places() throws {
        func severity(_ path: String, _ answers: [(AppInfoOverrides.Key, Answer)] = []) throws -> String? {
            var fixture = ContainerFixture()
            fixture[path] = "{\"mark\":\"AIza\(String(repeating: "b3", count: 17))c\"}"
            fixture.answers = answers
            return try fixture.findings().first { $0.rule.identifier == "secret.service-key" }?.severity.rawValue
        }
        #expect(try severity("Library/Application Support/a.json") == "warning")
        #expect(try severity("Library/Caches/a.json") == "note")
        #expect(try severity("Documents/a.json", [(.fileSharing, .yes)]) == "error")
    }
}
