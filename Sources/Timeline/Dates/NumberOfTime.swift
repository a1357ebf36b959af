import Formats

/// What a number that stands for a time counts, and since when.
enum NumberOfTime: Hashable, CaseIterable {
    case secondsSince1970, millisecondsSince1970, microsecondsSince1970, nanosecondsSince1970
    /// As Foundation and Core Data count.
    case secondsSince2001
    /// As WebKit's relatives count.
    case microsecondsSince1601

    /// The number in words.
    var title: String {
        switch self {
        case .secondsSince1970: "seconds since 1970"
        case .millisecondsSince1970: "milliseconds since 1970"
        case .microsecondsSince1970: "microseconds since 1970"
        case .nanosecondsSince1970: "nanoseconds since 1970"
        case .secondsSince2001: "seconds since 2001"
        case .microsecondsSince1601: "microseconds since 1601"
        }
    }

    /// The numbers of plausible times; in seconds and milliseconds up to the year 9999, which stands for no end. What would
    /// be before 2001-09-09 in seconds since 1970 is taken for seconds since 2001, if it is from 2007 on, when there were
    /// iPhones.
    private var plausible: ClosedRange<Double> {
        switch self {
        case .secondsSince2001: 1.9e8...999_999_999
        case .secondsSince1970: 1e9...253_402_300_799
        case .millisecondsSince1970: 1e12...253_402_300_799_999
        case .microsecondsSince1970: 1e15...4.11e15
        case .microsecondsSince1601: 1.265e16...1.58e16
        case .nanosecondsSince1970: 1e18...4.11e18
        }
    }

    private static let all = allCases
    /// The least plausible number.
    static let least = all.map(\.plausible.lowerBound).min() ?? 0

    /// Guesses what a number counts; nil if it is no plausible time.
    init?(plausible number: Double) {
        // Most numbers are none.
        guard number >= Self.least, let found = Self.all.first(where: { $0.plausible.contains(number) }) else {
            return nil
        }
        self = found
    }

    /// Returns the time in microseconds since 1970; nil if it is beyond what can be told.
    func microseconds(_ number: Double) -> Int64? {
        switch self {
        case .secondsSince1970: Self.microseconds(seconds: number, since: 0)
        case .secondsSince2001:
            Self.microseconds(seconds: number, since: Int64(PropertyListValue.secondsFrom1970To2001))
        case .millisecondsSince1970: Self.whole(number * 1_000)
        case .microsecondsSince1970: Self.whole(number)
        case .nanosecondsSince1970: Self.whole(number / 1_000)
        case .microsecondsSince1601: Self.whole(number - 11_644_473_600e6)
        }
    }

    private static func whole(_ number: Double) -> Int64? { Int64(exactly: number.rounded()) }

    /// Returns the time of a number of seconds, to the microsecond.
    static func microseconds(seconds: Double, since origin: Int64) -> Int64? {
        let floor = seconds.rounded(.down)
        // The product has to fit too.
        guard abs(floor) < 9e12 else { return nil }
        return (Int64(floor) + origin) * 1_000_000 + Int64(((seconds - floor) * 1_000_000).rounded())
    }
}
