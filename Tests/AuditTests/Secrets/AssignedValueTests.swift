import TestSupport
import Testing

@testable import Audit

/// Values behind their names in texts, as many formats and languages write them. ¤ stands for the value.
@Suite("Values behind names")
struct AssignedValueTests {
    private static let password = "uf27CQDCfZMqAnR"
    private static let token = "ZaXNKXpvCap3q1psjLZtvXY3AHtEazIWqX0XiXlg"

    private static func secrets(in text: String, named name: String = "a.txt") throws -> [Finding] {
        var fixture = ContainerFixture()
        fixture["Documents/\(name)"] = text
        return try fixture.findings().filter { $0.rule.identifier.hasPrefix("secret.") }
    }

    private static let passwords = [
        "MAIL_PASS=¤", "export  DB_PASSWORD = \"¤\"  # prod", "pass=¤", "password: ¤", "auth.password = \"¤\"",
        "db: {user: jo, password: ¤}", "env:\n  - name: DB_PASSWORD\n    value: ¤", "password: &p ¤",
        "- POSTGRES_PASSWORD=¤", "<property name=\"password\" value=\"¤\"/>",
        "<c><password><![CDATA[¤]]></password></c>",
        "<wsse:Password Type=\"#PasswordText\">¤</wsse:Password>", "Server=db;User Id=sa;Password=¤;",
        "db.password : ¤",
        "psk=\"¤\"", "<preference name=\"ApiPassword\" value=\"¤\"/>", "    password = ¤;",
        "params: [\"user\": \"jo\", \"password\": \"¤\"]", "LoginRequest(user: \"jo\", password: \"¤\")",
        "grant_type=password&username=jo&password=¤", "curl -d 'username=jo&password=¤' https://a.example.org/",
        "- **Password:** `¤`", "Password:\n¤\n", "Mot de passe : ¤", "Пароль: ¤", "パスワード：¤", "비밀번호: ¤",
        "<p>Your password: <b>¤</b></p>", "<th>Password</th><td>¤</td>", "<dt>Password</dt>\n<dd>¤</dd>",
        "<key>password</key>\n\t<string>¤</string>", "password TEXT NOT NULL DEFAULT '¤'",
        "CREATE USER jo WITH PASSWORD '¤'",
        "let password: String = \"¤\"", "const password: string = '¤'", "const PASSWORD: &str = \"¤\"",
        "password := \"¤\"",
        "NSString *const kPassword = @\"¤\"", "@{@\"password\": @\"¤\"}", "mapOf(\"password\" to \"¤\")",
        "'password' => '¤'",
        "define('DB_PASSWORD', '¤')", "setPassword(\"¤\")", "password = '''¤'''", "password = [[¤]]",
        "config[\"password\"] = \"¤\"", "{\\\"password\\\":\\\"¤\\\"}", "password => ¤", "with password ¤",
        "the password is ¤", "--password ¤", "--password=¤", "ENV DB_PASSWORD ¤", "<input type=password value=\"¤\">",
        "Content-Disposition: form-data; name=\"password\"\r\n\r\n¤\r\n--b--", "securityAnswer = ¤", "MYSQL_PWD=¤",
    ]

    @Test("a password behind its name is found, alone and in other text", arguments: passwords)
    func password(form: String) throws {
        for text in [form, "some words before it\n\(form)\nand behind it\n"] {
            let found = try Self.secrets(in: text.replacing("¤", with: Self.password, maxReplacements: .max))
            let values = found.filter { $0.rule == .password || $0.rule == .inLog }
            #expect(values.count == 1, "\(text): \(found.map(\.message))")
            // Nothing of a password is shown.
            #expect(values.first?.evidence?.masked.contains("uf") == false)
        }
    }

