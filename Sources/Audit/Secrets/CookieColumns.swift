import Documents

/// A row of a file of cookies.
struct CookieColumns {
    static let all = ["domain", "name", "value", "path", "expires", "state", "created", "flags", "other"]
    private static let sessions = ["sess", "auth", "token", "jwt", "login", "sid", "remember", "ident"]

    let value: String
    let name: String
    private let flags: String

    init?(_ row: TableRow) {
        guard row.cells.count == Self.all.count, case .string(let name) = row.cells[1],
            case .string(let value) = row.cells[2], case .string(let flags) = row.cells[7]
        else { return nil }
        (self.name, self.value, self.flags) = (name, value, flags)
    }

    /// Whether its name says that it identifies a session or a user.
    var isOfSession: Bool { Self.isOfSession(name, value) }

    /// Whether the name of a cookie says that it identifies a session or a user.
    static func isOfSession(_ name: String, _ value: String) -> Bool {
        let name = name.lowercased()
        return value.utf8.count >= 8 && sessions.contains { name.contains($0) } && !name.contains("csrf")
    }

    private var missingFlags: [String] { ["Secure", "HttpOnly"].filter { !flags.contains($0) } }
    var isIncomplete: Bool { !missingFlags.isEmpty }
    /// The flags that it lacks.
    var missing: String { missingFlags.joined(separator: " and ") }
}
