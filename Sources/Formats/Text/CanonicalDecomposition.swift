/// Text in UTF-8 with every character decomposed (normalization form D; The Unicode Standard, section 3.11).
///
/// Names that APFS and HFS+ take for one and the same have the same bytes in it, however they are composed. Bytes that
/// are not UTF-8 stay as they are.
package struct CanonicalDecomposition {
    /// The decomposed text.
    package private(set) var bytes: [UInt8] = []
    /// For each byte, the index in the original text of the character that it comes from.
    package private(set) var origins: [Int] = []
    /// The marks that have been read since the last character without a combining class, in canonical order.
    private var marks: [(order: UInt8, scalar: Unicode.Scalar, origin: Int)] = []

    /// Decomposes a text.
    package init(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.reserveCapacity(text.count * 2)
        origins.reserveCapacity(text.count * 2)
        var index = 0
        while index < text.count {
            if let (scalar, length) = Unicode.Scalar.decode(text, at: index) {
                append(scalar, from: index)
                index += length
            } else {
                flush()
                bytes.append(text[index])
                origins.append(index)
                index += 1
            }
        }
        flush()
    }

    /// Returns the bytes of a decomposed text.
    package static func bytes(of text: some Collection<UInt8>) -> [UInt8] {
        Array(text).withUnsafeBufferPointer { withBytes(of: $0) { Array($0) } }
    }

    /// Calls a closure with the bytes of a decomposed text: with the text itself if it is ASCII, as most names are.
    package static func withBytes<Result>(
        of text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard !UnsafeRawBufferPointer(text).isASCII else { return body(text) }
        return CanonicalDecomposition(text).bytes.withUnsafeBufferPointer { body($0) }
    }

    private mutating func append(_ scalar: Unicode.Scalar, from origin: Int) {
        // No scalar before this one has a mapping or a combining class.
        guard scalar.value >= 0xc0 else {
            flush()
            return write(scalar, from: origin)
        }
        if let (first, second) = Self.mapping(of: scalar) {
            append(first, from: origin)
            if let second { append(second, from: origin) }
            return
        }
        let order = scalar.properties.canonicalCombiningClass.rawValue
        guard order > 0 else {
            flush()
            return write(scalar, from: origin)
        }
        let place = marks.lastIndex { $0.order <= order }.map { $0 + 1 } ?? 0
        marks.insert((order, scalar, origin), at: place)
    }

    private mutating func flush() {
        guard !marks.isEmpty else { return }
        for mark in marks { write(mark.scalar, from: mark.origin) }
        marks.removeAll(keepingCapacity: true)
    }

    private mutating func write(_ scalar: Unicode.Scalar, from origin: Int) {
        for byte in scalar.utf8 {
            bytes.append(byte)
            origins.append(origin)
        }
    }

    /// Returns the mapping of a scalar; nil if it has none.
    private static func mapping(of scalar: Unicode.Scalar) -> (first: Unicode.Scalar, second: Unicode.Scalar?)? {
        let value = scalar.value
        // Most names of East Asia consist of these ideographs.
        if (0x3400...0x9fff).contains(value) { return nil }
        if (0xac00...0xd7a3).contains(value) { return hangul(value - 0xac00) }
        let run = starts.indices.partitioningIndex { starts[$0] > value } - 1
        guard run >= 0 else { return nil }
        let place = Int(places[run]) + Int(value - starts[run])
        guard place < Int(places[run + 1]) else { return nil }
        let second = seconds[Int(mappings[place] & 0x7f)]
        guard let first = Unicode.Scalar(mappings[place] >> 7) else { return nil }
        return (first, second > 0 ? Unicode.Scalar(second) : nil)
    }

    /// Returns the mapping of a Hangul syllable (The Unicode Standard, section 3.12).
    private static func hangul(_ syllable: UInt32) -> (first: Unicode.Scalar, second: Unicode.Scalar?)? {
        let (vowels, finals): (UInt32, UInt32) = (21, 28)
        let (final, rest) = (syllable % finals, syllable / finals)
        let first = final > 0 ? 0xac00 + syllable - final : 0x1100 + rest / vowels
        let second = final > 0 ? 0x11a7 + final : 0x1161 + rest % vowels
        guard let scalar = Unicode.Scalar(first) else { return nil }
        return (scalar, Unicode.Scalar(second))
    }
}

extension Unicode.Scalar {
    /// Reads a scalar in UTF-8, and the number of its bytes; nil if the bytes from the index on are none.
    package static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        let first = bytes[index]
        guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
        let length: Int
        let minimum: UInt32
        switch first {
        case 0xc2...0xdf: (length, minimum) = (2, 0x80)
        case 0xe0...0xef: (length, minimum) = (3, 0x800)
        case 0xf0...0xf4: (length, minimum) = (4, 0x1_0000)
        default: return nil
        }
        guard bytes.count - index >= length else { return nil }
        var value = UInt32(first) & (0x7f >> UInt32(length))
        for byte in bytes[(index + 1)..<(index + length)] {
            guard byte & 0xc0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3f)
        }
        // Neither longer than necessary nor a surrogate.
        guard value >= minimum, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, length)
    }
}
