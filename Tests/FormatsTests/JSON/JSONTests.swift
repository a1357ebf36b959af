import Formats
import TestSupport
import Testing

@Suite("JSON")
struct JSONTests {
    private static let texts = [
        "null", " [ ] ", "{}", "[1,2,[3,{\"a\":[null,true,false]}]]", "{\"a\":1,\"a\":2,\"\":{\"b\":[]}}",
        "[0,-0,1.5,-1.5e3,1E+9,1e-2,123456789012345678901234567890,0.1]",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83c\\udfdd 日本 🏝\"", "[\"\",\"a b\",\"\\u0000\\u001b\"]",
    ]

    /// Python's judgment about texts, given as hexadecimal lines, and whether the program's output for them is equal.
    private static let judge = Script.text("json_judge")

    @Test("texts are read and written, or refused, as Python's module does", arguments: [false, true])
    func likePython(isMutated: Bool) throws {
        var texts = Self.texts.map { Array($0.utf8) }
        if isMutated {
            var random = SeededGenerator(seed: 7)
            texts = (0..<(runsLongTests ? 200_000 : 4_000)).map { _ in
                random.mutate(Array((Self.texts.randomElement(using: &random) ?? "").utf8))
            }
        }
        let directory = TemporaryDirectory()
        let values = texts.map { try? JSONReader.read($0) }
        let lines = zip(texts, values).map { text, value in
            hexadecimal(text) + " " + (value.map { hexadecimal(JSONWriter.line($0)) } ?? "") + "\n"
        }
        try directory.write(Array(lines.joined().utf8), to: "texts")
        let verdicts = try Python.lines(Self.judge, directory("texts"))
        for (index, verdict) in verdicts.enumerated() {
            // Python replaces each byte of invalid UTF-8, or several at once, as Swift does; a lone surrogate it keeps.
            let hasSurrogate = String(decoding: texts[index], as: UTF8.self).lowercased().contains("\\ud")
            guard !hasSurrogate || !isMutated else { continue }
            #expect(
                verdict == (values[index] == nil ? "refused" : "same"),
                "\(String(decoding: texts[index], as: UTF8.self))")
        }
        #expect(verdicts.count == texts.count)
    }

    @Test("indented text is the same value")
    func indented() throws {
        for text in Self.texts {
            let value = try JSONReader.read(Array(text.utf8))
            #expect(JSONWriter.line(try JSONReader.read(JSONWriter.text(value))) == JSONWriter.line(value))
        }
    }

    @Test("text that would act on a terminal is escaped, in values and names, and decoded to the same text by Python")
    func active() throws {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1f, 0x7f...0x9f, 0x61c...0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069,
        ]
        let active = ranges.flatMap { Array($0) }
        var text = "é日🏝~\u{a0}\u{2030}"
        text.unicodeScalars += active.compactMap { Unicode.Scalar($0) }
        let value = JSONValue.object([JSONValue.Member(name: text, value: .string(text))])
        for number in 0..<4 {
            let isASCII = number % 2 == 1
            let written =
                number < 2 ? JSONWriter.line(value, isASCII: isASCII) : JSONWriter.text(value, isASCII: isASCII)
            let shown = String(decoding: written, as: UTF8.self)
            #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || !active.contains($0.value) })
            #expect(isASCII ? written.allSatisfy { $0 < 0x80 } : shown.contains("é日🏝~\u{a0}\u{2030}"))
            let read = try Python.run(
                "import json, sys; (k, v), = json.loads(sys.argv[1]).items(); print(k == v, ascii(k), end='')", [shown])
            let digits = text.unicodeScalars.map { String($0.value) }.joined(separator: ", ")
            let wanted = try Python.run("print(True, ascii(''.join(map(chr, [\(digits)]))), end='')", [])
            #expect(read == wanted)
        }
    }

    @Test("lines of JSON are read one after the other")
    func lines() throws {
        let values = try JSONReader.readLines(Array("{\"a\":1}\n[2]\n\n3".utf8))
        #expect(values.map { String(decoding: JSONWriter.line($0), as: UTF8.self) } == ["{\"a\":1}", "[2]", "3"])
    }

    @Test("depth, size and the number of values are bounded, and the stack is not used up")
    func limits() {
        #expect(throws: FormatError.self) { try JSONReader.read(Array(repeating: 0x5b, count: 5_000_000)) }
        let deep = Array(repeating: UInt8(0x5b), count: 512) + Array(repeating: UInt8(0x5d), count: 512)
        #expect(throws: Never.self) { try JSONReader.read(deep) }
        let many = Array(("[" + String(repeating: "0,", count: 1_000_001) + "0]").utf8)
        #expect {
            try JSONReader.read(many)
        } throws: {
            ($0 as? FormatError)?.code == .tooLarge
        }
    }

    @Test("randomly mutated texts are read or refused, alone and as lines")
    func mutated() {
        let samples = Self.texts + [Self.texts.joined(separator: "\n"), String(repeating: "{\"x\":[", count: 40)]
        withMutations(of: samples.map { Array($0.utf8) }) { bytes in
            for read in [{ _ = try JSONReader.read(bytes) }, { _ = try JSONReader.readLines(bytes) }] {
                do { try read() } catch let error as FormatError {
                    #expect(error.offset >= 0 && error.offset <= bytes.count)
                } catch { Issue.record(error) }
            }
        }
    }
}
