package import Databases
package import Jobs

/// A database that queries are about, with what belongs to it in queries: the views of its entities, the functions that
/// read its cells, and the databases that are attached.
package struct QueriedDatabase: Sendable {
    let database: Database
    let store: CoreDataObjects?
    private let file: DocumentSource
    private let attachments: [DatabaseQuery.Attachment]
    private let damage = FoundDamage()

    /// Opens a database.
    /// - Parameters:
    ///   - file: The file, or a value with a database.
    ///   - attached: Others, by the names of their schemas.
    /// - Throws: `SQLFailure` if one of them cannot be read.
    package init(
        _ file: DocumentSource, attaching attached: [(name: String, file: DocumentSource)] = [],
        within limits: DocumentLimits
    ) throws(SQLFailure) {
        self.file = file
        database = try Self.open(file, within: limits)
        var attachments: [DatabaseQuery.Attachment] = []
        for (name, file) in attached {
            do throws(SQLFailure) {
                attachments.append(.init(name, try Self.open(file, within: limits)))
            } catch {
                throw SQLFailure(error.cause, "\(name): \(error.reason)")
            }
        }
        self.attachments = attachments
        let store = try? CoreDataStore(database, limits.cancellation)
        self.store = store.map { [database] in CoreDataObjects(database: database, store: $0, file: file) }
    }

    private static func open(_ file: DocumentSource, within limits: DocumentLimits) throws(SQLFailure) -> Database {
        do throws(DatabaseError) {
            return try file.database(within: limits)
        } catch {
            throw SQLFailure(error.code == .cancelled ? .cancelled : .database, error.message)
        }
    }

    /// The facts about the state of the databases, as remarks.
    package var remarks: [String] {
        database.remarks
            + attachments.flatMap { attached in attached.database.remarks.map { "\(attached.name): \($0)" } }
    }

    /// Why a part of them cannot be read, each also among the remarks.
    package var problems: [String] {
        database.problems
            + attachments.flatMap { attached in attached.database.problems.map { "\(attached.name): \($0)" } }
    }

    /// Returns why a query about a database cannot be run, as a sentence without a full stop; nil if it can.
    package static func mistake(
        in query: [UInt8], about file: DocumentSource, within limits: DocumentLimits
    ) -> String? {
        do throws(SQLFailure) {
            _ = try QueriedDatabase(file, within: limits).rows(of: query, limits.cancellation)
            return nil
        } catch {
            return error.sentence
        }
    }

    /// Returns the number of rows of a table, and its name; nil if there is no such table, or if they cannot be counted.
    func count(of name: String, _ limits: DocumentLimits) -> (table: String, count: Int)? {
        guard let table = (try? database.schema(limits.cancellation))?.table(name), table.kind == .table,
            let count = try? database.rowCount(RowQuery(table.name), limits.cancellation)
        else { return nil }
        return (table.name, count)
    }

    /// Prepares a query.
    /// - Parameter maxRows: The number of rows after which it ends.
    /// - Throws: `SQLFailure`
    package func rows(
        of query: [UInt8], limits: QueryLimits = QueryLimits(), maxRows: Int = .max, _ cancellation: Cancellation? = nil
    ) throws(SQLFailure) -> QueryRows {
        var additions = DatabaseQuery.Additions()
        additions.attachments = attachments
        additions.functions = QueryFunctions(file: file, objects: store, damage: damage).all
        // Making a view costs more than looking for its name.
        let names = SQLTokens(query).lowercasedNames
        additions.views = (store?.store.queryViews ?? []).filter { view in
            names.contains(view.name.lowercased()) || names.contains("\(QueryView.schema).\(view.name)".lowercased())
        }
        let found = try DatabaseQuery(query, of: database, with: additions, limits: limits, cancellation: cancellation)
        return QueryRows(found, maxRows: maxRows, damage)
    }
}
