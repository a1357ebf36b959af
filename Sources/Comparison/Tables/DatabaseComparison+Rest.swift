import ContainerModel
import Databases
import Documents
import Formats

// What is in a database besides the rows of its tables, and besides the rows that a special view shows.
extension DatabaseComparison {
    /// Compares what two documents of databases hold besides the rows that they show.
    /// - Throws: `DocumentFailure` if something cannot be read.
    func compare(_ before: DocumentRest, _ after: DocumentRest, at address: [[UInt8]]) throws(DocumentFailure) {
        let place = address + [Array(TableEntry.tablesName.utf8)]
        try compare(before.tables, after.tables, besides: (before.explained, after.explained), at: place)
        let queries = before.explained.otherRows
        for query in queries + after.explained.otherRows.filter({ !queries.contains($0) }) {
            let (one, other) = (try rows(query, before.tables), try rows(query, after.tables))
            guard let one, let other else { continue }
            try contents.compareRows(one, other, at: place + [Array(query.table.utf8)], depth: depth)
        }
    }

    /// Compares what an app declares in the header.
    func compareHeaders(_ before: DatabaseHeader?, _ after: DatabaseHeader?, at address: [[UInt8]]) {
        guard let before, let after else { return }
        for (one, other) in zip(before.declared, after.declared) where one.value != other.value {
            contents.report(
                Difference(
                    .changed, .value, at: address + [Array(TableEntry.headerName.utf8), Array(one.name.utf8)],
                    before: .number(JSONNumber(one.value)), after: .number(JSONNumber(other.value))))
        }
    }

    /// Returns some rows of a table; nil if there is no such table.
    private func rows(_ query: RowQuery, _ tables: DatabaseTables) throws(DocumentFailure) -> DatabaseRows? {
        guard tables.tables.contains(where: { $0.name == query.table }) else { return nil }
        return try rows(of: query.table, tables).matching(query)
    }
}
