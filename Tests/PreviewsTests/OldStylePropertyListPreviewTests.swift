import Testing

@testable import Documents
@testable import Previews

@Suite("Old-style property lists")
struct OldStylePropertyListPreviewTests {
    private func title(_ name: String, _ bytes: [UInt8]) -> String {
        DocumentReaders.preview(of: DocumentSource(Array(name.utf8), bytes: bytes), within: .ample).title
    }

    @Test(
        "lists are recognized in any file, and ordinary text is not",
        arguments: [
            ("a", "{ a = \"b\"; c = ( 1, 2 ); }", true), ("a", "/* Title */\n\"a\" = \"b\";\n", true),
            ("a.strings", "key = value;", true), ("a.plist", "( a, b )", true), ("a.strings", "\"a\";", true),
            ("a", "key = value;", false), ("a", "(a, b)", false), ("a", "\"quoted\" words", false),
            ("a", "{ braces }", false), ("a", "/* only a comment */", false), ("a.c", "x = 1;\ny = 2;\n", false),
            ("a.js", "{ let a = 1; }", false), ("a.css", "/* c */ a { b: c; }", false),
        ])
    func recognized(name: String, text: String, isList: Bool) {
        let title = title(name, Array(text.utf8))
        #expect(title == "Property list, old-style text, ASCII" || !isList)
        #expect(title.hasPrefix("Text, ASCII") || isList, "\(title)")
    }

    @Test("JSON is shown as JSON", arguments: ["{}", "{\"a\": 1}", "[]"])
    func json(_ text: String) { #expect(title("a", Array(text.utf8)) == "JSON") }

    @Test("strings files in UTF-16 are read", arguments: [true, false])
    func utf16(isBigEndian: Bool) {
        let bytes = "\u{feff}/* Grüße */\n\"a\" = \"日本\";\n".utf16.flatMap { unit in
            let parts = [UInt8(unit >> 8), UInt8(unit & 255)]
            return isBigEndian ? parts : parts.reversed()
        }
        let found = title("Localizable.strings", bytes)
        #expect(found.hasPrefix("Property list, old-style text, UTF-16"), "\(found)")
    }

    @Test("a damaged strings file is shown as text, with the reason")
    func damaged() {
        let file = DocumentSource(Array("a.strings".utf8), bytes: Array("\"a\" = \"b\"\n\"c\" = \"d\";".utf8))
        let preview = DocumentReaders.preview(of: file, within: .ample)
        #expect(preview.title == "Text, ASCII, 2 lines")
        #expect(preview.remarks == ["a damaged property list: a semicolon is missing, at byte 10"])
    }
}
