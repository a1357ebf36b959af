import Databases
import FileTree
import Formats
import Jobs

/// Rows of any table, chosen and sorted after all of them were read.
struct ChosenRows: TableSource {
    let columns: [String]
    private let source: any TableSource
    private let rows: [TableRow]

    /// The maximum number of rows that are read.
    private static let maximum = 200_000
    private static let rowsAtOnce = 1_000

    init(of source: any TableSource, _ choice: TableChoice, within limits: DocumentLimits) throws(DocumentFailure) {
        self.source = source
        columns = source.columns
        var tests: [CellTest] = []
        for condition in choice.conditions {
            tests.append(CellTest(try source.index(ofColumn: condition.column), condition))
        }
        var found: [TableRow] = []
        var index = 0
        while true {
            // Some of the rows would look like all of them.
            guard !limits.mustStop else { throw DocumentFailure("it takes too long to read all rows") }
            let page = try source.rows(from: index, count: Self.rowsAtOnce, within: limits)
            guard index + page.count <= Self.maximum else {
                throw DocumentFailure("there are too many rows to choose from")
            }
            found += page.filter { row in tests.allSatisfy { $0.holds(for: row) } }
            guard page.count == Self.rowsAtOnce else { break }
            index += page.count
            limits.progress?.reach(files: UInt64(index), bytes: 0)
        }
        if let order = choice.order {
            let column = try source.index(ofColumn: order.column)
            let keys = found.map { CellOrder($0.cells.indices.contains(column) ? $0.cells[column] : .null).sortKey }
            let sorted = keys.indices.sorted { one, other in
                if keys[one] == keys[other] { return one < other }
                return order.isDescending ? keys[other] < keys[one] : keys[one] < keys[other]
            }
            found = sorted.map { found[$0] }
        }
        rows = found
    }

    func rowCount(within limits: DocumentLimits) -> Int? { rows.count }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) -> [TableRow] {
        Array(rows.dropFirst(index).prefix(count))
    }

    func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        try source.row(named: name, as: form, within: limits)
    }

    func nodes(of row: TableRow, within limits: DocumentLimits) -> [ValueNode] {
        source.nodes(of: row, within: limits)
    }

    var alignsNumbers: Bool { source.alignsNumbers }

    var holdsTables: Bool { source.holdsTables }

    var losses: [String] { source.losses }

    var identity: TableIdentity { source.identity }
}

/// A condition that is tested on a cell of a row.
private struct CellTest {
    private let column: Int
    private let condition: TableCondition
    private let number: Double?
    private let time: GivenTime?
    /// The value without its case and composition.
    private let folded: [UInt8]

    init(_ column: Int, _ condition: TableCondition) {
        self.column = column
        self.condition = condition
        number = RowCondition.number(in: condition.value)?.value
        time = GivenTime(condition.value)
        folded = FoldedText.bytes(of: condition.value.utf8)
    }

    func holds(for row: TableRow) -> Bool {
        let cell = row.cells.indices.contains(column) ? row.cells[column] : .null
        let text = CellOrder(cell).text
        switch condition.comparison {
        case .contains: return folded.isEmpty || FoldedText.bytes(of: text.utf8).firstRange(of: folded) != nil
        case .equal: return isEqual(cell, text)
        case .notEqual: return !isEqual(cell, text)
        case .less: return order(of: cell).map { $0 < 0 } ?? false
        case .lessOrEqual: return order(of: cell).map { $0 <= 0 } ?? false
        case .greater: return order(of: cell).map { $0 > 0 } ?? false
        case .greaterOrEqual: return order(of: cell).map { $0 >= 0 } ?? false
        }
    }

    private func isEqual(_ cell: DocumentValue, _ text: String) -> Bool {
        if case .string = cell { return text == condition.value }
        return order(of: cell) == 0 || text == condition.value
    }

    /// Returns whether a cell is before, at or after the value; nil if they cannot be compared.
    private func order(of cell: DocumentValue) -> Int? {
        switch (CellOrder(cell), cell) {
        case (_, .date(let date)):
            return time.map { time in
                let range = time.seconds(since: date.origin)
                return date.stored < range.lowerBound ? -1 : range.contains(date.stored) ? 0 : 1
            }
        case (.number(let found), _): return number.map { found < $0 ? -1 : found == $0 ? 0 : 1 }
        case (.text(let found), .string):
            guard let number else { return found < condition.value ? -1 : found == condition.value ? 0 : 1 }
            // A text that is no number is neither less nor greater than one, as in a database.
            return RowCondition.number(in: found).map { $0.value < number ? -1 : $0.value == number ? 0 : 1 }
        default: return nil
        }
    }
}

/// The place of a cell among others.
private struct CellSortKey: Equatable {
    private let rank: Int
    private let number: Double
    private let text: [UInt8]

    init(_ rank: Int, number: Double = 0, text: [UInt8] = []) {
        (self.rank, self.number, self.text) = (rank, number, text)
    }

    static func < (one: CellSortKey, other: CellSortKey) -> Bool {
        if one.rank != other.rank { return one.rank < other.rank }
        if one.number != other.number { return one.number < other.number }
        return one.text.lexicographicallyPrecedes(other.text)
    }
}

/// A cell by which rows are sorted: nothing comes before numbers and times, and these before texts.
private enum CellOrder {
    case nothing
    case number(Double)
    case text(String)

    init(_ value: DocumentValue) {
        self =
            switch value {
            case .null: .nothing
            case .boolean(let value): .text(value ? "true" : "false")
            case .integer(let number): .number(Double(number))
            case .wide(let number): .number(Double(number))
            case .real(let number): .number(number)
            case .date(let date): .number(date.secondsSince1970)
            case .number(let text): Double(text).map { .number($0) } ?? .text(text)
            case .shared(let path): .text(path)
            case .missing: .nothing
            case .string(let text), .reference(let text), .list(let text), .record(let text): .text(text)
            case .data(let bytes): .text(String(decoding: bytes, as: UTF8.self))
            }
    }

    /// The place among others; texts are in natural order, as names are.
    var sortKey: CellSortKey {
        switch self {
        case .nothing: CellSortKey(0)
        case .number(let number): CellSortKey(1, number: number)
        case .text(let text): CellSortKey(2, text: NaturalOrder.key(of: text))
        }
    }

    var text: String {
        switch self {
        case .nothing: ""
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        case .text(let text): text
        }
    }
}
