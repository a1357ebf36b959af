import ContainerModel
package import Databases

/// Which rows of a table are wanted, and in what order.
package struct TableChoice: Sendable {
    /// All of them hold for a row.
    package var conditions: [TableCondition]
    /// The order; nil for the table's own.
    package var order: TableOrder?

    package init(_ conditions: [TableCondition] = [], sorted order: TableOrder? = nil) {
        self.conditions = conditions
        self.order = order
    }
}

/// A condition on a column, as a person writes it: `name=value`, and `!=`, `<`, `<=`, `>`, `>=` or `~`; `==` and `<>` stand for
/// `=` and `!=`.
package struct TableCondition: Hashable, Sendable {
    /// The title of the column.
    package let column: String
    /// How it is compared.
    package let comparison: RowCondition.Comparison
    /// With what, as written.
    package let value: String

    /// The condition as a person writes it.
    package var text: String {
        let text = column + comparison.rawValue + value
        // A value may begin like the rest of a sign.
        return TableCondition(text) == self ? text : "\(column) \(comparison.rawValue) \(value)"
    }

    /// The signs of comparisons, and what else SQL and other languages write for them.
    private static let signs: [(sign: String, comparison: RowCondition.Comparison)] =
        (RowCondition.Comparison.allCases.map { ($0.rawValue, $0) } + [("==", .equal), ("<>", .notEqual)])
        // A sign that begins another one comes after it.
        .sorted { $0.sign.count > $1.sign.count }

    /// Recognizes a condition; nil without a column or a comparison.
    ///
    /// Blanks around the column do not count. The value is taken as written, with its blanks, except for the first one
    /// in `name = value`.
    package init?(_ text: String) {
        for index in text.indices {
            guard let (sign, found) = Self.signs.first(where: { text[index...].hasPrefix($0.sign) }) else { continue }
            let before = text[..<index]
            var value = text[index...].dropFirst(sign.count)
            if before.last == " ", value.first == " " { value = value.dropFirst() }
            let name = before.drop { $0 == " " }
            column = name.lastIndex { $0 != " " }.map { String(name[...$0]) } ?? ""
            comparison = found
            self.value = String(value)
            guard !column.isEmpty else { return nil }
            return
        }
        return nil
    }
}

/// A column by which rows are sorted.
package struct TableOrder: Hashable, Sendable {
    /// The title of the column.
    package let column: String
    /// Whether the largest values come first.
    package let isDescending: Bool

    package init(column: String, isDescending: Bool) {
        self.column = column
        self.isDescending = isDescending
    }

    /// Recognizes `column`, and `-column` for a descending order.
    package init(_ text: String) {
        isDescending = text.hasPrefix("-")
        column = isDescending ? String(text.dropFirst()) : text
    }
}

/// A table that chooses and sorts its rows by itself, without reading all of them.
protocol ChoosingTable: TableSource {
    /// Returns the chosen rows.
    /// - Throws: `DocumentFailure` if there is no such column, or a value is not of the column's type.
    func choosing(_ choice: TableChoice) throws(DocumentFailure) -> any TableSource
}

extension DocumentTable {
    /// Returns the chosen rows of the table.
    /// - Throws: `DocumentFailure` if there is no such column, or a value is not of the column's type.
    package func choosing(_ choice: TableChoice, within limits: DocumentLimits) throws(DocumentFailure) -> DocumentTable
    {
        guard let table = source as? any ChoosingTable else {
            return DocumentTable(try ChosenRows(of: source, choice, within: limits))
        }
        let chosen = try table.choosing(choice)
        // A comparison that the database cannot make fails at the first row.
        _ = try chosen.rows(from: 0, count: 1, within: limits)
        return DocumentTable(chosen)
    }

    /// Returns the table with its rows in an order. An order that the database cannot produce fails when the rows are
    /// read.
    /// - Throws: `DocumentFailure` if there is no such column, or if there are too many rows.
    package func sorted(by order: TableOrder, within limits: DocumentLimits) throws(DocumentFailure) -> DocumentTable {
        let choice = TableChoice(sorted: order)
        guard let table = source as? any ChoosingTable else {
            return DocumentTable(try ChosenRows(of: source, choice, within: limits), entries: entries, order: order)
        }
        return DocumentTable(try table.choosing(choice), entries: entries, order: order)
    }

    /// Opens a table of a database: one listed at its first level, or one of the SQLite tables that it was made from.
    /// - Throws: `DocumentFailure` if there is no such table.
    package func table(named name: String, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let below = try step(Array(TableEntry.tablesName.utf8), as: .decoded, within: limits)?.table
        let tables = [self, below].compactMap(\.self)
        for table in tables {
            let found = try table.step(Array(name.utf8), as: .decoded, within: limits)
            if let found, found.table != nil { return found }
        }
        let lists = tables.filter(\.source.holdsTables)
        guard !lists.isEmpty else { throw DocumentFailure("it has no tables") }
        // The tables of a database are also among the tables that it was made from.
        var known: Set<String> = []
        let names = lists.flatMap { table in
            ((try? table.source.rows(from: 0, count: 10_000, within: limits)) ?? []).compactMap(\.name)
        }.filter { known.insert($0).inserted }
        throw DocumentFailure(
            .notFound, "there is no table “\(name)”" + NearestName.question(name, among: names))
    }
}

extension TableSource {
    /// Returns the index of a column, whose title may be written in another case.
    /// - Throws: `DocumentFailure` if there is none, with the title that was probably meant.
    func index(ofColumn title: String) throws(DocumentFailure) -> Int {
        guard let found = columns.index(ofColumn: title) else {
            throw DocumentFailure("there is no column “\(title)”" + NearestName.question(title, among: columns))
        }
        return found
    }
}

extension [String] {
    /// Returns the index of the column with a title, which may be written in another case or with other blanks; nil if
    /// there is none.
    package func index(ofColumn title: String) -> Int? {
        func words(_ text: String) -> [Substring] { text.split(separator: " ") }
        return firstIndex(of: title) ?? firstIndex { $0.lowercased() == title.lowercased() }
            ?? firstIndex { words($0.lowercased()) == words(title.lowercased()) }
    }
}

/// Asks whether a similar name was meant.
enum NearestName {
    /// The maximum number of names that are listed.
    private static let fewNames = 12

    /// Returns the question; without a similar name, a list of all if they are few.
    static func question(_ name: String, among names: [String]) -> String {
        let near = NameLikeness.nearest(to: Array(name.utf8), among: names.map { Array($0.utf8) })
        if let near { return "; did you mean “\(String(decoding: near, as: UTF8.self))”?" }
        guard !names.isEmpty, names.count <= fewNames else { return "" }
        return "; there are " + names.map { "“\($0)”" }.joined(separator: ", ")
    }
}
