import Formats

/// Dates that are stored as text, as most writers do: `2024-03-01 12:00:00`, `2024-03-01T12:00:00.25Z`.
extension RowCondition {
    /// What follows a date that is written to the day, the minute or the second.
    private static let midnight = "0000-00-00 00:00:00.000000000"
    private static let pattern = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*"

    /// The condition for a column whose texts are dates; nil if the value is no date, or is compared as text.
    ///
    /// A value stands for all of the day, minute, second or fraction that it is written to. Dates are compared as they are
    /// written, whatever the zone behind them; anything else in the column is neither before nor after a date.
    package var expressionOfDates: String? {
        guard case .given(let text) = value, comparison != .contains, let date = Self.plain(text) else { return nil }
        let name = column.asIdentifier
        let written = "replace(replace(\(name), 'T', ' '), 'Z', '')"
        let whole = "\(written) || substr('\(Self.midnight)', length(\(written)) + 1)"
        func compared(_ sign: String) -> String { "substr(\(whole), 1, \(date.utf8.count)) \(sign) \(date.asLiteral)" }
        func onDates(_ sign: String, or other: String) -> String {
            """
            CASE WHEN typeof(\(name)) = 'text' AND \(name) GLOB '\(Self.pattern)' THEN \(compared(sign)) \
            ELSE \(other) END
            """
        }
        switch comparison {
        case .notEqual:
            return "NOT coalesce(\(onDates("=", or: RowCondition(column, .equal, value).expression)), 0)"
        case .equal: return onDates("=", or: expression)
        default: return onDates(comparison.rawValue, or: "0")
        }
    }

    /// Returns a date without the letters in it; nil for any other text.
    private static func plain(_ text: String) -> String? {
        let date = (text.hasSuffix("Z") ? text.dropLast() : text[...]).map { $0 == "T" ? " " : $0 }
        guard [10, 16, 19].contains(date.count) || (21...midnight.count).contains(date.count) else { return nil }
        let isDate = zip(date, midnight).allSatisfy { sign, place in
            place == "0" ? sign.isASCII && sign.isNumber : sign == place
        }
        return isDate ? String(date) : nil
    }
}
