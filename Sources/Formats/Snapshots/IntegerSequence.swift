/// The bounded integer sequence encoding of ASTC: numbers of a small range, of which groups share a trit or a quint.
///
/// Source: Khronos Data Format Specification 1.3, section 23.11 (ASTC), "Integer Sequence Encoding".
struct IntegerSequence {
    /// The digit that each number has besides its bits.
    enum Digit {
        case none
        /// 0 to 2; five numbers share eight bits.
        case trit
        /// 0 to 4; three numbers share seven bits.
        case quint
    }

    /// The number of bits of each number besides its digit.
    let bits: Int
    /// The digit of each number.
    let digit: Digit

    /// The encodings of ranges with 2, 3, 4, 5, 6, 8, … 256 values.
    static let all: [IntegerSequence] = {
        var all: [IntegerSequence] = [IntegerSequence(bits: 1, digit: .none)]
        for bits in 0...6 {
            all.append(IntegerSequence(bits: bits, digit: .trit))
            all.append(IntegerSequence(bits: bits + 2, digit: .none))
            if bits < 6 { all.append(IntegerSequence(bits: bits, digit: .quint)) }
        }
        return all
    }()

    /// The number of values.
    var count: Int {
        switch digit {
        case .none: 1 << bits
        case .trit: 3 << bits
        case .quint: 5 << bits
        }
    }

    /// Returns the number of bits in which `count` numbers are stored.
    func size(_ count: Int) -> Int {
        switch digit {
        case .none: count * bits
        case .trit: count * bits + (count * 8 + 4) / 5
        case .quint: count * bits + (count * 7 + 2) / 3
        }
    }

    /// Reads `count` numbers, at most 64; each is the digit times 2^bits plus the bits.
    func numbers(_ count: Int, in data: UInt128) -> InlineArray<64, UInt8> {
        var numbers = InlineArray<64, UInt8>(repeating: 0)
        // Bits beyond the sequence belong to something else and count as zero.
        var rest = data & (1 << UInt128(size(count)) &- 1)
        func take(_ count: Int) -> Int {
            let value = Int(truncatingIfNeeded: rest) & (1 << count - 1)
            rest >>= UInt128(count)
            return value
        }
        // The numbers of a group, the bits of its code behind each of their bits, and its digits by code.
        let group: (codeBits: [Int], digits: [UInt16], width: Int)
        switch digit {
        case .none:
            for index in 0..<count { numbers[index] = UInt8(take(bits)) }
            return numbers
        case .trit: group = ([2, 2, 1, 2, 1], Self.trits, 2)
        case .quint: group = ([3, 2, 2], Self.quints, 3)
        }
        for start in stride(from: 0, to: count, by: group.codeBits.count) {
            let end = min(start + group.codeBits.count, count)
            var (code, shift) = (0, 0)
            for (index, codeBits) in group.codeBits.enumerated() {
                let low = take(bits)
                if start + index < end { numbers[start + index] = UInt8(low) }
                code |= take(codeBits) << shift
                shift += codeBits
            }
            var digits = Int(group.digits[code])
            for index in start..<end {
                numbers[index] |= UInt8(digits & (1 << group.width - 1)) << UInt8(bits)
                digits >>= group.width
            }
        }
        return numbers
    }

    /// The five trits of each code, two bits each.
    private static let trits: [UInt16] = (0..<256).map { code in
        func bit(_ index: Int) -> Int { code >> index & 1 }
        var trits = [0, 0, 0, 0, 0]
        let rest: Int
        if code >> 2 & 7 == 7 {
            rest = (code >> 5) << 2 | code & 3
            (trits[4], trits[3]) = (2, 2)
        } else {
            rest = code & 31
            (trits[4], trits[3]) = code >> 5 & 3 == 3 ? (2, bit(7)) : (bit(7), code >> 5 & 3)
        }
        if rest & 3 == 3 {
            (trits[2], trits[1]) = (2, rest >> 4)
            trits[0] = (rest >> 3 & 1) << 1 | rest >> 2 & 1 & ~(rest >> 3)
        } else if rest >> 2 & 3 == 3 {
            (trits[2], trits[1], trits[0]) = (2, 2, rest & 3)
        } else {
            (trits[2], trits[1]) = (rest >> 4, rest >> 2 & 3)
            trits[0] = (rest >> 1 & 1) << 1 | rest & 1 & ~(rest >> 1)
        }
        return trits.reversed().reduce(0) { $0 << 2 | UInt16($1) }
    }

