import Databases
import Documents
import Formats

/// The statements of the schema.
extension DatabaseComparison {
    /// Compares indexes and triggers by their statements.
    func compareAttachments(
        _ before: Database, _ after: Database, at address: [[UInt8]]
    ) throws(DocumentFailure) {
        let (one, other) = (try statements(of: before), try statements(of: after))
        for (name, sql) in one.sorted(by: { $0.key.string < $1.key.string }) {
            reportStatement(sql, other[name], at: address, name.string)
        }
        for (name, sql) in other.sorted(by: { $0.key.string < $1.key.string }) where one[name] == nil {
            reportStatement(nil, sql, at: address, name.string)
        }
    }

    private func statements(of database: Database) throws(DocumentFailure) -> [ExactString: String] {
        let schema = try reading { () throws(DatabaseError) in try database.schema(limits.cancellation) }
        let all = (schema.indexes + schema.triggers).filter { !$0.sql.isEmpty }
        return Dictionary(all.map { (ExactString($0.name), $0.sql) }) { first, _ in first }
    }

    func reportStatement(_ before: String?, _ after: String?, at address: [[UInt8]], _ name: String) {
        guard before.map({ ExactString($0) }) != after.map({ ExactString($0) }) else { return }
        contents.report(
            Difference(
                before == nil ? .added : after == nil ? .removed : .changed, .value,
                at: address + [Array("schema".utf8), Array(name.utf8)], before: before.map { .string($0) },
                after: after.map { .string($0) }))
    }

    /// Whether the statements of two tables differ in nothing but the names and types of columns, which are told.
    func differInColumns(
        _ before: DatabaseRows, _ after: DatabaseRows, _ statements: (before: String, after: String)
    ) throws(DocumentFailure) -> Bool {
        let (ones, others) = (try columns(of: before), try columns(of: after))
        func words(of column: DatabaseColumn) -> [String] {
            [column.name.lowercased()] + Self.tokens(of: column.declaredType)
        }
        let (old, new) = (Set(ones.map(words)), Set(others.map(words)))
        let reported = Set(old.symmetricDifference(new).joined())
        func rest(of statement: String) -> [String] {
            Self.tokens(of: statement).filter { !reported.contains($0) && !["(", ")", ","].contains($0) }
        }
        return rest(of: statements.before) == rest(of: statements.after)
    }

    /// Returns the words, numbers, texts and signs of a statement, in small letters and without the quotation marks of names.
    private static func tokens(of statement: String) -> [String] {
        var tokens: [String] = []
        var rest = statement.lowercased()[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest = rest.dropFirst()
            } else if let closing = quotes[first] {
                let text = rest.dropFirst().prefix { $0 != closing }
                tokens.append(first == "'" ? "'\(text)'" : String(text))
                rest = rest.dropFirst(text.count + 2)
            } else {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                tokens.append(word.isEmpty ? String(first) : String(word))
                rest = rest.dropFirst(max(1, word.count))
            }
        }
        return tokens
    }

    /// The quotation marks of texts and names, and what closes them.
    private static let quotes: [Character: Character] = ["'": "'", "\"": "\"", "`": "`", "[": "]"]
}
