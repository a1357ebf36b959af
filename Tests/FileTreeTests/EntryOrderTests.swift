import ContainerModel
import TestSupport
import Testing

@testable import FileTree

struct EntryOrderTests {
    private static let all = EntryFilter(showsHidden: true)

    /// Each row is in the expected order.
    @Test(
        "numbers are ordered by value, ASCII letters regardless of case, and other bytes by value",
        arguments: [
            ["file9", "file10", "file11", "file100"],
            ["file", "file0", "file1", "file1a", "file2", "filea"],
            ["a", "a 1", "a-1", "a.1", "a1", "aa"],
            ["1", "02", "3", "10"],
            ["007", "07", "7", "8"],
            ["a01b2", "a1b2", "a1b10", "a01b11"],
            ["A", "a", "B", "b", "C"],
            ["Apple", "apple", "APPLE2", "apple10"],
            ["img12.png", "IMG13.png", "img14.png"],
            ["x9", "x99999999999999999998", "x99999999999999999999", "x100000000000000000000"],
            ["v1.2.9", "v1.2.10", "v1.10.1"],
            ["!", "#", "-", "0", "_", "A", "~", "é", "日"],
            ["0", "1", "a"],
            ["0", "00", "1"],
            ["a0", "a0a", "a00b", "a1"],
            [".a", "a"],
            ["a", "a\u{1}", "a ", "ab"],
            ["2019-02-02", "2019-02-11", "2019-11-01", "2020-01-01"],
        ]
    )
    func table(_ names: [String]) {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20 {
            let list = EntryList(files: names.shuffled(using: &generator))
            #expect(list.texts(list.arranged(by: EntryOrder(), filter: Self.all)) == names)
        }
    }

    @Test("a file with the name of an AppleDouble file is hidden beside its file, and shown without it")
    func orphans() {
        let list = EntryList(files: ["._a", "a", "._b", "._", ".b", "c", "._._c", "._c"])
        let shown = list.texts(list.arranged(by: EntryOrder(), filter: EntryFilter()))
        #expect(shown == ["._._c", "._b", "a", "c"])
        #expect(list.arranged(by: EntryOrder(), filter: Self.all).count == 8)
        #expect(list.texts(list.firstArranged(2, directoriesFirst: true, filter: EntryFilter())) == ["._._c", "._b"])
    }

    @Test("runs of digits too long for an integer are ordered by length first")
    func hugeRuns() {
        let names = [1, 2, 20, 100, 253, 254].map { "a" + String(repeating: "9", count: $0) }
        let list = EntryList(files: names.reversed())
        #expect(list.texts(list.arranged(by: EntryOrder(), filter: Self.all)) == names)
    }

    @Test("runs of digits longer than file names on a disk are ordered as well")
    func longerThanNames() {
        // File systems in user space may have names of 1,024 bytes.
        let names = [1, 254, 255, 256, 257, 300, 511, 512, 1_023].map { "a" + String(repeating: "9", count: $0) }
        let list = EntryList(files: names.reversed())
        #expect(list.texts(list.arranged(by: EntryOrder(), filter: Self.all)) == names)
    }

    private static let mixed: [(name: [UInt8], kind: ItemKind, size: UInt64, time: Int64)] = [
        (Array("b.txt".utf8), .file, 10, 300),
        (Array("dir2".utf8), .directory, 0, 100),
        (Array("a.PNG".utf8), .file, 10, -5),
        (Array("dir1".utf8), .directory, 0, 400),
        (Array("c".utf8), .file, .max, 300),
        (Array(".h".utf8), .file, 0, .max),
        (Array("d.png".utf8), .link, 1, .min),
    ]

    @Test(
        "each sort key orders entries both ways, with directories first or among the others",
        arguments: [
            (SortKey.name, false, true, "dir1 dir2 .h a.PNG b.txt c d.png"),
            (.name, false, false, ".h a.PNG b.txt c d.png dir1 dir2"),
            (.name, true, true, "dir2 dir1 d.png c b.txt a.PNG .h"),
            (.name, true, false, "dir2 dir1 d.png c b.txt a.PNG .h"),
            (.size, false, true, "dir1 dir2 c a.PNG b.txt d.png .h"),
            (.size, false, false, "c a.PNG b.txt d.png .h dir1 dir2"),
            (.size, true, true, "dir2 dir1 .h d.png b.txt a.PNG c"),
            (.time, false, true, "dir1 dir2 .h b.txt c a.PNG d.png"),
            (.time, false, false, ".h dir1 b.txt c dir2 a.PNG d.png"),
            (.kind, false, true, "dir1 dir2 .h c a.PNG d.png b.txt"),
            (.kind, false, false, ".h c dir1 dir2 a.PNG d.png b.txt"),
        ] as [(SortKey, Bool, Bool, String)]
    )
    func keys(_ key: SortKey, _ isReversed: Bool, _ directoriesFirst: Bool, _ expected: String) {
        let list = EntryList(Self.mixed.map { ($0.name, $0.kind) })
        var table = MetadataTable(count: list.count)
        for (index, entry) in Self.mixed.enumerated() {
            table.sizes[index] = entry.size
            table.times[index] = entry.time
        }
        let order = EntryOrder(key: key, isReversed: isReversed, directoriesFirst: directoriesFirst)
        let arranged = list.arranged(by: order, filter: Self.all, numbers: table.numbers(for: key))
        #expect(list.texts(arranged).joined(separator: " ") == expected)
        #expect(key.needsMetadata == (key == .size || key == .time))
        if key.needsMetadata {
            let byName = EntryOrder(isReversed: isReversed, directoriesFirst: directoriesFirst)
            #expect(list.arranged(by: order, filter: Self.all) == list.arranged(by: byName, filter: Self.all))
        }
    }

    @Test(
        "the filter keeps names that contain its text, regardless of the case of letters without their marks",
        arguments: [
            ("", "Apple apple.txt b-APP ÄPP日本"),
            ("app", "Apple apple.txt b-APP"),
            ("APP", "Apple apple.txt b-APP"),
            ("日", "ÄPP日本"),
            ("äpp", "ÄPP日本"),
            ("Äpp", "ÄPP日本"),
            (".", "apple.txt"),
            ("apple.txt and more", ""),
            ("apple.txt", "apple.txt"),
        ]
    )
    func filter(_ text: String, _ expected: String) {
        let list = EntryList(files: ["Apple", "apple.txt", "b-APP", "ÄPP日本", ".hidden-app"])
        let arranged = list.arranged(by: EntryOrder(), filter: EntryFilter(text: Array(text.utf8)))
        #expect(list.texts(arranged).joined(separator: " ") == expected)
    }

    @Test("hidden names are shown only when requested")
    func hidden() {
        let list = EntryList(files: [".a", "b", "..c"])
        #expect(list.texts(list.arranged(by: EntryOrder(), filter: EntryFilter())) == ["b"])
        #expect(list.texts(list.arranged(by: EntryOrder(), filter: Self.all)) == ["..c", ".a", "b"])
        let some = EntryFilter(showsHidden: true, text: Array(".".utf8))
        #expect(list.texts(list.arranged(by: EntryOrder(), filter: some)) == ["..c", ".a"])
    }

    @Test("an entry with an empty name is ordered first")
    func nameless() {
        let list = EntryList([([], .file), (Array("a".utf8), .file)])
        #expect(list.arranged(by: EntryOrder(), filter: EntryFilter()) == [0, 1])
        #expect(list.firstArranged(1, directoriesFirst: false, filter: EntryFilter()) == [0])
    }
}
