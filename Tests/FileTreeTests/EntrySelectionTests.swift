import ContainerModel
import System
import TestSupport
import Testing

@testable import FileTree

@Suite("Selections of a directory's entries")
struct EntrySelectionTests {
    private func list(_ names: [String]) -> EntryList { EntryList(names.map { (Array($0.utf8), ItemKind.file) }) }

    private func names(_ selection: EntrySelection) -> Set<String> {
        Set(selection.indices.map { String(decoding: selection.entries.name($0), as: UTF8.self) })
    }

    @Test("random insertions and removals match a set's", arguments: [0, 1, 63, 64, 65, 200])
    func model(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count) + 1)
        var selection = EntrySelection(of: list((0..<count).map { "file \($0)" }))
        var model: Set<Int> = []
        for _ in 0..<2_000 {
            let index = Int.random(in: -2...(count + 2), using: &generator)
            if Bool.random(using: &generator) {
                let isNew = (0..<count).contains(index) && model.insert(index).inserted
                #expect(selection.insert(index) == isNew)
            } else {
                #expect(selection.remove(index) == (model.remove(index) != nil))
            }
            #expect(selection.count == model.count)
        }
        #expect(Array(selection.indices) == model.sorted())
    }

    @Test("a selection carried to a new reading keeps the entries that still exist, in any order", arguments: 0..<20)
    func carried(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let before = (0..<500).map { "name \($0)" }
        var after = before.filter { _ in Int.random(in: 0..<10, using: &generator) > 0 }
        for number in 0..<Int.random(in: 0..<100, using: &generator) {
            after.insert("new \(number)", at: Int.random(in: 0...after.count, using: &generator))
        }
        if seed % 3 == 0 { after.shuffle(using: &generator) }
        var selection = EntrySelection(of: list(before))
        for index in before.indices where Bool.random(using: &generator) { selection.insert(index) }
        let expected = names(selection).intersection(after)
        #expect(names(selection.carried(to: list(after))) == expected)
        // A list that only grew at its end keeps its indices.
        #expect(Array(selection.carried(to: list(before + ["more"])).indices) == Array(selection.indices))
    }

    @Test(
        "a selection of 200,000 entries is carried to a new reading quickly, however it differs",
        arguments: ["the first half went", "every second went", "many came first", "many came in between", "all moved"])
    func carriedQuickly(change: String) {
        let count = 200_000
        let before = (0..<count).map { "IMG_\($0).jpg" }
        let new = (0..<5_000).map { "new \($0)" }
        let after: [String] =
            switch change {
            case "the first half went": Array(before[(count / 2)...])
            case "every second went": before.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            case "many came first": new + before
            case "many came in between": Array(before[..<1_000] + new + before[2_000...])
            default: before.reversed()
            }
        let selection = EntrySelection(all: list(before))
        let other = list(after)
        let start = MonotonicClock.now()
        let carried = selection.carried(to: other)
        // Comparing each name with each other one takes hours.
        #expect(MonotonicClock.now() - start < 300_000_000_000)
        #expect(carried.count == Set(before).intersection(after).count)
        #expect(carried.indices.allSatisfy { !other.name($0).starts(with: "new".utf8) })
    }

    @Test("a selection of one reading is subtracted from a selection of another")
    func subtract() {
        var selection = EntrySelection(all: list(["a", "b", "c", "d"]))
        var other = EntrySelection(of: list(["x", "d", "b"]))
        other.insert(1)
        selection.subtract(other)
        #expect(names(selection) == ["a", "b", "c"])
    }

    @Test("the index finds existing names by their bytes and no others")
    func index() {
        let entries = EntryList([
            (Array("a".utf8), .file), ([0xff, 0xfe], .file), (Array("A".utf8), .directory), ([0xff], .link),
        ])
        let index = NameIndex(entries)
        for place in 0..<entries.count { #expect(index.place(of: entries.name(place)) == place) }
        #expect(index.place(of: [0xfe]) == nil)
        #expect(index.place(of: []) == nil)
        #expect(NameIndex(EntryList()).place(of: [0x61]) == nil)
    }
}
