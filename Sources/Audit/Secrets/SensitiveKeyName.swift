import Formats

/// A row of the table of names whose values are secrets.
struct SensitiveKeyName: Sendable {
    /// How a name is compared, without its case and anything but letters and digits.
    enum Match: Sendable {
        /// The name ends like this: `databasePassword`.
        case ending
        /// The name is this.
        case whole
        /// The last of its words is this, and another one stands before it: `SMTP_PASS`, `gatewayToken`.
        case lastWord
    }

    /// The values that count.
    enum Values: Sendable {
        /// A text or data that a person would type, and no label, link or setting.
        case password
        /// A text without blanks, of 8 bytes or more; data of as many bytes as a key has.
        case token
        /// Words of a dictionary, as a person writes them down to recover a key.
        case phrase
        /// Digits, as a text or a number.
        case digits(ClosedRange<Int>)
        /// The value of a header field with credentials.
        case header
        /// A user name and a password, in base64.
        case basic
        /// The value of a header field with cookies, of which one is of a session.
        case cookies
        /// A number of a person or an account.
        case personal(PersonalNumber)
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
    /// The severity; nil for that of the rule.
    var severity: AuditRule.Severity?

    /// Whether numbers count as well as texts.
    var isOfNumbers: Bool {
        if case .digits = values { return true }
        return false
    }

    /// All rows; the first one that matches counts.
    static let all: [SensitiveKeyName] = [
        SensitiveKeyName(
            rule: .requestCredentials, kind: "header field with credentials", match: .whole,
            names: [
                "authorization", "proxyauthorization", "xapikey", "xauthtoken", "xaccesstoken", "xauthkey",
                "xauthorization",
            ], values: .header),
        SensitiveKeyName(
            rule: .requestCredentials, kind: "user name and password", match: .whole, names: ["auth"], values: .basic,
            showsEnds: false),
        SensitiveKeyName(
            rule: .requestCredentials, kind: "cookie of a session", match: .whole, names: ["cookie", "setcookie"],
            values: .cookies),
        SensitiveKeyName(
            rule: .password, kind: "password", match: .ending,
            names: ["password", "passwd", "passphrase", "passcode"] + passwordsInOtherLanguages, values: .password,
            showsEnds: false),
        SensitiveKeyName(
            rule: .password, kind: "password", match: .whole,
            names: [
                "pwd", "userpwd", "pass", "pw", "userpass", "dbpass", "dbpwd", "loginpass", "psk", "wifipsk",
                "presharedkey",
                "clave", "securityanswer", "secretanswer",
            ], values: .password, showsEnds: false),
        SensitiveKeyName(
            rule: .password, kind: "password", match: .lastWord, names: ["pass", "pwd", "pw", "psk"], values: .password,
            showsEnds: false),
        SensitiveKeyName(
            rule: .password, kind: "recovery phrase", match: .ending,
            names: ["seedphrase", "recoveryphrase", "mnemonic", "mnemonicphrase", "seedwords"], values: .phrase,
            showsEnds: false),
        SensitiveKeyName(
            rule: .pin, kind: "PIN", match: .whole,
            names: [
                "pin", "pincode", "userpin", "loginpin", "apppin", "unlockpin", "passcodepin", "cardpin", "cvvpin",
            ],
            values: .digits(4...12), showsEnds: false),
        SensitiveKeyName(
            rule: .personalNumber, kind: "bank account number (IBAN)", match: .ending,
            names: ["iban", "ibannumber", "ibancode"],
            values: .personal(.iban), showsEnds: false),
        SensitiveKeyName(
            rule: .personalNumber, kind: "social security number", match: .whole,
            names: [
                "ssn", "ssnumber", "userssn", "usssn", "socialsecuritynumber", "socialsecurityno", "socialsecurity",
            ],
            values: .personal(.socialSecurity), showsEnds: false),
        SensitiveKeyName(
            rule: .pin, kind: "one-time password", match: .whole, names: ["otp", "otpcode", "smscode", "totpcode"],
            values: .digits(4...8), showsEnds: false),
        SensitiveKeyName(
            rule: .pin, kind: "card verification code", match: .whole,
            names: ["cvv", "cvv2", "cvc", "cvc2", "securitycode", "cardcvv", "cardcvc"], values: .digits(3...4),
            showsEnds: false),
        SensitiveKeyName(
            rule: .token, kind: "token", match: .ending,
            names: [
                "accesstoken", "refreshtoken", "authtoken", "authenticationtoken", "sessiontoken", "bearertoken",
                "oauthtoken", "idtoken", "usertoken", "apitoken", "logintoken", "clienttoken", "jwt",
            ], values: .token),
        SensitiveKeyName(
            rule: .token, kind: "token", match: .whole,
            names: [
                "token", "sessionid", "sessionkey", "bearer", "jsessionid", "phpsessid", "aspnetsessionid",
                "connectsid",
                "sastoken", "credential", "credentials",
            ], values: .token),
        SensitiveKeyName(
            rule: .token, kind: "session identifier", match: .whole, names: ["sid"], values: .token,
            severity: .warning),
        SensitiveKeyName(rule: .token, kind: "token", match: .lastWord, names: ["token"], values: .token),
        SensitiveKeyName(
            rule: .token, kind: "secret key", match: .ending,
            names: [
                "clientsecret", "apikey", "apisecret", "appsecret", "secretkey", "privatekey", "privkey", "prikey",
                "encryptionkey", "masterkey", "consumersecret", "signingkey", "signingsecret", "secretaccesskey",
                "accesskey", "hmackey", "hmacsecret", "webhooksecret", "otpsecret", "totpsecret", "otpauthsecret",
                "dbkey", "databasekey", "aeskey", "cryptokey", "cipherkey", "wrappingkey", "recoverykey",
                "branchsecret", "secretkeybase", "enckey", "authkey", "storagekey", "accountkey", "totpseed", "otpseed",
                "serverkey",
            ], values: .token),
        SensitiveKeyName(
            rule: .token, kind: "secret key", match: .ending, names: ["appkey", "applicationkey"], values: .token,
            severity: .warning),
        SensitiveKeyName(
            rule: .token, kind: "recovery code", match: .ending, names: ["recoverycode", "backupcode"],
            values: .token),
        SensitiveKeyName(
            rule: .token, kind: "secret", match: .whole, names: ["secret", "sharedsecret"], values: .token),
        SensitiveKeyName(rule: .token, kind: "secret", match: .lastWord, names: ["secret"], values: .token),
    ]

