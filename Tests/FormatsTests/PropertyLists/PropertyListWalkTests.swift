import Formats
import TestSupport
import Testing

/// The values are those that `PropertyListReader` reads, which is compared with Python's module.
@Suite("Passing the values of property lists")
struct PropertyListWalkTests {
    private static let values: [PropertyListValue] = [
        [:], [], ["a": 1, "b": ["c": [true, 1.5, -7, "x & <y>"]], "ü": "日本", "": ""],
        [
            1, "two", .data([1, 2, 3, 4, 5]), .data([]), .date(secondsSince2001: 570_799_862),
            .wide(Int128(UInt64.max)),
            [[], [:]],
        ],
        ["same": ["text", "text", ["text": "text"]], "long": .string(String(repeating: "0123456789 ", count: 40))],
        ["n": [0, 255, 65_536, -1, 1e300], "d": .data((0...255).map { UInt8($0) })], "alone", 5,
        ["$archiver": "NSKeyedArchiver", "$top": [:], "$objects": ["$null"]],
        ["one": .set([1, "a"]), "u": ["CF$UID": 3], "$archiver": 1],
    ]

    private static func describe(_ value: PropertyListValue?) -> String {
        guard let value else { return "-" }
        return "\(value)"
    }

    /// Returns the values that are passed, each with the way to it; nil if the list is left to the reader.
    private static func passed(_ list: [UInt8], maxLevels: Int = 512) -> [String]? {
        func run(_ walk: some PropertyListWalk) -> [String]? {
            var (walk, found): (_, [String]) = (walk, [])
            while let item = walk.next() {
                let path = walk.path.joined(separator: "/")
                switch item.value {
                case .text(let text):
                    found.append("\(path) text " + text.withBytes { String(decoding: $0, as: UTF8.self) })
                    #expect(text.isEmpty == text.withBytes(\.isEmpty))
                case .data(let data):
                    found.append("\(path) data \(data.withBytes { Array($0) })")
                    #expect(data.isEmpty == data.withBytes(\.isEmpty))
                case .integer, .wide, .real, .writtenReal: found.append("\(path) number \(describe(item.number))")
                case .other: found.append("\(path) other")
                case .group: break
                }
            }
            return walk.isComplete ? found : nil
        }
        return list.withUnsafeBytes { buffer in
            if let walk = BinaryPropertyListWalk(buffer, maxLevels: maxLevels) { return run(walk) }
            return XMLPropertyListWalk(buffer, maxLevels: maxLevels).flatMap { run($0) }
        }
    }

    /// Returns the same of a value that was read.
    private static func flat(_ value: PropertyListValue, _ path: [String] = []) -> [String] {
        let way = path.joined(separator: "/")
        switch value {
        case .array(let items), .set(let items):
            return items.enumerated().flatMap { flat($0.element, path + ["\($0.offset)"]) }
        case .dictionary(let dictionary): return dictionary.flatMap { flat($0.value, path + [$0.key]) }
        case .string(let text): return ["\(way) text \(text)"]
        case .data(let bytes): return ["\(way) data \(bytes)"]
        case .integer, .wide, .real: return ["\(way) number \(describe(value))"]
        case .null, .boolean, .date, .uid: return ["\(way) other"]
        }
    }

    @Test("all values are passed with the ways to them, in both formats", arguments: 0..<6)
    func values(index: Int) throws {
        let value = Self.values[index]
        #expect(Self.passed(PropertyListWriter.binary(value)) == Self.flat(value))
        #expect(Self.passed(PropertyListWriter.xml(value)) == Self.flat(value))
    }

    @Test("archives of objects, lists of one value and references are left to the reader", arguments: 6..<10)
    func others(index: Int) {
        #expect(Self.passed(PropertyListWriter.binary(Self.values[index])) == nil)
        #expect(Self.passed(PropertyListWriter.xml(Self.values[index])) == nil)
    }

    @Test("what is passed of a mutated list to its end is what the reader reads")
    func likeReader() {
        var random = SeededGenerator(seed: 5)
        let lists = Self.values.flatMap { [PropertyListWriter.binary($0), PropertyListWriter.xml($0)] }
        var passedOnes = 0
        for _ in 0..<(runsLongTests ? 400_000 : 6_000) {
            let list = random.mutate(lists.randomElement(using: &random) ?? [])
            guard let passed = Self.passed(list) else { continue }
            passedOnes += 1
            guard let value = try? PropertyListReader.read(list) else {
                Issue.record("the reader refuses \(list)")
                continue
            }
            // A key may occur twice, of which the reader keeps one value.
            let all = Set(passed)
            for each in Self.flat(value) where !all.contains(each) { Issue.record("\(each) is not passed of \(list)") }
        }
        #expect(passedOnes > 100)
    }

    @Test("a list nested deeper than permitted is left to the reader")
    func depth() {
        let value = (0..<9).reduce(PropertyListValue.string("x")) { inner, _ in [inner] }
        for list in [PropertyListWriter.binary(value), PropertyListWriter.xml(value)] {
            #expect(Self.passed(list, maxLevels: 9)?.count == 1)
            #expect(Self.passed(list, maxLevels: 8) == nil)
        }
    }

    @Test("base64 is decoded like the reader does, whatever is around the digits")
    func base64() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
            let list = PropertyListWriter.xml(["d": .data(bytes)])
            #expect(Self.passed(list) == ["d data \(bytes)"])
        }
        for (text, bytes) in [("AA E", "[0, 1]"), ("AA=", "[0]")] {
            let list = Array("<plist><array><data>\(text)</data></array></plist>".utf8)
            #expect(Self.passed(list) == ["0 data \(bytes)"])
        }
        for text in ["AAE=C", "A", "AA==AA==", "AA*=", "===="] {
            let list = Array("<plist version=\"1.0\"><dict><key>d</key><data>\(text)</data></dict></plist>".utf8)
            #expect(Self.passed(list) == nil, "\(text)")
        }
    }
}