    /// The three quints of each code, three bits each.
    private static let quints: [UInt16] = (0..<128).map { code in
        var quints = [0, 0, 0]
        let low = code & 1
        if code >> 1 & 3 == 3, code >> 5 & 3 == 0 {
            let clear = 1 - low
            quints = [4, 4, low << 2 | (code >> 4 & clear) << 1 | code >> 3 & clear]
        } else {
            let rest: Int
            if code >> 1 & 3 == 3 {
                quints[2] = 4
                rest = (code >> 3 & 3) << 3 | (~(code >> 5) & 3) << 1 | low
            } else {
                quints[2] = code >> 5 & 3
                rest = code & 31
            }
            (quints[1], quints[0]) = rest & 7 == 5 ? (4, rest >> 3) : (rest >> 3, rest & 7)
        }
        return quints.reversed().reduce(0) { $0 << 3 | UInt16($1) }
    }
}

/// The values for which stored numbers stand.
extension IntegerSequence {
    /// The weights of the first twelve encodings, 0 to 64.
    static let weights: [[UInt8]] = all.prefix(12).map { sequence in
        (0..<sequence.count).map { number in
            let value =
                switch (sequence.digit, sequence.bits) {
                case (.trit, 0): [0, 32, 63][number]
                case (.quint, 0): [0, 16, 32, 47, 63][number]
                default: sequence.expanded(number, to: 6)
                }
            return UInt8(value > 32 ? value + 1 : value)
        }
    }

    /// The color components of each encoding, 0 to 255; encodings with fewer than six values have none.
    static let colors: [[UInt8]] = all.enumerated().map { index, sequence in
        index < 4 ? [] : (0..<sequence.count).map { UInt8(sequence.expanded($0, to: 8)) }
    }

    /// Returns a number stretched to `width` bits.
    private func expanded(_ number: Int, to width: Int) -> Int {
        let low = number & (1 << bits - 1)
        guard digit != .none else {
            var (value, filled) = (0, 0)
            while filled < width {
                value = value << bits | low
                filled += bits
            }
            return value >> (filled - width)
        }
        // The constants of the specification: each of these bits of the number sets bits of the value.
        let factor: Int
        let pattern: [Int]
        switch (digit, bits, width) {
        case (.trit, 1, 8): (factor, pattern) = (204, [])
        case (.trit, 2, 8): (factor, pattern) = (93, [0b1_0001_0110])
        case (.trit, 3, 8): (factor, pattern) = (44, [0b0_1000_0101, 0b1_0000_1010])
        case (.trit, 4, 8): (factor, pattern) = (22, [0b0_0100_0001, 0b0_1000_0010, 0b1_0000_0100])
        case (.trit, 5, 8): (factor, pattern) = (11, [0b0_0010_0000, 0b0_0100_0000, 0b0_1000_0001, 0b1_0000_0010])
        case (.trit, 6, 8):
            (factor, pattern) = (5, [0b0_0001_0000, 0b0_0010_0000, 0b0_0100_0000, 0b0_1000_0000, 0b1_0000_0001])
        case (.quint, 1, 8): (factor, pattern) = (113, [])
        case (.quint, 2, 8): (factor, pattern) = (54, [0b1_0000_1100])
        case (.quint, 3, 8): (factor, pattern) = (26, [0b0_1000_0010, 0b1_0000_0101])
        case (.quint, 4, 8): (factor, pattern) = (13, [0b0_0100_0000, 0b0_1000_0001, 0b1_0000_0010])
        case (.quint, 5, 8): (factor, pattern) = (6, [0b0_0010_0000, 0b0_0100_0000, 0b0_1000_0000, 0b1_0000_0001])
        case (.trit, 1, _): (factor, pattern) = (50, [])
        case (.trit, 2, _): (factor, pattern) = (23, [0b100_0101])
        case (.trit, _, _): (factor, pattern) = (11, [0b010_0001, 0b100_0010])
        case (.quint, 1, _): (factor, pattern) = (28, [])
        default: (factor, pattern) = (13, [0b100_0010])
        }
        let offset = pattern.enumerated().reduce(0) { low >> ($1.offset + 1) & 1 == 1 ? $0 | $1.element : $0 }
        // The lowest bit inverts the value.
        let all = low & 1 == 1 ? (1 << (width + 1)) - 1 : 0
        let value = ((number >> bits) * factor + offset) ^ all
        return all & (1 << (width - 1)) | value >> 2
    }
}
