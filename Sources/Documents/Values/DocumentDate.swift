package import ContainerModel
import FileTree
import Formats

/// A date as it is stored: a number of seconds since some moment, which can be any number, NaN and the infinities too.
package struct DocumentDate: Hashable, Sendable {
    /// The stored number.
    package let stored: Double
    /// The moment from which it counts, in seconds since 1970.
    package let origin: Int64

    /// Creates a date.
    /// - Parameters:
    ///   - stored: The number of seconds.
    ///   - origin: The moment from which they count, in seconds since 1970.
    package init(_ stored: Double, since origin: Int64) {
        self.stored = stored
        self.origin = origin
    }

    /// The seconds since 1970, for comparisons; less exact than the stored number.
    package var secondsSince1970: Double { stored + Double(origin) }

    /// The digits of the fraction that are written at most.
    private static let maxDigits = 9

    /// The whole seconds since 1970 and the rest, which is less than a second; nil if they do not say the number exactly, or
    /// if it is beyond all calendars.
    private var parts: (seconds: Int64, rest: Double)? {
        let floor = stored.rounded(.down)
        let rest = stored - floor
        // Before the origin, a tiny number takes more digits with a whole second than it has without.
        guard let whole = Int64(exactly: floor), floor + rest == stored else { return nil }
        let (seconds, overflows) = whole.addingReportingOverflow(origin)
        return overflows ? nil : (seconds, rest)
    }

    /// The whole seconds since 1970 and the digits of the fraction, none if it is zero; nil if the number is not told exactly
    /// by nine digits, or is beyond all calendars.
    package var exact: (seconds: Int64, fraction: String)? {
        guard let (seconds, part) = parts else { return nil }
        if part == 0 { return (seconds, "") }
        let floor = stored.rounded(.down)
        var scale = 1.0
        for digits in 1...Self.maxDigits {
            scale *= 10
            let scaled = (part * scale).rounded()
            guard scaled < scale, floor + scaled / scale == stored else { continue }
            let text = String(Int64(scaled))
            return (seconds, String(repeating: "0", count: digits - text.count) + text)
        }
        return nil
    }

    /// The date in ISO 8601 in UTC, such as `2019-02-02T11:31:02.5Z`; nil if it cannot be told exactly, or its year has not
    /// four digits.
    package var iso8601: String? {
        exact.flatMap { ISO8601.text(secondsSince1970: $0.seconds, fraction: $0.fraction) }
    }

    /// The time in the local time zone, with the digits of its fraction; nil if it cannot be told exactly.
    package var local: (time: LocalTime, fraction: String)? {
        exact.flatMap { exact in LocalTime(within: exact.seconds).map { ($0, exact.fraction) } }
    }

    /// The date as it is displayed: in the local time zone with its offset from UTC, or the stored number.
    package var text: String {
        if let (time, fraction) = local { return time.zoned(fraction) }
        let day =
            origin == 0 ? "1970" : ISO8601.text(secondsSince1970: origin).map { String($0.prefix(10)) } ?? "\(origin)"
        return "\(stored) seconds since \(day)"
    }

    /// The date as a value of JSON: in ISO 8601, or `{"$date": NUMBER}` with the stored number.
    var json: JSONValue {
        if let iso8601 { return .string(iso8601) }
        let number = JSONNumber(stored).map { JSONValue.number($0) } ?? .string("\(stored)")
        return .object([.init(name: "$date", value: number)])
    }

    /// A text that is the same for two dates if they are the same moment.
    package var identity: String { parts.map { "\($0.seconds) \($0.rest)" } ?? "\(stored)" }
}

extension DocumentValue {
    /// Creates an integer.
    init(_ number: UInt64) { self = Int64(exactly: number).map { .integer($0) } ?? .wide(Int128(number)) }

    /// Creates a date.
    package static func date(secondsSince1970 seconds: Double) -> DocumentValue {
        .date(DocumentDate(seconds, since: 0))
    }

    /// Creates a date.
    package static func date(secondsSince2001 seconds: Double) -> DocumentValue {
        .date(DocumentDate(seconds, since: Int64(PropertyListValue.secondsFrom1970To2001)))
    }
}
