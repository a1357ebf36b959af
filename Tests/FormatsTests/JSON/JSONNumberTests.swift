import Formats
import TestSupport
import Testing

@Suite("Numbers of JSON")
struct JSONNumberTests {
    private static let texts = [
        "0", "-0", "1", "-1.5e3", "1E+2", "1e-07", "0.5", "00", "01", "-", "+1", ".5", "1.", "1e", "1e+", "inf", "nan",
        "NaN",
        "Infinity", "-inf", "nan(0x1)", "0x1", "1_0", " 1", "1 ", "", "1,2", "١", "1e5.5", "--1",
        "123456789012345678901234567890",
    ]

    @Test("a text is a number exactly if Python's strict reader takes it for one")
    func notation() throws {
        let script = """
            import json, sys
            def strict(name): raise ValueError(name)
            for text in sys.stdin.read().split('\\x1f'):
                try: print(text == text.strip() and isinstance(json.loads(text, parse_constant=strict), (int, float)))
                except ValueError: print(False)
            """
        let result = try Python.run(script, [], input: Array(Self.texts.joined(separator: "\u{1f}").utf8))
        let expected = String(decoding: result, as: UTF8.self).split(separator: "\n").map { $0 == "True" }
        #expect(expected.count == Self.texts.count)
        for (text, isNumber) in zip(Self.texts, expected) { #expect((JSONNumber(text) != nil) == isNumber, "\(text)") }
    }

    @Test("every finite floating-point number is one, and the same for Python; no other is")
    func doubles() throws {
        var generator = SystemRandomNumberGenerator()
        var numbers = [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16, 1e-7, 0.1]
        for _ in 0..<2_000 { numbers.append(Double(bitPattern: generator.next())) }
        for number in [Double.infinity, -.infinity, .nan] { #expect(JSONNumber(number) == nil) }
        numbers = numbers.filter(\.isFinite)
        let lines = numbers.map { "\(JSONNumber($0)?.text ?? "none") \($0.bitPattern)" }
        let script = """
            import json, struct, sys
            for line in sys.stdin:
                text, bits = line.split()
                if struct.pack('>d', json.loads(text)) != int(bits).to_bytes(8, 'big'): print(line)
            """
        #expect(try Python.run(script, [], input: Array(lines.joined(separator: "\n").utf8)).isEmpty)
    }
}
