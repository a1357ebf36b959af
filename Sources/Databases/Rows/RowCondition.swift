import Formats

/// A condition on a column, made of its parts rather than of SQL: names and values in it are never evaluated.
package struct RowCondition: Hashable, Sendable {
    /// How the column is compared with the value.
    package enum Comparison: String, Hashable, Sendable, CaseIterable {
        case equal = "="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        /// The text of the column contains the value's text, regardless of case and of the composition of characters.
        case contains = "~"
    }

    /// A value to compare with.
    package enum Value: Hashable, Sendable {
        case number(Double)
        case integer(Int64)
        case text(String)
        case blob([UInt8])
        /// A value as a person writes it: a number, or the same characters as text. Without characters, it also stands
        /// for NULL.
        case given(String)
    }

    /// The name of the column.
    package let column: String
    /// How it is compared.
    package let comparison: Comparison
    /// The value to compare with.
    package let value: Value

    package init(_ column: String, _ comparison: Comparison, _ value: Value) {
        (self.column, self.comparison, self.value) = (column, comparison, value)
    }

    /// The condition as an expression for `RowQuery`.
    ///
    /// A row without a value is not equal to any, and neither less nor greater. Texts are compared by their bytes: the
    /// order of a column may be one that only the app knows. Blobs are compared with the bytes of a text in UTF-8. A text that is written as a number is less or greater than a
    /// number as that number; any other text is neither.
    package var expression: String {
        switch comparison {
        case .contains:
            // What is ASCII needs no other folding than SQLite's own, which is quicker.
            text.utf8.allSatisfy { $0 < 0x80 }
                ? "instr(lower(CAST(\(name) AS TEXT)), lower(\(text.asLiteral))) > 0"
                : "instr(\(Self.folding.name)(CAST(\(name) AS TEXT)), \(Self.folding.name)(\(text.asLiteral))) > 0"
        case .equal: equality
        case .notEqual: "NOT coalesce(\(equality), 0)"
        case .less, .lessOrEqual, .greater, .greaterOrEqual: order
        }
    }

    private var name: String { column.asIdentifier }

    /// The function that expressions call, which connections for the module's own statements have.
    static let folding = QueryFunction("sandglass_folded", 1) { arguments in
        guard case .text(let text)? = arguments.first else { return .null }
        return .text(FoldedText.bytes(of: text))
    }

    private var equality: String {
        switch value {
        case .integer(let number): return "\(name) = \(number)"
        case .number(let number): return "\(name) = \(Self.literal(number))"
        case .text(let text): return "\(name) = \(text.asLiteral) COLLATE BINARY"
        case .blob(let bytes): return "\(name) = \(Self.literal(bytes))"
        case .given(let text):
            // Most blobs that somebody looks for are texts that were stored as data.
            let asText =
                "\(name) = \(text.asLiteral) COLLATE BINARY OR \(name) = \(Self.literal(Array(text.utf8)))"
            if text.isEmpty { return "(\(name) IS NULL OR \(asText))" }
            return Self.number(in: text).map { "(\(name) = \($0.literal) OR \(asText))" } ?? "(\(asText))"
        }
    }

    /// Values are compared only within their type: in SQLite, every number is less than any text, and every text less
    /// than any blob.
    private var order: String {
        let sign = comparison.rawValue
        func cells(of types: String, _ literal: String) -> String {
            "CASE WHEN typeof(\(name)) IN (\(types)) THEN \(name) \(sign) \(literal) ELSE 0 END"
        }
        let numbers = "'integer', 'real'"
        let asText = "\(text.asLiteral) COLLATE BINARY"
        switch value {
        case .integer(let number): return cells(of: numbers, "\(number)")
        case .number(let number): return cells(of: numbers, Self.literal(number))
        case .text: return cells(of: "'text'", asText)
        case .blob(let bytes): return cells(of: "'blob'", Self.literal(bytes))
        case .given(let text):
            guard let number = Self.number(in: text) else {
                let asBlob = cells(of: "'blob'", Self.literal(Array(text.utf8)))
                return "(\(cells(of: "'text'", asText)) OR \(asBlob))"
            }
            // Compared with this, a text becomes the number that it is written as; any other is greater than infinity
            // (SQLite, "Datatypes In SQLite", 4.2).
            return "(\(name) \(sign) CAST(\(number.literal) AS NUMERIC) AND \(name) <= CAST(9e999 AS NUMERIC))"
        }
    }

    /// The value as text.
    private var text: String {
        switch value {
        case .number(let number): "\(number)"
        case .integer(let number): "\(number)"
        case .text(let text), .given(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Returns the number that a text is written as: `12`, `-.5`, `1e3`, and `inf` as `show` writes it; nil for any other
    /// text.
    package static func number(in text: String) -> (value: Double, literal: String)? {
        if let infinity = infinities[text] { return (infinity, literal(infinity)) }
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }),
            text.allSatisfy({ "+-.0123456789eE".contains($0) })
        else { return nil }
        if let whole = Int64(text) { return (Double(whole), "\(whole)") }
        guard let number = Double(text), number.isFinite else { return nil }
        return (number, literal(number))
    }

    private static let infinities: [String: Double] = ["inf": .infinity, "+inf": .infinity, "-inf": -.infinity]

    private static func literal(_ number: Double) -> String {
        number.isFinite ? "\(number)" : number > 0 ? "9e999" : number < 0 ? "-9e999" : "NULL"
    }

    private static func literal(_ bytes: [UInt8]) -> String {
        "x'\(bytes.hexadecimal())'"
    }
}

extension String {
    /// The text as a literal of SQL, which ends at a NUL: those in the text are appended by a function.
    package var asLiteral: String {
        let parts = split(separator: "\0", omittingEmptySubsequences: false).map { part in
            "'" + String(part).replacing(scalar: "'", by: "''") + "'"
        }
        return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " || char(0) || ") + ")"
    }
}

extension RowQuery {
    /// Returns a query for the rows for which expressions are true.
    package func narrowed(to expressions: [String], sorted sorting: Sorting? = nil) -> RowQuery {
        let all = ([filter].compactMap { $0 } + expressions).map { "(\($0)\n)" }.joined(separator: " AND ")
        return RowQuery(table, where: all.isEmpty ? nil : all, sorted: sorting ?? self.sorting)
    }
}
