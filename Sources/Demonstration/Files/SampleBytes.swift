/// Generates the contents of files other than images.
enum SampleBytes {
    /// Returns `count` pseudorandom bytes, the same for the same seed (xorshift).
    static func noise(_ count: Int, seed: UInt32) -> [UInt8] {
        var state = seed | 1
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return UInt8(truncatingIfNeeded: state >> 16)
        }
    }

    /// Returns `number` in `size` bytes, most significant first.
    static func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Returns `number` in `size` bytes, least significant first.
    static func littleEndian(_ number: Int, _ size: Int) -> [UInt8] { bigEndian(number, size).reversed() }

    /// Returns a text in UTF-16 with a byte order mark, least significant byte first.
    static func utf16(_ text: String) -> [UInt8] { "\u{feff}\(text)".utf16.flatMap { littleEndian(Int($0), 2) } }

    /// Returns a sound in a RIFF file: 8,000 samples per second with 8 bits each, a tone that rises and falls.
    static func sound(seconds: Int, period: Int) -> [UInt8] {
        let samples = (0..<seconds * 8_000).map { index -> UInt8 in
            let phase = index % period
            let wave = phase * 2 < period ? phase * 2 : (period - phase) * 2
            let swell = abs(index % 16_000 - 8_000)
            return UInt8(clamping: 128 + (wave * 200 / period - 100) * swell / 8_000)
        }
        var bytes = Array("RIFF".utf8) + littleEndian(36 + samples.count, 4)
        bytes += Array("WAVEfmt ".utf8) + littleEndian(16, 4)
        // PCM, one channel; samples and bytes per second; bytes and bits per sample.
        for (number, size) in [(1, 2), (1, 2), (8_000, 4), (8_000, 4), (1, 2), (8, 2)] {
            bytes += littleEndian(number, size)
        }
        return bytes + Array("data".utf8) + littleEndian(samples.count, 4) + samples
    }

    /// Returns the structure of a receipt: PKCS #7 signed data (RFC 2315) around arbitrary bytes, without a signature.
    static func receipt(_ count: Int) -> [UInt8] {
        let signedData: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]
        let plainData: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]
        let version: [UInt8] = [0x02, 0x01, 0x01]
        let content = plainData + der(0xa0, der(0x04, noise(count, seed: 5)))
        let body = version + der(0x31, []) + der(0x30, content) + der(0x31, [])
        return der(0x30, signedData + der(0xa0, der(0x30, body)))
    }

    private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(truncatingIfNeeded: content.count)] + content }
        return [tag, 0x82] + bigEndian(content.count, 2) + content
    }
}
