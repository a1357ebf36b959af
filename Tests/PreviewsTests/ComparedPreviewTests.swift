import ContainerModel
import ContainerStore
import Documents
import FileTree
import Jobs
import Queries
import Screen
import Synchronization
import TestSupport
import Testing

@testable import Previews

@Suite("Two files side by side")
struct ComparedPreviewTests {
    private let directory = TemporaryDirectory()

    init() throws {
        for place in ["Documents", "Library", "tmp"] { try directory.makeDirectory("App/\(place)") }
    }

    /// Returns the first page of the comparison of two files.
    private func compared(
        _ before: [UInt8], _ after: [UInt8], columns: Int = 80, ascii: Bool = false
    ) throws -> ViewQuery.Answer {
        try directory.write(before, to: "App/Documents/before")
        try directory.write(after, to: "App/Documents/after")
        return try query("Documents/after", with: "Documents/before", columns: columns, ascii: ascii)
    }

    private func query(
        _ path: ContainerPath, with other: ContainerPath, columns: Int = 80, ascii: Bool = false
    ) throws -> ViewQuery.Answer {
        let container = try ContainerStore.locate(Array(directory("App").utf8)).0
        let roots = RootTable()
        roots.adopt(container.tree, as: container.root)
        let context = QueryContext(
            container, roots: roots, cancellation: Cancellation(), counters: WorkerPool(threads: 1))
        let found = Mutex<ViewQuery.Answer?>(nil)
        let subject = ViewQuery.Subject(
            ItemAddress(container.root, path), comparedWith: ItemAddress(container.root, other))
        let request = PageRequest(PreviewViewport(columns: columns, isASCII: ascii))
        try ViewQuery(subject, request, wantsForms: true).run(in: context) { answer in
            found.withLock { $0 = answer }
        }
        return try #require(found.withLock { $0 })
    }

    private func text(_ line: PageLine) -> String { line.line.spans.map(\.text.description).joined() }

    /// The cells of a row: the place and the mark, the first side and the second one.
    private func cells(_ line: PageLine) -> [String] {
        text(line).split(separator: "│", omittingEmptySubsequences: false).map { part in
            part.split(separator: " ").joined(separator: " ")
        }
    }

    @Test("parts of a text that differ are counted one by one, however close they are")
    func parts() throws {
        let answer = try compared(Array("milk\nbread\neggs\n".utf8), Array("milk\nrye bread\neggs\nbutter\n".utf8))
        #expect(answer.title == "2 differences")
    }