    private static let tokens = [
        "JWT_SECRET=¤", "BOT_TOKEN=¤", "token: >-\n    ¤\n", "secret_key = '''¤'''",
        "<string name=\"auth_token\">¤</string>",
        "<add key=\"ApiSecret\" value=\"¤\"/>", "auth.token=¤", "token: Optional(\"¤\")", "X-API-Key: ¤",
        "X-Auth-Token: ¤",
        "Authorization: token ¤", "setRequestHeader(\"X-Api-Key\",\"¤\")",
        "localStorage.setItem(\"access_token\",\"¤\")",
        "window.__STATE__={\"auth\":{\"token\":\"¤\"}}", "GET /reset?token=¤ HTTP/1.1", "m.exports={API_SECRET:\"¤\"}",
        "#define API_SECRET @\"¤\"", "this.accessToken = '¤';", "<API_KEY>¤</API_KEY>", "auth_token TEXT DEFAULT '¤'",
        "Cookie: theme=dark; sessionid=¤", "storageKey = \"¤\"", "PHPSESSID=¤",
    ]

    @Test("a token behind its name is found", arguments: tokens)
    func token(form: String) throws {
        let found = try Self.secrets(in: form.replacing("¤", with: Self.token, maxReplacements: .max))
        #expect(found.count == 1, "\(form): \(found.map(\.message))")
    }

    @Test(
        "what is no value of a name is none",
        arguments: [
            "func password(_ value: String) -> Bool", "if password == \"a1b2c3d4\" {",
            "the password is required",
            "token is invalid", "Unexpected token 'abc1234'", "password: String?", "var token: Token { get }",
            "passwordField.text = x1",
            "Password must have 8 characters", "password=********", "password=${DB_PASSWORD}",
            "password = getPassword()",
            "csrf_token=¤", "deviceToken: ¤", "boardingPass: ¤", "next_page_token=¤", "password: Kennwort",
            "\"password\": \"Mot de passe\"", "\"password\": \"パスワード\"", "PASS testLogin1", "bypass=¤",
            "https://user:pass@host:8080/",
            "https://$USER:$PASS@host.example/", "password_length: 12345678",
            "authorization: you may not use this file",
            "token_type: bearer", "secret: true", "passport = AB123456",
            // Lists of words, and calls with other arguments.
            "'open', 'pass', 'poke', 'print',", "[\"user\", \"password\", \"scope\"]",
            "(\"pass\", \"return\", \"while\")",
            "open('/etc/passwd', 'utf8', next)", "password = password.encode(\"utf-8\")", "pass(\"First test\");",
            "env P4CLIENT P4PASSWD P4USER P4CONFIG", "kpasswd 464/tcp # Kerberos", "awk </etc/passwd '$3 > 999'",
            // What programs print.
            "PASS: gas/all/pr27384", "PWD: '/Users/jo/app'", "userPassword=userPassword@entry=0x447f550",
            "'Test2::Event::Pass' => '1.302103',",
            // Descriptions and markup.
            "a password to p11_kit_modules_load", "'passwd:' and 'group:' lines",
            "{ psk: <Buffer>, identity: <string> }",
            "password: &#x3C;string>", "A basic Open-source tool", "Basic Operations for matrices",
            ".. _`Authorization`: https://example.org/rfc6749#section-3.1", "call <SID>MarkFile2(1)<cr>",
            "<input type=password value=\"$default\">", "password = getenv(\"DB_PASSWORD\")", "user_pass = '%s:%s'",
            // Words that begin like a name, with the bytes that CBOR has for the length of a text.
            "passport-oauth2-middleware 1.0.3", "passing2_/cmp_clang_ttp_passing2_/cmp.cpp", "{passive:!0}),e.f(1)",
            "systemd-ask-password-console.service.8.gz", "yaml/tokens.py,sha256=lTQIzSVw8Mg9wv459",
            "(Passw)28(ord)-479(is)",
        ])
    func nearMiss(form: String) throws {
        let found = try Self.secrets(in: form.replacing("¤", with: Self.token, maxReplacements: .max))
        #expect(found.isEmpty, "\(form): \(found.map(\.message))")
    }

