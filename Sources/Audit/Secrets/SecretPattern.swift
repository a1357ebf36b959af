/// A row of the table of secrets that are known by their form.
struct SecretPattern: Sendable {
    /// How a match is examined further.
    enum Check: Sendable {
        /// The form is enough.
        case form
        /// A JSON Web Token (RFC 7519): its header and claims are decoded.
        case jsonWebToken
        /// A value behind a telling name in a text: `password=…`.
        case assigned
        /// A PEM block; encrypted ones are told apart.
        case privateKey
        /// `Basic` credentials (RFC 7617): a name and a password in base64.
        case basicCredentials
        /// A bearer token (RFC 6750), which has a digit at least.
        case bearerToken
        /// A user name and a password, with a colon between them.
        case userAndPassword
        /// A number of a person or an account, with its check digits.
        case personal(PersonalNumber)
    }

    /// What is beside an anchor wherever the expression matches. Most anchors need no expression by that.
    enum Surroundings: Sendable {
        case any
        /// A name and a colon follow, as before a password.
        case user
    }

    /// The rule.
    let rule: AuditRule
    /// The kind of value: "AWS access key ID".
    let kind: String
    /// Texts of which one is where a match begins, as far as `\\K` lets it begin later: in any case, except for keys of services.
    let anchors: [String]
    /// The expression (PCRE2), of which the whole match is the secret. It is tried at an anchor alone.
    let expression: String
    /// How a match is examined further.
    var check = Check.form
    /// Whether the form is so special that it is found in the bytes of executables and unknown files too.
    var isSharp = true
    /// What is beside its anchors.
    var surroundings = Surroundings.any
    /// The severity; nil for that of the rule.
    var severity: AuditRule.Severity?
    /// The number of bytes of a match before its anchor.
    var lead = 0
    /// Whether the ends of a long value may be shown.
    var showsEnds = true
    /// How the owner revokes it, as a sentence without a full stop; nil if that is not known.
    var revoke: String?

    /// The end of a scheme and what follows it. Longer anchors let the filter skip more.
    private static let schemeEnds = "abcdefghijklmnopqrstuvwxyz".map { "\($0)://" }

    /// All rows: the keys of services, and what is known by other forms.
    static let all: [SecretPattern] = services + others

    private static let services = ServiceKey.all.map { key in
        SecretPattern(
            rule: .serviceKey, kind: key.kind, anchors: key.anchors, expression: key.expression, severity: key.severity,
            lead: key.lead, revoke: key.revoke)
    }

    static let others: [SecretPattern] = [
        SecretPattern(
            rule: .webToken, kind: "JSON Web Token", anchors: ["eyJh", "eyJ0", "eyJr", "eyJj", "eyJ4", "eyJi"],
            expression: #"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*"#,
            check: .jsonWebToken),
        SecretPattern(
            rule: .privateKey, kind: "private key", anchors: ["-----BEGIN "],
            expression:
                #"-----BEGIN (?:[A-Z0-9]{2,12} )?PRIVATE KEY(?: BLOCK)?-----[\s\\nr]+[A-Za-z0-9+/=\s\\:,.()-]{40,12000}?(?:-----END [A-Z0-9 ]{3,40}-----|\z)"#,
            check: .privateKey),
        SecretPattern(
            rule: .privateKey, kind: "static key of OpenVPN", anchors: ["-----BEGIN OpenVPN"],
            expression: #"-----BEGIN OpenVPN Static key V1-----[\s\\nr]+[0-9a-f\s\\nr]{100,2000}-----END OpenVPN"#),
        SecretPattern(
            rule: .privateKey, kind: "private key", anchors: ["PuTTY-User-Key-File-"],
            expression: #"PuTTY-User-Key-File-[23]: [\x20-\x7e\s]{40,12000}?Private-MAC: [0-9a-f]{40,64}"#,
            check: .privateKey),
        SecretPattern(
            rule: .urlCredentials, kind: "credentials in a URL", anchors: schemeEnds,
            expression: #"(?i)[a-z]://\K[^\s/:@"'<>\\?#]{0,64}:[^\s/:@"'<>\\?#]{3,128}(?=@[A-Za-z0-9\[])"#,
            check: .userAndPassword, surroundings: .user),
        SecretPattern(
            rule: .requestCredentials, kind: "bearer token", anchors: ["Bearer "],
            expression: #"(?i)bearer \K[A-Za-z0-9._~+/-]{16,4096}=*"#, check: .bearerToken),
        SecretPattern(
            rule: .requestCredentials, kind: "user name and password", anchors: ["Basic "],
            expression: #"(?i)basic \K[A-Za-z0-9+/_-]{8,512}=*"#, check: .basicCredentials),
        SecretPattern(
            rule: .requestCredentials, kind: "user name and password", anchors: ["curl "],
            expression: #"curl [^\n]{0,400}?(?<=\s)(?:-u|--user)[ =]?["']?\K[^\s:"']{1,64}:[^\s"']{3,128}"#,
            check: .userAndPassword, isSharp: false),
        SecretPattern(
            rule: .password, kind: "password", anchors: ["machine "],
            expression: #"machine \S{1,255}\s{1,8}login \S{1,255}\s{1,8}password \K\S{3,128}"#, isSharp: false),
        SecretPattern(
            rule: .password, kind: "password", anchors: ["identified by "],
            expression: #"(?i)identified by (?:password )?'\K[^'\n]{4,128}(?=')"#, isSharp: false, showsEnds: false),
        SecretPattern(
            rule: .password, kind: "passphrase of a database", anchors: ["pragma key", "pragma rekey"],
            expression: #"(?i)pragma (?:re)?key\s?=\s?["']\K[^"'\n]{4,128}(?=["'])"#, isSharp: false, showsEnds: false),
        SecretPattern(
            rule: .password, kind: "password", anchors: ["sshpass -p"],
            expression: #"sshpass -p ?['"]?\K[^\s'"]{4,128}"#, isSharp: false, showsEnds: false),
        SecretPattern(
            rule: .password, kind: "password", anchors: ["mysql ", "mysqldump "],
            expression: #"mysql(?:dump)? [^\n]{0,200}?(?<=\s)-p\K[^\s'"-][^\s'"]{3,127}"#, isSharp: false,
            showsEnds: false),
        SecretPattern(
            rule: .personalNumber, kind: "bank account number (IBAN)", anchors: ["iban"],
            expression:
                #"(?<![A-Za-z])(?i:iban)(?i: ?(?:number|no\.?|code))?[\s:=#"'>]{1,6}\K[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]){11,30}"#,
            check: .personal(.iban), isSharp: false, showsEnds: false),
        SecretPattern(
            rule: .personalNumber, kind: "social security number",
            anchors: ["ssn ", "ssn:", "ssn=", "social security"],
            expression:
                #"(?<![A-Za-z])(?i:ssn|social security)(?i: (?:number|no\.?|#))?[\s:=#"'>]{1,6}\K[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}(?![0-9-])"#,
            check: .personal(.socialSecurity), isSharp: false, showsEnds: false),
        SecretPattern(
            rule: .password, kind: "named value", anchors: AssignedValue.anchors, expression: "", check: .assigned),
    ]
}
