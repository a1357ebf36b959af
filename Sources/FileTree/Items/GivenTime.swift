import ContainerModel

/// A time as a person writes it, to the day, the minute or the second: `2024-03-01`, `2024-03-01 12:00`,
/// `2024-03-01T12:00:00Z`. Without the `Z` it is in the local time zone.
package struct GivenTime: Hashable {
    /// The seconds since 1970 that it covers: a day, a minute or a second.
    package let seconds: Range<Double>

    /// Recognizes a time; nil for any other text.
    package init?(_ text: String) {
        let isUTC = text.hasSuffix("Z")
        let halves = (isUTC ? text.dropLast() : text[...]).split(
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
        } else {
            guard let time = Self.numbers(halves[1], ":"), (2...3).contains(time.count), time[0] < 24, time[1] < 60,
                time.count == 2 || time[2] < 61
            else { return nil }
            (first.hour, first.minute, first.second) = (time[0], time[1], time.count == 3 ? time[2] : 0)
            next = first
            if time.count == 3 { next.second += 1 } else { next.minute += 1 }
        }
        guard let start = first.secondsSince1970(isUTC: isUTC), let end = next.secondsSince1970(isUTC: isUTC),
            start < end
        else { return nil }
        seconds = Double(start)..<Double(end)
    }

    private static func numbers(_ text: Substring, _ separator: Character) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { part in
            part.count <= 4 && part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
        }
        return parts.contains(nil) ? nil : parts.compactMap { $0 }
    }
}
