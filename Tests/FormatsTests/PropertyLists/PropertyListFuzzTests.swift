import Formats
import TestSupport
import Testing

/// Any bytes give an error, or a value that can be written and read again.
struct PropertyListFuzzTests {
    private static let value: PropertyListValue = [
        "id": "com.example.app", "n": [1, -1, 300, 1.5, true], "d": .data([1, 2, 3, 4]), "u": .uid(3),
        "t": .date(secondsSince2001: 570_799_862), "ü": "日本", "e": [[], [:], ""],
    ]

    /// Small lists of every format, with each kind of object in at least one of them.
    private static let lists: [[UInt8]] = [
        PropertyListWriter.binary(value),
        PropertyListWriter.xml(value),
        PropertyListWriter.binary([.set([1, "a"]), .wide(Int128(UInt64.max)), "a", "a", ["k": ["k": "a"]]]),
        bytes(
            "<?xml version='1.0'?><!DOCTYPE plist [<!-- x -->]><plist><array>&#65;<string>a&amp;<![CDATA[b]]></string>")
            + bytes("<data>AAEC</data><date>2019-02-02T11:31:02Z</date><integer>0xff</integer><true/></array></plist>"),
        BinaryList(objects: [[0xa3, 1, 1, 2], [0xa2, 2, 2], [0x72, 0xc3, 0xa9]], offsetSize: 2).bytes,
    ]

    /// Reads `list`, and expects its value to survive both writers.
    private func check(_ list: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        do throws(PropertyListError) {
            let value = try PropertyListReader.read(list)
            let binary = try PropertyListReader.read(PropertyListWriter.binary(value))
            #expect(binary.canonical == value.canonical, "\(hexadecimal(list))", sourceLocation: sourceLocation)
            // XML cannot represent everything; representable values are written the same way again.
            let xml = try PropertyListReader.read(PropertyListWriter.xml(value))
            let again = try PropertyListReader.read(PropertyListWriter.xml(xml))
            #expect(again.canonical == xml.canonical, "\(hexadecimal(list))", sourceLocation: sourceLocation)
        } catch {
            #expect(error.offset >= 0 && !error.message.isEmpty, sourceLocation: sourceLocation)
        }
    }

    @Test("a list truncated anywhere is an error", arguments: lists.indices)
    func truncations(_ index: Int) {
        let list = Self.lists[index]
        let end = list.starts(with: "bplist".utf8) ? list.count : list.count - 1
        for length in 0..<end {
            #expect(throws: PropertyListError.self, "\(length) bytes") {
                try PropertyListReader.read(Array(list[..<length]))
            }
        }
    }

    @Test("a list with any byte changed is read or refused", arguments: lists.indices)
    func mutations(_ index: Int) {
        var list = Self.lists[index]
        let values: [UInt8] = runsLongTests ? Array(.min ... .max) : Array(stride(from: 0, through: 255, by: 17))
        for place in list.indices {
            let byte = list[place]
            for value in values {
                list[place] = value
                check(list)
            }
            for bit in 0..<8 {
                list[place] = byte ^ 1 << UInt8(bit)
                check(list)
            }
            list[place] = byte
        }
    }

    @Test("randomly mutated lists are read or refused", arguments: 1...UInt64(runsLongTests ? 200 : 4))
    func random(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            guard let list = Self.lists.randomElement(using: &generator) else { continue }
            check(generator.mutate(list))
        }
    }

    @Test(
        "random bytes after each beginning are read or refused",
        arguments: ["", "bplist00", "<plist>", "<?xml", "<array><dict>", "\u{feff}<"])
    func noise(_ start: String) {
        var generator = SeededGenerator(seed: 99)
        for length in 0..<500 {
            check(bytes(start) + (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        }
    }
}