    /// What a password is called in other languages of the App Store's largest countries.
    private static let passwordsInOtherLanguages = [
        "passwort", "kennwort", "contraseña", "contrasena", "motdepasse", "비밀번호", "패스워드", "密码", "密碼", "パスワード",
        "暗証番号", "senha", "пароль", "wachtwoord", "hasło", "haslo", "parola", "şifre", "sifre", "lösenord", "losenord",
        "adgangskode", "passord", "salasana", "jelszó", "heslo", "κωδικόςπρόσβασης", "סיסמה", "รหัสผ่าน", "mậtkhẩu",
        "katasandi",
    ]

    /// Returns whether a word is what a password is called, in small letters.
    static func isNameOfPassword(_ word: String) -> Bool {
        all.contains { $0.rule == .password && $0.match == .ending && $0.names.contains(word) }
    }

    /// What names of settings about passwords begin with.
    private static let verbs = [
        "show", "hide", "remember", "forgot", "reset", "require", "enable", "disable", "should", "allow",
    ]

    /// Returns the row for a name; nil if it tells nothing.
    static func row(of name: String) -> SensitiveKeyName? {
        var letters = name.utf8.contains { $0 >= 0x80 } ? Array(name.filter(\.isLetterOrDigit).utf8) : Array(name.utf8)
        letters.removeAll { $0 < 0x80 && !$0.isASCIILetterOrDigit }
        // Core Data names the columns of attributes like this: ZPASSWORD.
        let isColumn = letters.count > 2 && letters.first == 0x5a && !letters.contains { (0x61...0x7a).contains($0) }
        if isColumn { letters.removeFirst() }
        var plain = String(decoding: letters.map(\.asciiLowercased), as: UTF8.self)
        if letters.contains(where: { $0 >= 0x80 }) { plain = plain.lowercased() }
        guard plain.utf8.count >= 2 else { return nil }
        return all.first { row in
            if row.rule == .password, verbs.contains(where: { plain.hasPrefix($0) && !row.names.contains(plain) }) {
                return false
            }
            return switch row.match {
            case .whole: row.names.contains(plain)
            case .ending: row.names.contains { plain.hasSuffix($0) }
            case .lastWord:
                row.names.contains { plain.hasSuffix($0) } && lastWord(of: name).map(row.names.contains) == true
            }
        }
    }

