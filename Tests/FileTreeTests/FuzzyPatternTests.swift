import ContainerModel
import TestSupport
import Testing

@testable import FileTree

@Suite("Fuzzy patterns")
struct FuzzyPatternTests {
    private static let paths = [
        "Documents/Inbox", "Documents/Inbox/scan.pdf", "Library/Application Support",
        "Library/Application Support/org.example.app", "Library/Application Support/org.example.app/Model.sqlite",
        "Library/Application Support/org.example.app/Model.sqlite-wal", "Library/Caches/Snapshots",
        "Library/Caches/Snapshots/org.example.app/A@2x.ktx", "Library/Caches/map_tiles.sqlite",
        "Library/Caches/thumb1.png", "Library/Caches/thumb12.png", "Library/Caches/thumbs/1.png",
        "Library/Preferences/org.example.app.plist", "Library/SplashBoard/Snapshots/x/photoSnap.jpeg",
        "tmp/photo-snapshot.tmp", "tmp/suppApp",
    ]

    /// A pattern, and the paths that match in their order, as `fzf --scheme=path --tiebreak=length --filter` (0.38)
    /// prints them for the paths above.
    static let table: [(pattern: String, expected: [String])] = [
        (
            "apsup",
            [
                "Library/Application Support", "Library/Application Support/org.example.app",
                "Library/Application Support/org.example.app/Model.sqlite",
                "Library/Application Support/org.example.app/Model.sqlite-wal",
            ]
        ),
        (
            "snap",
            [
                "Library/Caches/Snapshots", "Library/SplashBoard/Snapshots/x/photoSnap.jpeg",
                "Library/Caches/Snapshots/org.example.app/A@2x.ktx", "tmp/photo-snapshot.tmp",
                "Documents/Inbox/scan.pdf",
            ]
        ),
        ("thumb1", ["Library/Caches/thumb1.png", "Library/Caches/thumb12.png", "Library/Caches/thumbs/1.png"]),
        (
            "sqlite",
            [
                "Library/Caches/map_tiles.sqlite", "Library/Application Support/org.example.app/Model.sqlite",
                "Library/Application Support/org.example.app/Model.sqlite-wal",
            ]
        ),
        (
            "org",
            [
                "Library/Preferences/org.example.app.plist", "Library/Application Support/org.example.app",
                "Library/Caches/Snapshots/org.example.app/A@2x.ktx",
                "Library/Application Support/org.example.app/Model.sqlite",
                "Library/Application Support/org.example.app/Model.sqlite-wal",
                "Library/SplashBoard/Snapshots/x/photoSnap.jpeg",
            ]
        ),
        ("doc inbox", ["Documents/Inbox", "Documents/Inbox/scan.pdf"]),
        (
            "Sn",
            [
                "Library/Caches/Snapshots", "Library/SplashBoard/Snapshots/x/photoSnap.jpeg",
                "Library/Caches/Snapshots/org.example.app/A@2x.ktx",
            ]
        ),
        (
            "plist",
            [
                "Library/Preferences/org.example.app.plist", "Library/Application Support",
                "Library/Application Support/org.example.app",
                "Library/Application Support/org.example.app/Model.sqlite",
                "Library/Application Support/org.example.app/Model.sqlite-wal",
            ]
        ),
        ("t1png", ["Library/Caches/thumb1.png", "Library/Caches/thumbs/1.png", "Library/Caches/thumb12.png"]),
        (
            "app",
            [
                "Library/Application Support", "Library/Application Support/org.example.app",
                "Library/Application Support/org.example.app/Model.sqlite",
                "Library/Application Support/org.example.app/Model.sqlite-wal",
                "Library/Preferences/org.example.app.plist", "Library/Caches/Snapshots/org.example.app/A@2x.ktx",
                "tmp/suppApp", "Library/SplashBoard/Snapshots/x/photoSnap.jpeg", "tmp/photo-snapshot.tmp",
            ]
        ),
        ("modelwal", ["Library/Application Support/org.example.app/Model.sqlite-wal"]),
        ("zzz", []),
    ]

    @Test("paths match and are in order as in fzf", arguments: table)
    func fzf(pattern: String, expected: [String]) {
        let list = EntryList(Self.paths.map { (Array($0.utf8), .file) })
        var filter = EntryFilter(showsHidden: true, text: Array(pattern.utf8))
        filter.matchesPaths = true
        let order = list.arranged(by: EntryOrder(), filter: filter)
        #expect(order.map { String(decoding: list.name(Int($0)), as: UTF8.self) } == expected)
        let first = list.firstArranged(3, directoriesFirst: true, filter: filter)
        #expect(first == Array(order.prefix(3)))
    }

