import Formats
import TestSupport
import Testing

/// The values are those that `JSONReader` reads, which is compared with Python's module.
@Suite("Passing the values of JSON")
struct JSONWalkTests {
    private static let texts = [
        "null", " [ ] ", "{}", "[1,2,[3,{\"a\":[null,true,false]}]]", "{\"a\":1,\"a\":2,\"\":{\"b\":[]}}",
        "[0,-0,1.5,-1.5e3,1E+9,1e-2,123456789012345678901234567890,0.1]", "\u{feff}[ 1 ]\n",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83c\\udfdd 日本 🏝\"", "[\"\",\"a b\",\"\\u0000\\u001b\"]",
        "{\"a\\u0062\":{\"x\":[{\"é\":\"\\ud83c\\udfdd\"}]},\"b\":[[],{},[{}]],\"c\":\"d\"}",
    ]

    /// Returns the values that are passed, each with its name and kind; nil if the text is refused.
    private static func passed(_ text: [UInt8], maxLevels: Int = 512) -> (values: [String], count: Int)? {
        var values: [String] = []
        let count = text.withUnsafeBytes { bytes in
            JSONWalk.forEach(in: bytes, maxLevels: maxLevels) { value, name in
                let name = name.map { String(decoding: $0, as: UTF8.self) } ?? "-"
                switch value {
                case .string(let text): values.append("string \(name) \(String(decoding: text, as: UTF8.self))")
                case .number(let text): values.append("number \(name) \(String(decoding: text, as: UTF8.self))")
                case .word(let text): values.append("word \(name) \(String(decoding: text, as: UTF8.self))")
                case .group: values.append("group \(name)")
                }
                return true
            }
        }
        return count.map { (values, $0) }
    }

    /// Returns the same of a value that was read, and the number of all values in it.
    private static func flat(_ value: JSONValue, _ name: String = "-") -> (values: [String], count: Int) {
        let parts: [(values: [String], count: Int)]
        switch value {
        case .string(let text): return (["string \(name) \(text)"], 1)
        case .number(let number): return (["number \(name) \(number.text)"], 1)
        case .null: return (["word \(name) null"], 1)
        case .boolean(let value): return (["word \(name) \(value)"], 1)
        case .array(let items): parts = items.map { flat($0) }
        case .object(let members): parts = members.map { flat($0.value, $0.name) }
        }
        return (["group \(name)"] + parts.flatMap(\.values), parts.reduce(1) { $0 + $1.count })
    }

    @Test("the values of mutated texts are those that the reader reads, and texts that it refuses are refused")
    func likeReader() {
        var random = SeededGenerator(seed: 11)
        var (valid, repaired) = (0, 0)
        for _ in 0..<(runsLongTests ? 400_000 : 12_000) {
            let text = random.mutate(Array((Self.texts.randomElement(using: &random) ?? "").utf8))
            let expected = (try? JSONReader.read(text)).map { Self.flat($0) }
            guard let passed = Self.passed(text) else {
                // Invalid UTF-8, half surrogates and other forms of Unicode are left to the reader.
                if let expected, TextEncoding(ofJSON: text) == .utf8 {
                    repaired += 1
                    #expect(expected.values.joined().contains("\u{fffd}"), "\(String(decoding: text, as: UTF8.self))")
                }
                continue
            }
            valid += 1
            #expect(passed.values == expected?.values, "\(String(decoding: text, as: UTF8.self))")
            #expect(passed.count == expected?.count, "\(String(decoding: text, as: UTF8.self))")
        }
        #expect(valid > 100 && (repaired > 0 || !runsLongTests), "\(valid), \(repaired)")
    }

    @Test("unchanged texts are passed whole", arguments: texts)
    func unchanged(text: String) throws {
        let expected = Self.flat(try JSONReader.read(Array(text.utf8)))
        #expect(Self.passed(Array(text.utf8))?.values == expected.values)
    }

    @Test("arrays in arrays are passed to a depth", arguments: [1, 200, 511, 512])
    func depth(maximum: Int) {
        func text(_ levels: Int, _ inner: String) -> [UInt8] {
            Array((String(repeating: "[", count: levels) + inner + String(repeating: "]", count: levels)).utf8)
        }
        #expect(Self.passed(text(maximum, "1"), maxLevels: maximum)?.count == maximum + 1)
        #expect(Self.passed(text(maximum + 1, "1"), maxLevels: maximum) == nil)
        // An empty one is a value.
        #expect(Self.passed(text(maximum, "[]"), maxLevels: maximum)?.count == maximum + 1)
    }

    @Test("a closure that wants no more ends it")
    func stop() {
        var count = 0
        let end = Array("[1,2,3]".utf8).withUnsafeBytes { bytes in
            JSONWalk.forEach(in: bytes, maxLevels: 9) { _, _ in
                count += 1
                return count < 2
            }
        }
        #expect(end == nil && count == 2)
    }
}
