/// The time zone at the end of a time that a person writes: `Z`, `+09:00`, `-0730` or `+09`.
package enum TimeZoneOffset {
    /// Takes the time zone off a time of day.
    /// - Parameter text: The time, or a date with one; in a date alone, a hyphen is no sign.
    /// - Returns: What is before it, and the seconds by which it is ahead of UTC; nil if there is none.
    package static func split(_ text: Substring) -> (time: Substring, seconds: Int)? {
        if text.hasSuffix("Z") { return (text.dropLast(), 0) }
        guard let start = text.lastIndex(where: { $0 == "+" || $0 == "-" }), text[..<start].contains(":") else {
            return nil
        }
        var digits = text[text.index(after: start)...].utf8.map { $0 }
        if digits.count == 5, digits[2] == 0x3a { digits.remove(at: 2) }
        guard digits.count == 2 || digits.count == 4, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let numbers = digits.map { Int($0 - 0x30) }
        let hours = numbers[0] * 10 + numbers[1]
        let minutes = numbers.count == 4 ? numbers[2] * 10 + numbers[3] : 0
        guard hours < 16, minutes < 60 else { return nil }
        return (text[..<start], (text[start] == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60))
    }
}
