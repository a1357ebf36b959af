import ContainerModel
import TestSupport
import Testing

@Suite("Similar names")
struct NameLikenessTests {
    @Test(
        "a typing mistake is recognized",
        arguments: [
            ("Preferencs", "Preferences"), ("preferences", "Preferences"), ("Documetns", "Documents"),
            ("Docments", "Documents"), ("Documentss", "Documents"), ("LIBRARY", "Library"), ("Inobx", "Inbox"),
            ("tpm", "tmp"), ("Tmp", "tmp"), ("Drafs", "Drafts"), ("Applicaton Suport", "Application Support"),
            ("reprot.txt", "report.txt"), ("CAFÉ", "café"), ("사진함들", "사진함돌"), ("report.txt", "REPORT.TXT"),
            ("Preferences ", "Preferences"), (" Preferences", "preferences"), ("Preferencs\u{a0}", "Preferences"),
            ("report.txt   ", "report.txt"), ("Sub", "Subs"), ("Sbu", "Sub"), ("log", "logs"), ("one.tx", "one.txt"),
            ("one.txtt", "one.txt"), ("photo.jpge", "photo.jpg"), ("photo.jp", "photo.jpg"), ("Sub.txt", "Subs.txt"),
            ("  \t", "  "), ("a ", "a"),
        ])
    func near(one: String, other: String) {
        #expect(NameLikeness.areNearlyTheSame(one, other))
        #expect(NameLikeness.areNearlyTheSame(other, one))
    }

    @Test(
        "a series, another extension and a short name are not typing mistakes",
        arguments: [
            ("note 1.txt", "note 2.txt"), ("note 1.txt", "note 12.txt"), ("Photos", "Photos 2"), ("Photos", "Photos2"),
            ("a.txt", "b.txt"), ("a", "b"), ("ab", "ac"), ("tmp", "top"), ("cat", "at"), ("main.c", "main.h"),
            ("photo.jpg", "photo.png"), ("store.sqlite-wal", "store.sqlite-shm"), ("file-a", "file-b"),
            ("page A.pdf", "page B.pdf"), ("Documents", "Downloads"), ("Caches", "Cookies"), ("._photo", "photo"),
            ("notes.txt", "notes.txt~"), ("same", "same"), ("", "a"), ("사진", "서진"),
            ("IMG_1", "IMG_2"), ("IMG_1", "IMG_12"), ("IMG", "IMG_"), ("photo 7.jpg", "photo 8.jpg"), ("Sub", "Sub2"),
            ("photo.jpg", "photo.jpeg"), ("page.htm", "page.html"), ("report.doc", "report.docx"),
            ("main.c", "main.cc"),
            ("store.sqlite", "store.sqlite3"), ("log.1", "log.12"), ("movie.mp3", "movie.mp4"), ("a.ts", "a.tsx"),
            ("Sub", "Sup"), ("1 ", "2"), ("notes.txt", "notes.txt#"),
        ])
    func apart(one: String, other: String) {
        #expect(!NameLikeness.areNearlyTheSame(one, other))
        #expect(!NameLikeness.areNearlyTheSame(other, one))
    }

    @Test("the nearest of several names is found")
    func nearest() {
        let names = ["Preferences 2", "References", "Preferences", "preferencs"].map { Array($0.utf8) }
        #expect(NameLikeness.nearest(to: Array("Preferencs".utf8), among: names) == Array("preferencs".utf8))
        #expect(
            NameLikeness.nearest(to: Array("Preferencs".utf8), among: names.dropLast()) == Array("Preferences".utf8))
        #expect(NameLikeness.nearest(to: [0xff, 0xfe, 0x41], among: names) == nil)
    }

    @Test(
        "a prefix of a directory's name is recognized, unless a number or an extension follows",
        arguments: [
            ("Pref", "Preferences"), ("pref", "Preferences"), ("Libr", "Library"), ("Saved", "Saved Application State"),
            ("Pre", nil), ("Photo", "Photos"), ("Note", nil), ("IMG_", nil), ("Repo", nil), ("Preferences", nil),
            ("", nil),
        ] as [(String, String?)])
    func beginning(name: String, directory: String?) {
        let names = [
            "Preferences Old", "Preferences", "Library", "Saved Application State", "Photos 2", "Photos", "Note 1",
            "Note2",
            "IMG_17", "Repo.git", "Repo~",
        ].map { Array($0.utf8) }
        let found = NameLikeness.beginning(Array(name.utf8), among: name == "Preferences" ? [names[1]] : names)
        #expect(found == directory.map { Array($0.utf8) })
    }

    @Test("blanks at the ends do not prevent finding the nearest name")
    func blanks() {
        let names = ["Cookies", "Preferences                 "].map { Array($0.utf8) }
        #expect(NameLikeness.nearest(to: Array("Preferences".utf8), among: names) == names[1])
        #expect(NameLikeness.nearest(to: Array("           Cookies".utf8), among: names) == names[0])
    }

    /// Returns the distance according to its definition, without any optimization.
    private func plainDistance(_ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>) -> Int {
        guard let first = one.last, let second = other.last else { return one.count + other.count }
        var distances = [
            plainDistance(one.dropLast(), other.dropLast()) + (first == second ? 0 : 1),
            plainDistance(one.dropLast(), other) + 1, plainDistance(one, other.dropLast()) + 1,
        ]
        if one.count > 1, other.count > 1, one.dropLast().last == second, other.dropLast().last == first {
            distances.append(plainDistance(one.dropLast(2), other.dropLast(2)) + 1)
        }
        return distances.min() ?? 0
    }

    @Test("the distance of random names is the least number of typing mistakes, up to the limit")
    func distance() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<400 {
            let names = (0..<2).map { _ in
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in UInt32.random(in: 97...99, using: &generator)
                }
            }
            let plain = plainDistance(names[0][...], names[1][...])
            for limit in 0...4 {
                let expected = plain <= limit ? plain : nil
                #expect(NameLikeness.distance(names[0], names[1], limit: limit) == expected, "\(names) \(limit)")
            }
        }
    }
}
