package import ContainerModel
import System

extension LocalTime {
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
}
