import Inspection
import TestSupport
import Testing

/// Words of the command lines that a person is given.
struct ShellWordTests {
    // To Swift, a mark behind a quotation mark makes both of them one character.
    @Test(
        "a shell reads a quoted word as what it stands for",
        arguments: ["a b", "$HOME", "it's", "'", "''", "a'\u{301}; exit 3 #", "'\u{301}'\u{301}", "ö\"\u{301}"])
    func quoting(_ word: String) throws {
        let result = try runCommand(["/bin/sh", "-c", "printf %s " + ShellWord.quoted(Array(word.utf8))])
        #expect(result.status == 0)
        #expect(result.stdout == Array(word.utf8))
    }
}
