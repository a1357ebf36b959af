/// A block of 4 × 4 texels in 16 bytes, compressed by ASTC.
///
/// Source: Khronos Data Format Specification 1.3, chapter 23 (ASTC), for two dimensions and low dynamic range; of high
/// dynamic range only blocks of one color are known.
struct ASTCBlock {
    /// A block's texels, row by row: red, green, blue, alpha.
    typealias Texels = InlineArray<16, SIMD4<UInt8>>

    private let data: UInt128

    /// - Parameter data: The sixteen bytes as a little-endian number.
    init(_ data: UInt128) { self.data = data }

    private func bits(_ offset: Int, _ count: Int) -> Int {
        Int(truncatingIfNeeded: data >> UInt128(offset)) & (1 << count - 1)
    }

    /// Returns the texels; nil if the block is invalid or of high dynamic range.
    func texels() -> Texels? {
        if bits(0, 9) == 0x1fc { return oneColor }
        guard let grid = ASTCWeightGrid(mode: bits(0, 11)) else { return nil }
        let partitions = bits(11, 2) + 1
        guard partitions < 4 || !grid.hasTwoPlanes else { return nil }

        // Endpoint modes, and the part of them that is stored below the weights.
        var below = 128 - grid.size
        var modes = InlineArray<4, Int>(repeating: bits(13, 4))
        if partitions > 1 {
            let selector = bits(23, 6)
            if selector & 3 == 0 {
                modes = InlineArray(repeating: selector >> 2)
            } else {
                let extra = 3 * partitions - 4
                below -= extra
                let all = selector | bits(below, extra) << 6
                for index in 0..<partitions {
                    let group = all & 3 - 1 + all >> (2 + index) & 1
                    modes[index] = group << 2 | all >> (2 + partitions + 2 * index) & 3
                }
            }
        }
        if grid.hasTwoPlanes { below -= 2 }
        let secondPlane = grid.hasTwoPlanes ? bits(below, 2) : -1

        // Endpoints: as precise as the space between allows.
        let start = partitions == 1 ? 17 : 29
        var valueCount = 0
        for index in 0..<partitions { valueCount += 2 * (modes[index] >> 2 + 1) }
        guard valueCount <= 18, below > start,
            let encoding = (4...20).last(where: { IntegerSequence.all[$0].size(valueCount) <= below - start })
        else { return nil }
        let stored = IntegerSequence.all[encoding].numbers(valueCount, in: data >> UInt128(start))
        let colors = IntegerSequence.colors[encoding]
        var values = InlineArray<18, Int32>(repeating: 0)
        for index in 0..<valueCount { values[index] = Int32(colors[Int(stored[index])]) }
        var first = InlineArray<4, SIMD4<Int32>>(repeating: SIMD4(repeating: 0))
        var second = first
        var used = 0
        for index in 0..<partitions {
            let endpoints = ASTCEndpoints(mode: modes[index], values, from: used) ?? .invalid
            // To sixteen bits, as for sRGB and wherever the result has eight bits: halfway up to the next value.
            first[index] = endpoints.first &<< 8 | SIMD4(repeating: 0x80)
            second[index] = endpoints.second &<< 8 | SIMD4(repeating: 0x80)
            used += 2 * (modes[index] >> 2 + 1)
        }

        let weights = grid.weights(data)
        let partition = partitions > 1 ? ASTCPartition(bits(13, 10), count: partitions) : nil
        var texels = Texels(repeating: SIMD4(repeating: 0))
        for row in 0..<4 {
            for column in 0..<4 {
                let texel = 4 * row + column
                let index = partition?(column, row) ?? 0
                var weight = SIMD4<Int32>(repeating: Int32(weights[texel]))
                if secondPlane >= 0 { weight[secondPlane] = Int32(weights[16 + texel]) }
                let one = first[index] &* (64 &- weight) &+ second[index] &* weight
                texels[texel] = SIMD4<UInt8>(truncatingIfNeeded: (one &+ 32) &>> 14)
            }
        }
        return texels
    }

    /// The texels of a block of one color, whose components have 16 bits; nil if the block is invalid.
    private var oneColor: Texels? {
        guard bits(10, 2) == 3 else { return nil }
        let (left, right, top, bottom) = (bits(12, 13), bits(25, 13), bits(38, 13), bits(51, 13))
        let isUnlimited = left & right & top & bottom == 0x1fff
        guard isUnlimited || left < right && top < bottom else { return nil }
        let isHighRange = bits(9, 1) == 1
        var color = SIMD4<UInt8>(repeating: 0)
        for index in 0..<4 {
            let value = bits(64 + 16 * index, 16)
            color[index] = isHighRange ? Self.half(value) : UInt8(value >> 8)
        }
        return Texels(repeating: color)
    }

    /// Returns a half-precision number as 8 bits, clamped to 0 to 1.
    private static func half(_ bits: Int) -> UInt8 {
        guard bits & 0x8000 == 0 else { return 0 }
        let (exponent, fraction) = (bits >> 10, bits & 0x3ff)
        guard exponent < 15 else { return exponent == 31 && fraction != 0 ? 0 : 255 }
        // The value in units of 2^-25, which are half of the smallest number.
        let value = exponent == 0 ? fraction << 1 : (0x400 | fraction) << exponent
        return UInt8((value * 255 + 1 << 24) >> 25)
    }
}
