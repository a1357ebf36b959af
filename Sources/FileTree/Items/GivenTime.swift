import ContainerModel
import Formats

/// A time as a person writes it, to the day, the minute, the second or a fraction of one: `2024-03-01`,
/// `2024-03-01 12:00`, `2024-03-01T12:00:00Z`, `2024-03-01T12:00:00.25Z`, `2024-03-01T12:00+09:00`. Without the `Z` or an
/// offset it is in the local time zone.
package struct GivenTime: Hashable {
    /// A fraction of a second, by its digits.
    private struct Fraction: Hashable {
        let digits: Double
        let scale: Double

        /// - Returns: nil for anything but one to nine digits.
        init?(_ text: Substring) {
            guard (1...9).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }),
                let digits = Double(text)
            else { return nil }
            self.digits = digits
            scale = text.reduce(1) { scale, _ in scale * 10 }
        }
    }

    /// The whole seconds since 1970 that it covers, or a fraction of which it covers.
    private let whole: Range<Int64>
    private let fraction: Fraction?

    /// The seconds since 1970 that it covers: a day, a minute or a second; nil if it is a part of a second.
    package var wholeSeconds: Range<Int64>? { fraction == nil ? whole : nil }

    /// The seconds since 1970 that it covers.
    package var seconds: Range<Double> { seconds(since: 0) }

    /// Returns the seconds that it covers, from a moment on, as exactly as numbers of seconds from then on can be.
    /// - Parameter origin: The moment, in seconds since 1970.
    package func seconds(since origin: Int64) -> Range<Double> {
        let (first, last) = (Double(whole.lowerBound - origin), Double(whole.upperBound - origin))
        guard let fraction else { return first..<last }
        let start = first + fraction.digits / fraction.scale
        // The next number may be farther away than the last digit tells.
        return start..<max(first + (fraction.digits + 1) / fraction.scale, start.nextUp)
    }

    /// Recognizes a time; nil for any other text.
    package init?(_ text: String) {
        let zone = TimeZoneOffset.split(text[...])
        let isUTC = zone != nil
        let halves = (zone?.time ?? text[...]).split(
            maxSplits: 1, omittingEmptySubsequences: false
        ) { $0 == "T" || $0 == " " }
        guard let date = Self.numbers(halves[0], "-"), date.count == 3, (1...12).contains(date[1]),
            (1...31).contains(date[2])
        else { return nil }
        var first = LocalTime(year: date[0], month: date[1], day: date[2])
        // The day may be one that its month does not have.
        let midnight = first.secondsSince1970(isUTC: true).flatMap(ISO8601.text)
        guard midnight == first.iso8601 + "Z" else { return nil }
        var next = first
        if halves.count == 1 {
            next.day += 1
            fraction = nil
        } else {
            let parts = halves[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard let time = Self.numbers(parts[0], ":"), (2...3).contains(time.count), time[0] < 24, time[1] < 60,
                time.count == 2 || time[2] < 61
            else { return nil }
            fraction = parts.count == 2 ? Fraction(parts[1]) : nil
            guard parts.count == 1 || time.count == 3 && fraction != nil else { return nil }
            (first.hour, first.minute, first.second) = (time[0], time[1], time.count == 3 ? time[2] : 0)
            next = first
            if time.count == 3 { next.second += 1 } else { next.minute += 1 }
        }
        guard let start = first.secondsSince1970(isUTC: isUTC), let end = next.secondsSince1970(isUTC: isUTC),
            start < end
        else { return nil }
        let offset = Int64(zone?.seconds ?? 0)
        whole = start - offset..<end - offset
    }

    private static func numbers(_ text: Substring, _ separator: Character) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { part in
            part.count <= 4 && part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
        }
        return parts.contains(nil) ? nil : parts.compactMap { $0 }
    }
}
