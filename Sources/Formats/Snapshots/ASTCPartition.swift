/// Which of a block's partitions each of its 4 × 4 texels belongs to.
///
/// Source: Khronos Data Format Specification 1.3, section 23.19 (ASTC), "Partition Pattern Generation".
struct ASTCPartition {
    private var seeds = InlineArray<8, Int>(repeating: 0)
    private let hash: Int
    private let count: Int

    /// - Parameters:
    ///   - pattern: The number of the pattern, 0 to 1023.
    ///   - count: The number of partitions, 2 to 4.
    init(_ pattern: Int, count: Int) {
        let seed = pattern + (count - 1) * 1_024
        self.count = count
        hash = Int(Self.hash(UInt32(seed)))
        let wide = seed & 2 == 0 ? 5 : 4
        let other = count == 3 ? 6 : 5
        let shifts = seed & 1 == 1 ? (wide, other) : (other, wide)
        for index in 0..<8 {
            let part = hash >> (4 * index) & 15
            seeds[index] = (part * part) >> (index & 1 == 0 ? shifts.0 : shifts.1)
        }
    }

    /// Returns the partition of the texel in a column and row.
    func callAsFunction(_ column: Int, _ row: Int) -> Int {
        // Blocks of fewer than 31 texels use every other point of the pattern.
        let (x, y) = (2 * column, 2 * row)
        let a = (seeds[0] * x + seeds[1] * y + hash >> 14) & 63
        let b = (seeds[2] * x + seeds[3] * y + hash >> 10) & 63
        let c = count < 3 ? 0 : (seeds[4] * x + seeds[5] * y + hash >> 6) & 63
        let d = count < 4 ? 0 : (seeds[6] * x + seeds[7] * y + hash >> 2) & 63
        if a >= b, a >= c, a >= d { return 0 }
        if b >= c, b >= d { return 1 }
        return c >= d ? 2 : 3
    }

    private static func hash(_ seed: UInt32) -> UInt32 {
        var hash = seed
        hash ^= hash >> 15
        hash &-= hash << 17
        hash &+= hash << 7
        hash &+= hash << 4
        hash ^= hash >> 5
        hash &+= hash << 16
        hash ^= hash >> 7
        hash ^= hash >> 3
        hash ^= hash << 6
        hash ^= hash >> 17
        return hash
    }
}
