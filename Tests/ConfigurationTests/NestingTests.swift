import Configuration
import Screen
import TestSupport
import Testing

@Suite("Deeply nested TOML")
struct NestingTests {
    /// Returns the error for a theme file and for `config.toml` with these contents; nil if the file can be read.
    private func failures(_ toml: String) throws -> [ConfigurationError?] {
        try withTemporaryDirectory { home in
            try home.write(toml, to: "themes/deep.toml")
            try home.write(toml, to: "config.toml")
            let directory = ConfigurationDirectory(path: home.path)
            return [
                failure { () throws(ConfigurationError) in _ = try ThemeLoader(directory: directory).load("deep") },
                Settings.load(directory: directory).problems.first,
            ]
        }
    }

    private func failure(_ body: () throws(ConfigurationError) -> Void) -> ConfigurationError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private static func repeated(_ text: String, _ count: Int, by separator: String = "") -> String {
        Array(repeating: text, count: count).joined(separator: separator)
    }

    static let deep: [(name: String, toml: String, line: Int)] = [
        ("a dotted key", repeated("a", 100_000, by: ".") + " = 1", 1),
        ("a dotted key with spaces", "# deep\n\n" + repeated("a", 100_000, by: " \t. ") + " = 1", 3),
        ("a dotted key in quotes", repeated("\"a\"", 50_000, by: ".") + " = 1", 1),
        ("a table", "mouse = true\n[" + repeated("a", 100_000, by: ".") + "]", 2),
        ("an array of tables", "[[" + repeated("a", 100_000, by: ".") + "]]", 1),
        ("arrays", "a = " + repeated("[", 100_000) + repeated("]", 100_000), 1),
        ("arrays on lines of their own", "a = " + repeated("[\n", 100_000), 17),
        ("inline tables", "a = " + repeated("{a = ", 100_000) + "1" + repeated("}", 100_000), 1),
        ("a dotted key in an inline table", "a = {" + repeated("a", 100_000, by: ".") + " = 1}", 1),
        (
            "a dotted key behind strings that hide it",
            "a = [\"\"\"x\"\"\"\"\", '''y''''', \"\\\"\", 'z\\', {" + repeated("b", 100_000, by: ".") + " = 1}]", 1
        ),
        ("a dotted key behind a string of lines", "a = '''\n'\n\"\n'''\n" + repeated("b", 100_000, by: ".") + "=1", 5),
    ]

    @Test("deeply nested TOML is refused with its line, before anything recurses", arguments: deep.map(\.name))
    func refused(name: String) throws {
        let (_, toml, line) = try #require(Self.deep.first { $0.name == name })
        for error in try failures(toml) {
            #expect(error?.code == .syntax && error?.line == line, "\(String(describing: error?.line))")
            #expect(error?.message.contains("nested deeper") == true)
            #expect(error?.file.hasSuffix(".toml") == true)
        }
    }

    @Test(
        "a table without a name is refused with its line",
        arguments: ["[=]", "[", "[[", "[ .a]", "a = 1\n [\t[\n", "[]", "[[]]", "[é]", "[[#", "[{}]"])
    func nameless(toml: String) throws {
        for error in try failures("# a comment\n" + toml) {
            #expect(error?.code == .syntax && (error?.line == 2 || error?.line == 3), "\(String(describing: error))")
        }
    }

    @Test("dots and brackets in strings, comments and numbers do not count as nesting")
    func plain() throws {
        let dots = Self.repeated(".", 100)
        let brackets = Self.repeated("[{", 100)
        let toml = """
            # \(dots)\(brackets)
            description = "\(dots)\(brackets) \\" \(dots)"
            [palette]
            "\(dots)" = '#0a0b0c'  # \(dots)
            '\(brackets)' = \"\"\"#0a0b0c\"\"\"
            """
        #expect(try failures(toml)[0] == nil)
    }

    @Test("any text is either read or refused")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 8)
        let pieces = [
            "a", "b-1", ".", ".", ".", "=", "[", "]", "[[", "]]", "{", "}", ",", "\n", "\r\n", "\r", "\u{b}", "\"", "'",
            "\"\"\"", "'''", "\\", "#", " ", "1.5", "true", "\u{85}", "\u{2028}", "é", "a.a.a.a.a.a.a.a", "{a={a=",
        ]
        let deep = Self.repeated("a", 40_000, by: ".")
        for round in 0..<(runsLongTests ? 20_000 : 160) {
            var toml = ""
            for _ in 0..<Int.random(in: 1...24, using: &generator) {
                toml += pieces.randomElement(using: &generator)!
            }
            // A key that is deep enough to crash follows wherever the pieces have led the parser.
            toml += ["", "", deep + "=1", "\n[" + deep + "]"][round % 4]
            for error in try failures(toml) { #expect([nil, .syntax, .value].contains(error?.code)) }
        }
    }
}
