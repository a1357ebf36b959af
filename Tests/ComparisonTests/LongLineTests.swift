import Formats
import TestSupport
import Testing

@testable import Comparison

/// Lines that are longer than what is read at once, and texts of which only a part is shown.
@Suite("Long lines and texts that differ")
struct LongLineTests {
    /// Characters of two bytes, some of which lie across the ends of what is read at once.
    private static let long = String(repeating: "é", count: 200_000)

    private static func difference(_ script: String) throws -> Difference {
        var found: [Difference] = []
        _ = try Sides(script).compare {
            found.append($0)
            return true
        }
        try #require(found.count == 1, "\(found.map(\.line))")
        return found[0]
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    @Test("a long line is one line, whatever the encoding", arguments: ["utf-8", "utf-16", "utf-32"])
    func lines(encoding: String) throws {
        let difference = try Self.difference(
            """
            for side, letter in (('a', 'x'), ('b', 'y')):
                text = 'one\\n ' + 'é' * 200000 + letter + 'é' * 200000 + '\\nthree\\n'
                write(side + '/t.txt', text.encode('\(encoding)'))
            """)
        let hunk = try #require(difference.lines)
        #expect(hunk.before == 1..<2 && hunk.after == 1..<2)
        #expect(Self.text(difference.before) == " \(Self.long)x\(Self.long)")
        #expect(Self.text(difference.after) == " \(Self.long)y\(Self.long)")
    }

    @Test("the end of a long line counts, too")
    func ends() throws {
        let difference = try Self.difference(
            "write('a/t.txt', 'z' * 300000); write('b/t.txt', 'z' * 300000 + '\\n')")
        #expect(difference.lines?.before == 0..<1 && difference.lines?.after == 0..<1)
        #expect(difference.note == "the text now ends with an end of line")
    }

    @Test("a text with a line of more than 16 MiB is compared as bytes")
    func tooLong() throws {
        let difference = try Self.difference(
            "write('a/t.txt', 'z' * (17 << 20) + 'a'); write('b/t.txt', 'z' * (17 << 20) + 'b')")
        #expect(difference.lines == nil && difference.bytes?.offset == 17 << 20 && difference.bytes?.count == 1)
    }

    @Test(
        "the part that is shown begins a little before what differs, where a character begins",
        arguments: [
            ("abcdefgh", "abcdefgx", 2, 5), ("abcdefgh", "xbcdefgh", 2, 0), ("abcdefgh", "abxdefgh", 4, 0),
            ("abcdefgh", "abcdefghi", 3, 5), ("ééééa", "ééééb", 3, 4), ("ééééé", "éééèé", 0, 6), ("", "abc", 2, 0),
        ])
    func start(one: String, other: String, lead: Int, expected: Int) {
        #expect(DifferingPart.start(of: Array(one.utf8), Array(other.utf8), lead: lead) == expected)
        #expect(DifferingPart.start(of: Array(other.utf8), Array(one.utf8), lead: lead) == expected)
    }

    @Test("the words for a value never show two texts that are the same")
    func words() {
        let same = String(repeating: "s", count: 1_000)
        func summary(_ old: String, _ new: String) -> String {
            let steps = [Array("k".utf8)]
            return ItemChange(
                Difference(.changed, .value, at: steps, before: .string(old), after: .string(new))
            ).summary
        }
        let shown = String(repeating: "s", count: 40)
        #expect(summary(same + "1", same + "2") == "k: …\(shown)1 → …\(shown)2")
        #expect(summary(same, same + "2") == "k: …\(shown) → …\(shown)2")
        let beginning = String(repeating: "s", count: 160) + "…"
        #expect(summary(same, "2") == "k: \(beginning) → 2")
    }
}
