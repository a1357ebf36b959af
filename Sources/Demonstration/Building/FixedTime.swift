import Formats

/// A time in the year 2026, UTC, in whole minutes.
struct FixedTime: Hashable, Sendable, Comparable {
    let secondsSince1970: Int

    private static let startOf2026 = 1_767_225_600
    private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

    static func on(_ month: Int, _ day: Int, _ hour: Int = 9, _ minute: Int = 0) -> FixedTime {
        let days = daysBeforeMonth[max(0, min(11, month - 1))] + day - 1
        return FixedTime(secondsSince1970: startOf2026 + ((days * 24 + hour) * 60 + minute) * 60)
    }

    /// The time in property lists and Core Data.
    var secondsSince2001: Double { Double(secondsSince1970) - PropertyListValue.secondsFrom1970To2001 }

    /// The time as a property list value.
    var listValue: PropertyListValue { .date(secondsSince2001: secondsSince2001) }

    static func < (one: FixedTime, other: FixedTime) -> Bool { one.secondsSince1970 < other.secondsSince1970 }
}
