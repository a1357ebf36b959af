import ContainerModel
import FileTree

/// Writes entries as lines for people:
/// `2026-04-30 12:00:00 ~ row    app    created   Store.sqlite:Note/3/created`.
package struct TimelineText {
    private var offsets = LocalOffsets()
    /// The last day that was written, since 1970, and its text.
    private var day: (number: Int64, text: [UInt8]) = (.min, [])

    private static let kindWidth = TimelineKind.allCases.map(\.rawValue.utf8.count).max() ?? 0
    private static let clockWidth = TimelineClock.allCases.map(\.rawValue.utf8.count).max() ?? 0

    package init() {}

    /// Appends the line of an entry, without its end and not sanitized.
    /// - Parameter path: The path of the item as it is shown; nil for what is in none.
    package mutating func append(_ entry: TimelineEntry, at path: [UInt8]?, to line: inout [UInt8]) {
        appendTime(entry.time, to: &line)
        line += entry.doubt == nil ? "   ".utf8 : " ~ ".utf8
        Self.append(entry.kind.rawValue, paddedTo: Self.kindWidth, to: &line)
        Self.append(entry.clock.rawValue, paddedTo: Self.clockWidth, to: &line)
        if entry.kind != .log { Self.append(entry.title, paddedTo: 8, to: &line) }
        if let path {
            line += path
            if !entry.address.isEmpty {
                line.append(0x3a)
                line += entry.address
            }
        }
        if let number = entry.line { line += ":\(number)".utf8 }
        guard !entry.text.isEmpty else { return }
        if path != nil { line += ": ".utf8 }
        line += entry.text
    }

    private static func append(_ text: String, paddedTo width: Int, to line: inout [UInt8]) {
        line += text.utf8
        for _ in 0..<max(0, width - text.utf8.count) + 2 { line.append(0x20) }
    }

    /// Appends the local time to the second.
    private mutating func appendTime(_ time: Int64, to line: inout [UInt8]) {
        let seconds = time.dividingDown(by: 1_000_000)
        let local = seconds + offsets.offset(at: seconds)
        let number = local.dividingDown(by: 86_400)
        if day.number != number {
            day = (number, Array(LocalTime(secondsSince1970: seconds).full.utf8.dropLast(8)))
        }
        line += day.text
        let rest = Int(local - number * 86_400)
        for (value, end) in [(rest / 3_600, UInt8(0x3a)), (rest / 60 % 60, 0x3a), (rest % 60, 0)] {
            line.append(0x30 + UInt8(value / 10))
            line.append(0x30 + UInt8(value % 10))
            if end != 0 { line.append(end) }
        }
    }
}

extension TimelineEntry {
    /// The time in whole seconds since 1970.
    package var seconds: Int64 { time.dividingDown(by: 1_000_000) }

    /// The time in ISO 8601 in UTC, with the digits of its fraction; outside the years 0 to 9999, `@` and the seconds
    /// since 1970.
    package var iso8601: String {
        // The product may be below the first number, but the difference is not.
        var digits = padded(String(time &- seconds &* 1_000_000), to: 6, with: "0")
        while digits.last == "0" { digits.removeLast() }
        return ISO8601.text(secondsSince1970: seconds, fraction: digits)
            ?? "@\(seconds)" + (digits.isEmpty ? "" : "." + digits)
    }
}
