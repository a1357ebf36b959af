/// Numbers as written in XML property lists.
enum XMLNumber {
    /// Parses an integer: decimal, or hexadecimal with the prefix `0x`, optionally signed, from `Int64.min` to
    /// `UInt64.max`.
    static func integer(_ text: ArraySlice<UInt8>) -> PropertyListValue? {
        let isNegative = text.first == UInt8(ascii: "-")
        var digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
        let prefix = digits.prefix(2)
        let isHexadecimal = prefix.first == UInt8(ascii: "0") && prefix.last.map { $0 | 0x20 } == UInt8(ascii: "x")
        if isHexadecimal { digits = digits.dropFirst(2) }
        guard !digits.isEmpty else { return nil }

        var magnitude: UInt64 = 0
        for digit in digits {
            guard let value = digit.hexadecimalValue, isHexadecimal || value < 10 else { return nil }
            let (product, tooLarge) = magnitude.multipliedReportingOverflow(by: isHexadecimal ? 16 : 10)
            let (sum, stillTooLarge) = product.addingReportingOverflow(UInt64(value))
            guard !tooLarge, !stillTooLarge else { return nil }
            magnitude = sum
        }
        guard isNegative else { return .integer(exactly: magnitude) }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }

    /// Parses a real in C syntax, including `nan`, `inf` and `infinity`.
    static func real(_ text: ArraySlice<UInt8>) -> Double? {
        // Far more than any writer needs; rejects numbers megabytes long.
        guard !text.isEmpty, text.count <= 1_024 else { return nil }
        return Double(String(decoding: text, as: UTF8.self))
    }
}
