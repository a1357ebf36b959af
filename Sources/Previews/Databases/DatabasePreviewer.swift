import Databases
import Formats

/// Shows SQLite databases: their tables, the rows of each, and what is in a row.
struct DatabasePreviewer: Previewer {
    // Values in it may be compressed, and long texts are not in one piece.
    var hidesTexts: Bool { true }

    func recognizes(_ file: PreviewedFile) -> Bool { file.isDatabase }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        do throws(DatabaseError) {
            let database = try file.database(within: limits)
            let schema = try database.schema(limits.cancellation)
            var preview = Self.tables(of: database, schema)
            if let kind = DatabaseKind(schema) { preview.title = "\(kind.title), \(preview.title)" }
            preview.remarks = database.remarks + preview.remarks
            return preview
        } catch {
            throw PreviewFailure("a database that cannot be read: \(error.message)")
        }
    }

    /// Returns the preview of all tables and views of a database.
    static func tables(of database: Database, _ schema: DatabaseSchema) -> Preview {
        let tables = DatabaseTables(database, schema)
        let count = tables.tables.count
        let entries = [TableEntry.schema(schema, besides: tables.tables.map(\.name))]
        var preview = Preview("SQLite database", content: TableContent(tables, entries: entries))
        preview.title += count == 1 ? ", 1 table" : ", \(count) tables"
        if schema.isIncomplete { preview.remarks.append("it has more tables than are listed") }
        return preview
    }
}

extension PreviewedFile {
    /// Whether the file begins like an SQLite database.
    var isDatabase: Bool {
        FileSignature(Array(head.prefix(FileSignature.length)))?.title == FileSignature.databaseTitle
    }
}

extension Database {
    /// What is to be known about its state, as remarks of a preview.
    var remarks: [String] { conditions.map { "\($0)".trimmedOfPeriod } }

    /// What is missing from it or wrong with it, as remarks of the preview of a part.
    var problems: [String] { conditions.filter(\.isProblem).map { "\($0)".trimmedOfPeriod } }
}

extension String {
    /// The sentence without the full stop at its end.
    fileprivate var trimmedOfPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
