import Formats
import TestSupport
import Testing

/// Objects of binary property lists have one digest if they mean the same, and a list is digested only if it can be read.
struct DigestedPropertyListTests {
    /// The objects of two lists in hexadecimal digits, divided by commas, and whether the first ones mean the same.
    struct Pair: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let one: String
        let other: String
        let areSame: Bool

        init(_ name: String, _ one: String, _ other: String, _ areSame: Bool) {
            (testDescription, self.one, self.other, self.areSame) = (name, one, other, areSame)
        }
    }

    static let pairs = [
        Pair("a number in one byte and in four", "1007", "1200000007", true),
        Pair(
            "a number in eight bytes and in sixteen", "13 ffffffffffffffff", "14 ffffffffffffffffffffffffffffffff", true
        ),
        Pair("a negative number and a large one", "13 ffffffffffffffff", "14 0000000000000000ffffffffffffffff", false),
        Pair("an integer and an integral real", "1007", "23 401c000000000000", false),
        Pair("reals in four bytes and in eight", "22 3fc00000", "23 3ff8000000000000", true),
        Pair("not-a-numbers", "23 7ff8000000000000", "23 fff8000000000001", true),
        Pair("a number and a boolean", "1001", "09", false),
        Pair("booleans", "08", "09", false),
        Pair("a text in ASCII and in UTF-16", "52 6162", "62 00610062", true),
        Pair("a text in UTF-8 and in UTF-16", "72 c3a9", "61 00e9", true),
        Pair("a text and data", "51 61", "41 61", false),
        Pair("composed and decomposed", "61 00e9", "62 00650301", false),
        Pair("a number and a date", "1000", "33 0000000000000000", false),
        Pair("a number and a reference", "1001", "8001", false),
        Pair("another order of items", "a2 0102, 5161, 5162", "a2 0201, 5161, 5162", false),
        Pair("another order of a set", "c2 0102, 5161, 5162", "c2 0201, 5161, 5162", true),
        Pair("an array and a set", "a1 01, 5161", "c1 01, 5161", false),
        Pair("an item twice and once", "a2 0101, 5161", "a1 01, 5161", false),
        Pair(
            "another order of keys", "d2 0102 0304, 5161, 5162, 1001, 1002", "d2 0201 0403, 5161, 5162, 1001, 1002",
            true),
        Pair(
            "values of other keys", "d2 0102 0304, 5161, 5162, 1001, 1002", "d2 0102 0403, 5161, 5162, 1001, 1002",
            false),
        Pair("an empty array and an empty dictionary", "a0", "d0", false),
    ]

    private func list(_ objects: String) -> [UInt8] {
        BinaryList(
            objects: objects.split(separator: ",").map { object in
                let digits = object.compactMap(\.hexDigitValue)
                return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
            }
        ).bytes
    }

    @Test("objects have one digest if they mean the same", arguments: pairs)
    func digests(pair: Pair) throws {
        let one = try #require(DigestedPropertyList(list(pair.one)))
        let other = try #require(DigestedPropertyList(list(pair.other)))
        #expect((one.digest(of: one.top) == other.digest(of: other.top)) == pair.areSame)
    }

    @Test(
        "lists that need care are left to their reader",
        arguments: [
            ("a key twice", "d2 0101 0202, 5161, 1001"),
            ("a key that is no text", "d1 01 01, 1001"),
            ("an array in itself", "a1 00"),
            ("invalid UTF-8", "51 ff"),
            ("a lone surrogate", "61 d800"),
            ("an unknown object", "00"),
            ("a reference to nothing", "a1 09"),
            ("a keyed archive", "d1 01 02, 59 246172636869766572, 1001"),
        ])
    func leftOut(name: String, objects: String) {
        #expect(DigestedPropertyList(list(objects)) == nil)
    }

    @Test("a key twice among many is found")
    func manyKeys() {
        let keys: [[UInt8]] = (0..<100).map { [0x52] + Array("\($0 + 100)".utf8.suffix(2)) }
        func list(_ references: [UInt8]) -> [UInt8] {
            let top: [UInt8] = [0xdf, 0x10, 100] + references + references
            return BinaryList(objects: [top] + keys).bytes
        }
        #expect(DigestedPropertyList(list(Array(1...100))) != nil)
        #expect(DigestedPropertyList(list(Array(1...99) + [42])) == nil)
    }

    @Test("a list that doubles with every level stops at the limit of values")
    func doubling() {
        let objects = (0..<40).map { [0xa2, UInt8($0 + 1), UInt8($0 + 1)] as [UInt8] } + [[0x09]]
        #expect(DigestedPropertyList(BinaryList(objects: objects).bytes) == nil)
    }

    @Test("a list of any bytes is digested only if it can be read, and then has the same values")
    func mutations() throws {
        let value: PropertyListValue = [
            "id": "com.example.app", "n": [1, -1, 300, 1.5, true], "d": .data([1, 2, 3, 4]), "u": .uid(3),
            "t": .date(secondsSince2001: 570_799_862), "ü": "日本", "e": [[], [:], ""],
        ]
        let samples = [
            PropertyListWriter.binary(value),
            PropertyListWriter.binary([.set([1, "a"]), .wide(Int128(UInt64.max)), "a", "a", ["k": ["k": "a"]]]),
            BinaryList(objects: [[0xa3, 1, 1, 2], [0xa2, 2, 2], [0x72, 0xc3, 0xa9]], offsetSize: 2).bytes,
        ]
        var count = 0
        try withMutations(of: samples) { bytes in
            guard let list = DigestedPropertyList(bytes) else { return }
            count += 1
            let read = try PropertyListReader.read(bytes)
            #expect(list.value(of: list.top).canonical == read.canonical, "\(hexadecimal(bytes))")
        }
        #expect(count > 100)
    }
}
