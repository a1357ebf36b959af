import Databases

extension QueriedDatabase {
    /// Returns the names that continue the word at the end of a beginning of a query: entities, tables and views, the
    /// columns of those that the query names, functions and keywords; behind a point, what belongs to the name before.
    /// - Parameters:
    ///   - beginning: The query up to the caret.
    ///   - rest: The query behind the caret, which may name tables.
    /// - Returns: The names as they are written, in order, and the number of bytes of the word.
    package func names(
        continuing beginning: [UInt8], before rest: [UInt8], within limits: DocumentLimits
    ) -> (names: [String], wordCount: Int) {
        let word = Array(beginning.reversed().prefix { SQLTokens.isNameByte($0) }.reversed())
        let lead = Array(beginning.dropLast(word.count))
        let tokens = SQLTokens(lead + rest)
        let written = String(decoding: word, as: UTF8.self).lowercased()
        var found: [String]
        if lead.last == UInt8(ascii: "."), let owner = SQLTokens(Array(lead.dropLast())).lastName {
            found = names(in: owner, tokens, limits)
        } else {
            let tables = tables(limits)
            let named = tokens.lowercasedNames
            let columns = tables.filter { named.contains($0.lowercased()) }.flatMap { self.columns(of: $0, limits) }
            found = columns + tables + [QueryFunctions.value] + Self.keywords
            if store != nil { found.append(QueryView.schema) }
        }
        var known: Set<String> = []
        found = found.filter { name in
            name.lowercased().hasPrefix(written) && known.insert(name.lowercased()).inserted
        }
        return (found.sorted().map(Self.written), word.count)
    }

    /// The words that queries are made of.
    private static let keywords = [
        "AND", "AS", "ASC", "BETWEEN", "BY", "CASE", "COUNT", "DESC", "DISTINCT", "ELSE", "END", "EXISTS", "FROM",
        "GROUP", "HAVING", "IN", "IS", "JOIN", "LEFT", "LIKE", "LIMIT", "NOT", "NULL", "OFFSET", "ON", "OR", "ORDER",
        "SELECT", "THEN", "UNION", "USING", "VALUES", "WHEN", "WHERE", "WITH",
    ]

    /// The names of entities, and of tables and views.
    private func tables(_ limits: DocumentLimits) -> [String] {
        let tables = ((try? database.schema(limits.cancellation))?.tables ?? []).filter { $0.kind != .virtual }
        return (store?.store.entities.map(\.name) ?? []) + tables.map(\.name)
    }

    /// Returns what belongs to a name: the entities of their schema, the columns of a table or of the one with this
    /// alias.
    private func names(in owner: String, _ tokens: SQLTokens, _ limits: DocumentLimits) -> [String] {
        if owner.lowercased() == QueryView.schema, let store { return store.store.entities.map(\.name) }
        if owner.lowercased() == "main" {
            return ((try? database.schema(limits.cancellation))?.tables ?? []).map(\.name)
        }
        let own = columns(of: owner, limits)
        guard own.isEmpty else { return own }
        return Self.tables(for: owner, in: tokens.words).lazy.map { columns(of: $0, limits) }.first { !$0.isEmpty }
            ?? []
    }

    private func columns(of name: String, _ limits: DocumentLimits) -> [String] {
        if let view = store?.store.queryViews.first(where: { $0.name.lowercased() == name.lowercased() }) {
            return view.columns
        }
        return ((try? database.columns(of: name, limits.cancellation)) ?? []).map(\.name)
    }

    /// Returns a name as it is written in a query, in quotation marks if it needs them.
    private static func written(_ name: String) -> String {
        let isPlain =
            name.utf8.allSatisfy { SQLTokens.isNameByte($0) && $0 < 0x80 }
            && !(name.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
        return isPlain ? name : name.asIdentifier
    }
}

extension SQLTokens {
    /// The name at the end; nil if the last token is none.
    fileprivate var lastName: String? { tokens.last.flatMap { name($0) } }
}
