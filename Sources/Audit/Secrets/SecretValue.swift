import Formats

/// Tells secrets from other values under the same names.
enum SecretValue {
    private static let settings: Set<String> = [
        "true", "false", "yes", "no", "none", "null", "nil", "on", "off", "0", "1", "(null)", "undefined", "optional",
        "required", "password", "passwd", "passphrase", "string", "text", "secure", "hidden", "disabled", "enabled",
        "unknown", "default", "empty", "n/a", "changeme", "token", "secret", "bearer", "basic",
        "guest", "anonymous", "utf8", "utf-8", "latin1", "latin-1", "ascii", "hex", "base64", "scram-sha-256",
    ]

    /// Whether a text is a setting or a stand-in for a value: `true`, `********`, `${PASSWORD}`, `<password>`, `%@`.
    static func isPlaceholder(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let first = text.first else { return true }
        if settings.contains(text.lowercased()) || text.allSatisfy({ $0 == first || "*•xX.:-_ ".contains($0) }) {
            return true
        }
        if text.hasPrefix("<") && text.hasSuffix(">") || text.hasPrefix("${") || text.hasPrefix("$(") { return true }
        if text.hasPrefix("{{") || text.hasPrefix("#{") || text.hasPrefix("[") && text.hasSuffix("]") { return true }
        if text.hasPrefix("{") && text.hasSuffix("}") || text.hasPrefix("__") && text.hasSuffix("__") { return true }
        // The conversions of a format: "%@", "%1$s", "%s:%s".
        if text.hasPrefix("%"), text.utf8.count <= 4 || text.hasPrefix("%s") || text.hasPrefix("%@") { return true }
        return isVariable(text) || text.hasPrefix("&lt;") || text.hasPrefix("&#") || isExample(bytes)
    }

    /// Whether a text is names of variables as shells and Perl write them: "$user:$pass".
    private static func isVariable(_ text: String) -> Bool {
        guard text.utf8.count > 2, text.utf8.first == 0x24 else { return false }
        return text.utf8.dropFirst().allSatisfy { byte in
            byte.isASCIILetterOrDigit && !byte.isASCIIDigit || [0x24, 0x5f, 0x3a, 0x2e].contains(byte)
        }
    }

    private static let placeholdersInURLs: Set<String> = ["pass", "pwd", "pw", "passwd", "mypassword", "secret"]

    /// Whether the password of a URL is a stand-in for one: `user:pass@`, `$USER:$PASS@`.
    static func isPlaceholder(inURL password: UnsafeRawBufferPointer) -> Bool {
        guard let first = password.first else { return true }
        if [0x24, 0x7b, 0x25].contains(first) { return true }
        return placeholdersInURLs.contains(String(decoding: password, as: UTF8.self).lowercased())
            || isPlaceholder(password)
    }

    /// What stands in documentation and logs in place of a value.
    private static let standIns = AnchorFilter([
        "example", "your_", "your-", "your ", "placeholder", "insert_", "redacted",
    ])
    /// The most equal characters beside each other.
    private static let maxEqual = 8
    /// The bytes of a value in which these are looked for.
    private static let examined = 48

    /// Whether a value of a known form is one from documentation: `AKIAIOSFODNN7EXAMPLE`, `ghp_xxxxxxxx`.
    static func isExample(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var (last, count) = (UInt8(0), 0)
        // What follows a key in other bytes may be taken for a part of it.
        for byte in bytes.prefix(examined) {
            count = byte == last ? count + 1 : 1
            last = byte
            // Zeros of data are As in base64.
            if count >= maxEqual, byte != 0x41 { return true }
        }
        guard bytes.count <= 512 else { return false }
        if let place = bytes.firstIndex(of: 0x24), place + 1 < bytes.count, bytes[place + 1] == 0x7b { return true }
        var isFound = false
        standIns.forEach(in: bytes) { _, _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// Whether a text is the credentials of a header field, and no sentence: a scheme and a token at most (RFC 9110, section
    /// 11.4).
    static func areCredentials(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let words = bytes.split(separator: 0x20)
        if let first = words.first, String(decoding: first, as: UTF8.self).contains("://") { return false }
        return (1...4).contains(words.count)
            && words.contains { $0.count >= 8 && $0.contains(where: \.isASCIIDigit) && $0.allSatisfy { $0 > 0x20 } }
    }

    /// Whether a text is a user name and a password in base64 (RFC 7617).
    static func areUserAndPassword(inBase64 bytes: UnsafeRawBufferPointer) -> Bool {
        guard let decoded = Base64Text.decoded(bytes), String(validating: decoded, as: UTF8.self) != nil else {
            return false
        }
        return decoded.contains(0x3a) && decoded.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }

    /// Whether bytes have letters and digits, as words of a language and names do not.
    static func isMixed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        bytes.contains(where: \.isASCIIDigit) && bytes.contains { $0.isASCIILetterOrDigit && !$0.isASCIIDigit }
    }

    /// Whether a text in a header field has a cookie of a session: `sid=0123456789; Path=/`.
    static func haveSession(_ bytes: UnsafeRawBufferPointer) -> Bool {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: { $0 == ";" || $0 == "," }).contains { cookie in
            let parts = cookie.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && CookieColumns.isOfSession(String(parts[0]), String(parts[1]))
        }
    }

