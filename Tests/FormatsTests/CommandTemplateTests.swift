import TestSupport
import Testing

@testable import Formats

@Suite("Command lines with placeholders")
struct CommandTemplateTests {
    /// Lines without the shell's operators, which shlex takes for parts of words.
    private static let lines = [
        "a", " a  b\t c ", "a\\ b", "'a b' c", "\"a b\"c", "a'b'\"c\"d", "''", "a '' \"\"", "\"a\\\"b\\\\c\\d\"",
        "'a\\b'",
        "\\'a \\\"b", "é 'ü ö'", "a=b --c='d e'", "\"it's\" 'say \"hi\"'", "*.txt ? [a] ~x",
    ]

    @Test("words are split as Python's shlex splits them")
    func words() throws {
        let expected = try Python.lines(
            "import shlex, sys\nfor line in sys.argv[1:]: print('=' + '\u{1f}'.join(shlex.split(line)))", Self.lines)
        try #require(expected.count == Self.lines.count)
        for (line, words) in zip(Self.lines, expected) {
            #expect(try "=" + split(line, []).joined(separator: "\u{1f}") == words, "\(line)")
        }
    }

    @Test(
        "a placeholder is a part of one word, whatever the quotes around it and the name",
        arguments: ["%", "\"%\"", "'%'", "--file=%", "--file=\"%\"", "'a b'%c"])
    func placeholders(word: String) throws {
        for name in ["plain", "two words", "*", "$(x)", "`x`", "'", "\"", "-rf", "", "%", "a\nb", "~/x", ";", "\\"] {
            let expected = word.replacing("\"", with: "").replacing("'", with: "").replacing("%", with: name)
            #expect(try split("prog \(word) end", [name]) == ["prog", expected, "end"])
            #expect(try split("prog \(word)", [name, "b"]).count == 3)
        }
    }

    @Test("paths follow a command without a placeholder, and %% is a %")
    func following() throws {
        #expect(try split("cmp", ["a b", "c"]) == ["cmp", "a b", "c"])
        #expect(try split("echo 100%% '%%'", ["a"]) == ["echo", "100%", "%", "a"])
        #expect(try split("~/bin/x '~/y' a~/z", [], home: "/home/me") == ["/home/me/bin/x", "~/y", "a~/z"])
    }

    @Test(
        "what is no command is refused",
        arguments: [
            ("", CommandTemplate.Mistake.empty), ("  ", .empty), ("a 'b", .unfinishedQuotation("'")),
            ("a \"b\\\"", .unfinishedQuotation("\"")), ("a \\", .unfinishedEscape), ("a | b", .needsShell("|")),
            ("a>b", .needsShell(">")), ("a; b", .needsShell(";")), ("$X", .needsShell("$")), ("`a`", .needsShell("`")),
            ("a &", .needsShell("&")), ("(a)", .needsShell("(")),
        ])
    func mistakes(line: String, mistake: CommandTemplate.Mistake) {
        #expect(throws: mistake) { try split(line, []) }
    }

    private func split(_ line: String, _ paths: [String], home: String? = nil) throws -> [String] {
        try CommandTemplate(Array(line.utf8)).words(
            with: paths.map { Array($0.utf8) }, home: home.map { Array($0.utf8) }
        )
        .map { String(decoding: $0, as: UTF8.self) }
    }
}
