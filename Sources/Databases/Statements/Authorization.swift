import CSQLite

/// The permissions of statements: to read tables and to call pure functions.
///
/// They apply to typed expressions and to the expressions in the schema of a database, which may be hostile.
enum Authorization {
    /// The functions of SQLite that have no effects and make no long values of short ones. Without `printf`, which fills
    /// a field of billions of characters before it notices that it is too long.
    static let functions: Set<String> = [
        "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "avg", "ceil", "ceiling", "char", "coalesce",
        "cos", "cosh", "count", "cume_dist", "date", "datetime", "degrees", "dense_rank", "exp", "first_value", "floor",
        "glob", "group_concat", "hex", "ifnull", "iif", "instr", "json", "json_array", "json_array_length",
        "json_extract", "json_group_array", "json_group_object", "json_insert", "json_object", "json_patch",
        "json_quote", "json_remove", "json_replace", "json_set", "json_type", "json_valid", "->", "->>", "julianday",
        "lag", "last_value", "lead", "length", "like", "likelihood", "likely", "ln", "log", "log10", "log2", "lower",
        "ltrim", "max", "min", "mod", "nth_value", "ntile", "nullif", "percent_rank", "pi", "pow", "power",
        "quote", "radians", "rank", "replace", "round", "row_number", "rtrim", "sign", "sin", "sinh", "soundex", "sqrt",
        "strftime", "substr", "substring", "subtype", "sum", "tan", "tanh", "time", "total", "trim", "trunc", "typeof",
        "unicode", "unixepoch", "unlikely", "upper",
    ]

    /// The statements about the schema that this module itself uses.
    private static let schemaStatements: Set<String> = [
        "table_list", "table_xinfo", "index_list", "index_xinfo", "encoding", "foreign_key_list",
        "integrity_check",
    ]

    /// For SQLite; see sqlite.org/c3ref/set_authorizer.html.
    static let callback:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { _, action, first, second, _, _ in
            isAllowed(action, first, second) ? SQLITE_OK : SQLITE_DENY
        }

    static func isAllowed(
        _ action: Int32,
        _ first: UnsafePointer<CChar>?,
        _ second: UnsafePointer<CChar>?
    ) -> Bool {
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE: true
        case SQLITE_READ: !isGenerated(table: lowercased(first))
        case SQLITE_FUNCTION: functions.contains(lowercased(second)) || lowercased(second) == RowCondition.folding.name
        case SQLITE_PRAGMA: schemaStatements.contains(lowercased(first))
        default: false
        }
    }

    /// Whether a table is one that SQLite makes up about its own state.
    static func isGenerated(table: String) -> Bool {
        table.hasPrefix("pragma_") || table == "dbstat" || table == "sqlite_stmt"
    }

    /// Returns a name in lower case; an empty one for none.
    static func lowercased(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0).lowercased() } ?? ""
    }
}