    /// The fewest words of a phrase (BIP 39: 12).
    private static let minWords = 11

    /// Whether a text is a phrase of words.
    static func isPhrase(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let words = bytes.split { $0 == 0x20 || $0 == 0x2c }
        return words.count > minWords && words.allSatisfy { $0.allSatisfy(\.isASCIILetterOrDigit) }
    }

    /// Whether a text may be a password rather than a label, a link or a setting.
    static func isPassword(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isPlaceholder(bytes), !bytes.contains(where: { $0 < 0x20 }), bytes.first != 0x20, bytes.last != 0x20
        else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.contains("://"), !text.hasSuffix("…"), !isLabel(text), !isIdentifier(text), !isPath(text),
            !isConstant(text)
        else { return false }
        let words = text.split(separator: " ")
        // A sentence is a label of a field; words in small letters are a passphrase.
        return words.count <= 3 || text.contains { $0.isNumber }
            || words.allSatisfy { $0.allSatisfy { $0.isLowercase } }
    }

    /// Whether a text is an absolute path of several directories, as the variable PWD has one, or a relative one.
    private static func isPath(_ text: String) -> Bool {
        if text.hasPrefix("./") || text.hasPrefix("../") || text.hasPrefix("~/") { return true }
        return text.hasPrefix("/") && text.dropFirst().contains("/")
    }

    /// Whether a text is the name of a variable of the environment, or of a constant: "DB_PASSWORD".
    private static func isConstant(_ text: String) -> Bool {
        text.contains("_") && text.utf8.allSatisfy { (0x41...0x5a).contains($0) || $0 == 0x5f }
    }

    /// Whether a text is the name of a text or of a setting: "validation.min_8_chars".
    private static func isIdentifier(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { part in
                part.first?.isLowercase == true && part.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" }
            }
    }

    /// Whether a text is words with the number of a version behind them: "user_profile_v3".
    private static func isVersioned(_ text: String) -> Bool {
        var rest = text[...]
        while let last = rest.last, last.isNumber, text.utf8.count - rest.utf8.count < 3 { rest = rest.dropLast() }
        return rest.utf8.count < text.utf8.count && rest.allSatisfy { $0.isLetter || "_-.+ ".contains($0) }
            && rest.contains { "_-.+ ".contains($0) }
    }

    /// Whether a text says what a field is for: "Your password", "Forgot password?", "Password:".
    private static func isLabel(_ text: String) -> Bool {
        let words = text.split(separator: " ").map { word in word.filter { $0.isLetter }.lowercased() }
        // Translations of the word: "Mot de passe".
        if SensitiveKeyName.isNameOfPassword(words.joined()), !text.contains(where: \.isNumber) { return true }
        guard
            words.contains(where: { word in
                var word = word
                // Most words tell nothing, which is found out quickly.
                guard word.withUTF8({ NameFacts.mayTell(UnsafeRawBufferPointer($0)) }) else { return false }
                return SensitiveKeyName.row(of: word).map { $0.rule == .password && $0.match == .ending } == true
            })
        else { return false }
        return words.count > 1
    }

    /// Whether a text may be a token or a key rather than a word, a link or a path.
    static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isPlaceholder(bytes), !bytes.contains(where: { $0 <= 0x20 || isOfCode($0) }) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.contains("://"), !text.hasPrefix("/"), !isVersioned(text), !isIdentifier(text),
            !isNameOfKey(text)
        else { return false }
        // A word, such as a name of a setting, has no digits; of a time, the year and the month come first.
        return text.contains { $0.isNumber }
            && !(text.hasPrefix("20") && bytes.count <= 32 && bytes[4] == 0x2d && bytes[7] == 0x2d)
    }

    /// Whether a byte is of code or markup, and of no token: ()[]{}<>, quotation marks, the backslash, the vertical bar.
    private static func isOfCode(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27...0x29, 0x3c, 0x3e, 0x5b...0x5d, 0x60, 0x7b...0x7d: true
        default: false
        }
    }

    /// Whether a text is the name of a class or a method for keys: "Ed25519PrivateKey", "PKCS12.get_privatekey".
    private static func isNameOfKey(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == 0x5f || $0 == 0x2e }) else { return false }
        let plain = text.lowercased()
        return plain.hasSuffix("privatekey") || plain.hasSuffix("publickey") || plain.hasSuffix("secretkey")
    }

    /// Whether a text is a number with a point, or the number of a version: "1.302103".
    private static func isNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.contains(0x2e) && bytes.allSatisfy { $0.isASCIIDigit || $0 == 0x2e }
    }

    /// Whether what may be a password, behind a name in a line of text, may be a secret: code names values alike.
    static func isNamedValue(_ value: UnsafeRawBufferPointer, isQuoted: Bool, isCode: Bool) -> Bool {
        guard !isNumber(value) else { return false }
        let hasDigit = value.contains { (0x30...0x39).contains($0) }
        guard !isQuoted || isCode else { return true }
        // `password: this.field.value`, `token = user.token2`
        let isCall = value.contains { [0x28, 0x29, 0x5b, 0x7b, 0x3c].contains($0) }
        return hasDigit && !isCall && !(value.contains(0x2e) && !isQuoted)
    }
}
