import Formats
import Testing

struct PropertyListValueTests {
    @Test(
        "accessors return only values of their kind",
        arguments: [("a", 0), (1, 1), (1.5, 2), (true, 3)] as [(PropertyListValue, Int)])
    func accessors(_ value: PropertyListValue, _ kind: Int) {
        #expect((value.stringValue != nil) == (kind == 0))
        #expect((value.integerValue != nil) == (kind == 1))
        #expect((value.realValue != nil) == (kind == 1 || kind == 2))
        #expect((value.booleanValue != nil) == (kind == 3))
        #expect(value.arrayValue == nil && value.dictionaryValue == nil && value.dataValue == nil)
        #expect(value.dateValue == nil && value.uidValue == nil && value["key"] == nil)
    }

    @Test("an integer has exactly one representation")
    func integers() {
        #expect(PropertyListValue.integer(exactly: 5) == .integer(5))
        #expect(PropertyListValue.integer(exactly: UInt64(Int64.max)) == .integer(.max))
        #expect(PropertyListValue.integer(exactly: UInt64(Int64.max) + 1) == .wide(1 << 63))
    }

    @Test("a dictionary of any size keeps the order of its keys and finds each", arguments: [0, 1, 8, 9, 10, 1_000])
    func order(_ count: Int) {
        let keys = (0..<count).map { "key \($0 * 7_919 % 1_009)" }
        var dictionary = PropertyListDictionary(zip(keys, (0..<Int64(count)).map(PropertyListValue.integer)))
        #expect(Array(dictionary.keys) == keys)
        for (index, key) in keys.enumerated() { #expect(dictionary[key] == .integer(Int64(index))) }
        #expect(dictionary["other"] == nil)
        #expect(!keys.contains { dictionary.insert(true, for: $0) })

        // Removing every other key must leave the rest findable.
        for key in keys.enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) { dictionary[key] = nil }
        #expect(Array(dictionary.keys) == keys.enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
        for (index, key) in keys.enumerated() {
            #expect(dictionary[key] == (index % 2 == 0 ? nil : .integer(Int64(index))))
        }
        for key in keys { dictionary[key] = "set" }
        #expect(dictionary.count == count)
        #expect(dictionary.values.allSatisfy { $0 == "set" })
    }

    @Test("equality ignores the order of keys but compares every byte of a string")
    func equality() {
        #expect(["a": 1, "b": 2] as PropertyListValue == ["b": 2, "a": 1])
        #expect(["a": 1, "b": 2] as PropertyListValue != ["a": 1])
        #expect("\u{e9}" as PropertyListValue != "e\u{301}")
        #expect((["\u{e9}": 1, "e\u{301}": 2] as PropertyListDictionary).count == 2)
        #expect(1 as PropertyListValue != 1.0)
        #expect(1 as PropertyListValue != true)
        #expect(PropertyListValue.array([]) != .set([]))
        #expect(PropertyListValue.real(.nan) != .real(.nan))
    }

    @Test(
        "dates that XML cannot represent are clamped to its range",
        arguments: [
            (Double.nan, "2001-01-01T00:00:00Z"), (.infinity, "9999-12-31T23:59:59Z"),
            (-.infinity, "0000-01-01T00:00:00Z"), (-63_114_076_800, "0000-12-30T00:00:00Z"),
            (1e300, "9999-12-31T23:59:59Z"), (-0.5, "2000-12-31T23:59:59Z"), (0.999, "2001-01-01T00:00:00Z"),
        ])
    func dates(_ seconds: Double, _ text: String) {
        let xml = PropertyListWriter.xml(.date(secondsSince2001: seconds))
        #expect(String(decoding: xml, as: UTF8.self).contains("<date>\(text)</date>"))
    }

    @Test("characters that XML cannot represent are replaced by similar ones")
    func controls() throws {
        let xml = PropertyListWriter.xml("a\u{0}\u{1b}[m\r\n\u{fffe}")
        #expect(try PropertyListReader.read(xml) == "a\u{2400}\u{241b}[m\r\n\u{fffd}")
        let keys: PropertyListValue = ["\u{1}": 1, "\u{1f}": 2]
        #expect(try PropertyListReader.read(PropertyListWriter.xml(keys)) == ["\u{2401}": 1, "\u{241f}": 2])
    }

    @Test("characters that act on a terminal are references in XML, and all beyond ASCII if wanted")
    func references() throws {
        let text = "a\u{7f}\u{9b}m\u{202e}\u{2028}\u{61c}é日🏝<"
        let value: PropertyListValue = [text: .string(text)]
        let xml = String(decoding: PropertyListWriter.xml(value), as: UTF8.self)
        #expect(xml.contains("<string>a&#x7F;&#x9B;m&#x202E;&#x2028;&#x61C;é日🏝&lt;</string>"))
        let plain = PropertyListWriter.xml(value, isASCII: true)
        #expect(plain.allSatisfy { $0 < 0x80 })
        #expect(String(decoding: plain, as: UTF8.self).contains("&#x61C;&#xE9;&#x65E5;&#x1F3DD;&lt;</key>"))
        for written in [Array(xml.utf8), plain] { #expect(try PropertyListReader.read(written) == value) }
    }

    @Test("a value deeper than any reader's limit is written without a stack overflow")
    func deepWriting() {
        // Released level by level below, since no reader has limited its depth.
        var value: PropertyListValue = []
        for _ in 0..<5_000 { value = [value] }
        #expect(PropertyListWriter.binary(value).count > 5_000)
        #expect(PropertyListWriter.xml(value).count > 5_000)
        while case .array(let elements) = value, let inner = elements.first { value = inner }
    }
}
