import CSQLite

/// A function that queries can call besides those of SQLite. It computes, and has no effects.
package struct QueryFunction: Sendable {
    /// The name in statements.
    package let name: String
    /// The number of its arguments.
    package let argumentCount: Int
    /// Returns the value for arguments.
    package let body: @Sendable ([QueryValue]) -> QueryValue

    package init(_ name: String, _ argumentCount: Int, _ body: @escaping @Sendable ([QueryValue]) -> QueryValue) {
        (self.name, self.argumentCount, self.body) = (name, argumentCount, body)
    }
}

/// An argument or the result of a function.
package enum QueryValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// A text as UTF-8, which need not be valid.
    case text([UInt8])
    case blob([UInt8])
    /// The reason why there is no result, which ends the query.
    case failure(String)
}

extension Connection {
    /// Defines a function. Only statements and temporary views can call it: the schema of a database may be hostile.
    func add(_ function: QueryFunction) throws(DatabaseError) {
        let kept = Unmanaged.passRetained(FunctionBody(function.body))
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        // SQLite releases the body, even on failure.
        try check(
            sqlite3_create_function_v2(
                handle, function.name, Int32(function.argumentCount), flags, kept.toOpaque(), FunctionBody.call, nil,
                nil, FunctionBody.release))
    }
}

/// The body of a function, for C.
private final class FunctionBody {
    private let body: @Sendable ([QueryValue]) -> QueryValue

    init(_ body: @escaping @Sendable ([QueryValue]) -> QueryValue) { self.body = body }

    static let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
        context, count, values in
        guard let context, let kept = sqlite3_user_data(context) else { return }
        let function = Unmanaged<FunctionBody>.fromOpaque(kept).takeUnretainedValue()
        let values = UnsafeBufferPointer(start: values, count: Int(count)).map { QueryValue($0) }
        function.body(values).give(to: context)
    }

    static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { kept in
        if let kept { Unmanaged<FunctionBody>.fromOpaque(kept).release() }
    }
}

extension QueryValue {
    /// Creates an argument.
    fileprivate init(_ value: OpaquePointer?) {
        func bytes(_ start: UnsafePointer<UInt8>?) -> [UInt8] {
            // After the pointer, as converting the encoding changes the length.
            Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value))))
        }
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        case SQLITE_TEXT: self = .text(bytes(sqlite3_value_text(value)))
        case SQLITE_BLOB: self = .blob(bytes(sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)))
        default: self = .null
        }
    }

    /// Makes the value the result of a call.
    fileprivate func give(to context: OpaquePointer) {
        switch self {
        case .null: sqlite3_result_null(context)
        case .integer(let number): sqlite3_result_int64(context, number)
        case .real(let number): sqlite3_result_double(context, number)
        case .text(let text):
            text.withUnsafeBytes { text in
                guard let start = text.baseAddress?.assumingMemoryBound(to: CChar.self) else {
                    return sqlite3_result_text(context, "", 0, sandglass_sqlite_transient())
                }
                sqlite3_result_text64(
                    context, start, UInt64(text.count), sandglass_sqlite_transient(), UInt8(SQLITE_UTF8))
            }
        case .blob(let blob):
            blob.withUnsafeBytes { blob in
                guard let start = blob.baseAddress else { return sqlite3_result_zeroblob(context, 0) }
                sqlite3_result_blob64(context, start, UInt64(blob.count), sandglass_sqlite_transient())
            }
        case .failure(let reason): sqlite3_result_error(context, reason, -1)
        }
    }
}
