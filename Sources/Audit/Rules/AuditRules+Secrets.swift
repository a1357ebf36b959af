extension AuditRule {
    private static let keychain = Basis.verbatim(
        "Apple Platform Security", "Keychain data protection",
        "Many apps need to handle passwords and other short but sensitive bits of data, such as keys and login tokens. "
            + "The keychain provides a secure way to store these items.")
    private static let masvs = Basis.verbatim(
        "OWASP MASVS", "MASVS-STORAGE-1", "The app securely stores sensitive data.")
    private static let leaks = Basis.verbatim(
        "OWASP MASVS", "MASVS-STORAGE-2", "The app prevents leakage of sensitive data.")
    private static let toKeychain = "Keep it in the keychain, not in a file."

    static let password = AuditRule(
        "secret.password", .error, "Password in a file", bases: [keychain, masvs],
        requirement: .sensitiveDataInStorage, remedy: toKeychain)
    static let pin = AuditRule(
        "secret.pin", .error, "PIN or verification code in a file",
        bases: [
            keychain,
            Basis(
                "PCI DSS 4.0", "requirement 3.3.1",
                "Sensitive authentication data is not stored after authorization, even if encrypted."),
        ],
        requirement: .sensitiveDataInStorage, remedy: "Do not store it: ask for it, or use the keychain.")
    static let token = AuditRule(
        "secret.token", .error, "Token or secret key in a file", bases: [keychain, masvs],
        requirement: .sensitiveDataInStorage, remedy: toKeychain)
    static let webToken = AuditRule(
        "secret.web-token", .error, "JSON Web Token in a file",
        bases: [
            keychain,
            .verbatim(
                "RFC 6750", "section 5.3",
                "Client implementations MUST ensure that bearer tokens are not leaked to unintended parties"),
        ],
        requirement: .sensitiveDataInStorage, remedy: toKeychain)
    static let privateKey = AuditRule(
        "secret.private-key", .error, "Private key in a file",
        bases: [
            keychain,
            .verbatim(
                "OWASP MASVS", "MASVS-CRYPTO-2",
                "The app performs key management according to industry best practices."),
        ],
        requirement: .keysInFiles, remedy: "Create the key in the keychain or the Secure Enclave, and keep it there.")
    static let serviceKey = AuditRule(
        "secret.service-key", .error, "Key of a service", bases: [masvs, keychain],
        requirement: .keysInFiles,
        remedy: "Revoke the key, and let a server of your own talk to the service.")
    static let card = AuditRule(
        "secret.card", .error, "Payment card number in a file",
        bases: [
            Basis(
                "PCI DSS 4.0", "requirement 3.5.1",
                "Primary account number (PAN) is rendered unreadable anywhere it is stored.")
        ],
        requirement: .sensitiveDataInStorage, remedy: "Store a token of the payment service instead of the number.")
    static let personalNumber = AuditRule(
        "secret.personal-number", .error, "Account or social security number in a file", bases: [masvs],
        requirement: .sensitiveDataInStorage,
        remedy: "Do not store it, or encrypt it under a key in the keychain.")
    static let cookieFlags = AuditRule(
        "secret.cookie-flags", .warning, "Session cookie without Secure or HttpOnly",
        bases: [
            .verbatim(
                "RFC 6265", "section 8.3",
                "When using cookies over a secure channel, servers SHOULD set the Secure attribute (see Section 4.1.2.5) "
                    + "for every cookie.")
        ],
        requirement: .credentialsInTransit, remedy: "Let the server set Secure and HttpOnly.")
    static let requestCredentials = AuditRule(
        "secret.request-credentials", .error, "Stored request with credentials",
        bases: [
            leaks,
            Basis(
                "URLCache", "NSURLRequest.CachePolicy",
                "Responses are stored with their requests unless the request or the server says otherwise."),
        ],
        requirement: .sensitiveDataInStorage,
        remedy: "Send such requests in an ephemeral session, or without a cache.")
    static let urlCredentials = AuditRule(
        "secret.url-credentials", .error, "Credentials in a URL",
        bases: [
            .verbatim(
                "RFC 3986", "section 3.2.1",
                "The passing of authentication information in clear text has proven to be a security risk in almost "
                    + "every case where it has been used.")
        ],
        requirement: .credentialsInTransit, remedy: "Send credentials in a header, never in a URL.")
    static let inLog = AuditRule(
        "secret.in-log", .error, "Secret in a log", bases: [leaks], requirement: .sensitiveDataInLogs,
        remedy: "Do not log it, or log it as private.")
    static let inFreePages = AuditRule(
        "secret.in-free-pages", .warning, "Deleted secret that is still in the file of a database",
        bases: [
            Basis(
                "SQLite", "PRAGMA secure_delete",
                "Without it, the contents of deleted rows stay in the file until something else is written there."),
            masvs,
        ],
        requirement: .sensitiveDataInStorage,
        remedy:
            "Turn secure_delete on before such rows are deleted; VACUUM and a checkpoint of the log remove them later.")
    static let inWebStorage = AuditRule(
        "secret.in-web-storage", .error, "Secret in the storage of a web view",
        bases: [
            Basis(
                "Apple, WKWebsiteDataStore", "nonPersistent()",
                "A data store that is not persistent keeps the data of websites in memory, and writes none to disk."),
            masvs,
        ],
        requirement: .sensitiveDataInStorage,
        remedy: "Use a data store that is not persistent, or have pages keep secrets in memory.")
    static let keyboardCache = AuditRule(
        "secret.keyboard-cache", .warning, "Keyboard cache with typed words",
        bases: [leaks], requirement: .keyboardCache,
        remedy: "Turn autocorrection off, or secure text entry on, in fields for sensitive data.")

    /// The rules of this subject.
    static let secrets: [AuditRule] = [
        password, pin, token, webToken, privateKey, serviceKey, card, personalNumber, cookieFlags, requestCredentials,
        urlCredentials,
        inLog, inWebStorage, inFreePages, keyboardCache,
    ]
}
