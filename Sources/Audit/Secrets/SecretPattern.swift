/// A row of the table of secrets that are known by their form.
struct SecretPattern: Sendable {
    /// How a match is examined further.
    enum Check: Sendable {
        /// The form is enough.
        case form
        /// A JSON Web Token (RFC 7519): its header and claims are decoded.
        case jsonWebToken
        /// A value behind a telling name in a line of text: `password=…`.
        case namedValue
        /// A PEM block; encrypted ones are told apart.
        case privateKey
        /// A header field with `Basic` credentials (RFC 7617).
        case basicCredentials
    }

    /// What is beside an anchor wherever the expression matches. Most anchors need no expression by that.
    enum Surroundings: Sendable {
        case any
        /// `:` or `=` follows, behind a quotation mark and blanks at most.
        case assignment
        /// It is the end of a parameter's name.
        case parameter
        /// A name and a colon follow, as before a password.
        case user
    }

    /// The rule.
    let rule: AuditRule
    /// The kind of value: "AWS access key ID".
    let kind: String
    /// Texts of which one is where a match begins, in any case, as far as `\\K` lets it begin later.
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

    /// The end of a scheme and what follows it. Longer anchors let the filter skip more.
    private static let schemeEnds = "abcdefghijklmnopqrstuvwxyz".map { "\($0)://" }

