import Formats
import TestSupport
import Testing

@testable import Audit

@Suite("The filter of anchors")
struct AnchorFilterTests {
    private static let texts = ["eyJh", "password", "a://", "ghp_", "assw0", "sk_live_"]

    @Test("it finds exactly what a comparison at each offset finds", arguments: 0..<40)
    func comparison(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let letters = Array("aeyJhpsw0rdkl_iv:/gASSWORD".utf8)
        var bytes = (0..<2_000).map { _ in letters[Int.random(in: letters.indices, using: &random)] }
        for text in Self.texts {
            let place = Int.random(in: 0..<1_900, using: &random)
            bytes.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        var found: Set<String> = []
        let filter = AnchorFilter(Self.texts)
        bytes.withUnsafeBytes { buffer in
            filter.forEach(in: buffer) { text, offset in
                found.insert("\(text) \(offset)")
                return true
            }
        }
        let lower = bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        var expected: Set<String> = []
        for (number, text) in Self.texts.enumerated() {
            let wanted = Array(text.lowercased().utf8)
            for offset in 0...(lower.count - wanted.count)
            where lower[offset..<offset + wanted.count].elementsEqual(wanted) {
                expected.insert("\(number) \(offset)")
            }
        }
        #expect(found == expected)
        #expect(!expected.isEmpty)
    }

    @Test("every form of a secret compiles, and begins with one of its anchors", arguments: SecretPattern.all.indices)
    func patterns(row: Int) throws {
        let pattern = SecretPattern.all[row]
        #expect(throws: Never.self) { try ContentsPattern(pattern.expression, isExpression: true) }
        #expect(pattern.anchors.allSatisfy { $0.utf8.count >= 4 })
    }
}
