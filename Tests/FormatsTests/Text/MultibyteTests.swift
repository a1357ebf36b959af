import TestSupport
import Testing

@testable import Formats

/// Decoding compared with Python's codecs.
@Suite("Multi-byte encodings")
struct MultibyteTests {
    /// The encodings with the names of Python's codecs.
    static let codecs: [(TextEncoding, String)] = [
        (.shiftJIS, "cp932"), (.eucKR, "cp949"), (.gb18030, "gb18030"), (.big5, "big5"),
    ]

    private static func decoded(_ bytes: [UInt8], _ encoding: TextEncoding) -> [UInt8] {
        TextDetection(bytes, isWhole: true, in: encoding).utf8(bytes, isWhole: true)
    }

    @Test("every sequence of one or two bytes stands for what Python decodes", arguments: codecs)
    func pairs(encoding: TextEncoding, codec: String) throws {
        // A line for each first byte, with what each second byte makes of it. A blank keeps the sequences apart.
        let lines = try Python.lines(
            """
            import sys
            for first in range(256):
                single = bytes([first]).decode(sys.argv[1], 'replace')
                data = b''.join(bytes([first, second, 32]) for second in range(256))
                print((single + data.decode(sys.argv[1], 'replace')).encode().hex())
            """, codec)
        try #require(lines.count == 256)
        for (first, line) in lines.enumerated() {
            let first = UInt8(first)
            let data = (UInt8.min...UInt8.max).flatMap { second -> [UInt8] in [first, second, 0x20] }
            #expect(
                Self.decoded([first], encoding) + Self.decoded(data, encoding) == bytes(hexadecimal: line), "\(first)")
        }
    }

    @Test("every sequence of four bytes of GB18030 stands for what Python decodes")
    func fourBytes() throws {
        let make = """
            def number(n): return bytes([0x81 + n // 12600, 0x30 + n // 1260 % 10, 0x81 + n // 10 % 126, 0x30 + n % 10])
            """
        let numbers = Array(0..<39_500) + Array(stride(from: 39_500, to: 1_587_600, by: 997)) + [188_999, 189_000]
        let line = try Python.run(
            """
            \(make)
            import sys
            data = b' '.join(number(int(n)) for n in sys.stdin.read().split())
            sys.stdout.write(data.hex() + ' ' + data.decode('gb18030', 'replace').encode().hex())
            """, [], input: Array(numbers.map(String.init).joined(separator: " ").utf8))
        let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
        try #require(parts.count == 2)
        #expect(Self.decoded(bytes(hexadecimal: parts[0]), .gb18030) == bytes(hexadecimal: parts[1]))
    }

    @Test("invalid bytes become the same replacement characters as in Python", arguments: codecs)
    func invalid(encoding: TextEncoding, codec: String) throws {
        var random = SeededGenerator(seed: 3)
        let alphabet: [UInt8] = [
            0x20, 0x30, 0x39, 0x41, 0x5c, 0x7e, 0x7f, 0x80, 0x81, 0x84, 0x8e, 0xa0, 0xa1, 0xb0, 0xc9, 0xdf, 0xe0, 0xfd,
            0xfe, 0xff,
        ]
        // Python lets the end of a text cut off what begins no character at all.
        let samples = (0..<2_000).map { _ in
            (0..<Int.random(in: 1...12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
                + [0x20, 0x20, 0x20]
        }
        let text = samples.map { hexadecimal($0) }.joined(separator: "\n")
        let script = """
            import sys
            for line in sys.stdin: print(bytes.fromhex(line).decode(sys.argv[1], 'replace').encode().hex())
            """
        let wanted = try Python.run(script, [codec], input: Array(text.utf8)).split(separator: 0x0a)
        try #require(wanted.count == samples.count)
        for (sample, line) in zip(samples, wanted) {
            let found = Self.decoded(sample, encoding)
            #expect(hexadecimal(found) == String(decoding: line, as: UTF8.self), "\(hexadecimal(sample))")
            let errors = TextDetection(sample, isWhole: true, in: encoding).errors
            #expect(errors == String(decoding: found, as: UTF8.self).unicodeScalars.count { $0 == "\u{fffd}" })
        }
    }

    @Test(
        "characters are written as bytes that Python decodes to them, if there are such",
        arguments: codecs + [(.windows1252, "cp1252")])
    func encoded(encoding: TextEncoding, codec: String) throws {
        let scalars = Array(0x20..<0x3000).filter { $0 % 3 == 0 } + Array(stride(from: 0x3000, to: 0xfffd, by: 37))
        let known =
            scalars.compactMap { UnicodeScalar(UInt32($0)) } + ["∪", "¬", "∵", "ⅰ", "№", "㈱", "～", "纊", "€", "𠀀"]
        let written = known.map { scalar in
            "\(scalar.value) \(encoding.bytes(of: String(scalar)).map { hexadecimal($0) } ?? "none")"
        }
        let script = """
            import sys
            for line in sys.stdin:
                scalar, data = line.split()
                text = chr(int(scalar))
                if data != 'none': print(bytes.fromhex(data).decode(sys.argv[1]) == text)
                # The encoder also writes characters that are only similar, and private ones.
                else: print(text.encode(sys.argv[1], 'ignore').decode(sys.argv[1]) != text or '\\ue000' <= text <= '\\uf8ff')
            """
        let input = written.joined(separator: "\n")
        let verdicts = try Python.run(script, [codec], input: Array(input.utf8)).split(separator: 0x0a)
        try #require(verdicts.count == known.count)
        for (line, verdict) in zip(written, verdicts) {
            #expect(String(decoding: verdict, as: UTF8.self) == "True", "\(line)")
        }
    }

    @Test("the bytes of Windows-1252 stand for what Python decodes")
    func windows1252() throws {
        let wanted = try Python.run(
            "import sys\nsys.stdout.buffer.write(bytes(range(256)).decode('cp1252', 'replace').encode())", [])
        let all = Array(UInt8.min...UInt8.max)
        #expect(Self.decoded(all, .windows1252) == wanted)
        #expect(TextDetection(all, isWhole: true, in: .windows1252).errors == 5)
    }

    @Test("encodings are found by their names, whatever their case and hyphens")
    func names() {
        for encoding in TextEncoding.allCases {
            for name in encoding.names {
                #expect(TextEncoding(named: name.uppercased()) == encoding)
                #expect(TextEncoding(named: name.filter { $0 != "-" }) == encoding)
            }
        }
        #expect(TextEncoding(named: "Shift_JIS") == .shiftJIS && TextEncoding(named: "rot13") == nil)
    }
}
