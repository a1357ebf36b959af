import ContainerModel
import ContainerStore
import FileTree
import Foundation
import Inspection
import Jobs
import Reports
import Synchronization
import TestSupport
import Testing

@testable import Search

@Suite("Filters of listings")
struct ListingFilterTests {
    private static func filter(_ text: String, flat: Bool = false) -> ListingFilter {
        var filter = ListingFilter(text: Array(text.utf8))
        filter.matchesPaths = flat
        return filter
    }

    @Test(
        "terms that begin with a key are conditions, and the rest is a part of the name",
        arguments: [
            ("b:no size>1M note", 2, "note"), ("my file", 0, "my file"), (" a ", 0, " a "),
            ("12:30", 0, "12:30"), ("foo:bar b:yes", 1, "foo:bar"), ("\\b:no", 0, "b:no"), ("!is:purgeable", 1, ""),
            ("!x", 0, "!x"), ("size", 0, "size"), ("SIZE>1", 0, "SIZE>1"), ("b:no my file", 1, "my file"),
            ("b:no my  file ", 1, "my  file"), ("my  b:no  file", 1, "my file"), ("\\b:no  file", 0, "b:no  file"),
        ])
    func terms(text: String, conditions: Int, name: String) {
        let filter = Self.filter(text)
        #expect(filter.conditions.count == conditions && filter.mistake == nil)
        #expect(String(decoding: filter.names.text, as: UTF8.self) == name)
        #expect(String(decoding: filter.text, as: UTF8.self) == text)
    }

    @Test(
        "an invalid condition is reported and left out",
        arguments: [
            ("b:maybe", "b takes yes or no, not “maybe”"), ("b:", "b takes yes or no"),
            ("b>yes", "b takes yes or no, not “yes”"),
            ("size>x", "size takes a number with B, K, M, G or T, not “x”"),
            ("size>99999999E", "size takes a number"), ("is:odd", "is takes purgeable, excluded,"),
            ("kind:sql", "kind takes directory, file, link,"), ("changed:soon", "changed takes a date"),
            ("changed>2026-02-30", "changed takes a date"), ("class:e", "class takes complete,"),
        ])
    func mistakes(text: String, message: String) {
        let filter = Self.filter("note " + text)
        #expect(filter.conditions.isEmpty)
        #expect(filter.mistake?.text.hasPrefix(message) == true, "\(filter.mistake?.text ?? "none")")
        #expect(filter.names.text == Array("note".utf8))
    }

    @Test("sizes are read with units that are powers of 1024")
    func sizes() {
        let table: [(String, UInt64?)] = [
            ("0", 0), ("12", 12), ("1k", 1_024), ("1.5K", 1_536), ("10 KB", 10_240), ("2MiB", 2_097_152),
            ("1g", 1_073_741_824), ("4T", 4_398_046_511_104), ("", nil), ("k", nil), ("-1", nil), ("1e3", nil),
            ("0x10", nil), ("1.2.3", nil), ("9999999999E", nil),
        ]
        for (text, size) in table { #expect(ByteCount.parsed(text) == size, "\(text)") }
    }
}

@Suite("Filtering and sorting by item facts")
struct ListingEvaluatorTests {
    private static let exclusion = "user.com.apple.metadata:com_apple_backup_excludeItem"
    private let directory = TemporaryDirectory()
    private let container: Container
    private let pool = WorkerPool(threads: 2)

    init() throws {
        for name in ["Documents/a/b", "Documents/empty", "Library/Caches", "Library/Preferences", "tmp"] {
            try directory.makeDirectory(name)
        }
        let files: [(String, [UInt8], String)] = [
            ("Documents/a/b/big.bin", Array(repeating: 7, count: 5_000), "2019-05-04 12:00:00"),
            ("Documents/a/note.txt", Array("note".utf8), "2020-01-01 00:00:00"),
            ("Documents/none", [], "2020-01-01 23:59:59"),
            ("Documents/list.json", Array("  [1, 2]".utf8), "2020-01-02 00:00:00"),
            ("Library/Caches/cached", Array(repeating: 0, count: 1_024), "2021-01-01 00:00:00"),
            (
                "Library/data.db", Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 84),
                "2022-01-01 00:00:00"
            ),
            ("Library/excluded", Array("AppDelegate".utf8), "2022-01-01 00:00:00"),
            ("Library/Preferences/p.plist", Array("bplist00".utf8), "2022-01-01 00:00:00"),
            ("tmp/x", [1], "2022-01-01 00:00:00"),
        ]
        for (name, bytes, _) in files { try directory.write(bytes, to: name) }
        try directory.link("Documents/link", to: "none")
        for (name, _, time) in files {
            #expect(try runCommand(["touch", "-d", time, directory(name)]).status == 0)
        }
        try directory.setAttribute(Self.exclusion, Array("com.apple.backupd".utf8), on: "Library/excluded")
        container = try ContainerStore.locate(Array(directory.path.utf8)).0
    }

