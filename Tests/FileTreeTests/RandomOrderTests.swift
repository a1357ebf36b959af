import ContainerModel
import FileTree
import TestSupport
import Testing

struct RandomOrderTests {
    /// The natural order as documented, written for clarity, not for speed.
    private static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        func folded(_ byte: UInt8) -> UInt8 {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
        }
        var left = one[...]
        var right = other[...]
        while let first = left.first, let second = right.first {
            if isDigit(first), isDigit(second) {
                let number = left.prefix(while: isDigit).drop { $0 == UInt8(ascii: "0") }
                let otherNumber = right.prefix(while: isDigit).drop { $0 == UInt8(ascii: "0") }
                if number.count != otherNumber.count { return number.count < otherNumber.count }
                if !number.elementsEqual(otherNumber) { return number.lexicographicallyPrecedes(otherNumber) }
                left = left.drop(while: isDigit)
                right = right.drop(while: isDigit)
                continue
            }
            // A number sorts like the digit 0 among the other characters.
            let one = isDigit(first) ? UInt8(ascii: "0") : folded(first)
            let other = isDigit(second) ? UInt8(ascii: "0") : folded(second)
            if one != other { return one < other }
            left = left.dropFirst()
            right = right.dropFirst()
        }
        if left.isEmpty != right.isEmpty { return left.isEmpty }
        return one.lexicographicallyPrecedes(other)
    }

    private static func randomName(from alphabet: [UInt8], upTo length: Int, _ generator: inout SeededGenerator)
        -> [UInt8]
    {
        (0..<Int.random(in: 1...length, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? 0x61
        }
    }

    /// Few letters make many ties; all bytes make odd names.
    private static let alphabets: [[UInt8]] = [
        Array("a0".utf8), Array("aAbB019".utf8), Array("0123456789".utf8), Array(1...255), Array(".aZ9-".utf8),
    ]

    private static func list(_ count: Int, _ generator: inout SeededGenerator) -> [(name: [UInt8], kind: ItemKind)] {
        let alphabet = alphabets.randomElement(using: &generator) ?? []
        let length = Int.random(in: 1...12, using: &generator)
        return (0..<count).map { _ in
            let kinds: [ItemKind] = [.file, .file, .directory, .link]
            return (
                randomName(from: alphabet, upTo: length, &generator), kinds.randomElement(using: &generator) ?? .file
            )
        }
    }

    @Test("the keys of texts are in the natural order of the texts", arguments: 0..<20)
    func keys(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let names = (0..<2).map { _ in Self.randomName(from: Self.alphabets[1], upTo: 8, &generator) }
            let keys = names.map { NaturalOrder.key(of: String(decoding: $0, as: UTF8.self)) }
            guard keys[0] != keys[1] else { continue }
            #expect(
                keys[0].lexicographicallyPrecedes(keys[1]) == Self.precedes(names[0], names[1]),
                "\(names.map { String(decoding: $0, as: UTF8.self) })")
        }
    }

    @Test("the first entries are the beginning of the whole order", arguments: 0..<20)
    func first(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let list = EntryList(Self.list(.random(in: 0...400, using: &generator), &generator))
        let filter = EntryFilter(
            showsHidden: .random(using: &generator),
            text: Bool.random(using: &generator) ? [] : Array("a".utf8)
        )
        for directoriesFirst in [true, false] {
            let whole = list.arranged(by: EntryOrder(directoriesFirst: directoriesFirst), filter: filter)
            for limit in [-1, 0, 1, 2, 10, 100, 399, 400, 1_000] {
                let first = list.firstArranged(limit, directoriesFirst: directoriesFirst, filter: filter)
                // Equal names may come in either order.
                #expect(first.map { list.name(Int($0)) } == whole.prefix(max(0, limit)).map { list.name(Int($0)) })
            }
        }
    }

    @Test("random lists are sorted as documented", arguments: 100..<130)
    func described(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let entries = Self.list(200, &generator)
        let list = EntryList(entries)
        let filter = EntryFilter(showsHidden: true)
        let expected = entries.map(\.name).sorted(by: Self.precedes)
        let order = EntryOrder(directoriesFirst: false)
        #expect(list.arranged(by: order, filter: filter).map { Array(list.name(Int($0))) } == expected)
        let separated = list.arranged(by: EntryOrder(), filter: filter)
        let directories = entries.filter { $0.kind == .directory }.map(\.name).sorted(by: Self.precedes)
        let others = entries.filter { $0.kind != .directory }.map(\.name).sorted(by: Self.precedes)
        #expect(separated.map { Array(list.name(Int($0))) } == directories + others)
    }

    @Test("200,000 names are sorted as documented")
    func many() {
        var generator = SeededGenerator(seed: 3)
        let alphabet = Array("abcXYZ0123456789-_ .".utf8)
        let names = (0..<200_000).map { _ in
            Array("IMG_".utf8) + Self.randomName(from: alphabet, upTo: 12, &generator)
        }
        let list = EntryList(names.map { ($0, .file) })
        let arranged = list.arranged(by: EntryOrder(), filter: EntryFilter())
        #expect(Set(arranged).count == names.count)
        // If no two neighbours are in the wrong order, all names are in order.
        for (one, other) in zip(arranged, arranged.dropFirst()) where Self.precedes(names[Int(other)], names[Int(one)])
        {
            Issue.record("\(names[Int(other)]) comes after \(names[Int(one)])")
            break
        }
        let first = list.firstArranged(500, directoriesFirst: true, filter: EntryFilter())
        #expect(first.map { list.name(Int($0)) } == arranged.prefix(500).map { list.name(Int($0)) })
    }

    @Test("entries of equal size or time are ordered by name", arguments: [SortKey.size, .time])
    func metadata(key: SortKey) {
        var generator = SeededGenerator(seed: 9)
        let names = (0..<2_000).map { _ in Self.randomName(from: Array("ab019".utf8), upTo: 8, &generator) }
        let list = EntryList(names.map { ($0, .file) })
        var table = MetadataTable(count: names.count)
        for index in names.indices {
            table.sizes[index] = [0, 1, 2, .max, .max - 1].randomElement(using: &generator) ?? 0
            table.times[index] = [0, -1, 1, .min, .max].randomElement(using: &generator) ?? 0
        }
        let arranged = list.arranged(by: EntryOrder(key: key), filter: EntryFilter(), numbers: table.numbers(for: key))
        #expect(Set(arranged).count == names.count)
        for (one, other) in zip(arranged.map { Int($0) }, arranged.dropFirst().map { Int($0) }) {
            let inOrder =
                key == .size ? table.sizes[one] >= table.sizes[other] : table.times[one] >= table.times[other]
            let isTie = key == .size ? table.sizes[one] == table.sizes[other] : table.times[one] == table.times[other]
            #expect(inOrder)
            #expect(!isTie || !Self.precedes(names[other], names[one]))
        }
    }
}
