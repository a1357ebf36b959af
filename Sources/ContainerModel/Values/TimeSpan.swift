/// Reads lengths of time as a person writes them.
package enum TimeSpan {
    private static let units: [UInt8: Int64] = [
        UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3_600, UInt8(ascii: "d"): 86_400,
        UInt8(ascii: "w"): 7 * 86_400, UInt8(ascii: "y"): 365 * 86_400,
    ]

    /// Reads ASCII digits, with or without a unit: `90`, `90s`, `5m`, `12h`, `7d`, `4w`, `1y`.
    ///
    /// - Parameters:
    ///   - text: The time as it was written, without a sign and without blanks.
    ///   - bounds: The times that are allowed, in seconds.
    ///   - needsUnit: Whether a number without a unit is none, since it may be something else, such as a year.
    /// - Returns: The seconds; nil if it is not a time, or beyond the bounds.
    package static func seconds(_ text: String, in bounds: ClosedRange<Int64>, needsUnit: Bool = false) -> Int64? {
        let unit = text.utf8.last.flatMap { units[$0] }
        let digits = unit == nil ? text.utf8[...] : text.utf8.dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }), unit != nil || !needsUnit,
            let number = Int64(String(Substring(digits))),
            case (let seconds, false) = number.multipliedReportingOverflow(by: unit ?? 1), bounds.contains(seconds)
        else { return nil }
        return seconds
    }
}