    private func evaluator(_ path: ContainerPath = .root, as actor: ActingParty = .app) throws -> ListingEvaluator {
        let found = try DescendantReader(pool: pool).read(
            below: try container.tree.directory(at: path), path: path, cancellation: Cancellation())
        return ListingEvaluator(
            try #require(found).entries, of: ItemAddress(container.root, path), isFlat: true, in: container.tree,
            container,
            rules: RuleBook.standard.directory(
                path, in: container.description.kind, as: actor, app: container.description.app),
            helpers: pool, cancellation: Cancellation())
    }

    private func names(
        _ text: String, in path: ContainerPath = .root, by order: EntryOrder = EntryOrder(directoriesFirst: false),
        as actor: ActingParty = .app
    ) throws -> [String] {
        var filter = ListingFilter(text: Array(text.utf8))
        filter.matchesPaths = true
        let evaluator = try evaluator(path, as: actor)
        let arranged = try #require(try evaluator.arranged(by: order, filter: filter, totals: [:]))
        return arranged.order.map { String(decoding: evaluator.entries.name(Int($0)), as: UTF8.self) }
    }

    @Test(
        "an item is shown if it meets all conditions",
        arguments: [
            // The table of places: tmp and Caches are not backed up, and neither are items with the attribute.
            ("b:no kind:file", "Library/Caches/cached Library/excluded tmp/x"),
            ("!b:yes kind:file", "Library/Caches/cached Library/excluded tmp/x"),
            ("is:excluded", "Library/excluded"), ("is:purgeable kind:file", "Library/Caches/cached tmp/x"),
            ("size>4k", "Documents/a/b/big.bin"), ("size:5000", "Documents/a/b/big.bin"),
            ("size<5 size>0", "Documents/a/note.txt tmp/x"), ("size=1k", "Library/Caches/cached"),
            ("is:empty", "Documents/empty Documents/none"), ("kind:link", "Documents/link"),
            ("kind:directory a", "Documents/a Documents/a/b Library Library/Caches Library/Preferences"),
            ("kind:sqlite", "Library/data.db"), ("kind:database !kind:plist", "Library/data.db"),
            ("kind:json", "Documents/list.json"),
            ("kind:text", "Documents/a/note.txt Documents/list.json Library/excluded"),
            ("kind:plist", "Library/Preferences/p.plist"),
            ("changed:2020-01-01 kind:file", "Documents/a/note.txt Documents/none"),
            ("changed<2020-01-01 kind:file", "Documents/a/b/big.bin"),
            ("changed>2020-01-01 changed<2021-01-01 kind:file", "Documents/list.json"),
            (
                "changed>=2020-01-01 changed<=2020-01-02 kind:file",
                "Documents/a/note.txt Documents/list.json Documents/none"
            ),
            ("changed>2y kind:file b:yes size>4000", "Documents/a/b/big.bin"), ("created<1h kind:file size=1", "tmp/x"),
            ("added:today kind:file size=1", "tmp/x"), ("created>1h", ""), ("class:unknown size=1", "tmp/x"),
            ("class:complete", ""), ("b:no big", ""), ("w:yes size=1", "tmp/x"),
        ])
    func conditions(text: String, expected: String) throws {
        #expect(try names(text).sorted().joined(separator: " ") == expected, "\(text)")
    }

    @Test("rights are the actor's")
    func actors() throws {
        #expect(try names("r:yes cached") == ["Library/Caches/cached"])
        #expect(try names("r:yes cached", as: .user).isEmpty)
    }