    /// All rows. The forms are those that the services document for scanners of repositories.
    static let all: [SecretPattern] = [
        SecretPattern(
            rule: .webToken, kind: "JSON Web Token", anchors: ["eyJh", "eyJ0", "eyJr", "eyJj", "eyJ4", "eyJi"],
            expression: #"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*"#,
            check: .jsonWebToken),
        SecretPattern(
            rule: .privateKey, kind: "private key", anchors: ["-----BEGIN "],
            expression:
                #"-----BEGIN (?:[A-Z0-9]{2,12} )?PRIVATE KEY-----[\s\\nr]+[A-Za-z0-9+/=\s\\:,-]{40,}?(?:-----END|\z)"#,
            check: .privateKey),
        SecretPattern(
            rule: .serviceKey, kind: "AWS access key ID", anchors: ["AKIA", "ASIA"],
            expression: #"(?<![A-Za-z0-9/+])A[KS]IA[A-Z2-7]{16}(?![A-Za-z0-9/+])"#),
        SecretPattern(
            rule: .serviceKey, kind: "GitHub token", anchors: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
            expression: #"(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})(?!\w)"#),
        SecretPattern(
            rule: .serviceKey, kind: "GitLab token", anchors: ["glpat-"],
            expression: #"(?<!\w)glpat-[A-Za-z0-9_-]{20}(?![\w-])"#),
        SecretPattern(
            rule: .serviceKey, kind: "Slack token", anchors: ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-"],
            expression: #"(?<!\w)xox[abprs]-[0-9A-Za-z-]{20,}"#),
        SecretPattern(
            rule: .serviceKey, kind: "Slack webhook", anchors: ["hooks.slack.com"],
            expression: #"hooks\.slack\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,}"#),
        SecretPattern(
            rule: .serviceKey, kind: "Stripe secret key", anchors: ["sk_live_", "rk_live_"],
            expression: #"(?<!\w)[sr]k_live_[0-9A-Za-z]{20,}"#),
        SecretPattern(
            rule: .serviceKey, kind: "Google API key", anchors: ["AIza"],
            expression: #"(?<![\w-])AIza[0-9A-Za-z_-]{35}(?![\w-])"#, severity: .warning),
        SecretPattern(
            rule: .serviceKey, kind: "Google OAuth token", anchors: ["ya29."],
            expression: #"(?<!\w)ya29\.[0-9A-Za-z_-]{30,}"#),
        SecretPattern(
            rule: .serviceKey, kind: "npm token", anchors: ["npm_"],
            expression: #"(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)"#),
        SecretPattern(
            rule: .serviceKey, kind: "PyPI token", anchors: ["pypi-AgEI"],
            expression: #"pypi-AgEI[A-Za-z0-9_-]{50,}"#),
        SecretPattern(
            rule: .serviceKey, kind: "Mailgun key", anchors: ["key-"],
            expression: #"(?<![\w-])key-[0-9a-f]{32}(?!\w)"#),
        SecretPattern(
            rule: .serviceKey, kind: "OpenAI key", anchors: ["sk-proj-"],
            expression: #"(?<!\w)sk-proj-[A-Za-z0-9_-]{40,}"#),
        SecretPattern(
            rule: .serviceKey, kind: "Anthropic key", anchors: ["sk-ant-"],
            expression: #"(?<!\w)sk-ant-[A-Za-z0-9_-]{40,}"#),
        SecretPattern(
            rule: .serviceKey, kind: "Shopify token", anchors: ["shpat_", "shpss_", "shpca_"],
            expression: #"(?<!\w)shp(?:at|ss|ca)_[0-9a-f]{32}(?!\w)"#),
        SecretPattern(
            rule: .serviceKey, kind: "DigitalOcean token", anchors: ["dop_v1_"],
            expression: #"(?<!\w)dop_v1_[0-9a-f]{64}(?!\w)"#),
        SecretPattern(
            rule: .serviceKey, kind: "Square token", anchors: ["sq0atp-", "sq0csp-"],
            expression: #"(?<!\w)sq0(?:atp-[\w-]{22}|csp-[\w-]{43})(?![\w-])"#),
        SecretPattern(
            rule: .serviceKey, kind: "Azure storage key", anchors: ["AccountKey="],
            expression: #"AccountKey=\K[A-Za-z0-9+/]{86}=="#),
        SecretPattern(
            rule: .urlCredentials, kind: "credentials in a URL", anchors: schemeEnds,
            expression: #"(?i)[a-z]://\K[^\s/:@"'<>\\?#]{1,64}:[^\s/:@"'<>\\?#]{3,128}(?=@[A-Za-z0-9\[])"#,
            surroundings: .user),
        SecretPattern(
            rule: .urlCredentials, kind: "token in a URL",
            anchors: ["token=", "apikey=", "api_key=", "password=", "passwd=", "secret="],
            expression:
                #"(?i)(?<=[?&;]|[?&;]id_|[?&;]auth_|[?&;]access_|[?&;]client_|[?&;]refresh_|[?&;]session_)(?:token|api_?key|password|passwd|secret)=\K[^\s&#"'<>\\;]{8,}"#,
            isSharp: false, surroundings: .parameter),
        SecretPattern(
            rule: .requestCredentials, kind: "bearer token", anchors: ["Authorization"],
            expression: #"(?i)authorization["']?\s*[:=]\s*["']?bearer \K[A-Za-z0-9._~+/-]{16,}=*"#, isSharp: false,
            surroundings: .assignment),
        SecretPattern(
            rule: .requestCredentials, kind: "user name and password", anchors: ["Authorization"],
            expression: #"(?i)authorization["']?\s*[:=]\s*["']?basic \K[A-Za-z0-9+/]{8,}=*"#,
            check: .basicCredentials, isSharp: false, surroundings: .assignment),
        SecretPattern(
            rule: .password, kind: "password",
            anchors: ["password", "passwd", "passphrase", "passwort"],
            expression:
                #"(?i)(?:password|passwd|passphrase|passwort)["']?\s?[:=]\s?(?:"\K[^"\\\n]{4,128}(?=")|'\K[^'\\\n]{4,128}(?=')|\K[^\s"'&,;{}()<>]{4,128})"#,
            check: .namedValue, isSharp: false, surroundings: .assignment),
        SecretPattern(
            rule: .token, kind: "token or key",
            anchors: [
                "client_secret", "clientsecret", "api_key", "apikey", "access_token", "accesstoken",
                "refresh_token", "refreshtoken", "auth_token", "authtoken", "secret_key", "secretkey",
            ],
            expression:
                #"(?i)(?:client_?secret|api_?key|access_?token|refresh_?token|auth_?token|secret_?key)["']?\s?[:=]\s?(?:"\K[^"\\\s]{12,512}(?=")|'\K[^'\\\s]{12,512}(?=')|\K[^\s"'&,;{}()<>]{12,512})"#,
            check: .namedValue, isSharp: false, surroundings: .assignment),
    ]
}