    @Test(
        "the bytes found belong to the best match",
        arguments: [
            ("as", "tmp/a_s/xas", [4, 6]), ("png", "p/n/g.png", [6, 7, 8]),
            ("ab", "a_b ab", [4, 5]), ("x y", "y/x", [0, 2]), ("A", "aA", [1]), ("a", "é a", [3]),
        ] as [(String, String, [Int])])
    func places(pattern: String, name: String, expected: [Int]) {
        #expect(FuzzyPattern(Array(pattern.utf8))?.places(in: Array(name.utf8)) == expected)
    }

    /// Pairs of a pattern and a name that have the same characters. Their composed and decomposed forms are Python's.
    private static let composed: [(pattern: String, name: String, isFound: Bool)] = [
        ("caf\u{e9}", "Documents/Caf\u{e9} au lait.txt", true), ("\u{e9}t\u{e9}", "\u{e9}t\u{e9}", true),
        ("*\u{e9}?.txt", "caf\u{e9}s.txt", true), ("caf?.*", "caf\u{e9}.txt", true), ("??.*", "\u{e9}.txt", false),
        ("\u{d55c}?*", "\u{d55c}\u{ae00}.txt", true), ("\u{1ebf}", "ti\u{1ebf}ng Vi\u{1ec7}t", true),
        ("\u{e8}", "caf\u{e9}", false), ("?.*", "\u{ac01}.txt", true), ("\u{e9}", "E\u{301}tude", true),
    ]

    @Test("a pattern finds a name in whichever composition either is", arguments: composed)
    func composition(pattern: String, name: String, isFound: Bool) throws {
        let script = """
            import sys, unicodedata
            for text in sys.argv[1:]:
                for form in 'NFC', 'NFD': print(unicodedata.normalize(form, text))
            """
        let forms = try Python.lines(script, pattern, name).map { Array($0.utf8) }
        try #require(forms.count == 4 && forms[2] != forms[3])
        for name in forms[2...] {
            let list = EntryList([(name, .file)])
            var scores: [Int?] = []
            for pattern in forms[..<2] {
                scores.append(try #require(FuzzyPattern(pattern)).score(name))
                for matchesPaths in [false, true] {
                    var filter = EntryFilter(showsHidden: true, text: pattern)
                    filter.matchesPaths = matchesPaths
                    filter.ranksMatches = false
                    #expect(list.arranged(by: EntryOrder(), filter: filter) == (isFound ? [0] : []))
                }
            }
            #expect(scores[0] == scores[1] && (scores[0] != nil) == isFound)
        }
    }

    @Test("of a composed character, its first byte is marked")
    func composedPlaces() {
        #expect(FuzzyPattern(Array("e\u{301}b".utf8))?.places(in: Array("a\u{e9}b".utf8)) == [1, 3])
    }

    @Test("a name without all of the characters in their order does not match")
    func none() {
        let pattern = FuzzyPattern(Array("abc".utf8))
        #expect(pattern?.score(Array("acb".utf8)) == nil && pattern?.score([]) == nil)
        #expect(pattern?.places(in: Array("acb".utf8)) == [])
    }

    @Test("small letters also match capitals, a term with a capital does not match small letters")
    func smartCase() {
        #expect(FuzzyPattern(Array("ds".utf8))?.score(Array("DS_Store".utf8)) != nil)
        #expect(FuzzyPattern(Array("Ds".utf8))?.score(Array("ds".utf8)) == nil)
        #expect(FuzzyPattern(Array("Ds ds".utf8))?.score(Array("Ds".utf8)) != nil)
    }

    @Test("neither blanks alone nor more bytes than any path has are a pattern")
    func noPattern() {
        #expect(FuzzyPattern([]) == nil && FuzzyPattern(Array("  ".utf8)) == nil)
        #expect(FuzzyPattern([UInt8](repeating: 0x61, count: 4_097)) == nil)
        let longest = FuzzyPattern([UInt8](repeating: 0x61, count: 4_096))
        #expect(longest?.score([UInt8](repeating: 0x61, count: 4_096)) != nil)
    }

    @Test("random names and patterns: it matches exactly if the characters occur in their order")
    func random() {
        var generator = SeededGenerator(seed: 12)
        let alphabet = Array("abAB/_ 1\u{e9}".utf8)
        for _ in 0..<20_000 {
            let name = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator)!
            }
            let text = (0..<Int.random(in: 1..<5, using: &generator)).map { _ in
                Array("ab/_1".utf8).randomElement(using: &generator)!
            }
            guard let pattern = FuzzyPattern(text) else { continue }
            var rest = name[...]
            let isFound = text.allSatisfy { wanted in
                guard let index = rest.firstIndex(where: { ($0 == 0x41 || $0 == 0x42 ? $0 | 0x20 : $0) == wanted })
                else {
                    return false
                }
                rest = rest[(index + 1)...]
                return true
            }
            #expect((pattern.score(name) != nil) == isFound)
            let places = pattern.places(in: name)
            #expect(places.count == (isFound ? text.count : 0))
            let found = places.map { name[$0] == 0x41 || name[$0] == 0x42 ? name[$0] | 0x20 : name[$0] }
            #expect(!isFound || found == text)
        }
    }
}
