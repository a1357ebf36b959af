import Databases
import Documents
import Formats

/// Searching what a special view of a file does not show.
extension FileContentsSearch {
    /// Searches what a document of a database holds besides its rows. The rows of a Core Data store are those of all tables.
    func search(_ rest: DocumentRest, besides table: DocumentTable, steps: [[UInt8]], depth: Int) {
        let steps = steps + [Array(TableEntry.tablesName.utf8)]
        if case .entities = table.source.storage { return searchStatements(of: rest.tables, steps: steps) }
        search(rest.tables, besides: rest.explained, steps: steps, depth: depth)
        for query in rest.explained.otherRows where !mustStop {
            guard
                let rows = try? rest.tables.row(named: query.table, as: .decoded, within: limits)?.table?.source
                    as? DatabaseRows
            else { continue }
            searchRows(of: rows.matching(query), steps: steps + [Array(query.table.utf8)], depth: depth)
        }
    }

    /// Searches the statements of a schema: defaults, conditions, comments.
    func searchStatements(of tables: DatabaseTables, steps: [[UInt8]]) {
        guard let schema = try? tables.database.schema(cancellation) else { return }
        var names: Set<String> = []
        for (index, statement) in schema.statements.enumerated() where !mustStop {
            func way() -> [[UInt8]] { steps + [Array("schema".utf8), Array("\(index)".utf8)] }
            var statement = statement
            statement.withUTF8 { buffer in
                let text = UnsafeRawBufferPointer(buffer)
                guard !visit(text, isText: true, named: "sql", way) else { return }
                if names.isEmpty { names = self.names(in: schema, of: tables.database) }
                searchStatement(text, besides: names, way)
            }
        }
    }

    /// The words of statements that say how something is stored, not what.
    private static let keywords = Set(
        """
        ABORT ACTION AFTER ALWAYS AND AS ASC AUTOINCREMENT BEFORE BEGIN BETWEEN BIGINT BINARY BLOB BOOLEAN BY CASCADE CASE
        CHAR CHECK COLLATE CONFLICT CONSTRAINT CREATE CURRENT_TIMESTAMP DATE DATETIME DECIMAL DEFAULT DEFERRABLE DEFERRED
        DELETE DESC DISTINCT DOUBLE EACH ELSE END EXCEPT EXISTS FAIL FLOAT FOR FOREIGN FROM GENERATED GLOB GROUP HAVING
        IGNORE IN INDEX INITIALLY INSERT INSTEAD INT INTEGER INTERSECT INTO IS JOIN KEY LEFT LIKE LIMIT MATCH NEW NO NOCASE
        NOT NULL NUMERIC OF OLD ON OR ORDER PRIMARY RAISE REAL REFERENCES REPLACE RESTRICT ROLLBACK ROW ROWID RTRIM SELECT
        SET STORED STRICT TABLE TEMP TEMPORARY TEXT THEN TIMESTAMP TRIGGER UNION UNIQUE UPDATE USING VALUES VARCHAR VIEW
        VIRTUAL WHEN WHERE WITH WITHOUT
        """
        .split { $0 == " " || $0 == "\n" }.map(String.init))

    /// Returns the names of tables and columns, which are told with the tables.
    private func names(in schema: DatabaseSchema, of database: Database) -> Set<String> {
        let tables = schema.tables.filter { $0.kind == .table && !$0.isInternal }.map(\.name)
        return Set(tables + tables.flatMap { (try? database.columns(of: $0, cancellation))?.map(\.name) ?? [] })
    }

    /// Reports the first match in a statement that is not a part of a name.
    private func searchStatement(
        _ text: UnsafeRawBufferPointer, besides names: Set<String>, _ steps: () -> [[UInt8]]
    ) {
        do throws(ContentsFinder.Exhaustion) {
            finder.beginBuffer()
            var offset = 0
            while offset < text.count, let match = try finder.first(in: text, from: offset) {
                let start =
                    match.range.lowerBound - text[..<match.range.lowerBound].reversed().prefix(while: isOfName).count
                let end = match.range.upperBound + text[match.range.upperBound...].prefix(while: isOfName).count
                let word = String(decoding: text[start..<end], as: UTF8.self)
                guard names.contains(word) || Self.keywords.contains(word.uppercased()) else {
                    return emit(
                        ContentsHit(
                            steps(), .value, encoding: match.encoding, ContentsExcerpt(of: text, around: match.range)))
                }
                offset = max(match.range.upperBound, offset + 1)
            }
        } catch {
            note("the regular expression takes too long for a statement, which was not searched")
        }
    }

    private func isOfName(_ byte: UInt8) -> Bool {
        byte == 0x5f || byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf)
    }
}