    @Test("the filter for misplaced items finds the same items as the placement survey")
    func misplaced() throws {
        var survey = PlacementSurvey(below: .root, of: container)
        var found: [String] = []
        while let step = survey.next() {
            if case .row(let placement) = step {
                found.append(String(decoding: placement.path.bytes, as: UTF8.self))
            }
        }
        #expect(found == ["tmp/x"])
        #expect(try names("is:misplaced").sorted() == found.sorted())
    }

    @Test("directories are sorted by the size of their contents")
    func countedSizes() throws {
        let order = EntryOrder(key: .size, directoriesFirst: false)
        let sorted = try names("", in: "Documents", by: order)
        #expect(sorted.prefix(3) == ["a", "a/b", "a/b/big.bin"])
        let evaluator = try evaluator("Documents")
        let counted = try #require(try evaluator.arranged(by: order, filter: ListingFilter(), totals: [:]))
        #expect(counted.totals["Documents/a"]?.bytes == 5_004)
        // Known totals are not counted again.
        var known = counted.totals
        known["Documents/empty"]?.bytes = 1 << 40
        let again = try #require(try evaluator.arranged(by: order, filter: ListingFilter(), totals: known))
        #expect(again.totals.isEmpty)
        #expect(again.order.first.map { Array(evaluator.entries.name(Int($0))) } == Array("empty".utf8))
    }

    @Test("items are sorted by the times that the file system records")
    func times() throws {
        let earlier = try names("kind:file", by: EntryOrder(key: .time, isReversed: true, directoriesFirst: false))
        #expect(earlier.first == "Documents/a/b/big.bin")
        // The tool stat prints the time of creation as %W, and 0 if it is unknown.
        for (key, format) in [(SortKey.created, "%W"), (.added, "%Z")] {
            let sorted = try names("kind:file", by: EntryOrder(key: key, directoriesFirst: false))
            let times = try sorted.map { name in
                try #require(Int(try runCommand(["stat", "-c", format, directory(name)]).text.filter { $0 != "\n" }))
            }
            #expect(times == times.sorted(by: >), "\(key)")
        }
    }

    @Test("items with the same badges follow each other, those with most rights first")
    func badges() throws {
        let sorted = try names("kind:file", by: EntryOrder(key: .badges, directoriesFirst: false))
        // These are not backed up; the flags of two of them are the same.
        #expect(sorted.suffix(3) == ["Library/Caches/cached", "tmp/x", "Library/excluded"], "\(sorted)")
    }

    @Test("intermediate results grow, and a cancelled evaluator has none")
    func cancelled() throws {
        let evaluator = try evaluator()
        evaluator.cancellation.cancel()
        let filter = ListingFilter(text: Array("b:no".utf8))
        #expect(try evaluator.arranged(by: EntryOrder(), filter: filter) == nil)
        #expect(try evaluator.arranged(by: EntryOrder(key: .badges), filter: ListingFilter()) == nil)
    }

