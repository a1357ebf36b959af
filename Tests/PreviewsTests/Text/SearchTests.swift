import Formats
import Screen
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Searching in contents")
struct SearchTests {
    private static let limits = DocumentLimits.ample

    private func document(_ bytes: [UInt8], as form: DocumentForm = .decoded) -> Document {
        DocumentReaders.read(DocumentSource(Array("file".utf8), bytes: bytes), as: form, within: Self.limits)
    }

    private func content(_ bytes: [UInt8], as form: DocumentForm = .decoded) -> any PreviewContent {
        Preview(document(bytes, as: form), within: Self.limits).content
    }

    /// Returns the texts of the lines that repeated searches come to, until the first one is found again.
    private func found(
        _ text: String,
        in content: any PreviewContent,
        _ request: PageRequest,
        isBackwards: Bool = false
    ) throws -> [String] {
        let search = try #require(TextSearch(text))
        var request = request
        var start = SearchStart(.line(isBackwards ? .max : 0), isBackwards: isBackwards)
        var found: [String] = []
        while let match = try content.find(search, start, in: request, within: Self.limits) {
            request.folds = match.folds ?? request.folds
            var page = request
            page.anchor = .from(match.line)
            let line = try #require(content.page(page, within: Self.limits).lines.first)
            #expect(line.position == match.line)
            found.append(line.line.spans.map(\.text.description).joined())
            start.origin = .place(match.place)
        }
        return found
    }

