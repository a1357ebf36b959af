import Screen
import Testing

@Suite("Key spelling")
struct KeySpellingTests {
    @Test(
        "keys are spelled as on the screen, or as in vim, helix, yazi and mc",
        arguments: [
            ("a", [.character("a")]), ("A", [.character("A")]), ("S-a", [.character("A")]), ("<", [.character("<")]),
            ("^", [.character("^")]), ("-", [.character("-")]), ("minus", [.character("-")]), ("é", [.character("é")]),
            ("^d", [.control("d")]), ("C-d", [.control("d")]), ("<C-d>", [.control("d")]), ("ctrl-D", [.control("d")]),
            ("Ctrl+d", [.control("d")]), ("^]", [.control("]")]), ("^Space", [.control(" ")]), ("C-_", [.control("_")]),
            ("M-x", [.alt("x")]), ("A-x", [.alt("x")]), ("<alt-X>", [.alt("X")]), ("M-S-x", [.alt("X")]),
            ("M-<", [.alt("<")]), ("M-Space", [.alt(" ")]), ("Enter", [.enter]), ("<CR>", [.enter]), ("ret", [.enter]),
            ("esc", [.escape]), ("S-Tab", [.backTab]), ("backtab", [.backTab]), ("Space", [.character(" ")]),
            ("F5", [.function(5)]), ("<f13>", [.function(13)]), ("PageDown", [.pageDown]), ("del", [.delete]),
            ("g g", [.character("g"), .character("g")]), ("  g   ^d ", [.character("g"), .control("d")]),
        ] as [(String, [Key])])
    func spellings(text: String, keys: [Key]) throws {
        let sequence = try KeySequence(parsing: text)
        #expect(sequence.keys == keys)
        #expect(try KeySequence(parsing: sequence.description) == sequence, "\(sequence)")
    }

    @Test(
        "keys that terminals do not report are refused with the reason",
        arguments: [
            ("^i", "Write \"Tab\""), ("C-m", "Write \"Enter\""), ("^h", "Write \"Backspace\""), ("^[", "Write \"Esc\""),
            ("^z", "signal"), ("C-\\", "signal"), ("^1", "no distinct sequence"), ("C-Left", "do not tell"),
            ("S-Up", "do not tell"), ("M-Enter", "do not tell"), ("C-M-x", "do not tell"), ("S-F6", "Write \"F18\""),
            ("gg", "with spaces: \"g g\""), ("F64", "not a key"), ("Entre", "\"Entre\" is not a key."),
            ("C-", "not a key"), ("\u{1b}", "not a key"), ("\u{9b}", "not a key"), ("<>", "not a key"),
        ])
    func mistakes(text: String, says: String) {
        let mistake = #expect(throws: KeySpelling.Mistake.self) { try KeySequence(parsing: text) }
        #expect(mistake?.message.contains(says) == true, "\(mistake?.message ?? "")")
    }

    @Test(
        "keys in the program's own text are those that a keymap file would name",
        arguments: KeySpelling.names + [
            "a", "A", "?", "g g", "z M", "^d", "^x ^c", "^] q", "^Space", "M-x", "M-Space", "F1", "F10", "F24",
            "g Space",
            "S-Tab", "\" a", "' '",
        ])
    func literal(text: String) throws {
        #expect(try KeySequence(stringLiteral: text) == KeySequence(parsing: text))
    }
}
