import Databases

/// A column of a table whose values are times.
struct DateColumn {
    /// The number of rows by which columns are judged.
    static let sampleSize = 100

    let name: String
    /// What its numbers count; nil if each tells that.
    private var number: NumberOfTime?
    /// Whether its numbers are times at all.
    private var readsNumbers = false
    /// Whether what its numbers count is known.
    private var isKnown = false
    /// Whether its name or type tells of times, so that a mere day is one.
    private let tellsTime: Bool

    /// Returns the columns whose values are times: texts by their form, numbers by their size and the name of the
    /// column.
    /// - Parameters:
    ///   - rows: The first rows.
    ///   - knownDates: The columns whose numbers are certainly seconds since 2001.
    static func find(among columns: [DatabaseColumn], in rows: [Row], knownDates: Set<String>) -> [DateColumn] {
        columns.enumerated().compactMap { index, column in
            if knownDates.contains(column.name) {
                var known = DateColumn(name: column.name, tellsTime: true)
                (known.number, known.readsNumbers, known.isKnown) = (.secondsSince2001, true, true)
                return known
            }
            return DateColumn(column, rows.map { $0.cells.indices.contains(index) ? $0.cells[index] : .null })
        }
    }

    private init(name: String, tellsTime: Bool) { (self.name, self.tellsTime) = (name, tellsTime) }

    private init?(_ column: DatabaseColumn, _ cells: [CellValue]) {
        self.init(
            name: column.name,
            tellsTime: DateName(column.name).tellsTime || DateName.isOfTimes(type: column.declaredType))
        var numbers: [Double] = []
        var (texts, others) = (0, 0)
        for cell in cells {
            switch cell {
            case .integer(let number): numbers.append(Double(number))
            case .real(let number): numbers.append(number)
            case .text(let text):
                let isTime = text.isWhole && text.bytes.withUnsafeBytes { time($0) != nil }
                if isTime { texts += 1 } else if text.count > 0 { others += 1 }
            case .blob, .unread, .damaged: others += 1
            case .null: break
            }
        }
        // No time is often 0.
        numbers = numbers.filter { $0 != 0 && $0.isFinite }.sorted()
        if !numbers.isEmpty { number = NumberOfTime(plausible: numbers[numbers.count / 2]) }
        readsNumbers = tellsTime && (number != nil || numbers.isEmpty)
        guard readsNumbers && others <= texts + numbers.count || texts > 0 && others == 0 else { return nil }
    }

    /// Returns the time that a number stands for; nil if it is none that an app could have stored.
    func time(_ value: Double) -> (time: Int64, doubt: DateDoubt?)? {
        guard readsNumbers, value != 0 else { return nil }
        if isKnown { return number?.microseconds(value).map { ($0, nil) } }
        guard let guess = NumberOfTime(plausible: value) else { return nil }
        // Numbers of the same column count the same, unless they are far apart.
        let number = number.map { $0.isOfSize(guess) ? $0 : guess } ?? guess
        return number.microseconds(value).map { ($0, .number(number)) }
    }

    /// Returns the time that a text is; nil if it is none.
    func time(_ text: UnsafeRawBufferPointer) -> (time: Int64, doubt: DateDoubt?)? {
        guard let written = WrittenTime(whole: text), written.hasTimeOfDay || tellsTime else { return nil }
        // SQLite's own functions write UTC, without saying so.
        return (written.microseconds, written.zone == .known ? nil : .utc)
    }
}

extension NumberOfTime {
    /// Whether both count the same parts of seconds.
    fileprivate func isOfSize(_ other: NumberOfTime) -> Bool {
        func countsSeconds(_ number: NumberOfTime) -> Bool {
            number == .secondsSince1970 || number == .secondsSince2001
        }
        return self == other || countsSeconds(self) && countsSeconds(other)
    }
}
