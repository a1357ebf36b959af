/// The header of a block that LZFSE compressed, and its contents: literals, then triples of a number of literals, the
/// length of a match, and its distance.
struct LZFSEBlockHeader {
    /// The number of bytes of the header.
    let size: Int
    /// The number of bytes in which the literals are coded.
    let literalBytes: Int
    /// The number of bytes in which the triples are coded.
    let matchBytes: Int

    let offset: Int
    let rawBytes: Int
    let literalCount: Int
    let matchCount: Int
    let literalBits: Int
    let matchBits: Int
    let literalStates: [Int]
    let matchStates: [Int]
    /// For numbers of literals, lengths, distances, and literals, one after the other.
    private let frequencies: [UInt16]

    var countFrequencies: ArraySlice<UInt16> { frequencies[..<20] }
    var lengthFrequencies: ArraySlice<UInt16> { frequencies[20..<40] }
    var distanceFrequencies: ArraySlice<UInt16> { frequencies[40..<104] }
    var literalFrequencies: ArraySlice<UInt16> { frequencies[104...] }

    static let states = (lengths: 64, distances: 256, literals: 1_024)
    private static let tableSize = 20 + 20 + 64 + 256

    init(_ input: ByteInput, at offset: Int, isPacked: Bool) throws(FormatError) {
        self.offset = input.base + offset
        rawBytes = Int(try input.number32(at: offset + 4))
        if isPacked {
            var fields: [UInt64] = []
            for index in 0..<3 { fields.append(try input.number64(at: offset + 8 + 8 * index)) }
            func field(_ index: Int, _ shift: UInt64, _ bits: UInt64) -> Int {
                Int(fields[index] >> shift & (1 << bits - 1))
            }
            literalCount = field(0, 0, 20)
            literalBytes = field(0, 20, 20)
            matchCount = field(0, 40, 20)
            literalBits = field(0, 60, 3) - 7
            literalStates = (0..<4).map { field(1, UInt64($0) * 10, 10) }
            matchBytes = field(1, 40, 20)
            matchBits = field(1, 60, 3) - 7
            size = field(2, 0, 32)
            matchStates = [field(2, 32, 10), field(2, 42, 10), field(2, 52, 10)]
            guard size >= 32 else {
                throw FormatError(.malformed, "the header of a block is too short", offset: self.offset)
            }
            frequencies = try Self.unpacked(try input.part(at: offset + 32, count: size - 32))
        } else {
            var words: [Int] = []
            for index in 0..<5 { words.append(Int(try input.number32(at: offset + 12 + 4 * index))) }
            (literalCount, matchCount, literalBytes, matchBytes) = (words[0], words[1], words[2], words[3])
            literalBits = Int(Int32(truncatingIfNeeded: words[4]))
            func states(_ start: Int, _ count: Int) throws(FormatError) -> [Int] {
                var states: [Int] = []
                for index in 0..<count { states.append(Int(try input.number16(at: offset + start + 2 * index))) }
                return states
            }
            literalStates = try states(32, 4)
            matchBits = Int(Int32(bitPattern: try input.number32(at: offset + 40)))
            matchStates = try states(44, 3)
            var table: [UInt16] = []
            for index in 0..<Self.tableSize { table.append(try input.number16(at: offset + 50 + 2 * index)) }
            frequencies = table
            // The structure is padded to a multiple of four bytes.
            size = 772
        }
        let states = literalStates.allSatisfy { $0 < Self.states.literals }
        let hasValidStates =
            states && matchStates[0] < Self.states.lengths && matchStates[1] < Self.states.lengths
            && matchStates[2] < Self.states.distances
        guard hasValidStates, (-7...0).contains(literalBits), (-7...0).contains(matchBits), literalCount <= 40_000,
            matchCount <= 10_000
        else { throw FormatError(.malformed, "the header of a block is invalid", offset: self.offset) }
    }

    /// Reads the frequencies, each in a code of 2 to 14 bits.
    private static func unpacked(_ input: ByteInput) throws(FormatError) -> [UInt16] {
        // A header without a table stands for frequencies of 0.
        guard input.count > 0 else { return [UInt16](repeating: 0, count: tableSize) }
        var table: [UInt16] = []
        var bits: UInt32 = 0
        var bitCount = 0
        var offset = 0
        while table.count < tableSize {
            while offset < input.count, bitCount <= 24 {
                bits |= UInt32(input.bytes[offset]) << UInt32(bitCount)
                offset += 1
                bitCount += 8
            }
            let (value, used) = frequency(bits)
            guard used <= bitCount else { break }
            table.append(value)
            bits >>= UInt32(used)
            bitCount -= used
        }
        guard table.count == tableSize, bitCount < 8, offset == input.count else {
            throw FormatError(.malformed, "the frequency tables of a block are invalid", offset: input.base)
        }
        return table
    }

    private static func frequency(_ bits: UInt32) -> (UInt16, Int) {
        switch bits & 15 {
        case 0, 4, 8, 12: (0, 2)
        case 2, 6, 10, 14: (1, 2)
        case 1, 9: (2, 3)
        case 5, 13: (3, 3)
        case 3, 11: (UInt16(4 + bits >> 3 & 3), 5)
        case 7: (UInt16(8 + bits >> 4 & 0xf), 8)
        default: (UInt16(24 + bits >> 4 & 0x3ff), 14)
        }
    }
}
