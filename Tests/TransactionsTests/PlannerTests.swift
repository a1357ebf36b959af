import ContainerModel
import FileTree
import FoundationEssentials
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Plans", .onManyThreads)
struct PlannerTests {
    @Test(
        "a copy beside a taken name is named as in the Finder",
        arguments: [
            ("name.ext", false, "name 2.ext"), ("name", false, "name 2"), (".profile", false, ".profile 2"),
            (".config.json", false, ".config 2.json"), ("archive.tar.gz", false, "archive.tar 2.gz"),
            ("2026.11", true, "2026.11 2"), ("dot.", false, "dot. 2"), ("name 1.ext", false, "name 1 2.ext"),
            ("7", false, "7 2"), ("name 007.ext", false, "name 007 2.ext"), ("..a", false, "..a 2"),
            ("Report 2026.txt", false, "Report 2026 2.txt"), ("Chapter 2.txt", false, "Chapter 2 2.txt"),
        ])
    func names(name: String, isDirectory: Bool, expected: String) {
        #expect(firstFree(after: name, isDirectory: isDirectory, taken: [name]) == expected)
    }

    @Test(
        "a number in a name is counted on only if it is a copy's",
        arguments: [
            (["name.ext", "name 2.ext"], "name 3.ext"), (["name.ext", "name 8.ext", "name 9.ext"], "name 10.ext"),
            (["name.ext", "name 2.ext", "name 3.ext"], "name 4.ext"), (["a", "a 2", "a 4"], "a 4 2"),
            (["name 2.ext", "name 3.ext"], "name 3 2.ext"),
            (["Report.txt", "Report 2025.txt", "Report 2026.txt"], "Report 2026 2.txt"),
            (["Report 2026.txt", "Report 2026 2.txt"], "Report 2026 3.txt"), (["x.txt", "x 999.txt"], "x 999 2.txt"),
        ])
    func counting(taken: [String], expected: String) {
        #expect(firstFree(after: taken[taken.count - 1], isDirectory: false, taken: taken) == expected)
    }

    private func firstFree(after name: String, isDirectory: Bool, taken: [String]) -> String? {
        CopyName.firstFree(after: name.utf8, isDirectory: isDirectory) { name in
            taken.contains(String(decoding: name, as: UTF8.self))
        }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a long name is truncated between characters")
    func longNames() {
        let name = String(repeating: "한", count: 83) + ".ext"
        let next = CopyName.numbered(name.utf8, isDirectory: false)
        #expect(next.count <= 255)
        #expect(String(validating: next, as: UTF8.self)?.hasSuffix("한 2.ext") == true)
    }

    @Test("a plan counts items and bytes, lists special files, and changes nothing")
    func counts() throws {
        let scene = try Scene()
        try scene.write("host/Album/a.txt", "12345")
        try scene.write("host/Album/sub/b.txt", "123")
        try scene.home.link("host/Album/link", to: "a.txt")
        mkfifo(scene.host + "/Album/fifo", 0o600)
        let before = try scene.state()
        let plan = try scene.plan([.copy(scene.onHost("Album"), to: scene.inContainer("Documents/Album"))])
        #expect(plan.counts.files == 2 && plan.counts.directories == 2 && plan.counts.links == 1)
        #expect(plan.counts.bytes == 8)
        #expect(plan.warnings.first == [.special(try scene.onHost("Album/fifo"), .fifo)])
        #expect(try scene.state() == before)
        #expect(access(scene.home("state"), F_OK) != 0 && access(scene.home("data"), F_OK) != 0)
        let json = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
        #expect(json.contains("\"method\":\"copy\""))
        #expect(json.contains("\"bytes\":8"))
    }

    @Test("an impossible change is refused with a code for the reason")
    func refusals() throws {
        let scene = try Scene()
        try scene.write("container/Documents/dir/a", "a")
        try scene.home.link("container/Documents/link", to: "dir")
        func item(_ path: String) throws -> ItemAddress { try scene.inContainer(path) }
        let long = String(repeating: "n", count: 256)
        let table: [(Change, Plan.Refusal.Code)] = [
            (.copy(try item("Documents/dir"), to: try item("Documents/dir/in")), .intoItself),
            (.move(try item("Documents/dir"), to: try item("Documents/dir/in/deeper")), .intoItself),
            (.copy(try item("Documents/dir"), to: try item("Documents/dir")), .sameItem),
            (.copy(try item("Documents/gone"), to: try item("Documents/x")), .sourceUnavailable),
            (.copy(try item("Documents/dir"), to: try item("Gone/x")), .targetUnavailable),
            (.copy(try item("Documents/dir/a"), to: try item("Documents/link/x")), .targetUnavailable),
            (.copy(try item("Documents/dir"), to: try item("Documents/\(long)")), .invalidName),
            (.makeDirectory(try item("Documents/.sandglass-1")), .invalidName),
            (.trash(try item("")), .unsupportedItem),
        ]
        for (change, code) in table {
            #expect(try scene.plan([change]).refusals.map(\.code) == [code], "\(change.verb)")
        }
        // The same directory, by another path.
        let other = ItemAddress(
            Root(.directory, at: Array((scene.container + "/Documents/dir").utf8)), "in")
        #expect(try scene.plan([.copy(item("Documents"), to: other)]).refusals.map(\.code) == [.intoItself])
        let twice = try scene.plan([.trash(item("Documents/dir")), .trash(item("Documents/dir/a"))])
        #expect(twice.refusals.map(\.code) == [.overlappingChanges])
    }

    @Test("names that macOS or Windows would merge are reported")
    func mergedNames() throws {
        let scene = try Scene()
        for name in ["Read.me", "READ.ME", "caf\u{e9}", "cafe\u{301}", "straße", "STRASSE", "other"] {
            try scene.write("container/Documents/dir/\(name)", name)
        }
        try scene.write("container/Documents/elsewhere/read.me", "not in the same directory")
        let plan = try scene.plan(
            [.copy(scene.inContainer("Documents"), to: scene.onHost("Documents"))], as: .export)
        let pairs = plan.warnings.first.compactMap { warning -> Set<[UInt8]>? in
            if case .mergedNames(_, let one, let other) = warning { [one, other] } else { nil }
        }
        #expect(
            Set(pairs) == [
                [Array("Read.me".utf8), Array("READ.ME".utf8)], [Array("caf\u{e9}".utf8), Array("cafe\u{301}".utf8)],
                [Array("straße".utf8), Array("STRASSE".utf8)],
            ])
    }

