/// Decompresses raw DEFLATE data, without a zlib or gzip header. Source: RFC 1951.
package enum Inflate {
    /// Returns the decompressed bytes.
    /// - Parameters:
    ///   - bytes: The compressed data; what follows its end is ignored.
    ///   - limit: The most bytes to decompress to.
    /// - Throws: `FormatError`: `truncated` if the data end early, `malformed` if they contradict themselves, `tooLarge`
    ///   if they decompress to more than `limit` bytes.
    package static func decompress(_ bytes: [UInt8], limit: Int) throws(FormatError) -> [UInt8] {
        try decompressPrefix(of: bytes, limit: limit).output
    }

    /// Returns the decompressed bytes, and the index behind the compressed ones.
    /// - Throws: As `decompress(_:limit:)`.
    package static func decompressPrefix(
        of bytes: [UInt8], limit: Int
    ) throws(FormatError) -> (output: [UInt8], end: Int) {
        var input = BitInput(bytes)
        var output: [UInt8] = []
        var isLast = false
        while !isLast {
            isLast = try input.bits(1) == 1
            switch try input.bits(2) {
            case 0: try copyStored(&input, to: &output, limit)
            case 1: try decompress(&input, to: &output, limit, literals: fixedLiterals, distances: fixedDistances)
            case 2:
                let (literals, distances) = try tables(&input)
                try decompress(&input, to: &output, limit, literals: literals, distances: distances)
            default: throw input.malformed
            }
        }
        input.alignToByte()
        return (output, input.byteIndex)
    }

    private static func copyStored(
        _ input: inout BitInput,
        to output: inout [UInt8],
        _ limit: Int
    ) throws(FormatError) {
        input.alignToByte()
        let count = try input.bits(16)
        guard try input.bits(16) == count ^ 0xffff else { throw input.malformed }
        guard count <= limit - output.count else { throw input.tooLarge(limit) }
        for _ in 0..<count { output.append(UInt8(try input.bits(8))) }
    }

    /// The lengths and distances that the symbols stand for, and the number of bits that are added to them (3.2.5).
    private static let lengths: [(base: Int, bits: Int)] =
        [
            (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1), (17, 1),
            (19, 2),
            (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4), (83, 4), (99, 4), (115, 4),
            (131, 5),
            (163, 5), (195, 5), (227, 5), (258, 0),
        ]
    private static let distances: [(base: Int, bits: Int)] = (0..<30).map { symbol in
        let bits = max(0, symbol / 2 - 1)
        return symbol < 4 ? (symbol + 1, 0) : ((2 + symbol % 2) << bits + 1, bits)
    }

    private static let fixedLiterals = HuffmanCode(
        lengths: (0..<288).map { symbol in symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8 })
    private static let fixedDistances = HuffmanCode(lengths: Array(repeating: 5, count: 30))

    private static func decompress(
        _ input: inout BitInput,
        to output: inout [UInt8],
        _ limit: Int,
        literals: HuffmanCode?,
        distances codes: HuffmanCode?
    ) throws(FormatError) {
        guard let literals, let codes else { throw input.malformed }
        while true {
            let symbol = try literals.symbol(&input)
            if symbol == 256 { return }
            guard symbol > 256 else {
                guard output.count < limit else { throw input.tooLarge(limit) }
                output.append(UInt8(truncatingIfNeeded: symbol))
                continue
            }
            guard symbol - 257 < lengths.count else { throw input.malformed }
            let length = lengths[symbol - 257].base + (try input.bits(lengths[symbol - 257].bits))
            let code = try codes.symbol(&input)
            guard code < distances.count else { throw input.malformed }
            let distance = distances[code].base + (try input.bits(distances[code].bits))
            guard distance <= output.count else { throw input.malformed }
            guard length <= limit - output.count else { throw input.tooLarge(limit) }
            let start = output.count - distance
            for index in start..<start + length { output.append(output[index]) }
        }
    }

    /// The order in which the lengths of the codes for code lengths are stored (3.2.7).
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private static func tables(
        _ input: inout BitInput
    ) throws(FormatError) -> (literals: HuffmanCode?, distances: HuffmanCode?) {
        let (literalCount, distanceCount) = (try input.bits(5) + 257, try input.bits(5) + 1)
        let lengthCount = try input.bits(4) + 4
        var codeLengths = [Int](repeating: 0, count: 19)
        for index in 0..<lengthCount { codeLengths[lengthOrder[index]] = try input.bits(3) }
        guard let code = HuffmanCode(lengths: codeLengths) else { throw input.malformed }
        var lengths: [Int] = []
        while lengths.count < literalCount + distanceCount {
            switch try code.symbol(&input) {
            case 16:
                guard let last = lengths.last else { throw input.malformed }
                lengths += Array(repeating: last, count: try input.bits(2) + 3)
            case 17: lengths += Array(repeating: 0, count: try input.bits(3) + 3)
            case 18: lengths += Array(repeating: 0, count: try input.bits(7) + 11)
            case let length: lengths.append(length)
            }
        }
        guard lengths.count == literalCount + distanceCount else { throw input.malformed }
        return (
            HuffmanCode(lengths: Array(lengths[..<literalCount])),
            HuffmanCode(lengths: Array(lengths[literalCount...]))
        )
    }
}

/// The codes of a block: shorter ones first, and those of the same length in the order of their symbols (3.2.2).
private struct HuffmanCode {
    /// The number of codes of each length, from 0 to 15 bits.
    private var counts = [Int](repeating: 0, count: 16)
    private let symbols: [Int]

    /// - Parameter lengths: The length of each symbol's code in bits; 0 if it does not occur.
    /// - Returns: nil if there are more codes than possible.
    init?(lengths: [Int]) {
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        var free = 1
        for length in 1...15 {
            free = free * 2 - counts[length]
            guard free >= 0 else { return nil }
        }
        symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    func symbol(_ input: inout BitInput) throws(FormatError) -> Int {
        var (code, first, index) = (0, 0, 0)
        for length in 1...15 {
            code |= try input.bits(1)
            let count = counts[length]
            if code - first < count { return symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        throw input.malformed
    }
}

/// Bits, the least significant of each byte first.
private struct BitInput {
    private let bytes: [UInt8]
    private var position = 0
    private var buffer = 0
    private var available = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns a number of at most 16 bits.
    mutating func bits(_ count: Int) throws(FormatError) -> Int {
        while available < count {
            guard position < bytes.count else {
                throw FormatError(.truncated, "the compressed data are truncated", offset: bytes.count)
            }
            buffer |= Int(bytes[position]) << available
            position += 1
            available += 8
        }
        defer {
            buffer >>= count
            available -= count
        }
        return buffer & (1 << count - 1)
    }

    mutating func alignToByte() {
        buffer >>= available % 8
        available -= available % 8
    }

    /// The index behind the last byte that was read from.
    var byteIndex: Int { position - available / 8 }

    var malformed: FormatError { FormatError(.malformed, "the compressed data are malformed", offset: position) }

    func tooLarge(_ limit: Int) -> FormatError {
        FormatError(.tooLarge, "it decompresses to more than \(limit) bytes", offset: position)
    }
}
