package import Databases
package import FileTree
import Formats

/// Reads SQLite databases: their tables, the rows of each, and the values of a row.
///
/// The document is the list of tables, which is all that the right pane shows; a step into a table gives its rows.
struct DatabaseDocumentReader: DocumentReader {
    // Values in it may be compressed, and long texts are not in one piece.
    var hidesTexts: Bool { true }

    func recognizes(_ file: DocumentSource) -> Bool { file.isDatabase }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        do throws(DatabaseError) {
            let database = try file.database(within: limits)
            let schema = try database.schema(limits.cancellation)
            var document = Self.tables(of: database, schema)
            if let kind = DatabaseKind(schema) { document.title = "\(kind.title), \(document.title)" }
            if database.isDamaged { document.title += ", damaged" }
            document.remarks = database.remarks + document.remarks
            document.addLosses(database.problems)
            return document
        } catch {
            var failure = DocumentFailure(error, "a database that cannot be read: ")
            if failure.code == .damaged { failure.title = "Damaged SQLite database" }
            throw failure
        }
    }

    /// Returns the document of all tables and views of a database.
    static func tables(of database: Database, _ schema: DatabaseSchema) -> Document {
        let tables = DatabaseTables(database, schema)
        let names = tables.tables.map(\.name)
        var entries = [TableEntry.schema(schema, besides: names)]
        if !names.contains(DatabaseStructure.name) { entries.insert(.structure(of: database, schema), at: 0) }
        if let header = database.header, !names.contains(TableEntry.headerName),
            header.declared.contains(where: { $0.value != 0 })
        {
            entries.append(.header(header))
        }
        let title = "SQLite database, \(tables.counts)"
        var document = Document(title, contents: .table(DocumentTable(tables, entries: entries)))
        document.isWhole = true
        document.leftovers = database.leftovers
        document.remarks += schema.gaps
        document.addLosses(schema.gaps)
        return document
    }
}

extension DocumentSource {
    /// Whether the file begins like an SQLite database.
    package var isDatabase: Bool { signature?.kind == .database }

    /// Returns the database in the file, and its schema, for the reader of databases of a kind.
    /// - Throws: `DocumentFailure.otherKind` also if it cannot be read: `DatabaseDocumentReader` says why.
    func database(
        of kind: DatabaseKind, within limits: DocumentLimits
    ) throws(DocumentFailure) -> (database: Database, schema: DatabaseSchema) {
        guard let database = try? database(within: limits),
            let schema = try? database.schema(limits.cancellation), DatabaseKind(schema) == kind
        else { throw DocumentFailure.otherKind }
        return (database, schema)
    }
}

extension Database {
    /// Returns what a question to the database finds; nil if there is no such thing.
    /// - Throws: `DocumentFailure` if it cannot be read.
    static func found<Value>(_ read: () throws(DatabaseError) -> Value?) throws(DocumentFailure) -> Value? {
        do throws(DatabaseError) {
            return try read()
        } catch {
            guard error.code == .notFound else { throw DocumentFailure(error) }
            return nil
        }
    }

    /// Returns a document of this database, whose problems concern every part of it.
    func document(_ title: String, _ contents: Document.Contents) -> Document {
        var document = Document(title, remarks: problems, contents: contents)
        document.addLosses(problems)
        return document
    }

    /// Returns the document of a row or an object, which has its missing or wrong parts as remarks.
    /// - Parameter kind: What it is.
    func document(ofRow title: String, _ kind: String, _ nodes: [ValueNode]) -> Document {
        var document = Document(ofRow: title, kind, nodes, remarks: problems)
        document.addLosses(problems)
        return document
    }

    /// Returns the document of a whole database of a kind, which has all noteworthy facts as remarks, and all tables and
    /// the schema below its rows.
    /// - Parameters:
    ///   - names: The names of the rows, from which that of the schema has to differ.
    ///   - explained: The columns whose values the rows show.
    func wholeDocument(
        _ title: String, _ rows: any TableSource, _ schema: DatabaseSchema, besides names: [String] = [],
        explaining explained: ExplainedColumns
    ) -> Document {
        let entries: [TableEntry] = [.tables(of: self, schema), .schema(schema, besides: names)]
        var document = document(
            isDamaged ? title + ", damaged" : title, .table(DocumentTable(rows, entries: entries)))
        document.remarks = remarks + schema.gaps
        document.addLosses(schema.gaps)
        document.rest = DocumentRest(self, schema, besides: explained)
        document.isWhole = true
        document.leftovers = leftovers
        return document
    }

    /// The ranges of its file that belong to no page.
    fileprivate var leftovers: [Range<Int>] {
        bytesBehindPages.map { [Int($0.lowerBound)..<Int($0.upperBound)] } ?? []
    }

    /// Whether its files are known to be damaged before any table is read.
    var isDamaged: Bool { conditions.contains(where: \.isDamage) }

    /// The noteworthy facts about its state, as remarks of a document.
    var remarks: [String] { conditions.map(\.remark) }

    /// Its missing or wrong parts, as remarks of the document of a part.
    package var problems: [String] { conditions.filter(\.isProblem).map(\.remark) }
}

extension DatabaseCondition {
    /// Returns the condition of a database whose log or journal exists, but cannot be opened.
    package static func unopened(_ companion: Companion, reason: String) -> DatabaseCondition {
        companion == .log ? .logUnopened(reason: reason) : .journalUnopened(reason: reason)
    }

    /// The condition as a remark of a document: a sentence without a full stop.
    package var remark: String {
        let sentence = description
        return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }
}