    @Test(
        "a new name that a phone or a Mac takes for an existing one is reported, with which of them does",
        arguments: [
            ("caf\u{e9}", "cafe\u{301}", NameEquality.composition), ("Note.txt", "note.TXT", .letterCase),
            ("\u{c9}t\u{e9}", "e\u{301}te\u{301}", .letterCase), ("Note.txt", "Note.txt2", nil),
            ("\u{ac00}", "\u{1100}\u{1161}", .composition), ("Note.txt", "Note.txt", nil),
        ] as [(String, String, NameEquality?)])
    func existingTwins(existing: String, new: String, expected: NameEquality?) throws {
        for kind in [OperationKind.import, .copy, .move, .rename, .makeFile, .makeDirectory] {
            let scene = try Scene()
            try scene.write("container/Documents/dir/\(existing)", "old")
            try scene.write("host/\(new)", "new")
            let target = try scene.inContainer("Documents/dir/\(new)")
            let source = try scene.onHost(new)
            let change: Change =
                switch kind {
                case .makeDirectory: .makeDirectory(target)
                case .makeFile: .writeFile(target, [])
                case .move, .rename: .move(source, to: target)
                default: .copy(source, to: target)
                }
            let plan = try scene.plan([change], as: kind)
            #expect(plan.mergedNames == (expected.map { [$0] } ?? []), "\(kind)")
        }
    }

    @Test("an item that gets its own name in another case, or that goes away, merges with nothing")
    func ownTwin() throws {
        let scene = try Scene()
        for name in ["note", "other"] { try scene.write("container/Documents/dir/\(name)", name) }
        let (note, upper) = (try scene.inContainer("Documents/dir/note"), try scene.inContainer("Documents/dir/NOTE"))
        let other = try scene.inContainer("Documents/dir/other")
        #expect(try scene.plan([.move(note, to: upper)], as: .rename).mergedNames == [])
        #expect(try scene.plan([.move(other, to: upper)], as: .rename).mergedNames == [.letterCase])
        // The rename of the other one comes later in the same request.
        let free = try scene.inContainer("Documents/dir/free")
        #expect(try scene.plan([.move(other, to: upper), .move(note, to: free)], as: .rename).mergedNames == [])
    }

    @Test(
        "free space is measured on the file system of the copy, wherever it is mounted",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"))
    func spaceOfMount() throws {
        let scene = try Scene()
        let small = try TemporaryDirectory(on: scene.home("container/Documents"))
        try PrivateMounts.with("tmpfs", "size=1m", on: small) { _ in
            try scene.home.makeSparseFile("host/large", size: 8 << 20)
            let name = small.path.split(separator: "/").last ?? ""
            let plan = try scene.plan([
                .copy(scene.onHost("large"), to: scene.inContainer("Documents/\(name)/large"))
            ])
            let available = plan.warnings.first.compactMap { warning -> UInt64? in
                if case .littleSpace(_, 8 << 20, let available) = warning { available } else { nil }
            }
            #expect(available.count == 1 && available.allSatisfy { $0 <= 1 << 20 })
        }
    }

    @Test("a plan warns of too little free space")
    func space() throws {
        let scene = try Scene()
        try scene.home.makeSparseFile("host/huge", size: 1 << 42)
        let plan = try scene.plan([.copy(scene.onHost("huge"), to: scene.inContainer("Documents/huge"))])
        guard case .littleSpace(_, 1 << 42, let available)? = plan.warnings.first.first else {
            Issue.record("no warning")
            return
        }
        #expect(available < 1 << 42)
    }
}

extension Plan {
    /// What takes names of the plan for the same, in the order of the warnings.
    fileprivate var mergedNames: [NameEquality] {
        warnings.first.compactMap {
            if case .mergedNames(_, let one, let other) = $0 { NameEquality(one, other) } else { nil }
        }
    }
}
