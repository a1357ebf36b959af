import TestSupport
import Testing

@testable import Formats

@Suite("Finding bytes in bytes")
struct ByteSearchTests {
    @Test("the first occurrence is the one that the standard library finds, in arrays and in slices")
    func random() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            func bytes(_ most: Int) -> [UInt8] {
                (0..<Int.random(in: 0...most, using: &generator)).map { _ in UInt8.random(in: 0...2, using: &generator)
                }
            }
            let (text, found) = (bytes(20), bytes(4))
            let start = Int.random(in: 0...text.count, using: &generator)
            let expected = found.isEmpty ? nil : text.firstRange(of: found)
            #expect(text.firstOccurrence(of: found) == expected, "\(found) in \(text)")
            let slice = text[start...]
            #expect(slice.firstOccurrence(of: found) == (found.isEmpty ? nil : slice.firstRange(of: found)))
        }
    }

    @Test("a search in a megabyte takes a fraction of a second")
    func time() {
        let start = ContinuousClock.now
        let bytes = [UInt8](repeating: 1, count: 1 << 20)
        #expect(bytes.firstOccurrence(of: Array("-----BEGIN".utf8)) == nil)
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
