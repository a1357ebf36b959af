import Databases
import FileTree
import Formats

/// A date as Core Data stores it: a number of seconds since 2001-01-01T00:00:00Z.
package enum CoreDataDate {
    /// Returns the date in a cell; nil if the cell has no number.
    static func value(_ cell: CellValue) -> DocumentValue? {
        switch cell {
        case .integer(let seconds): value(Double(seconds))
        case .real(let seconds): value(seconds)
        default: nil
        }
    }

    /// Returns the date of a number of seconds.
    package static func value(_ seconds: Double) -> DocumentValue { .date(secondsSince2001: seconds) }

    /// Returns a condition on a column as one on the seconds in it. A date that is given to the day is equal to all
    /// times of that day, and before or after none of them; so is one to the minute, to the second, or to its fraction.
    /// - Throws: `DocumentFailure` if the value is not a date, or is compared as text.
    static func expression(
        _ condition: TableCondition, titled title: String, _ column: String
    ) throws(DocumentFailure) -> String {
        guard condition.comparison != .contains else {
            throw DocumentFailure("“\(title)” is a date, and ~ compares text")
        }
        guard let time = GivenTime(condition.value) else {
            throw DocumentFailure(
                "“\(title)” is a date, written as 2024-03-01 or 2024-03-01T12:00:00Z, not “\(condition.value)”")
        }
        let seconds = time.seconds(since: Int64(PropertyListValue.secondsFrom1970To2001))
        let start = RowCondition.Value.number(seconds.lowerBound)
        let end = RowCondition.Value.number(seconds.upperBound)
        let isWithin =
            "(\(RowCondition(column, .greaterOrEqual, start).expression)) AND (\(RowCondition(column, .less, end).expression))"
        return switch condition.comparison {
        case .equal, .contains: isWithin
        case .notEqual: "NOT coalesce(\(isWithin), 0)"
        case .less: RowCondition(column, .less, start).expression
        case .lessOrEqual: RowCondition(column, .less, end).expression
        case .greater: RowCondition(column, .greaterOrEqual, end).expression
        case .greaterOrEqual: RowCondition(column, .greaterOrEqual, start).expression
        }
    }
}
