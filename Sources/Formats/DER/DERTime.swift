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
        return days(year, parts[0], parts[1]) * 86_400 + parts[2] * 3_600 + parts[3] * 60 + parts[4]
    }

    /// The number of days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        // 400 years later, so that no number is negative: they have 146,097 days.
        let year = (month > 2 ? year : year - 1) + 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        // 0000-03-01 is 719,468 days before 1970-01-01.
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
    }
}
