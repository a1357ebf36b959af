/// Reads bits from the end of a run of bytes towards its beginning, as finite state entropy coding writes them.
struct BackwardBits {
    private let input: ByteInput
    /// The offset of the byte that was read last.
    private var offset: Int
    private var bits: UInt64 = 0
    private var bitCount = 0

    /// - Parameter bitsInLast: The number of bits of the last byte that count, minus 8: -7 to 0.
    init(_ input: ByteInput, bitsInLast: Int) throws(FormatError) {
        self.input = input
        offset = input.count
        try fill()
        bitCount += bitsInLast
        guard bitCount >= 0, bits >> UInt64(bitCount) == 0 else { throw malformed }
    }

    /// Loads whole bytes until there are at least 56 bits, or the bytes are used up.
    mutating func fill() throws(FormatError) {
        while bitCount <= 56, offset > 0 {
            offset -= 1
            bits = bits << 8 | UInt64(input.bytes[offset])
            bitCount += 8
        }
    }

    /// Takes bits, at most 56 between two calls of `fill`.
    mutating func take(_ count: Int) throws(FormatError) -> Int {
        bitCount -= count
        guard bitCount >= 0 else { throw malformed }
        let value = bits >> UInt64(bitCount)
        bits &= (1 << UInt64(bitCount)) &- 1
        return Int(value)
    }

    private var malformed: FormatError {
        FormatError(.malformed, "the compressed data does not end where it should", offset: input.base)
    }
}

/// A decoder of finite state entropy coding: each state stands for a symbol, and bits lead to the next state.
///
/// A symbol whose value needs more bits has a base, to which they are added. Source: `lzfse_fse.c` of Apple's reference
/// implementation.
struct EntropyDecoder {
    private struct Entry {
        let stateBits: Int16
        let extraBits: Int16
        let delta: Int32
        let base: Int32
    }

    private var entries: [Entry] = []

    /// - Parameters:
    ///   - frequencies: The number of states of each symbol.
    ///   - states: The number of states, a power of two.
    ///   - values: The base and the number of extra bits of each symbol; nil if symbols are values.
    init(
        _ frequencies: ArraySlice<UInt16>, states: Int, values: [(base: Int, bits: Int)]? = nil, at offset: Int
    ) throws(FormatError) {
        entries.reserveCapacity(states)
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
            let frequency = Int(frequency)
            guard frequency <= states - entries.count else {
                throw FormatError(.malformed, "a frequency table has too many states", offset: offset)
            }
            let shift = states.trailingZeroBitCount - (Int.bitWidth - 1 - frequency.leadingZeroBitCount)
            let threshold = (2 * states >> shift) - frequency
            let (base, extra) = values?[symbol] ?? (symbol, 0)
            for index in 0..<frequency {
                let isLong = index < threshold
                let delta =
                    isLong ? (frequency + index) << shift - states : (index - threshold) << (shift - 1)
                let stateBits = isLong ? shift : shift - 1
                entries.append(
                    Entry(
                        stateBits: Int16(stateBits), extraBits: Int16(extra), delta: Int32(delta), base: Int32(base)))
            }
        }
        // States that no symbol has are never reached in valid data; they lead to the first state.
        let rest = states - entries.count
        entries += repeatElement(Entry(stateBits: 0, extraBits: 0, delta: 0, base: 0), count: rest)
    }

    /// Returns the value of `state`, and moves on to the next state.
    func next(_ state: inout Int, _ bits: inout BackwardBits) throws(FormatError) -> Int {
        let entry = entries[state]
        let taken = try bits.take(Int(entry.stateBits + entry.extraBits))
        state = Int(entry.delta) + taken >> Int(entry.extraBits)
        return Int(entry.base) + taken & ((1 << Int(entry.extraBits)) - 1)
    }
}
