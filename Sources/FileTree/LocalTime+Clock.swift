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
            second: Int(parts.tm_sec)
        )
    }

    /// The current time.
    package static var now: LocalTime { LocalTime(secondsSince1970: Int64(time(nil))) }
}
