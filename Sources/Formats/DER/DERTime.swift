/// Times in certificates (RFC 5280, 4.1.2.5): `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`.
enum DERTime {
    /// Returns the seconds since 1970-01-01T00:00:00Z; nil if it is not such a time.
    static func secondsSince1970(_ text: ArraySlice<UInt8>, isLong: Bool) -> Int64? {
        let yearDigits = isLong ? 4 : 2
        guard text.count == yearDigits + 11, text.last == UInt8(ascii: "Z"), text.dropLast().allSatisfy(\.isASCIIDigit)
        else { return nil }
        let digits = text.dropLast().map { Int64($0 - 0x30) }
        func number(_ range: Range<Int>) -> Int64 { digits[range].reduce(0) { $0 * 10 + $1 } }
        var year = number(0..<yearDigits)
        if !isLong { year += year < 50 ? 2000 : 1900 }
        let parts = stride(from: yearDigits, to: digits.count, by: 2).map { number($0..<$0 + 2) }
        guard (1...12).contains(parts[0]), (1...31).contains(parts[1]), parts[2] < 24, parts[3] < 60, parts[4] <= 60
        else { return nil }
        return CivilDate.day(year: year, month: parts[0], day: parts[1]) * 86_400 + parts[2] * 3_600 + parts[3]
            * 60 + parts[4]
    }
}
