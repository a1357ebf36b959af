/// The base64 characters (RFC 4648, sections 4 and 5) that encoded bytes always produce, whatever bytes are around
/// them.
struct Base64Parts {
    /// Fewer bytes leave too few characters to be distinctive.
    static let minBytes = 4

    /// The characters, for each of the three positions that the first byte can have in a group, in each alphabet; empty
    /// for too few bytes.
    let all: [[UInt8]]

    init(of bytes: [UInt8]) {
        guard bytes.count >= Self.minBytes else {
            all = []
            return
        }
        var found: [[UInt8]] = []
        for position in 0..<3 {
            for alphabet in [Self.standard, Self.urls] {
                let part = Self.part(of: bytes, at: position, alphabet)
                if !found.contains(part) { found.append(part) }
            }
        }
        all = found
    }

    /// Returns the characters that bytes determine alone.
    /// - Parameter position: The number of bytes before them in their group of three.
    private static func part(of bytes: [UInt8], at position: Int, _ alphabet: [UInt8]) -> [UInt8] {
        let padded = [UInt8](repeating: 0, count: position) + bytes
        let (firstBit, endBit) = (position * 8, padded.count * 8)
        return ((firstBit + 5) / 6..<endBit / 6).map { index in
            let bit = index * 6
            let pair = UInt16(padded[bit / 8]) << 8 | UInt16(bit / 8 + 1 < padded.count ? padded[bit / 8 + 1] : 0)
            return alphabet[Int(pair >> (10 - bit % 8)) & 63]
        }
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let standard = letters + Array("+/".utf8)
    private static let urls = letters + Array("-_".utf8)
}
