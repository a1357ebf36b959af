import TestSupport
import Testing

@testable import Formats

@Suite("Finding bytes in bytes")
struct ByteSearchTests {
    @Test("the first occurrence is the one that the standard library finds, in arrays and in slices")
    func random() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            func bytes(_ maximum: Int) -> [UInt8] {
                (0..<Int.random(in: 0...maximum, using: &generator)).map { _ in
                    UInt8.random(in: 0...2, using: &generator)
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

    @Test(
        "equal bytes are counted whatever the number of bytes and their alignment",
        arguments: [0, 1, 31, 32, 33, 95, 255 * 32, 255 * 32 + 1, 256 * 32, 3 * 255 * 32 + 17])
    func counting(_ count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        var bytes = (0..<count + 7).map { _ in UInt8.random(in: 9...11, using: &generator) }
        for start in [0, 1, 7] {
            bytes.withUnsafeBytes { buffer in
                let part = UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
                for byte in UInt8(9)...12 { #expect(part.count(of: byte) == part.filter { $0 == byte }.count) }
            }
        }
        bytes = bytes.map { _ in 0x0a }
        bytes.withUnsafeBytes { #expect($0.count(of: 0x0a) == count + 7) }
    }

    @Test("a search in a megabyte takes a fraction of a second")
    func time() {
        let bytes = [UInt8](repeating: 1, count: 1 << 20)
        let time = processorTime { #expect(bytes.firstOccurrence(of: Array("-----BEGIN".utf8)) == nil) }
        #expect(time < .seconds(20))
    }
}
