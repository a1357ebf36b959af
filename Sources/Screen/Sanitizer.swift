/// Converts bytes to clusters by the rules listed at `DisplayText`.
struct Sanitizer {
    private(set) var clusters: [DisplayText.Cluster] = []
    private(set) var width = 0
    private let ascii: Bool
    /// The base of the last cluster; 0 at the beginning and after a substitute, where nothing can be combined.
    private var base: UInt32 = 0

    private static let wideBit: UInt64 = 1 << 63

    init(ascii: Bool) { self.ascii = ascii }

    mutating func consume(_ bytes: UnsafeBufferPointer<UInt8>) {
        clusters.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x20, byte < 0x7f {
                clusters.append(DisplayText.Cluster(bits: UInt64(byte)))
                width += 1
                base = UInt32(byte)
                index += 1
            } else if byte < 0x80 {
                // The symbols for control characters, U+2400 to U+2421.
                standIn(byte == 0x7f ? 0x2421 : 0x2400 + UInt32(byte))
                index += 1
            } else if let (value, count) = Self.decode(bytes, at: index) {
                consume(value, before: bytes, at: index + count)
                index += count
            } else {
                standIn("\\x" + Self.hexadecimal(UInt32(byte), digits: 2))
                index += 1
            }
        }
    }

    /// Consumes a scalar beyond ASCII, which ends at an index.
    private mutating func consume(_ value: UInt32, before bytes: UnsafeBufferPointer<UInt8>, at end: Int) {
        if InvisibleCharacter.mayBeOne(value) {
            let next = end < bytes.count ? Self.decode(bytes, at: end)?.0 ?? 0 : 0
            switch InvisibleCharacter.treatment(of: value, after: base, before: next) {
            case .drop: return
            case .show(let name): return standIn("‹\(name)›")
            case .no: break
            }
        }
        switch CharacterWidth.of(value) {
        case .zero: combine(value)
        case .narrow: append(value, wide: false)
        case .wide: append(value, wide: true)
        case .notShown: standIn("‹\(Self.hexadecimal(value, digits: 2))›")
        }
    }

    private mutating func append(_ value: UInt32, wide: Bool) {
        width += wide ? 2 : 1
        base = value
        guard ascii else {
            clusters.append(DisplayText.Cluster(bits: UInt64(value) | (wide ? Self.wideBit : 0)))
            return
        }
        for _ in 0..<(wide ? 2 : 1) { clusters.append(DisplayText.Cluster(bits: 0x3f)) }
    }

    /// Puts a mark over the last character; a third mark is left out.
    private mutating func combine(_ mark: UInt32) {
        if base == 0 {
            append(0x25cc, wide: false)
            base = 0x25cc
        }
        guard !ascii, let last = clusters.last else { return }
        for shift in [21, 42] as [UInt64] where last.bits >> shift & 0x1f_ffff == 0 {
            clusters[clusters.count - 1] = DisplayText.Cluster(bits: last.bits | UInt64(mark) << shift)
            return
        }
    }

    private mutating func standIn(_ value: UInt32) {
        append(value, wide: false)
        base = 0
    }

    private mutating func standIn(_ text: String) {
        for scalar in text.unicodeScalars {
            clusters.append(DisplayText.Cluster(bits: UInt64(ascii ? Self.asciiForm(scalar) : scalar.value)))
            width += 1
        }
        base = 0
    }

    private static func asciiForm(_ scalar: Unicode.Scalar) -> UInt32 {
        switch scalar {
        case "‹": 0x3c
        case "›": 0x3e
        default: scalar.value
        }
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Returns the scalar that begins at `index` and its length in bytes, or nil if the bytes there are not UTF-8
    /// (Unicode 3.9, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, Int)? {
        let first = UInt32(bytes[index])
        let count: Int
        var value: UInt32
        switch first {
        case 0xc2...0xdf: (count, value) = (2, first & 0x1f)
        case 0xe0...0xef: (count, value) = (3, first & 0x0f)
        case 0xf0...0xf4: (count, value) = (4, first & 0x07)
        default: return nil
        }
        guard index + count <= bytes.count else { return nil }
        for next in 1..<count {
            let byte = UInt32(bytes[index + next])
            guard byte & 0xc0 == 0x80 else { return nil }
            value = value << 6 | byte & 0x3f
        }
        switch count {
        case 3 where value < 0x800 || (0xd800...0xdfff).contains(value): return nil
        case 4 where value < 0x1_0000 || value > 0x10_ffff: return nil
        default: return (value, count)
        }
    }
}
