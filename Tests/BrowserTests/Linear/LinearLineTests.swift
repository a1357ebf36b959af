import Testing

@testable import Browser

@Suite("A line of input")
struct LinearLineTests {
    @Test(
        "its form tells a number, a text to filter by and a command apart",
        arguments: [
            ("", .more), ("  \t", .more), ("3", .number(3, command: "")), (" 12 ", .number(12, command: "")),
            ("3 export", .number(3, command: "export")), ("3  export /tmp/a b", .number(3, command: "export /tmp/a b")),
            ("3x", .command("3x")), ("999999999", .number(999_999_999, command: "")),
            ("9999999999999999999999", .command("9999999999999999999999")), ("٣", .command("٣")),
            ("-1", .command("-1")),
            ("..", .up), ("...", .command("...")), ("?", .help), ("/", .filter("")), ("/a b", .filter("a b")),
            ("/ a", .filter(" a")), ("copy", .command("copy")), (" go-to-path a ", .command("go-to-path a")),
            (":w", .command(":w")), ("\u{1b}[2J", .command("\u{1b}[2J")),
        ] as [(String, LinearLine)])
    func forms(text: String, line: LinearLine) {
        #expect(LinearLine(text) == line)
    }
}
