import Formats
import TestSupport
import Testing

@Suite("Byte patterns")
struct BytePatternTests {
    /// The straightforward search.
    private func occurrences(_ wanted: [UInt8], in bytes: [UInt8], ignoringCase: Bool) -> [Int] {
        func folded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
            bytes.map { ignoringCase && (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
        }
        let (wanted, bytes) = (folded(wanted), folded(bytes))
        guard wanted.count <= bytes.count else { return [] }
        return (0...bytes.count - wanted.count).filter { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    @Test("a pattern is found wherever a straightforward search finds it", arguments: [true, false])
    func random(ignoringCase: Bool) throws {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<2_000 {
            // Few different bytes, so that there are many occurrences, at all distances from the ends.
            let letters = Array("aAbB\u{0}".utf8)
            let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in letters.randomElement(using: &random)! }
            let wanted = (0..<Int.random(in: 1...5, using: &random)).map { _ in letters.randomElement(using: &random)! }
            let pattern = try #require(BytePattern(wanted, ignoringCase: ignoringCase))
            let expected = occurrences(wanted, in: bytes, ignoringCase: ignoringCase)
            bytes.withUnsafeBytes { buffer in
                var found: [Int] = []
                while let next = pattern.first(in: buffer, from: found.last.map { $0 + 1 } ?? 0) { found.append(next) }
                #expect(found == expected)
                let end = Int.random(in: 0...80, using: &random)
                #expect(pattern.last(in: buffer, before: end) == expected.last { $0 < end })
            }
            #expect(pattern.occurs(in: bytes) == !expected.isEmpty)
        }
    }

    @Test("empty and oversized texts are not patterns")
    func limits() {
        #expect(BytePattern([]) == nil)
        #expect(BytePattern([UInt8](repeating: 1, count: BytePattern.longest + 1)) == nil)
    }
}
