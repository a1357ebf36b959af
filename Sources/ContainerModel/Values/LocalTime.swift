/// A point in time in the local time zone.
package struct LocalTime: Hashable, Sendable {
    package var year: Int
    /// The month, from 1 to 12.
    package var month: Int
    /// The day of the month, from 1.
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    /// The seconds by which local time was ahead of UTC then; nil if that is not known.
    package var offset: Int?

    package init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, offset: Int? = nil
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.offset = offset
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns six columns for a listing: the time if it is today, the day if it is this year, otherwise the year, or
    /// `past` or `future` if the year does not fit.
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
    package var full: String { "\(date) \(time)" }

    /// `2019-02-02 11:31:02 +01:00`; without the offset if it is not known.
    package var zoned: String { zoned("") }

    /// `2019-02-02 11:31:02.5 +01:00`; without the offset if it is not known.
    /// - Parameter fraction: The digits of the fraction of a second; empty if it is zero.
    package func zoned(_ fraction: String) -> String {
        let time = full(fraction)
        return offset.map { "\(time) \(LocalTime.text(ofOffset: $0))" } ?? time
    }

    /// `2019-02-02 11:31:02.5`.
    /// - Parameter fraction: The digits of the fraction of a second; empty if it is zero.
    package func full(_ fraction: String) -> String { fraction.isEmpty ? full : "\(full).\(fraction)" }

    /// `+01:00`, for seconds ahead of UTC.
    package static func text(ofOffset offset: Int) -> String {
        let minutes = offset.magnitude / 60
        return (offset < 0 ? "-" : "+") + twoDigits(Int(minutes / 60)) + ":" + twoDigits(Int(minutes % 60))
    }

    /// `2019-02-02T11:31:02`, without a time zone.
    package var iso8601: String { "\(date)T\(time)" }

    /// The day alone: `2024-03-01`.
    package var date: String { "\(LocalTime.year(year))-\(LocalTime.twoDigits(month))-\(LocalTime.twoDigits(day))" }
    private var time: String {
        "\(LocalTime.twoDigits(hour)):\(LocalTime.twoDigits(minute)):\(LocalTime.twoDigits(second))"
    }

    /// Returns a year with four digits or more, and with a sign before the year 0.
    private static func year(_ year: Int) -> String {
        (year < 0 ? "-" : "") + padded(String(year.magnitude), to: 4, with: "0")
    }

    /// Returns a number below 100 with a leading zero if it has one digit.
    package static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
