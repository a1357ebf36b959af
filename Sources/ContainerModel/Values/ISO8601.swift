/// Formats times for JSON: ISO 8601 in UTC.
package enum ISO8601 {
    /// The seconds from 0000-03-01, less 400 years, to 1970-01-01.
    private static let shift = 62_135_596_800 + (306 + 146_097) * 86_400

    /// Returns a time such as `2019-02-02T11:31:02Z`; nil outside the years 0 to 9999, the range of four digits.
    package static func text(secondsSince1970 seconds: Int64) -> String? {
        text(secondsSince1970: seconds, fraction: "")
    }

    /// Returns a time such as `2019-02-02T11:31:02.5Z`; nil outside the years 0 to 9999.
    /// - Parameter fraction: The digits of the fraction of a second; empty if it is zero.
    package static func text(secondsSince1970 seconds: Int64, fraction: String) -> String? {
        guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
        // Days since 1 March, so that a leap day is the last day of its year; 146,097 days are 400 years. The count begins
        // 400 years early, so that none is negative.
        let days = (Int(seconds) + shift) / 86_400
        let second = (Int(seconds) + shift) % 86_400
        let (era, dayOfEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // From March on, the months repeat the lengths 31, 30, 31, 30, 31.
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = (era - 1) * 400 + yearOfEra + (month >= 10 ? 1 : 0)
        let date = [(year, 4), (month < 10 ? month + 3 : month - 9, 2), (day, 2)]
        let time = [(second / 3_600, 2), (second / 60 % 60, 2), (second % 60, 2)]
        return "\(joined(date, "-"))T\(joined(time, ":"))\(fraction.isEmpty ? "" : "." + fraction)Z"
    }

    /// Returns a time with all nine digits of its nanoseconds, `2019-02-02T11:31:02.000000005Z`, or with none if they are not
    /// known; outside the years 0 to 9999, `@` and the seconds since 1970.
    package static func exactText(secondsSince1970 seconds: Int64, nanoseconds: UInt32?) -> String {
        let fraction = nanoseconds.map { padded(String($0), to: 9, with: "0") } ?? ""
        return text(secondsSince1970: seconds, fraction: fraction)
            ?? "@\(seconds)" + (fraction.isEmpty ? "" : "." + fraction)
    }

    private static func joined(_ numbers: [(Int, digits: Int)], _ separator: String) -> String {
        numbers.map { number, digits in padded(String(number), to: digits, with: "0") }.joined(separator: separator)
    }
}