    static let encoders: [(String, @Sendable (String) -> [UInt8])] = [
        ("UTF-8", { Array($0.utf8) }),
        ("UTF-16LE", { [0xff, 0xfe] + $0.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } }),
        ("UTF-16BE", { [0xfe, 0xff] + $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] } }),
        ("Latin 1", { $0.unicodeScalars.map { UInt8($0.value) } }),
    ]

    @Test(
        "a text is found in every encoding, forwards and backwards, and capitals only if asked for",
        arguments: 0..<4)
    func encodings(index: Int) throws {
        let text = "one\ntwo Éa\nthree ONE éa\nfour\none more"
        let content = content(Self.encoders[index].1(text))
        let request = PageRequest(PreviewViewport(columns: 80))
        #expect(try found("one", in: content, request) == ["one", "three ONE éa", "one more"])
        #expect(try found("one", in: content, request, isBackwards: true) == ["one more", "three ONE éa", "one"])
        #expect(try found("ONE", in: content, request) == ["three ONE éa"])
        #expect(try found("éa", in: content, request) == ["three ONE éa"])
        #expect(try found("none", in: content, request) == [])
    }

    @Test("in an encoding of several bytes, characters are found, and not parts of them")
    func multibyte() throws {
        // "ソート\\表示\nアaA能\nソ予ートa\n" as Python encodes it in CP932: the second bytes of many are letters of ASCII.
        let bytes: [UInt8] = [
            0x83, 0x5c, 0x81, 0x5b, 0x83, 0x67, 0x5c, 0x95, 0x5c, 0x8e, 0xa6, 0x0a, 0x83, 0x41, 0x61, 0x41, 0x94, 0x5c,
            0x0a, 0x83, 0x5c, 0x97, 0x5c, 0x81, 0x5b, 0x83, 0x67, 0x61, 0x0a,
        ]
        let content = content(bytes)
        let request = PageRequest(PreviewViewport(columns: 80))
        for isBackwards in [false, true] {
            func lines(_ text: String) throws -> [String] {
                let found = try found(text, in: content, request, isBackwards: isBackwards)
                return isBackwards ? found.reversed() : found
            }
            #expect(try lines("\\") == ["ソート\\表示"])
            #expect(try lines("A") == ["アaA能"])
            #expect(try lines("a") == ["アaA能", "アaA能", "ソ予ートa"])
            #expect(try lines("ート") == ["ソート\\表示", "ソ予ートa"])
            #expect(try lines("示") == ["ソート\\表示"])
            #expect(try lines("港") == [])
        }
    }

    @Test("in a wrapped line the row is found, in a line that is cut off the column", arguments: [10, 33, 80])
    func rows(columns: Int) throws {
        let line = String(repeating: "0123456789 ", count: 40) + "needle" + String(repeating: " tail", count: 30)
        let content = content(Array("first\n\(line)\nlast\n".utf8))
        var request = PageRequest(PreviewViewport(columns: columns))
        let rows = try found("needle", in: content, request)
        #expect(rows.count == 1 && rows[0].contains("needle"), "\(rows)")
        request.wraps = false
        let search = try #require(TextSearch("needle"))
        let match = try content.find(search, SearchStart(.line(0)), in: request, within: Self.limits)
        #expect(match?.skipped == 440 - columns / 2 && match?.line == 6)
    }

    @Test("a match across the parts in which a file is read is found, in both directions")
    func parts() throws {
        var bytes = [UInt8](repeating: 0x2e, count: 5 << 20)
        let places = [0, (1 << 20) - 3, (2 << 20) + 5, (3 << 20) - 1, (5 << 20) - 6]
        for place in places { bytes.replaceSubrange(place..<place + 6, with: Array("needle".utf8)) }
        let content = content(bytes, as: .hex)
        let search = try #require(TextSearch("needle"))
        let request = PageRequest(PreviewViewport(columns: 80))
        for isBackwards in [false, true] {
            var start = SearchStart(.line(isBackwards ? .max : 0), isBackwards: isBackwards)
            var found: [UInt64] = []
            while let match = try content.find(search, start, in: request, within: Self.limits) {
                found.append(match.place)
                #expect(match.line == match.place / 16 * 16)
                start.origin = .place(match.place)
            }
            #expect(found == (isBackwards ? places.reversed() : places).map(UInt64.init))
        }
    }

    @Test("bytes are found by their hexadecimal digits")
    func digits() throws {
        let content = content([0, 1, 2, 0xca, 0xfe, 0xff], as: .hex)
        let request = PageRequest(PreviewViewport(columns: 80))
        func place(_ text: String) throws -> UInt64? {
            try content.find(#require(TextSearch(text)), SearchStart(.line(0)), in: request, within: Self.limits)?
                .place
        }
        #expect(try place("0xcafe") == 3 && place("0x02 CA") == 2 && place("0xcaff") == nil)
        #expect(throws: DocumentFailure.self) { try place("0xcaf") }
    }

    @Test("folded nodes are unfolded where something is found in them")
    func outline() throws {
        let list = PropertyListWriter.binary([
            "a": ["x": "needle", "y": .array([.string("no"), .string("a Needle")])], "b": .data(Array("needle".utf8)),
            "needle": 1,
        ])
        let content = content(list)
        for folds in [[], [[0]], [[0, 0]], [[0, 0, 1], [0, 0]]] as [Set<OutlinePath>] {
            let request = PageRequest(PreviewViewport(columns: 80), folds: folds)
            let names = try found("needle", in: content, request).map {
                $0.drop { " ▸▾".contains($0) }.prefix { $0 != " " }
            }
            #expect(names == ["x", "1", "b", "needle"], "\(folds)")
            let back = try found("needle", in: content, request, isBackwards: true)
            #expect(back.count == 4)
        }
    }

    @Test("lines are counted from 1, by the line ends of the text", arguments: ["\n", "\r\n", "\r"])
    func lines(end: String) throws {
        let content = content(Array((1...500).map { "line \($0)" + end }.joined().utf8))
        let request = PageRequest(PreviewViewport(columns: 80, rows: 1))
        for (target, line) in [("1", 1), ("2", 2), ("499", 499), ("500", 500), ("501", 500), ("100000", 500)] {
            let match = try content.match(for: #require(PreviewTarget(target)), in: request, within: Self.limits)
            var page = request
            page.anchor = .from(try #require(match).line)
            #expect(content.page(page, within: Self.limits).lines[0].line.spans[0].text.description == "line \(line)")
        }
    }

    @Test(
        "a place is a line, an offset or a percentage",
        arguments: [
            ("12", .line(12)), ("0x1F0", .offset(0x1f0)), ("50%", .percentage(50)), (" 7 ", .line(7)), ("0", nil),
            ("-1", nil), ("101%", nil), ("0x", nil), ("x", nil), ("99999999999999999999", nil),
        ] as [(String, PreviewTarget?)])
    func targets(text: String, target: PreviewTarget?) { #expect(PreviewTarget(text) == target) }

    @Test(
        "the list of a database's tables says in which row and column of each a text is")
    func tables() throws {
        let bytes = try Python.run(Script.text("search_tables"), [])
        let content = content(bytes)
        let request = PageRequest(PreviewViewport(columns: 80))
        let lines = try found("needle", in: content, request)
        #expect(lines.map { $0.prefix { $0 != " " } } == ["a", "needles"], "\(lines)")
        let search = try #require(TextSearch("needle"))
        let match = try content.find(search, SearchStart(.line(0)), in: request, within: Self.limits)
        #expect(match?.remark == "a, row 2501, column y")
        let opened = try #require(try document(bytes).step(Array("a".utf8), as: .decoded, within: .ample))
        let rows = Preview(opened, within: Self.limits).content
        let row = try rows.find(search, SearchStart(.line(0)), in: request, within: Self.limits)
        #expect(row?.line == 2500 && row?.remark == "row 2501, column y")
        let back = try rows.find(search, SearchStart(.line(.max), isBackwards: true), in: request, within: Self.limits)
        #expect(back?.line == 2500)
    }

    @Test(
        "a text far behind the beginning of a cell is found and quoted, and titles of columns are not",
        arguments: ["notes", "blobs"])
    func longCells(table: String) throws {
        let bytes = try Python.run(Script.text("search_long_cells"), [])
        let opened = try #require(try document(bytes).step(Array(table.utf8), as: .decoded, within: .ample))
        let rows = Preview(opened, within: Self.limits).content
        let request = PageRequest(PreviewViewport(columns: 80))
        let search = try #require(TextSearch("hidden"))
        for start in [SearchStart(.line(0)), SearchStart(.line(.max), isBackwards: true)] {
            let match = try #require(try rows.find(search, start, in: request, within: Self.limits))
            #expect(match.line == 20 && match.column == 1)
            let remark = try #require(match.remark)
            #expect(remark.hasPrefix("row 21, column hidden"), "\(remark)")
            if table == "notes" { #expect(remark.contains("x the Hidden one y"), "\(remark)") }
        }
        #expect(try rows.find(search, SearchStart(.line(21)), in: request, within: Self.limits) == nil)
    }
}
