import Glibc

/// A point in time as the clock on the wall showed it here.
package struct LocalTime: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The last second of a year that the system's calendar still counts (`tm_year` has 32 bits), a year early for the
    /// time zone's sake.
    private static let lastSecond: Int64 = 67_767_976_202_000_000

    /// - Parameter seconds: since 1970. A time too far away for the calendar is the last, or the first, that it has.
    ///   The first use reads the time zone from the disk.
    package init(secondsSince1970 seconds: Int64) {
        var parts = tm()
        var time = time_t(min(max(seconds, -Self.lastSecond), Self.lastSecond))
        localtime_r(&time, &parts)
        self.init(
            year: Int(parts.tm_year) + 1900,
            month: Int(parts.tm_mon) + 1,
            day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour),
            minute: Int(parts.tm_min),
            second: Int(parts.tm_sec)
        )
    }

    /// The present moment.
    package static var now: LocalTime { LocalTime(secondsSince1970: Int64(time(nil))) }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Six columns for a listing: the time of today, else the day of this year, else the year, or where six columns do
    /// not hold that, whether it is past or to come.
    package func short(seenFrom now: LocalTime) -> String {
        if (year, month, day) == (now.year, now.month, now.day) {
            return " " + LocalTime.twoDigits(hour) + ":" + LocalTime.twoDigits(minute)
        }
        guard year == now.year, (1...12).contains(month) else {
            let text = String(year)
            return text.count <= 6 ? padded(text, to: 6) : year < 0 ? "  past" : "future"
        }
        return LocalTime.months[month - 1] + " " + padded(String(day), to: 2)
    }

    /// `2019-02-02 11:31:02`.
    package var full: String {
        let date = "\(year)-\(LocalTime.twoDigits(month))-\(LocalTime.twoDigits(day))"
        return date + " \(LocalTime.twoDigits(hour)):\(LocalTime.twoDigits(minute)):\(LocalTime.twoDigits(second))"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Spaces before a text, so that it has `width` characters.
package func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