    @Test(
        "values in tables that are written as text are found by their columns",
        arguments: [
            "name,email,password\nJo,jo@example.org,¤\n", "\"name\";\"password\"\n\"Jo\";\"¤\"\n",
            "url\tusername\tpassword\nhttps://a.example.org\tjo\t¤\n", "| User | Password |\n|---|---|\n| jo | ¤ |\n",
            "Title,URL,Username,Password,Notes\r\nexample,https://example.org/,jo,¤,\r\n",
            "INSERT INTO `users` (`id`,`email`,`password`) VALUES (1,'jo@example.org','¤'),(2,'k','z');\n",
            "CREATE TABLE accounts(id INTEGER, login TEXT, password TEXT);\nINSERT INTO accounts VALUES(1,'jo','¤');\n",
            "COPY public.users (id, email, password) FROM stdin;\n1\tjo@example.org\t¤\n\\.\n",
        ])
    func table(form: String) throws {
        let found = try Self.secrets(
            in: form.replacing("¤", with: Self.password, maxReplacements: .max), named: "a.csv")
        #expect(found.contains { $0.rule == .password }, "\(form): \(found.map(\.message))")
    }

    @Test(
        "a line that mail breaks in a word is put together",
        arguments: ["k ghp_bPS42s6sRS=\r\nCJ8lkrj4JjEM6JcvSzIQ3SyANf\r\n"])
    func mail(text: String) throws {
        let head = "From: a@example.org\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
        #expect(try Self.secrets(in: head + text, named: "a.eml").map(\.rule) == [.serviceKey])
        #expect(try Self.secrets(in: text, named: "b.eml").isEmpty)
    }

    /// A name, what the format writes before a value, and the value.
    @Test(
        "a password behind its name in a binary format is a warning",
        arguments: [
            ("MessagePack", [0xa8], [0xaf]), ("CBOR", [0x68], [0x6f]), ("MMKV", [8], [16, 15]),
            ("a binary property list", [0x58], [0x5f, 0x10, 15]),
        ] as [(String, [UInt8], [UInt8])])
    func binary(format: String, before: [UInt8], between: [UInt8]) throws {
        var fixture = ContainerFixture()
        let value = Array(Self.password.utf8)
        fixture.files["Documents/a.bin"] =
            [0x82, 0, 1, 0xff] + before + Array("password".utf8) + between + value + [0xa3, 0x6f, 0, 0x41]
        let found = try fixture.findings().filter { $0.rule == .password }
        #expect(found.map(\.severity) == [.warning], "\(format)")
    }

    @Test(
        "texts beside each other in the tables of programs are no values",
        arguments: ["¤password¤x509_purpose1¤", "wrong user or password.¤SOCKSv5¤", "¤private_key¤Ed25519PrivateKey¤"])
    func tables(form: String) throws {
        var fixture = ContainerFixture()
        // Between zeros, and behind lengths of two bytes.
        for separator in [[0], [0, 1, 0, 17]] as [[UInt8]] {
            let parts = form.split(separator: "¤", omittingEmptySubsequences: false).map { Array($0.utf8) }
            fixture.files["Documents/a.bin"] = [0, 1, 0xff] + Array(parts.joined(separator: separator)) + [0xff]
            let found = try fixture.findings().filter { $0.rule.identifier.hasPrefix("secret.") }
            #expect(separator.count > 1 && form.contains("509") || found.isEmpty, "\(form): \(found.map(\.message))")
        }
    }

    @Test("names of keys and values that frameworks keep are no secrets")
    func frameworks() throws {
        var fixture = ContainerFixture()
        let names = [
            "emptyToken": "__empty_slot_token_4c24_98dc_ac1e_b773__", "historyToken": "a1b2c3d4e5f6a7b8c9d0",
            "previousServerChangeToken": "a1b2c3d4e5f6a7b8c9d0", "queryGenerationToken": "a1b2c3d4e5f6a7b8c9d0",
        ]
        let members = names.map { "<key>\($0)</key><string>\($1)</string>" }.joined()
        fixture["Documents/a.plist"] = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(members)</dict></plist>"
        #expect(try fixture.findings().filter { $0.rule.identifier.hasPrefix("secret.") }.isEmpty)
    }
}
