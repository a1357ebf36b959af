import Formats
import TestSupport
import Testing

@Suite("Canonical decomposition")
struct CanonicalDecompositionTests {
    @Test("every character is decomposed as Python's unicodedata decomposes it")
    func everyScalar() throws {
        let script = """
            import unicodedata
            for number in range(0xa0, 0x110000):
                form = unicodedata.normalize('NFD', chr(number))
                if form != chr(number): print(number, *map(ord, form))
            """
        var expected: [UInt32: [UInt32]] = [:]
        for line in try Python.lines(script) {
            let numbers = line.split(separator: " ").compactMap { UInt32($0) }
            expected[numbers[0]] = Array(numbers.dropFirst())
        }
        #expect(expected.count > 13_000)
        var differences: [UInt32] = []
        // All that are decomposed, the letters and marks around them, and some of all others.
        let others = Set<UInt32>(0..<0x3400).union(stride(from: 0x3400, to: 0x11_0000, by: 61))
        for value in others.union(expected.keys).sorted() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let found = CanonicalDecomposition.bytes(of: String(scalar).utf8)
            let scalars = String(decoding: found, as: UTF8.self).unicodeScalars.map(\.value)
            if scalars != expected[value] ?? [value] { differences.append(value) }
        }
        // A newer database may know more characters than the table was made of.
        #expect(differences.filter { expected[$0] == nil || $0 < 0x1_0000 } == [])
    }

    @Test("marks come in canonical order, and each byte knows its character")
    func order() {
        // Python: unicodedata.normalize('NFD', 'x\u{301}\u{323}\u{e9}b').encode().hex()
        let text = Array("x\u{301}\u{323}\u{e9}b".utf8)
        let found = text.withUnsafeBufferPointer { CanonicalDecomposition($0) }
        #expect(found.bytes == [0x78, 0xcc, 0xa3, 0xcc, 0x81, 0x65, 0xcc, 0x81, 0x62])
        #expect(found.origins == [0, 3, 3, 1, 1, 5, 5, 5, 7])
    }

    @Test("bytes that are not UTF-8 stay as they are")
    func invalid() {
        let samples: [[UInt8]] = [
            [0xc3], [0x61, 0xff, 0x62], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf4, 0x90, 0x80, 0x80],
        ]
        for bytes in samples {
            #expect(CanonicalDecomposition.bytes(of: bytes) == bytes)
        }
    }
}
