package import ContainerModel
import System

extension LocalTime {
    /// The last second of a year that the C library's calendar can represent (`tm_year` has 32 bits), less a year to
    /// allow for the time zone.
    private static let lastSecond: Int64 = 67_767_976_202_000_000

    /// Creates the local time of a point in time.
    /// - Parameter seconds: Seconds since 1970, clamped to the range of the calendar. The first use reads the time zone
    ///   from disk.
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
            second: Int(parts.tm_sec),
            offset: Int(parts.tm_gmtoff)
        )
    }

    /// Creates the local time of a point in time; nil if it is beyond the calendar.
    package init?(within seconds: Int64) {
        guard (-Self.lastSecond...Self.lastSecond).contains(seconds) else { return nil }
        self.init(secondsSince1970: seconds)
    }

    /// Returns the seconds since 1970 of the time in the local time zone or in UTC; nil outside the range of the calendar.
    /// Numbers that are too large carry over: day 32 is in the next month.
    package func secondsSince1970(isUTC: Bool = false) -> Int64? {
        guard (-10_000...10_000).contains(year) else { return nil }
        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(clamping: month - 1)
        parts.tm_mday = Int32(clamping: day)
        parts.tm_hour = Int32(clamping: hour)
        parts.tm_min = Int32(clamping: minute)
        parts.tm_sec = Int32(clamping: second)
        parts.tm_isdst = -1
        return Int64(isUTC ? timegm(&parts) : mktime(&parts))
    }

    /// The current time.
    package static var now: LocalTime { LocalTime(secondsSince1970: Int64(time(nil))) }
}
