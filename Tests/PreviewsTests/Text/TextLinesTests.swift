import Formats
import Screen
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("All lines of a text")
struct TextLinesTests {
    private func content(_ bytes: [UInt8]) throws -> TextContent {
        let file = DocumentSource(Array("a.txt".utf8), bytes: bytes)
        let detection = try #require(TextDetection(file.head, isWhole: file.isWhole))
        return TextContent(DocumentText(file, detection))
    }

    /// The lines that are passed on.
    private func passed(_ bytes: [UInt8]) throws -> [String] {
        var text: [UInt8] = []
        try content(bytes).forEachLine(isASCII: false) {
            text += $0
        } other: { line, isEnd in
            text += Array((line.description + (isEnd ? "\n" : "")).utf8)
        }
        #expect(text.isEmpty || text.last == 0x0a)
        return String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    private static let texts: [String] = [
        "one\ntwo\n", "no end", "\n\n", "a\r\nb\r\n\r\nc", "tab\there\nplain\n",
        "esc \u{1b}[31m\nplain\nGrüße 日本\nplain",
        "\u{feff}mark\nnext\n", "trailing   \nblank \n", "\u{202e}x\n", "é",
        String(repeating: "x\u{e9}y\n", count: 5_000),
    ]

    @Test("they are the same as on pages", arguments: texts)
    func same(text: String) throws {
        var request = PageRequest(PreviewViewport(columns: 1 << 20, rows: 1 << 20), wraps: false)
        request.screenRows = nil
        let page = try content(Array(text.utf8)).page(request, within: .ample)
        #expect(try passed(Array(text.utf8)) == page.lines.map(\.line.text))
    }

    @Test("lines around the size of one read are whole", arguments: [-2, -1, 0, 1, 2, 1 << 20, 9 << 20])
    func large(difference: Int) throws {
        let long =
            String(repeating: "0123456789abcdef", count: (1 << 20) / 16 + difference / 16)
            + String(repeating: "z", count: max(0, difference % 16))
        let lines = try passed(Array((long + "\nnext é\nlast\n").utf8))
        #expect(lines == [long, "next é", "last"])
    }

    @Test("so are those of a text in another encoding, or with other line ends, whatever their lengths")
    func others() throws {
        #expect(try passed(Array("one\rtwo\r".utf8)) == ["one", "two"])
        #expect(try passed([0xff, 0xfe, 0x61, 0, 0x0a, 0]) == ["a"])
        let long = String(repeating: "é", count: 300_000)
        let units = [0xfeff] + Array("\(long)\nlast\n".utf16)
        #expect(try passed(units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }) == [long, "last"])
    }
}
