/// Decompresses LZVN, the compression that LZFSE uses for short data.
///
/// Each instruction has a number of literals that follow it, the length of a match, and its distance, which may be the
/// previous match's. Source: the decoder of Apple's reference implementation (github.com/lzfse/lzfse).
enum LZVN {
    /// Appends the `size` bytes of a block.
    /// - Throws: `FormatError` if the block ends too early or contradicts itself.
    static func decompress(_ input: ByteInput, to output: inout MatchOutput, size: Int) throws(FormatError) {
        try output.block(size, at: input.base) { (cursor: inout MatchCursor) throws(FormatError) in
            var offset = 0
            var distance = 0
            while true {
                let instruction = try Instruction(input, at: offset)
                offset += instruction.size
                switch instruction.kind {
                case .end: return
                case .nothing: continue
                case .copy(let literals, let match, let newDistance):
                    guard literals <= input.count - offset else {
                        throw FormatError(
                            .truncated, "the compressed data ends too early", offset: input.base + input.count)
                    }
                    try cursor.literals(input.bytes, offset, literals)
                    offset += literals
                    distance = newDistance ?? distance
                    try cursor.match(match, distance: distance)
                }
            }
        }
    }

    private struct Instruction {
        enum Kind {
            case end
            case nothing
            case copy(literals: Int, match: Int, distance: Int?)
        }

        let kind: Kind
        /// The number of bytes without the literals.
        let size: Int

        init(_ input: ByteInput, at offset: Int) throws(FormatError) {
            let code = Int(try input.part(at: offset, count: 1).bytes[0])
            func byte() throws(FormatError) -> Int { Int(try input.part(at: offset + 1, count: 1).bytes[0]) }
            switch code {
            case 0x06: (kind, size) = (.end, 8)
            case 0x0e, 0x16: (kind, size) = (.nothing, 1)
            case 0x1e, 0x26, 0x2e, 0x36, 0x3e, 0x70...0x7f, 0xd0...0xdf:
                throw FormatError(.malformed, "an instruction of LZVN is undefined", offset: input.base + offset)
            case 0xa0...0xbf:
                let word = Int(try input.number16(at: offset + 1))
                let match = ((code & 7) << 2 | word & 3) + 3
                (kind, size) = (.copy(literals: code >> 3 & 3, match: match, distance: word >> 2), 3)
            case 0xe0: (kind, size) = (.copy(literals: try byte() + 16, match: 0, distance: nil), 2)
            case 0xe1...0xef: (kind, size) = (.copy(literals: code & 15, match: 0, distance: nil), 1)
            case 0xf0: (kind, size) = (.copy(literals: 0, match: try byte() + 16, distance: nil), 2)
            case 0xf1...0xff: (kind, size) = (.copy(literals: 0, match: code & 15, distance: nil), 1)
            default:
                let (literals, match) = (code >> 6, (code >> 3 & 7) + 3)
                switch code & 7 {
                case 6: (kind, size) = (.copy(literals: literals, match: match, distance: nil), 1)
                case 7:
                    let far = Int(try input.number16(at: offset + 1))
                    (kind, size) = (.copy(literals: literals, match: match, distance: far), 3)
                default:
                    let near = (code & 7) << 8 | (try byte())
                    (kind, size) = (.copy(literals: literals, match: match, distance: near), 2)
                }
            }
        }
    }
}
