/// A row of the table of keys that services issue, in forms that they document for whoever searches for them.
struct ServiceKey: Sendable {
    /// The kind of key: "GitHub token".
    let kind: String
    /// Texts of which one is where the key begins, or `lead` bytes behind its beginning.
    let anchors: [String]
    /// The expression (PCRE2) of the whole key, from its beginning. Its repetitions are limited.
    ///
    /// Where four fixed characters or more say what it is, anything may stand before it: in binary formats, that is a length.
    let expression: String
    /// The number of bytes of the key before its anchor.
    let lead: Int
    /// The severity; nil for that of the rule.
    let severity: AuditRule.Severity?
    /// A made-up key, in parts, so that no other scanner finds one in this table.
    let example: [String]
    /// What comes near it and is none, in parts.
    let miss: [String]
    /// How the owner of a key revokes it, as a sentence.
    let revocation: String

    init(
        _ kind: String, at anchors: [String], lead: Int = 0, _ expression: String, severity: AuditRule.Severity? = nil,
        example: [String], miss: [String], revoke revocation: String
    ) {
        (self.kind, self.anchors, self.expression, self.lead) = (kind, anchors, expression, lead)
        (self.severity, self.example, self.miss, self.revocation) = (severity, example, miss, revocation)
    }

    /// All rows.
    static let all: [ServiceKey] = clouds + azure + tools + payments + messaging + intelligence + wallets

    private static let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    private static let letters = capitals + "abcdefghijklmnopqrstuvwxyz"

    /// Returns anchors for keys that begin with three fixed characters: the filter of anchors needs four, so there is one for
    /// each character that may follow.
    /// - Parameters:
    ///   - marks: What may follow besides letters and digits.
    ///   - onlyCapitals: Whether letters are capitals.
    static func starts(_ text: String, _ marks: String = "", onlyCapitals: Bool = false) -> [String] {
        ((onlyCapitals ? capitals : letters) + marks).map { "\(text)\($0)" }
    }

    /// How the owner revokes it, as a part of a sentence.
    var revoke: String { revocation.hasSuffix(".") ? String(revocation.dropLast()) : revocation }
}
