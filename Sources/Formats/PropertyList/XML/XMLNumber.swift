/// Numbers as written in XML property lists.
enum XMLNumber {
    /// Parses an integer: decimal, or hexadecimal with the prefix `0x`, optionally signed, of at most 128 bits with
    /// the sign.
    static func integer(_ text: ArraySlice<UInt8>) -> PropertyListValue? {
        let isNegative = text.first == UInt8(ascii: "-")
        var digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
        let prefix = digits.prefix(2)
        let isHexadecimal = prefix.first == UInt8(ascii: "0") && prefix.last.map { $0 | 0x20 } == UInt8(ascii: "x")
        if isHexadecimal { digits = digits.dropFirst(2) }
        guard !digits.isEmpty else { return nil }

        var magnitude: UInt128 = 0
        for digit in digits {
            guard let value = digit.hexadecimalValue, isHexadecimal || value < 10 else { return nil }
            let (product, tooLarge) = magnitude.multipliedReportingOverflow(by: isHexadecimal ? 16 : 10)
            let (sum, stillTooLarge) = product.addingReportingOverflow(UInt128(value))
            guard !tooLarge, !stillTooLarge else { return nil }
            magnitude = sum
        }
        guard magnitude <= (isNegative ? Int128.min.magnitude : Int128.max.magnitude) else { return nil }
        return .integer(exactly: Int128(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude))
    }

    /// Parses a real in C syntax, including `nan`, `inf` and `infinity`.
    static func real(_ text: ArraySlice<UInt8>) -> Double? {
        // Far more than any writer needs; rejects numbers megabytes long.
        guard !text.isEmpty, text.count <= 1_024 else { return nil }
        return Double(String(decoding: text, as: UTF8.self))
    }
}
