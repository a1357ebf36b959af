import Formats
import Screen
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Outlines")
struct OutlineTests {
    /// Returns the preview of a file that a Python script prints.
    private func preview(_ script: String, name: String = "file") throws -> Preview {
        let bytes = try Python.run("import plistlib, sys, datetime\n" + script, [])
        return DocumentReaders.preview(of: DocumentSource(Array(name.utf8), bytes: bytes), within: .ample)
    }

    private func rows(_ preview: Preview, folds: Set<OutlinePath> = [], rows: Int = 100) -> [PageLine] {
        let request = PageRequest(PreviewViewport(columns: 100, rows: rows), folds: folds)
        return preview.content.page(request, within: .ample).lines
    }

    private func texts(_ preview: Preview) -> [String] { rows(preview).map(\.line.text) }

    static let list = """
        value = {'name': 'x', 'n': -3, 'big': 2**64 - 1, 'pi': 3.5, 'yes': True, 'none': b'', 'data': bytes(range(20)),
            'when': datetime.datetime(2026, 3, 1, 12, 0, 0), 'inner': {'list': ['a', [], {}]}, 'text': 'line\\n' * 20}
        """

    @Test("a property list is a tree with the type of each value", arguments: ["FMT_BINARY", "FMT_XML"])
    func propertyList(format: String) throws {
        let preview = try preview(
            Self.list + "\nplistlib.dump(value, sys.stdout.buffer, fmt=plistlib.\(format), sort_keys=False)")
        #expect(preview.title == "Property list, \(format == "FMT_XML" ? "XML" : "binary")")
        let shown = texts(preview)
        #expect(
            shown == [
                "▾ root  dictionary, 10 items", "    name  \"x\"  string", "    n  -3  integer",
                "    big  18446744073709551615  integer", "    pi  3.5  real", "    yes  true  boolean",
                "    none  <>  data, 0 bytes", "    data  <000102030405060708090a0b0c0d0e0f…>  data, 20 bytes",
                "    when  \(try zonedTime(1_772_366_400))  date", "  ▾ inner  dictionary, 1 item",
                "    ▾ list  array, 3 items",
                "        0  \"a\"  string", "        1  array, 0 items", "        2  dictionary, 0 items",
                String(("    text  \"" + String(repeating: "line␊", count: 20)).prefix(99)) + "…",
            ], "\(shown)")
    }

    private static let narrow = """
        {"short": "Busan", "count": 31, "WebKitLocalStorageDatabasePathPreferenceKey": "/var/mobile/Library",
        "chartOpacityOfTheLastHarbour": 0.85, "log": "the quick brown fox jumps over the lazy dog",
        "list": [1, 2]}
        """

    @Test(
        "in a narrow pane a value begins beside its name, or below it where there is no room, and ends with an ellipsis"
    )
    func narrowPane() {
        let preview = DocumentReaders.preview(
            of: DocumentSource(Array("a.json".utf8), bytes: Array(Self.narrow.utf8)), within: .ample)
        let lines = preview.lines(fitting: PreviewViewport(columns: 32), within: .ample).map(\.text)
        #expect(
            Array(lines.dropFirst()) == [
                "▾ root  object, 6 items", "    short  \"Busan\"  string", "    count  31  number",
                "    WebKitLocalStorageDatabaseP…", "      \"/var/mobile/Library\"", "    chartOpacityOfTheLastHarbour",
                "      0.85  number", "    log  \"the quick brown fox j…", "  ▾ list  array, 2 items",
                "      0  1  number", "      1  2  number",
            ], "\(lines)")
    }

    @Test("in the viewer each node has one row, and a long name leaves room for its value", arguments: [30, 45])
    func narrowViewer(columns: Int) {
        let preview = DocumentReaders.preview(
            of: DocumentSource(Array("a.json".utf8), bytes: Array(Self.narrow.utf8)), within: .ample)
        let page = preview.content.page(PageRequest(PreviewViewport(columns: columns)), within: .ample)
        #expect(page.lines.count == 9 && page.lines.map(\.position) == [UInt64](0..<9))
        let shown = page.lines.map(\.line.text)
        #expect(shown[3].contains("…  \"/var/") && shown[3].hasSuffix("…"), "\(shown)")
        #expect(shown[4].hasSuffix("  0.85") || shown[4].hasSuffix("  0.85  number"), "\(shown)")
    }

    @Test("an outline fits in every width, and nothing in it is cut without an ellipsis", arguments: [false, true])
    func everyWidth(isASCII: Bool) {
        let texts = ["港のノート 📓 of the harbour", "a\u{202E}שלום", "z"]
        let json = "{" + texts.map { "\"\($0)\": [\"\($0) \($0) \($0)\", {\"\($0)\": 1}]" }.joined(separator: ",") + "}"
        let preview = DocumentReaders.preview(
            of: DocumentSource(Array("a.json".utf8), bytes: Array(json.utf8)), within: .ample)
        for columns in 1...500 {
            let fit = PreviewViewport(columns: columns, isASCII: isASCII)
            for line in preview.lines(fitting: fit, within: .ample) { #expect(line.width <= columns) }
            for line in preview.content.page(PageRequest(fit), within: .ample).lines {
                #expect(line.line.width <= columns)
                // An opening quote has its closing one, or the ellipsis in its place.
                let text = line.line.text
                guard let quote = text.firstIndex(of: "\"") else { continue }
                let isClosed = text[text.index(after: quote)...].contains("\"")
                #expect(isClosed || text.hasSuffix(isASCII ? "~" : "…"), "\(columns): \(text)")
            }
        }
    }

    @Test("archived objects are shown as the values they stand for, and a cycle as a reference")
    func archive() throws {
        let preview = try preview(Script.text("outline_archive"))
        #expect(preview.title == "Archived objects, binary property list")
        let shown = texts(preview)
        #expect(
            shown == [
                "▾ root  Sailor, 5 items", "    name  \"Ishmael\"  string", "  ▾ friend  NSMutableArray, 3 items",
                "      0  to root  reference", "      1  \"Ishmael\"  string",
                "      2  to object 99, which is missing  reference", "    born  \(try zonedTime(978_307_200))  date",
                "    age  30  integer", "    nobody  null", "▾ second  NSDictionary, 1 item",
                "    Ishmael  \"00010203-0405-0607-0809-0A0B0C0D0E0F\"  string",
            ], "\(shown)")
    }

    @Test("the value of a row is reached again by its steps, also in an archive inside of a property list")
    func steps() throws {
        let preview = try preview(
            """
            inner = plistlib.dumps({'$archiver': 'NSKeyedArchiver', '$objects': ['$null', {'deep': 'z' * 80}],
                '$top': {'root': plistlib.UID(1)}}, fmt=plistlib.FMT_BINARY)
            plistlib.dump({'a': [{'cell': inner}], 'b': 1}, sys.stdout.buffer)
            """)
        let row = try #require(rows(preview).first { $0.line.text.contains("cell") })
        let steps = try #require(row.steps)
        #expect(steps == [Array("a".utf8), Array("0".utf8), Array("cell".utf8)])
        let bytes = try Python.run(
            """
            import plistlib, sys
            inner = plistlib.dumps({'$archiver': 'NSKeyedArchiver', '$objects': ['$null', {'deep': 'z' * 80}],
                '$top': {'root': plistlib.UID(1)}}, fmt=plistlib.FMT_BINARY)
            plistlib.dump({'a': [{'cell': inner}], 'b': 1}, sys.stdout.buffer)
            """, [])
        let file = DocumentSource([], bytes: bytes)
        let opened = try DocumentReaders.open(file, at: steps, as: .decoded, within: .ample).preview
        #expect(opened.title == "Archived objects, XML property list" || opened.title.hasPrefix("Archived objects"))
        let deeper = steps + [Array("root".utf8), Array("deep".utf8)]
        let text = try DocumentReaders.open(file, at: deeper, as: .decoded, within: .ample).preview
        #expect(text.title == "Text, ASCII, 1 line")
        #expect(
            try DocumentReaders.open(file, at: steps, as: .hex, within: .ample).preview.title == "Binary data"
        )
        #expect(throws: (any Error).self) {
            try DocumentReaders.open(file, at: [Array("c".utf8)], as: .decoded, within: .ample).preview
        }
    }

    @Test("folding hides descendants, and a page can begin and end anywhere")
    func folding() throws {
        let preview = try preview("plistlib.dump({'l': list(range(150)), 'm': 1}, sys.stdout.buffer, sort_keys=False)")
        let all = rows(preview, rows: 1_000).map(\.line.text)
        #expect(all.count == 153)
        let fold = try #require(rows(preview)[1].fold)
        #expect(!fold.isFolded && fold.path == [0, 0])
        let folded = rows(preview, folds: [fold.path])
        #expect(
            folded.map(\.line.text) == ["▾ root  dictionary, 2 items", "  ▸ l  array, 150 items", "    m  1  integer"])
        for first in [0, 1, 100, 152, 153, 1_000] {
            let request = PageRequest(PreviewViewport(columns: 100, rows: 10), .from(UInt64(first)))
            let page = preview.content.page(request, within: .ample)
            #expect(page.lines.map(\.line.text) == Array(all.dropFirst(first).prefix(10)))
            #expect(page.isComplete == (first + 10 >= 153))
            let before = PageRequest(PreviewViewport(columns: 100, rows: 10), .before(UInt64(first)))
            let above = preview.content.page(before, within: .ample)
            #expect(above.lines.map(\.line.text) == Array(all.prefix(first).suffix(first > 153 ? 0 : 10)))
        }
        let end = preview.content.page(
            PageRequest(PreviewViewport(columns: 100, rows: 10), .end), within: .ample)
        #expect(end.lines.map(\.line.text) == all.suffix(10) && end.lines.last?.position == 152)
    }

    @Test("what only looks like JSON or a property list is shown as text, with the reason if its name says otherwise")
    func damaged() throws {
        func title(_ name: String, _ text: String) -> (String, [String]) {
            let preview = DocumentReaders.preview(
                of: DocumentSource(Array(name.utf8), bytes: Array(text.utf8)), within: .ample)
            return (preview.title, preview.remarks)
        }
        #expect(title("notes.txt", "[x] buy bread") == ("Text, ASCII, 1 line", []))
        #expect(title("a.json", "{\"a\":}").1.first?.hasPrefix("damaged JSON: a value is missing") == true)
        #expect(
            title("a.plist", "<?xml version=\"1.0\"?><plist>").1.first?.hasPrefix("a damaged property list") == true)
        #expect(title("log", "{\"a\":1}\n{\"a\":2}\n").0 == "JSON lines, 2 items")
        // Also where the name promises one text, if each has a line.
        #expect(title("log.json", "{\"a\":1}\n{\"a\":2}\n") == ("JSON lines, 2 items", []))
        #expect(title("a.json", "{\"a\":1} {\"a\":2}").1.first?.hasPrefix("damaged JSON: unexpected data") == true)
        #expect(title("a.json", "{\"a\":1}\n{\"a\":").1.first?.hasPrefix("damaged JSON: unexpected data") == true)
    }

    @Test(
        "JSON is read in all forms of Unicode, whatever its name, and in older encodings",
        arguments: [
            ("u.json", [0xff, 0xfe] as [UInt8], false, "JSON, UTF-16, little-endian"),
            ("u", [0xff, 0xfe], false, "JSON, UTF-16, little-endian"), ("u", [], false, "JSON, UTF-16, little-endian"),
            ("u", [0xfe, 0xff], true, "JSON, UTF-16, big-endian"), ("u.json", [], true, "JSON, UTF-16, big-endian"),
        ])
    func json(name: String, mark: [UInt8], isBigEndian: Bool, title: String) throws {
        let bytes = "{\"a\":\"é日\"}".utf16.flatMap { unit in
            let parts = [UInt8(unit >> 8), UInt8(unit & 255)]
            return isBigEndian ? parts : parts.reversed()
        }
        let document = DocumentReaders.read(DocumentSource(Array(name.utf8), bytes: mark + bytes), within: .ample)
        #expect(document.title == title && document.remarks.isEmpty, "\(document.title) \(document.remarks)")
        let json = try #require(document.tree).json()
        #expect(JSONWriter.line(json) == Array("{\"a\":\"é日\"}".utf8))
        // "이름": "항구의 수위가 높다", in code page 949.
        let korean: [UInt8] = [
            0x7b, 0x22, 0xc0, 0xcc, 0xb8, 0xa7, 0x22, 0x3a, 0x22, 0xc7, 0xd7, 0xb1, 0xb8, 0xc0, 0xc7, 0x20, 0xbc, 0xf6,
            0xc0, 0xa7, 0xb0, 0xa1, 0x20, 0xb3, 0xf4, 0xb4, 0xd9, 0x22, 0x7d,
        ]
        let found = DocumentReaders.read(DocumentSource(Array("k".utf8), bytes: korean), within: .ample)
        #expect(found.title == "JSON, EUC-KR (CP949)" && found.remarks == ["the encoding is a guess: EUC-KR (CP949)"])
    }

    @Test(
        "a limit is not called damage",
        arguments: [
            ("deep.json", String(repeating: "[", count: 600) + String(repeating: "]", count: 600), "JSON"),
            (
                "deep.plist",
                "<plist>" + String(repeating: "<array>", count: 600) + String(repeating: "</array>", count: 600)
                    + "</plist>", "a property list"
            ),
            (
                "deep.strings",
                "{a = " + String(repeating: "(", count: 600) + String(repeating: ")", count: 600) + ";}",
                "a property list"
            ),
        ])
    func limits(name: String, text: String, kind: String) {
        let preview = DocumentReaders.preview(
            of: DocumentSource(Array(name.utf8), bytes: Array(text.utf8)), within: .ample)
        #expect(preview.remarks.first?.hasPrefix("\(kind), too large to be decoded: ") == true, "\(preview.remarks)")
        #expect(!preview.remarks.contains { $0.contains("damaged") })
    }
}
