/// Decompression of a block's contents.
extension LZFSEBlockHeader {
    /// Appends the bytes of the block.
    /// - Parameter start: The offset of the coded literals, which the coded triples follow.
    /// - Throws: `FormatError` if the block ends too early or contradicts itself.
    func decompress(_ input: ByteInput, from start: Int, to output: inout MatchOutput) throws(FormatError) {
        let literals = try literals(try input.part(at: start, count: literalBytes))
        let matches = try input.part(at: start + literalBytes, count: matchBytes)
        try output.block(rawBytes, at: offset) { (cursor: inout MatchCursor) throws(FormatError) in
            try self.matches(matches, literals, to: &cursor)
        }
    }

    private func literals(_ input: ByteInput) throws(FormatError) -> [UInt8] {
        let decoder = try EntropyDecoder(literalFrequencies, states: Self.states.literals, at: offset)
        var bits = try BackwardBits(input, bitsInLast: literalBits)
        var states = literalStates
        var literals: [UInt8] = []
        literals.reserveCapacity(literalCount)
        for index in 0..<literalCount {
            // Four states take 40 bits at most.
            if index & 3 == 0 { try bits.fill() }
            literals.append(UInt8(truncatingIfNeeded: try decoder.next(&states[index & 3], &bits)))
        }
        return literals
    }

    private func matches(
        _ input: ByteInput, _ literals: [UInt8], to cursor: inout MatchCursor
    ) throws(FormatError) {
        let counts = try EntropyDecoder(
            countFrequencies, states: Self.states.lengths, values: Self.literalCounts, at: offset)
        let lengths = try EntropyDecoder(
            lengthFrequencies, states: Self.states.lengths, values: Self.matchLengths, at: offset)
        let distances = try EntropyDecoder(
            distanceFrequencies, states: Self.states.distances, values: Self.matchDistances, at: offset)
        var bits = try BackwardBits(input, bitsInLast: matchBits)
        var (countState, lengthState, distanceState) = (matchStates[0], matchStates[1], matchStates[2])
        var distance = 0
        var used = 0
        let failure: FormatError? = literals.withUnsafeBytes { literals in
            do throws(FormatError) {
                for _ in 0..<matchCount {
                    // The three values of a triple take 54 bits at most.
                    try bits.fill()
                    let count = try counts.next(&countState, &bits)
                    let length = try lengths.next(&lengthState, &bits)
                    let newDistance = try distances.next(&distanceState, &bits)
                    if newDistance != 0 { distance = newDistance }
                    try cursor.literals(literals, used, count)
                    used += count
                    try cursor.match(length, distance: distance)
                }
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }

    private static let literalCounts = values([Int](repeating: 0, count: 16) + [2, 3, 5, 8])
    private static let matchLengths = values([Int](repeating: 0, count: 16) + [3, 5, 8, 11])
    private static let matchDistances = values((0..<64).map { $0 / 4 })

    /// Returns values that follow each other without gaps, from the number of extra bits of each.
    private static func values(_ extraBits: [Int]) -> [(base: Int, bits: Int)] {
        var base = 0
        return extraBits.map { bits in
            defer { base += 1 << bits }
            return (base, bits)
        }
    }
}
