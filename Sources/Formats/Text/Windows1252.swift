/// Windows code page 1252. Its bytes from 0xa0 on are those of Latin 1.
enum Windows1252 {
    /// The scalars of 0x80…0x9f; 0 for bytes without a character. Source: Unicode's mapping table CP1252.TXT.
    private static let scalars: [UInt16] = [
        0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
        0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e,
        0x0178,
    ]

    /// Returns the scalar of a byte; nil if it has none.
    static func scalar(_ byte: UInt8) -> UInt32? {
        guard (0x80...0x9f).contains(byte) else { return UInt32(byte) }
        let scalar = scalars[Int(byte - 0x80)]
        return scalar == 0 ? nil : UInt32(scalar)
    }

    /// Returns the byte of a scalar; nil if it has none.
    static func byte(_ scalar: UInt32) -> UInt8? {
        if let index = scalars.firstIndex(where: { $0 != 0 && UInt32($0) == scalar }) { return UInt8(0x80 + index) }
        guard let byte = UInt8(exactly: scalar), !(0x80...0x9f).contains(byte) else { return nil }
        return byte
    }
}
