/// The grid of weights of a block, which may be coarser than its texels.
///
/// Source: Khronos Data Format Specification 1.3, sections 23.10 (block modes) and 23.17 (weight infill).
struct ASTCWeightGrid {
    /// The number of bits in which the weights are stored.
    let size: Int
    /// Whether one component has separate weights.
    let hasTwoPlanes: Bool

    private let columns: Int
    private let rows: Int
    private let encoding: Int

    private var count: Int { columns * rows * (hasTwoPlanes ? 2 : 1) }

    /// - Parameter mode: The block mode, 11 bits.
    /// - Returns: nil if it is reserved, or its grid is finer than 4 × 4.
    init?(mode: Int) {
        func bits(_ offset: Int, _ count: Int) -> Int { mode >> offset & (1 << count - 1) }
        let a = bits(5, 2)
        var range = bits(4, 1)
        var isPrecise = bits(9, 1) == 1
        var hasTwoPlanes = bits(10, 1) == 1
        if bits(0, 2) != 0 {
            range |= bits(0, 2) << 1
            let b = bits(7, 2)
            switch bits(2, 2) {
            case 0: (columns, rows) = (b + 4, a + 2)
            case 1: (columns, rows) = (b + 8, a + 2)
            case 2: (columns, rows) = (a + 2, b + 8)
            default: (columns, rows) = b & 2 == 0 ? (a + 2, b + 6) : (b & 1 + 2, a + 2)
            }
        } else {
            range |= bits(2, 2) << 1
            switch bits(7, 2) {
            case 0: (columns, rows) = (12, a + 2)
            case 1: (columns, rows) = (a + 2, 12)
            case 2:
                (columns, rows) = (a + 6, bits(9, 2) + 6)
                (isPrecise, hasTwoPlanes) = (false, false)
            default: (columns, rows) = (6, 10)
            }
        }
        guard range >= 2, columns <= 4, rows <= 4 else { return nil }
        encoding = range - 2 + (isPrecise ? 6 : 0)
        self.hasTwoPlanes = hasTwoPlanes
        let count = columns * rows * (hasTwoPlanes ? 2 : 1)
        size = IntegerSequence.all[encoding].size(count)
        guard (24...96).contains(size) else { return nil }
    }

    /// Returns the weights of the 4 × 4 texels, 0 to 64: the first plane's, then the second's.
    func weights(_ data: UInt128) -> InlineArray<32, UInt8> {
        // Weights are stored from the last bit towards the first.
        let stored = IntegerSequence.all[encoding].numbers(count, in: data.reversedBits)
        let values = IntegerSequence.weights[encoding]
        let planes = hasTwoPlanes ? 2 : 1
        var weights = InlineArray<32, UInt8>(repeating: 0)
        func point(_ index: Int, _ plane: Int) -> Int {
            let place = index * planes + plane
            return place < count ? Int(values[Int(stored[place])]) : 0
        }
        for row in 0..<4 {
            // Positions in the grid, in sixteenths.
            let y = (342 * row * (rows - 1) + 32) >> 6
            for column in 0..<4 {
                let x = (342 * column * (columns - 1) + 32) >> 6
                let (fx, fy) = (x & 15, y & 15)
                let index = x >> 4 + y >> 4 * columns
                let both = (fx * fy + 8) >> 4
                for plane in 0..<planes {
                    let sum =
                        point(index, plane) * (16 - fx - fy + both) + point(index + 1, plane) * (fx - both)
                        + point(index + columns, plane) * (fy - both) + point(index + columns + 1, plane) * both
                    weights[16 * plane + 4 * row + column] = UInt8((sum + 8) >> 4)
                }
            }
        }
        return weights
    }
}

extension UInt128 {
    /// The same bits in the opposite order.
    fileprivate var reversedBits: UInt128 {
        UInt128(UInt64(truncatingIfNeeded: self).reversedBits) << 64
            | UInt128(UInt64(truncatingIfNeeded: self >> 64).reversedBits)
    }
}

extension UInt64 {
    fileprivate var reversedBits: UInt64 {
        var bits = byteSwapped
        bits = bits >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (bits & 0x0f0f_0f0f_0f0f_0f0f) << 4
        bits = bits >> 2 & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) << 2
        return bits >> 1 & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) << 1
    }
}
