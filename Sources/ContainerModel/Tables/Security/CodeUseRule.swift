/// A row of the table of functions whose use in an app's code a reviewer looks at: a binary names them among the symbols
/// that it imports.
///
/// An import says that the code may call the function, and not with which arguments. OWASP's MASTG names the functions
/// for digests, encryption, random numbers and the detection of debuggers; Apple's Secure Coding Guide those that check
/// no lengths or make names of temporary files.
package struct CodeUseRule: Hashable, Sendable {
    /// What the function is looked at for.
    package enum Subject: String, CaseIterable, Hashable, Sendable {
        case weakDigest
        case cipher
        case unsafeFunction
        case logging
        case predictableRandom
        case debuggerDetection
    }

    /// How a symbol is compared.
    private enum Match: Hashable, Sendable {
        case whole
        case prefix
    }

    /// The subject.
    package let subject: Subject
    /// The symbol, as the linker writes it, or its beginning: "_strcpy".
    package let symbol: String
    /// The function or type: "strcpy", "Insecure.MD5".
    package let name: String
    /// The function to use in its place; nil if that depends on the purpose.
    package let replacement: String?
    private let match: Match

    private init(
        _ subject: Subject, _ name: String, symbol: String? = nil, replacement: String? = nil, match: Match = .whole
    ) {
        (self.subject, self.name, self.replacement, self.match) = (subject, name, replacement, match)
        self.symbol = symbol ?? "_" + name
    }

    /// Returns the rows of the functions that a binary imports, in the order of the table.
    package static func uses(imported: Set<String>) -> [CodeUseRule] {
        let ofSwift = imported.filter { $0.hasPrefix(insecure) }
        return all.filter { rule in
            switch rule.match {
            case .whole: imported.contains(rule.symbol)
            case .prefix: ofSwift.contains { $0.hasPrefix(rule.symbol) }
            }
        }
    }

    /// The beginning of the symbols of CryptoKit's `Insecure`.
    private static let insecure = "_$s9CryptoKit8InsecureO"

    private static let digests: [CodeUseRule] =
        ["CC_MD2", "CC_MD4", "CC_MD5", "CC_SHA1"].flatMap { name in
            ["", "_Init", "_Update", "_Final"].map { CodeUseRule(.weakDigest, name + $0) }
        } + [
            CodeUseRule(.weakDigest, "Insecure.MD5", symbol: insecure + "3MD5V", match: .prefix),
            CodeUseRule(.weakDigest, "Insecure.SHA1", symbol: insecure + "4SHA1V", match: .prefix),
        ]

    private static let ciphers = ["CCCrypt", "CCCryptorCreate", "CCCryptorCreateWithMode", "CCCryptorCreateFromData"]
        .map { CodeUseRule(.cipher, $0) }

    private static let functions: [CodeUseRule] = [
        CodeUseRule(.unsafeFunction, "strcpy", replacement: "strlcpy"),
        CodeUseRule(.unsafeFunction, "strncpy", replacement: "strlcpy"),
        CodeUseRule(.unsafeFunction, "strcat", replacement: "strlcat"),
        CodeUseRule(.unsafeFunction, "strncat", replacement: "strlcat"),
        CodeUseRule(.unsafeFunction, "sprintf", replacement: "snprintf"),
        CodeUseRule(.unsafeFunction, "vsprintf", replacement: "vsnprintf"),
        CodeUseRule(.unsafeFunction, "gets", replacement: "fgets"),
        CodeUseRule(.unsafeFunction, "mktemp", replacement: "mkstemp"),
        CodeUseRule(.unsafeFunction, "tmpnam", replacement: "mkstemp"),
        CodeUseRule(.unsafeFunction, "tempnam", replacement: "mkstemp"),
    ]

    private static let random = [
        "rand", "rand_r", "srand", "random", "srandom", "drand48", "erand48", "lrand48", "nrand48", "mrand48",
        "jrand48", "srand48", "seed48", "lcong48",
    ].map { CodeUseRule(.predictableRandom, $0) }

    /// All rows. The variants with a check of lengths that a compiler puts in place of some functions
    /// (`___strcpy_chk`) are not among them.
    package static let all: [CodeUseRule] =
        digests + ciphers + functions + random + ["NSLog", "NSLogv"].map { CodeUseRule(.logging, $0) }
        + ["ptrace", "sysctl", "getppid", "task_get_exception_ports"].map { CodeUseRule(.debuggerDetection, $0) }
}