    @Test(
        "a directory that cannot be opened is an error, and not a cancellation",
        arguments: [("b:no", SortKey.name), ("", .badges), ("", .size)])
    func gone(text: String, key: SortKey) throws {
        let evaluator = try evaluator("Documents/a")
        try FileManager.default.removeItem(atPath: directory("Documents/a"))
        let error = #expect(throws: FileTreeError.self) {
            try evaluator.arranged(by: EntryOrder(key: key), filter: ListingFilter(text: Array(text.utf8)))
        }
        #expect(error?.code == .notFound)
    }

    /// Makes a directory whose entries the user `nobody` can list, but not examine.
    private func makeUnexaminable(_ name: String) throws {
        try directory.write("12345", to: name + "/file")
        try directory.giveToNobody()
        #expect(try runCommand(["chmod", "444", directory(name)]).status == 0)
    }

    @Test("an entry that cannot be examined is counted, and not taken for one that is gone")
    func unexaminable() throws {
        try makeUnexaminable("Documents/listed")
        for (text, unexamined) in [("size>4 file", 1), ("b:yes file", 1), ("kind:file", 0), ("file", 0)] {
            let evaluator = try evaluator("Documents")
            var filter = ListingFilter(text: Array(text.utf8))
            filter.matchesPaths = true
            let arranged = try #require(
                try withoutPrivileges { try evaluator.arranged(by: EntryOrder(), filter: filter) })
            #expect(arranged.unexamined == unexamined, "\(text)")
            #expect((arranged.incompleteness == "1 item could not be examined") == (unexamined == 1), "\(text)")
        }
        try FileManager.default.removeItem(atPath: directory("Documents/listed/file"))
        let gone = ListingEvaluator(
            EntryList([(Array("none/x".utf8), .file), (Array("gone".utf8), .file)]),
            of: ItemAddress(container.root, "Documents"), isFlat: true, in: container.tree, container, rules: nil,
            helpers: pool, cancellation: Cancellation())
        #expect(try gone.arranged(by: EntryOrder(), filter: ListingFilter(text: Array("size>0".utf8)))?.unexamined == 0)
    }

    @Test(
        "a file and a directory that cannot be read are not taken for others, whatever a condition says about contents",
        arguments: [("kind:text file", 1), ("!kind:text file", 1), ("is:empty full", 2), ("!is:empty full", 2)])
    func unreadable(text: String, unexamined: Int) throws {
        try directory.write("words", to: "Documents/closed/file")
        try directory.write("words", to: "Documents/closed/full/inside")
        try directory.giveToNobody()
        for name in ["file", "full"] {
            #expect(try runCommand(["chmod", "000", directory("Documents/closed/" + name)]).status == 0)
        }
        let evaluator = try evaluator("Documents/closed")
        let arranged = try #require(
            try withoutPrivileges {
                try evaluator.arranged(by: EntryOrder(), filter: ListingFilter(text: Array(text.utf8)))
            })
        // What lies in a directory that cannot be read cannot be examined either, and its path holds the word too.
        #expect(arranged.unexamined == unexamined && arranged.order.isEmpty, "\(text): \(arranged.unexamined)")
        // What is asked about another item says nothing about them.
        let other = ListingFilter(text: Array("kind:text nothing".utf8))
        #expect(try withoutPrivileges { try evaluator.arranged(by: EntryOrder(), filter: other) }?.unexamined == 0)
    }

    @Test("a search says how many items it could not examine")
    func searchedUnexaminable() throws {
        try makeUnexaminable("Documents/listed")
        let scope = DirectorySearch.Scope(directory: "Documents", of: container, as: .app, state: DeviceState())
        var filter = ListingFilter(text: Array("size>4".utf8))
        filter.matchesPaths = true
        let found = try #require(
            try withoutPrivileges {
                try DirectorySearch(scope, helpers: WorkerPool(threads: 1)).items(by: filter, in: EntryOrder())
            })
        #expect(found.unexamined == 1 && found.unreadable == 0)
        #expect(found.incompleteness == "1 item could not be examined")
    }

    @Test(
        "a listing reports a file and a directory that a condition asks about and that cannot be read",
        arguments: [("kind:text file", "file"), ("is:empty full", "full")])
    func listedUnreadable(text: String, name: String) throws {
        try directory.write("words", to: "Documents/closed/file")
        try directory.write("words", to: "Documents/closed/full/inside")
        try directory.giveToNobody()
        for name in ["file", "full"] {
            #expect(try runCommand(["chmod", "000", directory("Documents/closed/" + name)]).status == 0)
        }
        var failures: [ListingReport.Failure] = []
        var listed = 0
        try withoutPrivileges {
            ListingReport.list(
                "Documents/closed", of: container, recursive: false, filter: ListingFilter(text: Array(text.utf8)),
                entry: { _ in listed += 1 }, failure: { failures.append($0) })
        }
        #expect(listed == 0)
        #expect(failures.map { "\($0.path)" } == ["Documents/closed/" + name])
        #expect(failures.map(\.error.code) == [.permissionDenied])
    }

    @Test(
        "an entry that cannot be examined is reported by a listing, with a filter and without",
        arguments: ["", "b:yes"])
    func listedUnexaminable(text: String) throws {
        try makeUnexaminable("Documents/listed")
        var failures: [ListingReport.Failure] = []
        var listed = 0
        try withoutPrivileges {
            ListingReport.list(
                "Documents/listed", of: container, recursive: false, filter: ListingFilter(text: Array(text.utf8)),
                entry: { _ in listed += 1 }, failure: { failures.append($0) })
        }
        #expect(listed == 0)
        #expect(failures.map(\.path) == ["Documents/listed/file"])
        #expect(failures.map(\.error.code) == [.permissionDenied])
    }
}
