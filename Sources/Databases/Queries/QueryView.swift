/// A view that a connection for queries has besides the tables of its database: `entity.Note`, and `Note` where no table
/// has the name.
package struct QueryView: Sendable {
    /// The schema that the views seem to be in.
    package static let schema = "entity"

    /// The name, such as that of an entity.
    package let name: String
    /// The names of its columns.
    package let columns: [String]
    /// The `SELECT` that it stands for.
    let select: String

    package init(_ name: String, columns: [String], select: String) {
        (self.name, self.columns, self.select) = (name, columns, select)
    }

    /// The name that SQLite knows it by: a view that reads another database's tables is in the schema `temp`.
    fileprivate var storedName: String { Self.storedName(of: name) }

    fileprivate static func storedName(of name: String) -> String { "\(schema).\(name)" }
}

extension Connection {
    /// Creates views.
    /// - Parameter taken: The names of tables, which stay what they are.
    func create(_ views: [QueryView], besides taken: [String]) throws(DatabaseError) {
        var taken = Set(taken.map { $0.lowercased() })
        for view in views {
            let columns = view.columns.map(\.asIdentifier).joined(separator: ", ")
            // An app may have given two entities names that are the same to SQLite, or one that it does not take.
            guard taken.insert(view.storedName.lowercased()).inserted,
                try create("\(view.storedName.asIdentifier)(\(columns)) AS \(view.select)"),
                taken.insert(view.name.lowercased()).inserted
            else { continue }
            _ = try create("\(view.name.asIdentifier) AS SELECT * FROM temp.\(view.storedName.asIdentifier)")
        }
    }

    /// Creates a view, unless its statement is not valid.
    private func create(_ view: String) throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            try executeSQL("CREATE TEMP VIEW \(view)")
            return true
        } catch {
            guard error.code == .invalidExpression else { throw error }
            return false
        }
    }
}

/// A query as SQLite gets it: `entity.Note` is one name there.
struct QueryText {
    let bytes: [UInt8]
    /// Where names were replaced: from which byte on, and by how many bytes later than in the original.
    private var shifts: [(start: Int, shift: Int)] = []

    /// - Parameter views: The names of views; empty for a database without any.
    init(_ original: SQLTokens, views: Set<String>) {
        guard !views.isEmpty else {
            bytes = original.bytes
            return
        }
        let known = Dictionary(views.map { ($0.lowercased(), $0) }) { first, _ in first }
        var written: [UInt8] = []
        let tokens = original.tokens
        var index = 0
        while index < tokens.count {
            let isFirst = index == 0 || tokens[index - 1].kind != .sign(UInt8(ascii: "."))
            if isFirst, original.name(tokens[index])?.lowercased() == QueryView.schema, index + 2 < tokens.count,
                tokens[index + 1].kind == .sign(UInt8(ascii: ".")),
                let view = original.name(tokens[index + 2]).flatMap({ known[$0.lowercased()] })
            {
                written += QueryView.storedName(of: view).asIdentifier.utf8
                index += 3
                shifts.append((written.count, written.count - tokens[index - 1].range.upperBound))
                continue
            }
            written += original.bytes[tokens[index].range]
            index += 1
        }
        bytes = written
    }

    /// Returns where a byte stands in the original.
    func original(of offset: Int) -> Int { offset - (shifts.last { $0.start <= offset }?.shift ?? 0) }
}