    @Test("a value that was changed is a row with its place and both texts, which opens the value")
    func value() throws {
        let answer = try compared(
            Array(#"{"outer": {"theme": "dark"}, "same": 1}"#.utf8),
            Array(#"{"outer": {"theme": "light"}, "same": 1}"#.utf8))
        #expect(answer.title == "1 difference" && answer.forms == [])
        let line = try #require(answer.page.lines.first)
        #expect(answer.page.lines.count == 1 && answer.page.hasCursor)
        #expect(cells(line) == ["outer/theme ~ dark", "light"])
        #expect(line.opening?.steps == [Array("outer".utf8), Array("theme".utf8)] && line.opening?.isBefore == false)
        #expect(line.value == Array("light".utf8))
    }

    @Test("values of one side alone stand on that side, and open there")
    func oneSide() throws {
        let answer = try compared(Array(#"{"a": 1, "gone": 2}"#.utf8), Array(#"{"a": 1, "new": 3}"#.utf8))
        let rows = answer.page.lines.map(cells)
        #expect(rows.contains(["gone - 2", ""]) && rows.contains(["new + ", "3"].map { $0.trimmed }), "\(rows)")
        let openings = answer.page.lines.compactMap(\.opening)
        #expect(openings.map(\.isBefore).sorted { $0 && !$1 } == [true, false])
    }

    @Test("lines of a text stand beside each other with the lines around them, and open at the line")
    func lines() throws {
        let before = (1...20).map { "line \($0)" }
        var after = before
        after[9] = "another line"
        after.remove(at: 15)
        let answer = try compared(
            Array((before.joined(separator: "\n") + "\n").utf8), Array((after.joined(separator: "\n") + "\n").utf8))
        let rows = answer.page.lines.map(cells)
        #expect(rows.contains(["~ line 10", "another line"]), "\(rows)")
        #expect(rows.contains(["- line 16", ""]), "\(rows)")
        #expect(rows.contains(["line 9", "line 9"]) && !rows.contains(["line 2", "line 2"]), "\(rows)")
        let changed = try #require(answer.page.lines.first { text($0).contains("another line") })
        #expect(changed.opening?.target == .line(10) && changed.opening?.isBefore == false)
        let removed = try #require(answer.page.lines.first { cells($0) == ["- line 16", ""] })
        #expect(removed.opening?.target == .line(16) && removed.opening?.isBefore == true)
    }

    @Test("bytes that are nothing else differ from an offset, which opens as a hex dump")
    func bytes() throws {
        let before = (0..<100).map { _ in [UInt8](128...255) }.flatMap(\.self)
        var after = before
        after[513] = 0
        let answer = try compared(before, after)
        let line = try #require(answer.page.lines.first)
        #expect(text(line).contains("from 0x201") && text(line).contains("12,800 bytes"), "\(text(line))")
        #expect(line.opening?.target == .offset(513) && line.opening?.form == .hex)
    }

    @Test("the row of a database is a heading with a row for each column")
    func rows() throws {
        for (name, value) in [("before", "old"), ("after", "new")] {
            try Python.run(
                """
                import sqlite3, sys
                connection = sqlite3.connect(sys.argv[1])
                connection.execute('CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT)')
                connection.execute("INSERT INTO notes VALUES (1, ?, ?)", [sys.argv[2], sys.argv[2].upper()])
                connection.commit()
                """, [directory("App/Documents/\(name).db"), value])
        }
        let answer = try query("Documents/after.db", with: "Documents/before.db")
        let rows = answer.page.lines.map(cells)
        #expect(rows.contains { $0.first?.hasSuffix("title ~ old") == true && $0.last == "new" }, "\(rows)")
        #expect(rows.contains { $0.first?.hasSuffix("body ~ OLD") == true && $0.last == "NEW" }, "\(rows)")
        #expect(answer.page.lines.first?.opening?.steps.first == Array("notes".utf8))
    }

    @Test(
        "both sides are visible at any width, without a character that the terminal does not have",
        arguments: [20, 40, 200])
    func widths(columns: Int) throws {
        let answer = try compared(
            Array(#"{"a": "\u001b[2J old"}"#.utf8), Array(#"{"a": "new\u202e"}"#.utf8), columns: columns, ascii: true)
        let line = try #require(answer.page.lines.first)
        #expect(line.line.width <= columns && (answer.page.header?.width ?? 0) <= columns)
        #expect(text(line).contains("new") && text(line).contains(" | "), "\(text(line))")
        #expect(text(line).utf8.allSatisfy { (0x20..<0x7f).contains($0) }, "\(text(line))")
    }

    @Test("a file that the other side lacks is only on this side, which is no error")
    func onlyHere() throws {
        try directory.write(Array("x".utf8), to: "App/Documents/after")
        for path in ["Documents/none", "none/none", "Documents/after/none"] as [ContainerPath] {
            let answer = try query("Documents/after", with: path)
            #expect(answer.title == "Only on this side, missing" && answer.page.lines.isEmpty, "\(path)")
        }
    }

    @Test("files that are the same have no rows, and a file that is missing itself is an error with its name")
    func same() throws {
        let answer = try compared(Array("{\"a\": 1}".utf8), Array("{ \"a\": 1 }".utf8))
        #expect(answer.title == "No differences" && answer.page.lines.isEmpty)
        #expect(throws: QueryFailure.self) { try query("Documents/none", with: "Documents/after") }
        do {
            _ = try query("Documents/none", with: "Documents/after")
        } catch let failure as QueryFailure {
            #expect(failure.message.hasPrefix("none cannot be compared: "), "\(failure.message)")
        }
    }

    @Test("a text is found in the places and on both sides")
    func finding() throws {
        let rows = [
            ComparedRow(
                mark: .changed, place: Array("theme".utf8), before: Array("dark".utf8), after: Array("light".utf8)),
            ComparedRow(mark: .removed, place: Array("size".utf8), before: Array("12".utf8)),
        ]
        let content = ComparedContent(rows: rows)
        let request = PageRequest(PreviewViewport(columns: 80))
        for (text, line) in [("light", 0), ("dark", 0), ("theme", 0), ("12", 1), ("size", 1)] as [(String, UInt64)] {
            let search = try #require(TextSearch(text))
            #expect(
                try content.find(search, SearchStart(.line(0)), in: request, within: .ample)?.line == line, "\(text)")
            #expect(
                try content.find(search, SearchStart(.line(.max), isBackwards: true), in: request, within: .ample)?.line
                    == line, "\(text)")
        }
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
