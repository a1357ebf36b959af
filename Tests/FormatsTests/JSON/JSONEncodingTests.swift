import TestSupport
import Testing

@testable import Formats

@Suite("JSON in other forms of Unicode")
struct JSONEncodingTests {
    private static let text = "{\"é\":[1,\"日本 🏝\\n\"],\"a\":null}"

    private func encoded(_ text: String, _ codec: String) throws -> [UInt8] {
        let script = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read().decode().encode(sys.argv[1]))"
        return try Python.run(script, [codec], input: Array(text.utf8))
    }

    @Test(
        "a text is read in every form, with and without a byte order mark",
        arguments: [
            ("utf-8", TextEncoding.utf8), ("utf-8-sig", .utf8), ("utf-16", .utf16LittleEndian),
            ("utf-16-le", .utf16LittleEndian), ("utf-16-be", .utf16BigEndian), ("utf-32", .utf32LittleEndian),
            ("utf-32-le", .utf32LittleEndian), ("utf-32-be", .utf32BigEndian),
        ])
    func forms(codec: String, encoding: TextEncoding) throws {
        let bytes = try encoded(Self.text, codec)
        #expect(TextEncoding(ofJSON: bytes) == encoding && TextEncoding.beginsJSONGroup(bytes))
        let value = JSONWriter.line(try JSONReader.read(bytes))
        #expect(value == JSONWriter.line(try JSONReader.read(Array(Self.text.utf8))))
        let lines = try JSONReader.readLines(try encoded("{\"é\":1}\n{\"é\":2}\n", codec))
        #expect(lines.map { JSONWriter.line($0) } == [Array("{\"é\":1}".utf8), Array("{\"é\":2}".utf8)])
    }

    @Test("a mark of big-endian forms is known, and a text of one character")
    func marks() throws {
        #expect(TextEncoding(ofJSON: [0xfe, 0xff] + (try encoded("[]", "utf-16-be"))) == .utf16BigEndian)
        #expect(TextEncoding(ofJSON: [0, 0, 0xfe, 0xff] + (try encoded("[]", "utf-32-be"))) == .utf32BigEndian)
        #expect(
            TextEncoding(ofJSON: [0x31, 0]) == .utf16LittleEndian && TextEncoding(ofJSON: [0, 0x31]) == .utf16BigEndian)
        for bytes: [UInt8] in [[], [0x31], [0], [0x7b, 0x7d], [0x5b, 0, 0x5d]] {
            #expect(TextEncoding(ofJSON: bytes) == .utf8, "\(bytes)")
        }
    }

    @Test("damage in another form is an error, not a trap")
    func damaged() throws {
        // Lone surrogates become U+FFFD, as in UTF-8.
        let lone: [UInt8] = [0x5b, 0, 0x22, 0, 0x00, 0xd8, 0x22, 0, 0x5d, 0]
        #expect(JSONWriter.line(try JSONReader.read(lone)) == Array("[\"\u{fffd}\"]".utf8))
        let whole = try encoded(Self.text, "utf-16-le")
        for count in 4..<whole.count where count != whole.count {
            #expect(throws: FormatError.self) { try JSONReader.read(Array(whole.prefix(count))) }
        }
        withMutations(of: [whole, try encoded(Self.text, "utf-32-be")]) { bytes in
            _ = try? JSONReader.read(bytes)
            _ = TextEncoding.beginsJSONGroup(bytes)
        }
    }

    @Test("other data that begin like a bracket in UTF-16 are no JSON")
    func others() {
        #expect(!TextEncoding.beginsJSONGroup([0x7b, 0, 1, 0, 2, 0]))
        #expect(!TextEncoding.beginsJSONGroup([0x5b, 0, 0, 0, 7, 0, 0, 0]))
        #expect(!TextEncoding.beginsJSONGroup([0xff, 0xfe, 0x61, 0]))
        #expect(TextEncoding.beginsJSONGroup([0xff, 0xfe, 0x0a, 0, 0x5b, 0]))
    }

    @Test("texts on lines of their own are told from others")
    func lines() throws {
        #expect(try JSONReader.readLines(Array("{}\r{}\n\n1".utf8), onLines: true).count == 3)
        #expect(throws: FormatError.self) { try JSONReader.readLines(Array("{} {}".utf8), onLines: true) }
        #expect(throws: FormatError.self) { try JSONReader.readLines(Array("{}{}".utf8), onLines: true) }
    }

    @Test("values are masked in any form, and everything else stays", arguments: ["utf-16", "utf-16-be", "utf-32-le"])
    func masked(codec: String) throws {
        let values = SecretValues([SecretValues.Value(Array("tok-4f9c2b7aü".utf8), number: 1)])
        let bytes = try encoded("{ \"ä\": \"tok-4f9c2b7a\\u00fc\", \"n\" : 1 }", codec)
        guard case .masked(let masked) = Masking.mask(bytes, values) else {
            Issue.record("it was not masked")
            return
        }
        #expect(masked == (try encoded("{ \"ä\": \"redacted-1\", \"n\" : 1 }", codec)))
        guard case .unchanged = Masking.mask(try encoded("{ \"ä\": \"\\u00fc\" }", codec), values) else {
            Issue.record("it was changed")
            return
        }
    }
}
