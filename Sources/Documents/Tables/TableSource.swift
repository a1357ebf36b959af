import Formats

/// A table of any size, whose rows are read on demand.
package protocol TableSource: Sendable {
    /// The titles of the columns. Not sanitized.
    var columns: [String] { get }

    /// Returns the number of rows; nil if it is not known or counting takes too long.
    func rowCount(within limits: DocumentLimits) -> Int?

    /// Reads rows; fewer than asked for only at the end.
    /// - Throws: `DocumentFailure` if they cannot be read.
    func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow]

    /// Returns the document for a row, by its name; nil if there is no such row.
    /// - Throws: `DocumentFailure` if it cannot be read.
    func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document?

    /// Returns the values of a row with the titles of their columns, cells as a whole as far as they can be read.
    func nodes(of row: TableRow, within limits: DocumentLimits) -> [ValueNode]

    /// Whether numbers are aligned by their last digits; not if columns have values of all types.
    var alignsNumbers: Bool { get }

    /// Whether rows stand for tables, and a search looks into those too.
    var holdsTables: Bool { get }

    /// Where the rows come from, for searches that read them there.
    var storage: TableStorage { get }

    /// The parts that could not be decoded in the rows read so far, each a sentence without a full stop.
    var losses: [String] { get }

    /// How the rows of two versions of the table belong together.
    var identity: TableIdentity { get }

    /// Returns the nearest row with a cell in which a text occurs; nil if there is none, or if the work was cancelled.
    /// - Parameters:
    ///   - index: The first row searched; backwards, the row behind the last one searched.
    /// - Throws: `DocumentFailure` if the rows cannot be read.
    func find(
        _ search: TextSearch,
        from index: Int,
        isBackwards: Bool,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> TableMatch?
}

/// Where the rows of a table come from.
package enum TableStorage: Sendable {
    /// The tables of a database.
    case tables(DatabaseTables)
    /// The rows of a database's table or view.
    case rows(DatabaseRows)
    /// The entities of a Core Data store.
    case entities(CoreDataEntities)
    /// The items of an archive.
    case archive(ArchiveListing)
    /// Any other place: rows are decoded one by one.
    case decoded
}

/// A cell of a table in which a text occurs.
package struct TableMatch: Hashable, Sendable {
    /// The index of the row.
    package var row: Int
    /// The index of the column; nil if the text occurs in the table that the row stands for.
    package var column: Int?
    /// Where in that table it occurs, in words.
    package var inside: String?

    package init(row: Int, column: Int? = nil, inside: String? = nil) {
        (self.row, self.column, self.inside) = (row, column, inside)
    }

    /// Returns where the text occurs, in words: "row 17, column title", "Note, row 17, column title".
    /// - Parameter columns: The titles of the columns.
    package func place(in columns: [String]) -> String {
        if let inside { return inside }
        let row = "row \(row + 1)"
        guard let column, columns.indices.contains(column) else { return row }
        return "\(row), column \(columns[column])"
    }
}

extension TableSource {
    package var alignsNumbers: Bool { true }

    package var holdsTables: Bool { false }

    package var losses: [String] { [] }

    package var storage: TableStorage { .decoded }

    package var identity: TableIdentity { TableIdentity() }

    package func nodes(of row: TableRow, within limits: DocumentLimits) -> [ValueNode] {
        if !row.isWhole, let name = row.name,
            let opened = try? self.row(named: name, as: .decoded, within: limits)?.tree,
            let nodes = opened.nodes.first?.children.prefix(row.cells.count),
            nodes.elementsEqual(columns, by: { $0.name == $1 })
        {
            return Array(nodes)
        }
        return row.nodes(columns)
    }

    package func find(
        _ search: TextSearch,
        from index: Int,
        isBackwards: Bool,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> TableMatch? {
        let atOnce = 1_024
        var bounds = isBackwards ? max(0, index - atOnce)..<index : index..<index.addingReportingOverflow(atOnce).0
        while !bounds.isEmpty, !limits.mustStop {
            let rows = try rows(from: bounds.lowerBound, count: bounds.count, within: limits)
            let indices = isBackwards ? Array(rows.indices.reversed()) : Array(rows.indices)
            for row in indices {
                if let column = column(of: search, in: rows[row], within: limits) {
                    return TableMatch(row: bounds.lowerBound + row, column: column)
                }
                if holdsTables, let inside = place(of: search, in: rows[row], within: limits) {
                    return TableMatch(row: bounds.lowerBound + row, inside: inside)
                }
            }
            if isBackwards {
                bounds = max(0, bounds.lowerBound - atOnce)..<bounds.lowerBound
            } else {
                guard rows.count == bounds.count else { return nil }
                bounds = bounds.upperBound..<bounds.upperBound + atOnce
            }
        }
        return nil
    }

    /// Returns the first column of a row in which a text occurs; nil if there is none.
    private func column(of search: TextSearch, in row: TableRow, within limits: DocumentLimits) -> Int? {
        func first(_ cells: [DocumentValue]) -> Int? { cells.firstIndex { ValueNode("", $0).matches(search) } }
        if let found = first(row.cells) { return found }
        // Whole cells are read one row at a time, and may be large.
        return row.isWhole || limits.mustStop ? nil : first(wholeCells(of: row, within: limits))
    }

    /// Returns the values of a row, none of them cut off as far as they can be read whole.
    package func wholeCells(of row: TableRow, within limits: DocumentLimits) -> [DocumentValue] {
        row.isWhole ? row.cells : nodes(of: row, within: limits).map(\.value)
    }

    /// Returns where a text first occurs in the table that a row stands for, in words: "Note, row 17, column title".
    private func place(of search: TextSearch, in row: TableRow, within limits: DocumentLimits) -> String? {
        guard !limits.mustStop, let name = row.name,
            let table = try? self.row(named: name, as: .decoded, within: limits)?.table?.source,
            let match = try? table.find(search, from: 0, isBackwards: false, within: limits)
        else { return nil }
        return "\(name), \(match.place(in: table.columns))"
    }
}

/// A row of a table.
package struct TableRow: Sendable {
    /// The name by which the row is opened; nil if it cannot be.
    package var name: String?
    /// The values, in the order of the columns.
    package var cells: [DocumentValue]
    /// Whether no cell is cut off.
    package var isWhole: Bool
    /// The stored bytes of the texts that are not valid UTF-8, of which the values have a readable form, by their columns.
    package var storedTexts: [Int: [UInt8]] = [:]

    package init(name: String?, cells: [DocumentValue], isWhole: Bool = true) {
        (self.name, self.cells, self.isWhole) = (name, cells, isWhole)
    }

    /// Returns the values with the titles of their columns.
    package func nodes(_ columns: [String]) -> [ValueNode] {
        var nodes = zip(columns, cells).map { ValueNode($0, $1) }
        for (column, bytes) in storedTexts where nodes.indices.contains(column) { nodes[column].storedText = bytes }
        return nodes
    }
}
