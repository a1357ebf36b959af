import Formats
import TestSupport
import Testing

/// Binary property lists that are edited as XML.
struct PropertyListTextTests {
    /// A list with what XML cannot represent, beside a key to be changed.
    private static let original: PropertyListValue = [
        "edited": "before", "date": .date(secondsSince2001: 1.25), "set": .set([2, 1, .date(secondsSince2001: 0.5)]),
        "text\u{1}": "a\u{2}b", "large": .wide(Int128(UInt64.max)), "least": .integer(.min), "uid": .uid(.max),
        "small": .uid(7),
        "nan": .real(.nan), "zero": .real(-0.0), "third": .real(1 / 3), "late": .date(secondsSince2001: 1e300),
        "data": .data(Array(0...255)), "like a UID": ["CF$UID": 5],
        "list": [
            ["name": "a", "when": .date(secondsSince2001: 0.1)], ["name": "b", "when": .date(secondsSince2001: 0.2)],
        ],
    ]

    private func edited(
        _ value: PropertyListValue, replacing wanted: String, by text: String
    ) throws -> PropertyListValue? {
        let list = try PropertyListText(binary: PropertyListWriter.binary(value))
        let before = String(decoding: list.text, as: UTF8.self)
        let after = before.replacing(wanted, with: text)
        #expect(after != before)
        return try list.binary(from: Array(after.utf8)).map { try PropertyListReader.read($0) }
    }

    @Test("unedited values keep every bit, and their places")
    func restored() throws {
        let value = try #require(try edited(Self.original, replacing: ">before<", by: ">after<"))
        var expected = try #require(Self.original.dictionaryValue)
        expected["edited"] = "after"
        #expect(value.canonical == PropertyListValue.dictionary(expected).canonical)
        #expect(value.dictionaryValue.map { Array($0.keys) } == Array(expected.keys))
    }

    /// Edits inside an array, and the elements after them. The fractions belong to the original elements.
    private static let arrayEdits: [(wanted: String, text: String, expected: PropertyListValue)] = [
        (
            "<array>\n\t\t<dict>", "<array><dict><key>name</key><string>new</string></dict>\n\t\t<dict>",
            [
                ["name": "new"], ["name": "a", "when": .date(secondsSince2001: 0.1)],
                ["name": "b", "when": .date(secondsSince2001: 0.2)],
            ]
        ),
        (
            "<array>\n\t\t<dict>\n\t\t\t<key>name</key>\n\t\t\t<string>a<",
            "<array><string>new</string>\n\t\t<dict>\n\t\t\t<key>name</key>\n\t\t\t<string>A<",
            [
                "new", ["name": "A", "when": .date(secondsSince2001: 0.1)],
                ["name": "b", "when": .date(secondsSince2001: 0.2)],
            ]
        ),
        (
            "<string>b<", "<string>B<",
            [
                ["name": "a", "when": .date(secondsSince2001: 0.1)],
                ["name": "B", "when": .date(secondsSince2001: 0.2)],
            ]
        ),
    ]

    @Test("elements around edited, added and removed ones keep their values", arguments: arrayEdits.indices)
    func arrays(_ index: Int) throws {
        let (wanted, text, expected) = Self.arrayEdits[index]
        let value = try edited(Self.original, replacing: wanted, by: text)
        #expect(value?["list"]?.canonical == expected.canonical)
    }

    @Test("a text without a changed value stands for no new list, but one with keys in another order does")
    func unchanged() throws {
        let list = try PropertyListText(binary: PropertyListWriter.binary(Self.original))
        #expect(try list.binary(from: list.text) == nil)
        let spaced = String(decoding: list.text, as: UTF8.self).replacing("\t", with: "  ").replacing(
            "\n", with: "\r\n")
        #expect(try list.binary(from: Array(spaced.utf8)) == nil)
        let pair = try PropertyListText(binary: PropertyListWriter.binary(["a": 1, "b": 1]))
        let swapped = try pair.binary(from: PropertyListWriter.xml(["b": 1, "a": 1]))
        #expect(swapped == PropertyListWriter.binary(["b": 1, "a": 1]))
    }

    @Test("a text that cannot be read is an error with its line")
    func mistakes() throws {
        let list = try PropertyListText(binary: PropertyListWriter.binary(["a": 1]))
        let bad = String(decoding: list.text, as: UTF8.self).replacing("</integer>", with: "x</integer>")
        #expect {
            try list.binary(from: Array(bad.utf8))
        } throws: {
            "\($0)" == "the content of integer is invalid (line 6, column 2)"
        }
    }

    /// Lists that would not survive being edited as text, as objects of a binary list.
    private static let ambiguous: [[[UInt8]]] = [
        // U+0001 and its picture look the same in XML.
        [[0xd2, 1, 2, 3, 3], [0x51, 1], [0x61, 0x24, 0x01], [0x09]],
        // The same key twice, half a surrogate pair, a text that is not UTF-8.
        [[0xd2, 1, 1, 2, 2], [0x51, 0x61], [0x09]], [[0x61, 0xd8, 0x00]], [[0x51, 0xff]],
    ]

    @Test("a list of which something would get lost is refused", arguments: ambiguous)
    func refused(_ objects: [[UInt8]]) {
        #expect(throws: PropertyListError.self) { try PropertyListText(binary: BinaryList(objects: objects).bytes) }
    }

    @Test(
        "a change to a list that plistlib wrote leaves all other values the same")
    func plistlib() throws {
        for list in Plistlib.cases where list.group == "binary" {
            let value = try PropertyListReader.read(list.bytes)
            let whole: PropertyListValue = ["value": value, "changed": "before"]
            let changed = try edited(whole, replacing: ">before<", by: ">after<")
            #expect(changed?.canonical == PropertyListValue.dictionary(["value": value, "changed": "after"]).canonical)
        }
    }

    @Test("plistlib reads random lists, edited in one place, as the same values but for that one")
    func random() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            let value = PropertyListValue.random(depth: 4, &generator)
            let whole: PropertyListValue = ["value": value, "changed": "before"]
            let changed = try edited(whole, replacing: ">before<", by: ">after<")
            #expect(changed?.canonical == PropertyListValue.dictionary(["value": value, "changed": "after"]).canonical)
        }
    }
}

extension PropertyListValue {
    fileprivate static func random(depth: Int, _ generator: inout SeededGenerator) -> PropertyListValue {
        let bits = UInt64.random(in: 0...(.max), using: &generator)
        switch Int.random(in: 0..<(depth == 0 ? 8 : 11), using: &generator) {
        case 0:
            return .string(
                String((0..<8).map { _ in Character(Unicode.Scalar(UInt8.random(in: 0...255, using: &generator))) }))
        case 1: return .integer(Int64(bitPattern: bits))
        case 2: return .integer(exactly: bits)
        case 3: return .real(Double(bitPattern: bits))
        case 4: return .boolean(bits % 2 == 0)
        case 5: return .date(secondsSince2001: Double(bitPattern: bits))
        case 6: return .data((0..<Int(bits % 40)).map { UInt8(truncatingIfNeeded: $0 * 7) })
        case 7: return .uid(bits)
        case 8: return .array((0..<Int(bits % 5)).map { _ in random(depth: depth - 1, &generator) })
        case 9: return .set((0..<Int(bits % 5)).map { _ in random(depth: depth - 1, &generator) })
        default:
            return .dictionary(
                PropertyListDictionary((0..<Int(bits % 5)).map { ("key \($0)", random(depth: depth - 1, &generator)) }))
        }
    }
}
