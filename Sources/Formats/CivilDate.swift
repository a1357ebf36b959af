/// Days of the proleptic Gregorian calendar.
package enum CivilDate {
    /// Returns the number of days of a month from 1 to 12.
    package static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year.modulo(4) == 0 && (year.modulo(100) != 0 || year.modulo(400) == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the number of days since 1970-01-01. Years are counted from March, so that the leap day is the last; an
    /// era has 400 years or 146,097 days (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
    /// days_from_civil).
    package static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let yearOfEra = year.modulo(400)
        let era = (year - yearOfEra) / 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The inverse of `day(year:month:day:)` (same source, civil_from_days).
    static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let dayOfEra = shifted.modulo(146_097)
        let era = (shifted - dayOfEra) / 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int64 {
    /// Returns the remainder of a division by a positive `divisor`; never negative.
    func modulo(_ divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
