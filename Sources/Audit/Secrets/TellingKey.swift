import Formats

/// A row of the table of names whose values are secrets.
struct TellingKey: Sendable {
    /// How a name is compared, without its case and anything but letters and digits.
    enum Match: Sendable {
        /// The name ends like this: `databasePassword`.
        case ending
        /// The name is this.
        case whole
    }

    /// The values that count.
    enum Values: Sendable {
        /// A text or data that a person would type, and no label, link or setting.
        case password
        /// A text without blanks, of 8 bytes or more.
        case token
        /// Digits, as a text or a number.
        case digits(ClosedRange<Int>)
        /// The value of a header field with credentials.
        case header
    }

    /// The rule.
    let rule: AuditRule
    /// The kind of value: "password".
    let kind: String
    let match: Match
    /// The names, in small letters.
    let names: [String]
    let values: Values
    /// Whether the ends of a long value may be shown.
    var showsEnds = true

    /// All rows; the first one that matches counts.
    static let all: [TellingKey] = [
        TellingKey(
            rule: .requestCredentials, kind: "credentials of a request", match: .whole,
            names: ["authorization", "proxyauthorization", "xapikey", "xauthtoken", "xaccesstoken"], values: .header),
        TellingKey(
            rule: .password, kind: "password", match: .ending,
            names: ["password", "passwd", "passwort", "passphrase", "passcode"], values: .password),
        TellingKey(rule: .password, kind: "password", match: .whole, names: ["pwd", "userpwd"], values: .password),
        TellingKey(
            rule: .pin, kind: "PIN", match: .whole,
            names: ["pin", "pincode", "userpin", "loginpin", "apppin", "unlockpin", "passcodepin", "cardpin"],
            values: .digits(4...12), showsEnds: false),
        TellingKey(
            rule: .pin, kind: "card verification code", match: .whole,
            names: ["cvv", "cvv2", "cvc", "cvc2", "securitycode", "cardcvv", "cardcvc"], values: .digits(3...4),
            showsEnds: false),
        TellingKey(
            rule: .token, kind: "token", match: .ending,
            names: [
                "accesstoken", "refreshtoken", "authtoken", "authenticationtoken", "sessiontoken", "bearertoken",
                "oauthtoken", "idtoken", "usertoken", "apitoken", "logintoken", "jwt",
            ], values: .token),
        TellingKey(
            rule: .token, kind: "token", match: .whole, names: ["token", "sessionid", "sessionkey", "bearer"],
            values: .token),
        TellingKey(
            rule: .token, kind: "secret key", match: .ending,
            names: [
                "clientsecret", "apikey", "apisecret", "appsecret", "secretkey", "privatekey", "encryptionkey",
                "masterkey", "consumersecret", "signingkey", "secretaccesskey",
            ], values: .token),
        TellingKey(rule: .token, kind: "secret", match: .whole, names: ["secret", "sharedsecret"], values: .token),
    ]

    /// Returns the row for a name; nil if it tells nothing.
    static func row(of name: String) -> TellingKey? {
        var letters = name.utf8.filter { $0.isASCIILetterOrDigit }
        // Core Data names the columns of attributes like this: ZPASSWORD.
        let isColumn = letters.count > 2 && letters.first == 0x5a && !letters.contains { (0x61...0x7a).contains($0) }
        if isColumn { letters.removeFirst() }
        let plain = String(decoding: letters.map(\.asciiLowercased), as: UTF8.self)
        guard plain.utf8.count >= 3 else { return nil }
        return all.first { row in
            switch row.match {
            case .whole: row.names.contains(plain)
            case .ending: row.names.contains { plain.hasSuffix($0) }
            }
        }
    }

    /// Returns whether a value under such a name is a secret, and nothing else that such names are used for.
    func tells(_ bytes: UnsafeRawBufferPointer, isText: Bool) -> Bool {
        switch values {
        case .digits(let range):
            return range.contains(bytes.count) && bytes.allSatisfy { (0x30...0x39).contains($0) }
        case .password: return isText && (1...256).contains(bytes.count) && SecretValue.isPassword(bytes)
        case .token: return isText && (8...8_192).contains(bytes.count) && SecretValue.isToken(bytes)
        case .header: return isText && (8...8_192).contains(bytes.count) && !SecretValue.isPlaceholder(bytes)
        }
    }
}

/// Tells secrets from other values under the same names.
enum SecretValue {
    private static let settings: Set<String> = [
        "true", "false", "yes", "no", "none", "null", "nil", "on", "off", "0", "1", "(null)", "undefined", "optional",
        "required", "password", "passwd", "passphrase", "string", "text", "secure", "hidden", "disabled", "enabled",
        "unknown", "default", "empty", "n/a", "changeme", "token", "secret", "bearer", "basic",
    ]

    /// Whether a text is a setting or a stand-in for a value: `true`, `********`, `${PASSWORD}`, `<password>`, `%@`.
    static func isPlaceholder(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let first = text.first else { return true }
        if settings.contains(text.lowercased()) || text.allSatisfy({ $0 == first }) { return true }
        if text.hasPrefix("<") && text.hasSuffix(">") || text.hasPrefix("${") || text.hasPrefix("$(") { return true }
        if text.hasPrefix("{{") || text.hasPrefix("%") || text.hasPrefix("#{") { return true }
        return text.lowercased().contains("redacted") || text.hasPrefix("[")
    }

    /// Whether a text may be a password rather than a label, a link or a setting.
    static func isPassword(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isPlaceholder(bytes), !bytes.contains(where: { $0 < 0x20 }) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.contains("://"), !text.hasSuffix(":"), !text.hasSuffix("?"), !text.hasSuffix("…") else {
            return false
        }
        // A sentence is a label of a field.
        return text.split(separator: " ").count <= 3 || text.contains { $0.isNumber }
    }

    /// Whether a text may be a token or a key rather than a word, a link or a path.
    static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isPlaceholder(bytes), !bytes.contains(where: { $0 <= 0x20 }) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.contains("://"), !text.hasPrefix("/") else { return false }
        // A word, such as a name of a setting, has no digits.
        return text.contains { $0.isNumber }
    }

    /// Whether a value behind a name in a line of text may be a secret: code names values alike.
    static func isNamedValue(_ value: UnsafeRawBufferPointer, isQuoted: Bool, isCode: Bool) -> Bool {
        guard isPassword(value) else { return false }
        let hasDigit = value.contains { (0x30...0x39).contains($0) }
        guard !isQuoted || isCode else { return true }
        // `password: this.field.value`, `token = user.token2`
        let isCall = value.contains { [0x28, 0x29, 0x5b, 0x7b, 0x3c].contains($0) }
        return hasDigit && !isCall && !(value.contains(0x2e) && !isQuoted)
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    var isASCIILetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5a).contains(self) || (0x61...0x7a).contains(self)
    }
}
