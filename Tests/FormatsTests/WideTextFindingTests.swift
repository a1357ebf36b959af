import Testing

@testable import Formats

/// Texts in UTF-16 between other bytes. Expected places are those where they were put.
@Suite("Finding texts in UTF-16")
struct WideTextFindingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let isBigEndian: Bool
        let before: [UInt8]
        let behind: [UInt8]

        var testDescription: String { "\(text), \(isBigEndian ? "big" : "little"), \(before), \(behind)" }

        var bytes: [UInt8] {
            let wide = text.utf16.flatMap { unit in
                let (low, high) = (UInt8(unit & 0xff), UInt8(unit >> 8))
                return isBigEndian ? [high, low] : [low, high]
            }
            return before + wide + behind
        }

        /// Where the words begin.
        var places: [Int] {
            text.utf16.indices.filter { String(text[$0...]).hasPrefix("tide") }
                .map { before.count + 2 * text.utf16.distance(from: text.startIndex, to: $0) }
        }
    }

    private static let texts = ["tide", "a tide b", "tide tide\ntide", "é tide é"]

    private static let cases = texts.flatMap { text in
        [([0, 0, 0], [0xff]), ([0, 0], [0, 0, 0xff]), ([0xff], [0xff]), ([0xff], [0, 0, 0xff])].map {
            Case(text: text, isBigEndian: false, before: $0, behind: $1)
        }
            + [([0, 0, 0], [0xff, 1]), ([0, 0], []), ([0xff], [0xff])].map {
                Case(text: text, isBigEndian: true, before: $0, behind: $1)
            }
    }

    @Test("they are found where they begin, in either order of bytes", arguments: cases)
    func places(_ example: Case) throws {
        let finder = ContentsFinder(try ContentsPattern("tide", encodings: [.utf16]))
        var found: [Int] = []
        try example.bytes.withUnsafeBytes { bytes in
            finder.beginBuffer()
            var offset = 0
            while let match = try finder.first(in: bytes, from: offset) {
                found.append(match.range.lowerBound)
                offset = match.range.upperBound
            }
        }
        #expect(found == example.places)
    }
}
