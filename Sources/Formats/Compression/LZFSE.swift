/// Decompresses LZFSE, with which iOS compresses the pictures of its app switcher.
///
/// A stream is a series of blocks, each with a magic number: `bvx-` holds bytes as they are, `bvxn` is compressed by
/// LZVN, `bvx1` and `bvx2` by LZFSE proper (with plain or packed frequency tables), and `bvx$` ends the stream. Matches
/// reach back across blocks. Source: Apple's reference implementation (github.com/lzfse/lzfse), headers and decoder.
package enum LZFSE {
    /// Returns the decompressed bytes.
    /// - Parameters:
    ///   - bytes: A whole stream; trailing bytes are ignored.
    ///   - limit: The maximum number of decompressed bytes.
    /// - Throws: `FormatError`: `truncated` if the stream has no end, `malformed` if it contradicts itself, `tooLarge`
    ///   if it decompresses to more than `limit` bytes.
    package static func decompress(_ bytes: ArraySlice<UInt8>, limit: Int) throws(FormatError) -> [UInt8] {
        try decompressPrefix(of: bytes, limit: limit).output
    }

    /// Returns the decompressed bytes, and the number of compressed ones.
    /// - Throws: As `decompress(_:limit:)`.
    package static func decompressPrefix(
        of bytes: ArraySlice<UInt8>, limit: Int
    ) throws(FormatError) -> (output: [UInt8], count: Int) {
        var output = MatchOutput(limit: limit)
        let result: Result<Int, FormatError> = bytes.withUnsafeBytes { input in
            do throws(FormatError) {
                return .success(try decompress(ByteInput(input), to: &output))
            } catch { return .failure(error) }
        }
        return (output.bytes, try result.get())
    }

    private static func decompress(_ input: ByteInput, to output: inout MatchOutput) throws(FormatError) -> Int {
        var offset = 0
        while true {
            let magic = try input.number32(at: offset)
            if magic == Magic.end { return offset + 4 }
            let size = Int(try input.number32(at: offset + 4))
            try output.reserve(size, offset)
            switch magic {
            case Magic.stored:
                try output.append(try input.part(at: offset + 8, count: size))
                offset += 8 + size
            case Magic.lzvn:
                let count = Int(try input.number32(at: offset + 8))
                let payload = try input.part(at: offset + 12, count: count)
                try LZVN.decompress(payload, to: &output, size: size)
                offset += 12 + count
            case Magic.plainTables, Magic.packedTables:
                let header = try LZFSEBlockHeader(input, at: offset, isPacked: magic == Magic.packedTables)
                try header.decompress(input, from: offset + header.size, to: &output)
                offset += header.size + header.literalBytes + header.matchBytes
            default:
                throw FormatError(.malformed, "no block of LZFSE begins here", offset: input.base + offset)
            }
        }
    }

    private enum Magic {
        static let stored: UInt32 = 0x2d78_7662
        static let lzvn: UInt32 = 0x6e78_7662
        static let plainTables: UInt32 = 0x3178_7662
        static let packedTables: UInt32 = 0x3278_7662
        static let end: UInt32 = 0x2478_7662
    }
}

/// Checked access to the compressed bytes.
struct ByteInput {
    /// The bytes.
    let bytes: UnsafeRawBufferPointer
    /// The offset of the first of them in the whole input, for error messages.
    let base: Int

    init(_ bytes: UnsafeRawBufferPointer, base: Int = 0) {
        self.bytes = bytes
        self.base = base
    }

    var count: Int { bytes.count }

    /// - Throws: `FormatError` `truncated` if the bytes end earlier.
    func part(at offset: Int, count: Int) throws(FormatError) -> ByteInput {
        guard offset <= bytes.count, count <= bytes.count - offset else { throw truncated }
        return ByteInput(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]), base: base + offset)
    }

    func number16(at offset: Int) throws(FormatError) -> UInt16 {
        guard offset <= bytes.count - 2 else { throw truncated }
        return UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func number32(at offset: Int) throws(FormatError) -> UInt32 {
        guard offset <= bytes.count - 4 else { throw truncated }
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func number64(at offset: Int) throws(FormatError) -> UInt64 {
        guard offset <= bytes.count - 8 else { throw truncated }
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    private var truncated: FormatError {
        FormatError(.truncated, "the compressed data ends too early", offset: base + bytes.count)
    }
}

/// Decompressed bytes, to which literals and matches are appended.
struct MatchOutput {
    /// The bytes so far. The array is longer while a block is decompressed.
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Fails if a block of `size` more bytes exceeds the limit.
    func reserve(_ size: Int, _ offset: Int) throws(FormatError) {
        guard size <= limit - bytes.count else {
            throw FormatError(.tooLarge, "it decompresses to more than \(limit) bytes", offset: offset)
        }
    }

    mutating func append(_ input: ByteInput) throws(FormatError) { bytes.append(contentsOf: input.bytes) }

    /// Makes room for the `size` bytes of a block, which `fill` writes through a cursor.
    /// - Throws: `FormatError` `malformed` if `fill` writes fewer bytes, and its own errors.
    mutating func block(
        _ size: Int, at offset: Int, _ fill: (inout MatchCursor) throws(FormatError) -> Void
    ) throws(FormatError) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: size))
        let failure: FormatError? = bytes.withUnsafeMutableBytes { all in
            var cursor = MatchCursor(all, at: start, inputOffset: offset)
            do throws(FormatError) {
                try fill(&cursor)
                guard cursor.position == all.count else {
                    throw FormatError(.malformed, "a block is shorter than it claims", offset: offset)
                }
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }
}

/// Writes the bytes of one block.
struct MatchCursor {
    private let all: UnsafeMutableRawBufferPointer
    /// The number of bytes written since the beginning of the stream.
    private(set) var position: Int
    private let inputOffset: Int

    init(_ all: UnsafeMutableRawBufferPointer, at position: Int, inputOffset: Int) {
        (self.all, self.position, self.inputOffset) = (all, position, inputOffset)
    }

    /// Appends bytes as they are.
    mutating func literals(_ source: UnsafeRawBufferPointer, _ offset: Int, _ count: Int) throws(FormatError) {
        guard count <= all.count - position, offset >= 0, count <= source.count - offset, let from = source.baseAddress,
            let target = all.baseAddress
        else {
            if count == 0 { return }
            throw malformed
        }
        (target + position).copyMemory(from: from + offset, byteCount: count)
        position += count
    }

    /// Repeats `count` bytes that lie `distance` bytes back, which may overlap the bytes written.
    mutating func match(_ count: Int, distance: Int) throws(FormatError) {
        guard count > 0 else { return }
        guard count <= all.count - position, distance > 0, distance <= position, let target = all.baseAddress else {
            throw malformed
        }
        let from = target + (position - distance)
        let to = target + position
        if distance >= count {
            to.copyMemory(from: from, byteCount: count)
        } else {
            for index in 0..<count {
                to.storeBytes(of: from.load(fromByteOffset: index, as: UInt8.self), toByteOffset: index, as: UInt8.self)
            }
        }
        position += count
    }

    private var malformed: FormatError {
        FormatError(.malformed, "compressed data refers to bytes that do not exist", offset: inputOffset)
    }
}
