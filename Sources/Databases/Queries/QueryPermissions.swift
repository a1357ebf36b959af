import CSQLite

/// What a query that a person has written may do: read tables, and call functions without effects. It notes what else a
/// query would do, and which functions it calls. Belongs to one connection and is used on its thread.
final class QueryPermissions {
    /// What a statement was refused for; nil if nothing was refused since `start`.
    private(set) var refusal: String?
    /// Whether a function is called that may take time in proportion to the product of the lengths of its arguments.
    private(set) var callsSlowFunction = false
    /// The functions that the connection has besides SQLite's.
    private let functions: Set<String>

    init(functions: [String]) { self.functions = Set(functions.map { $0.lowercased() }) }

    /// Forgets what was noted about the last statement.
    func start() { (refusal, callsSlowFunction) = (nil, false) }

    /// Points to this object; valid while it is alive.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// For SQLite; see sqlite.org/c3ref/set_authorizer.html.
    static let callback:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { context, action, first, second, _, inner in
            guard let context else { return SQLITE_DENY }
            let permissions = Unmanaged<QueryPermissions>.fromOpaque(context).takeUnretainedValue()
            let second = second.map { String(cString: $0) }
            let found = permissions.refusal(action, first.map { String(cString: $0) } ?? "", second)
            guard let refusal = found else { return SQLITE_OK }
            let place = inner.map { " (in “\(String(cString: $0))”)" } ?? ""
            permissions.refusal = permissions.refusal ?? refusal + place
            return SQLITE_DENY
        }

    /// Returns why an action is not permitted, as a sentence without a full stop; nil if it is.
    private func refusal(_ action: Int32, _ first: String, _ second: String?) -> String? {
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE: return nil
        case SQLITE_READ:
            let table = first.lowercased()
            guard Authorization.isGenerated(table: table), !Self.pragmaTables.contains(table) else { return nil }
            return "the table \(first), which SQLite makes up about itself, is not read"
        case SQLITE_FUNCTION: return refusal(ofFunction: second ?? "")
        case SQLITE_PRAGMA: return Self.refusal(ofPragma: first, second)
        case SQLITE_ATTACH, SQLITE_DETACH:
            return "a query may not attach databases; `sandglass sql --attach NAME=DATABASE` does"
        case SQLITE_UPDATE where first == "sqlite_master":
            // It also stands for the table that a module declares.
            return "a query may only read, and neither update the schema nor use table functions but for those of JSON "
                + "and some PRAGMAs"
        default:
            let words = Self.actions.first { $0.action == action }?.words ?? "do that"
            return "a query may only read, and not \(words)"
        }
    }

    private func refusal(ofFunction name: String) -> String? {
        let lowercased = name.lowercased()
        if Self.slowFunctions.contains(lowercased) { callsSlowFunction = true }
        if Authorization.functions.contains(lowercased) || Self.furtherFunctions.contains(lowercased)
            || functions.contains(lowercased)
        {
            return nil
        }
        return "the function \(name) is not permitted: it does more than compute, or takes memory without a limit"
    }

    private static func refusal(ofPragma name: String, _ argument: String?) -> String? {
        let lowercased = name.lowercased()
        if tellingPragmas.contains(lowercased) { return nil }
        if argument == nil, settingPragmas.contains(lowercased) { return nil }
        return argument != nil && settingPragmas.contains(lowercased)
            ? "PRAGMA \(name) may be read, and not set" : "PRAGMA \(name) is not one of those that only tell something"
    }

    /// What actions would do, in words.
    private static let actions: [(action: Int32, words: String)] = [
        (SQLITE_INSERT, "insert rows"), (SQLITE_UPDATE, "update rows"), (SQLITE_DELETE, "delete rows"),
        (SQLITE_TRANSACTION, "begin or end transactions"), (SQLITE_SAVEPOINT, "set savepoints"),
        (SQLITE_ANALYZE, "write statistics"), (SQLITE_REINDEX, "write indexes"),
        (SQLITE_CREATE_TABLE, "create tables"), (SQLITE_CREATE_TEMP_TABLE, "create tables"),
        (SQLITE_CREATE_VIEW, "create views"), (SQLITE_CREATE_TEMP_VIEW, "create views"),
        (SQLITE_CREATE_INDEX, "create indexes"), (SQLITE_CREATE_TEMP_INDEX, "create indexes"),
        (SQLITE_CREATE_TRIGGER, "create triggers"), (SQLITE_CREATE_TEMP_TRIGGER, "create triggers"),
        (SQLITE_CREATE_VTABLE, "create tables"), (SQLITE_ALTER_TABLE, "alter tables"),
        (SQLITE_DROP_TABLE, "drop tables"), (SQLITE_DROP_TEMP_TABLE, "drop tables"),
        (SQLITE_DROP_VIEW, "drop views"), (SQLITE_DROP_TEMP_VIEW, "drop views"),
        (SQLITE_DROP_INDEX, "drop indexes"), (SQLITE_DROP_TRIGGER, "drop triggers"),
        (SQLITE_DROP_VTABLE, "drop tables"),
    ]

    /// The functions of SQLite that are permitted besides those of expressions: they have no effects either.
    private static let furtherFunctions: Set<String> = [
        "concat", "concat_ws", "if", "json_error_position", "json_pretty", "octet_length", "random", "sqlite_version",
        "string_agg", "timediff", "unhex",
    ]

    /// See `callsSlowFunction`. `instr` is replaced by one that is quick.
    private static let slowFunctions: Set<String> = ["ltrim", "replace", "rtrim", "trim"]

    /// PRAGMA statements that tell something about a table, or check the database (sqlite.org/pragma.html).
    private static let tellingPragmas: Set<String> = [
        "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo", "integrity_check",
        "quick_check", "table_info", "table_list", "table_xinfo",
    ]

    /// PRAGMA statements that tell something, and would set it with an argument.
    private static let settingPragmas: Set<String> = [
        "application_id", "auto_vacuum", "collation_list", "compile_options", "database_list", "encoding",
        "freelist_count", "page_count", "page_size", "schema_version", "user_version",
    ]

    /// The statements that are tables as well. They are made before the connection is sealed.
    static let pragmaTables = [
        "pragma_foreign_key_list", "pragma_index_info", "pragma_index_list", "pragma_table_info", "pragma_table_list",
        "pragma_table_xinfo",
    ]
}
