import ContainerModel
import FileTree
import Formats
import Jobs
import TestSupport
import Testing

@testable import Comparison

@Suite("Items that differ, as a list")
struct ChangedItemsTests {
    private let directory = TemporaryDirectory()

    init() throws {
        for side in ["before", "after"] {
            try directory.makeDirectory("\(side)/sub")
            try directory.write("the same", to: "\(side)/same.txt")
            try directory.write("\(side) and more of \(side.count)\nline\n", to: "\(side)/sub/text.txt")
        }
        try directory.write("only here", to: "before/gone.txt")
        try directory.write("contents that move", to: "before/old.txt")
        try directory.write("contents that move", to: "after/sub/new.txt")
        try directory.write(#"{"a": 1, "b": 2}"#, to: "before/sub/values.json")
        try directory.write(#"{"a": 3, "b": 44}"#, to: "after/sub/values.json")
    }

    private func side(_ name: String) throws -> ComparedSide {
        .item(.root, of: try HostTree.open(Array(directory(name).utf8)), in: nil)
    }

    private func found(
        _ options: ComparisonOptions = ComparisonOptions(), closed: [ContainerPath] = []
    ) throws -> ChangedItems {
        try #require(
            try ChangedItems.find(
                try side("before"), try side("after"), options, closed: closed, cancellation: Cancellation()))
    }

    private func rows(_ items: ChangedItems) -> [String] {
        items.changes.enumerated().map { index, change in
            "\(String(decoding: items.entries.name(index), as: UTF8.self)): \(change.change) \(change.summary)"
        }
    }

    @Test("each item is listed once, with what has become of it and how much differs")
    func list() throws {
        #expect(
            try Set(rows(found())) == [
                "gone.txt: removed ", "sub/new.txt: moved was old.txt", "sub/text.txt: changed line 1",
                "sub/values.json: changed 2 values changed",
            ])
    }

    @Test("several differences are counted by what they are: parts of a text, rows, and attributes by their names")
    func counts() {
        var change = ItemChange(Difference(.changed, .mode, before: .string("644"), after: .string("600")))
        #expect(change.summary == "mode: 644 → 600")
        for _ in 0..<2 { change.add(Difference(.added, .row, at: [Array("notes".utf8), Array("1".utf8)])) }
        #expect(change.summary == "mode, 2 rows added")
        let hunk = LineHunk(before: 1..<2, after: 1..<1, lines: [])
        for _ in 0..<3 {
            var part = Difference(.removed, .value)
            part.lines = hunk
            change.add(part)
        }
        #expect(change.summary == "mode, 2 rows added, 3 parts of the text removed")
    }

    @Test("the list grows while the comparison goes on: what was moved is added and removed until the end")
    func growing() throws {
        var lists: [[String]] = []
        let whole = try ChangedItems.find(
            try side("before"), try side("after"), cancellation: Cancellation(),
            growing: { items in
                lists.append(rows(items))
                return true
            })
        #expect(lists.count > 1 && lists.first != lists.last)
        let last = try Set(#require(lists.last))
        #expect(last.contains("gone.txt: removed ") && last.contains("old.txt: removed "))
        #expect(
            last.isSubset(of: [
                "sub/new.txt: added ", "sub/text.txt: changed line 1", "gone.txt: removed ",
                "old.txt: removed ", "sub/values.json: changed 2 values changed",
            ]))
        #expect(try Set(rows(#require(whole))) == Set(rows(found())))
    }

    @Test("a list that is not taken yet is offered again, without a new difference")
    func patience() throws {
        var offers = 0
        _ = try ChangedItems.find(
            try side("before"), try side("after"), cancellation: Cancellation(),
            growing: { _ in
                offers += 1
                return false
            })
        // `same.txt` comes after the first difference, and adds none.
        #expect(offers > 3)
    }

    @Test("closed directories are left out")
    func closed() throws {
        // What has moved into a closed directory is not listed either.
        #expect(try rows(found(closed: ["sub"])) == ["gone.txt: removed "])
    }

    @Test("a single difference of a file is enough if no more are wanted")
    func first() throws {
        var options = ComparisonOptions()
        options.reportsOnlyFirst = true
        #expect(try rows(found(options)).contains { $0.hasPrefix("sub/values.json: changed a: 1 → 3") })
    }

    @Test("a side that is not there is an error, and a cancelled comparison has no list")
    func bad() throws {
        let tree = try HostTree.open(Array(directory("before").utf8))
        #expect(throws: FileTreeError.self) {
            try ChangedItems.find(.item("none", of: tree, in: nil), try side("after"), cancellation: Cancellation())
        }
        let cancelled = Cancellation()
        cancelled.cancel()
        #expect(try ChangedItems.find(try side("before"), try side("after"), cancellation: cancelled) == nil)
    }

    @Test("the marks of both sides: only here, elsewhere, changed, and the directories around them")
    func marks() throws {
        let marks = SideMarks(try found())
        let expected: [(ContainerPath, SideMarks.Mark?, SideMarks.Mark?)] = [
            ("gone.txt", .onlyHere, nil), ("old.txt", .moved, nil), ("sub", .changed, .changed),
            ("sub/new.txt", nil, .moved), ("sub/text.txt", .changed, .changed), ("same.txt", nil, nil),
        ]
        for (path, before, after) in expected {
            #expect(marks.mark(of: path, isBefore: true) == before, "\(path)")
            #expect(marks.mark(of: path, isBefore: false) == after, "\(path)")
        }
        #expect(marks.count == 4 && marks.problem == nil)
    }
}