    /// What stands before the last word of names of other things: a boarding pass, a token against forged requests.
    private static let others: Set<String> = [
        "by", "boarding", "season", "day", "render", "multi", "single", "low", "high", "first", "second", "game",
        "battle", "csrf", "xsrf", "forgery", "push", "device", "apns", "fcm", "voip", "page", "next", "continuation",
        "sync", "cancel", "cancellation", "change", "cursor", "design", "color", "resume", "pagination", "start", "end",
        "stop", "sub", "unk", "pad", "bos", "eos", "mask", "no", "has", "is", "registration", "verify", "empty",
        "dummy",
        "history", "generation", "observer", "observation", "idempotency", "dedup", "notification", "style", "theme",
        "font", "spacing", "last", "prev", "previous", "attribution", "tracking", "top", "query", "snapshot",
        "bookmark",
        "subscription", "dispatch", "invalidation", "transaction", "parse", "lexer", "syntax", "test",
    ]

    /// Returns the last word of a name, in small letters, if another one stands before it that does not say that it is of
    /// something else.
    private static func lastWord(of name: String) -> String? {
        var words: [String] = []
        var last: Character = "_"
        for character in name {
            guard character.isLetterOrDigit else {
                last = character
                continue
            }
            // Each word of "accessToken" but the first one begins with a capital; "URLToken" has a word of capitals.
            if words.isEmpty || !last.isLetterOrDigit || character.isUppercase && last.isLowercase {
                words.append("")
            } else if character.isLowercase, last.isUppercase, let word = words.last, word.count > 1 {
                words[words.count - 1].removeLast()
                words.append(last.lowercased())
            }
            words[words.count - 1] += character.lowercased()
            last = character
        }
        // Core Data puts a Z before the names of columns, and makes capitals of all letters.
        guard words.count > 1, let word = words.last, !others.contains(words[words.count - 2]) else { return nil }
        return word
    }

    /// What the names of tables of words with numbers end with: how often each occurs.
    private static let wordTables = [
        "freq", "freqs", "frequency", "frequencies", "counts", "vocab", "vocabulary", "histogram", "unigrams",
        "bigrams",
        "ngrams", "idf",
    ]

    /// Whether values below some names are numbers of words, among which are those of secrets: `{"freq": {"pin": 4711}}`.
    static func countsWords(_ names: some Collection<[UInt8]>) -> Bool {
        names.contains { name in
            let letters = String(decoding: name.filter(\.isASCIILetterOrDigit).map(\.asciiLowercased), as: UTF8.self)
            return wordTables.contains { letters.hasSuffix($0) }
        }
    }

    /// The lengths of keys in bytes.
    private static let keyLengths: Set<Int> = [16, 24, 32, 48, 64]

    /// Returns the severity of a value under such a name; nil if it is no secret, but something else that such names are used
    /// for.
    func severity(of bytes: UnsafeRawBufferPointer, isText: Bool) -> AuditRule.Severity? {
        let rated = self.severity ?? rule.severity
        switch values {
        case .basic:
            return isText && SecretValue.areUserAndPassword(inBase64: bytes) ? rated : nil
        case .digits(let range):
            return range.contains(bytes.count) && bytes.allSatisfy { (0x30...0x39).contains($0) } ? rated : nil
        case .password:
            return isText && (1...256).contains(bytes.count) && SecretValue.isPassword(bytes) ? rated : nil
        case .phrase:
            return isText && (1...512).contains(bytes.count) && SecretValue.isPhrase(bytes) ? rated : nil
        case .token:
            // Data may be anything.
            guard isText else { return kind == "secret key" && Self.keyLengths.contains(bytes.count) ? .warning : nil }
            guard (8...8_192).contains(bytes.count), SecretValue.isToken(bytes) else { return nil }
            // Many services for analytics number sessions like this.
            return match == .whole && StablePath.isUUID(bytes) ? .note : rated
        case .personal(let number): return isText && number.isOne(bytes) ? rated : nil
        case .cookies: return isText && bytes.count <= 8_192 && SecretValue.haveSession(bytes) ? rated : nil
        case .header:
            return isText && (8...8_192).contains(bytes.count) && !SecretValue.isPlaceholder(bytes)
                ? rated : nil
        }
    }
}

extension Character {
    /// Whether it is a letter or a digit of any script.
    fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}
