/// Dates as written in XML property lists, `2019-02-02T11:31:02Z`: in UTC, to the second, proleptic Gregorian.
///
/// Source: the PropertyList-1.0 DTD ("a subset of ISO 8601").
enum PropertyListDate {
    /// Days from 1970-01-01 to 2001-01-01.
    private static let referenceDay: Int64 = 11_323
    /// The range of years with four digits: 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z, in seconds since 2001.
    static let writable = -63_145_526_400.0...252_423_993_599.0

    /// Parses a date and returns seconds since 2001-01-01T00:00:00Z; nil if `text` is not a date.
    static func seconds(from text: ArraySlice<UInt8>) -> Double? {
        var rest = text
        let isBeforeYearZero = rest.first == UInt8(ascii: "-")
        if isBeforeYearZero { rest.removeFirst() }

        func number(_ digits: ClosedRange<Int>, then end: Unicode.Scalar) -> Int64? {
            guard let field = rest.firstIndex(of: UInt8(ascii: end)).map({ rest[..<$0] }) else { return nil }
            guard digits.contains(field.count), field.allSatisfy(\.isASCIIDigit) else { return nil }
            rest = rest[(field.endIndex + 1)...]
            return field.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        }
        guard
            let year = number(1...9, then: "-"), let month = number(2...2, then: "-"),
            let day = number(2...2, then: "T"), let hour = number(2...2, then: ":"),
            let minute = number(2...2, then: ":"), let second = number(2...2, then: "Z"),
            rest.isEmpty
        else { return nil }
        let signedYear = isBeforeYearZero ? -year : year
        guard
            (1...12).contains(month), (1...CivilDate.days(inMonth: month, of: signedYear)).contains(day),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let dayNumber = CivilDate.day(year: signedYear, month: month, day: day) - referenceDay
        return Double(dayNumber * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    /// Formats a date, rounded down to the second. A date outside the years 0 to 9999 is clamped to them; NaN becomes
    /// 2001-01-01T00:00:00Z.
    static func text(secondsSince2001: Double) -> String {
        let seconds = secondsSince2001.isNaN ? 0 : secondsSince2001
        let whole = Int64(min(max(seconds.rounded(.down), writable.lowerBound), writable.upperBound))
        let (secondOfDay, dayNumber) = (whole.modulo(86_400), (whole - whole.modulo(86_400)) / 86_400)
        let (year, month, day) = CivilDate.civil(day: dayNumber + referenceDay)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let time = [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60].map { padded($0, 2) }
        return "\(date)T\(time.joined(separator: ":"))Z"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
