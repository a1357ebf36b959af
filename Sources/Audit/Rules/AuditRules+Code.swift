import ContainerModel

extension AuditRule {
    /// The rules about what the code of a bundle uses and contains. Most are notes for a reviewer: what a binary imports
    /// says that its code may use it, and not what for.
    static let code: [AuditRule] = [
        weakDigest, cipher, unsafeFunctions, logging, predictableRandom, debuggerDetection, jailbreakDetection,
        localAuthentication, foreignSearchPath, localSymbols, unencryptedCode, addresses,
    ]

    private static let guide = "Apple, Secure Coding Guide"
    private static let guideToTests = "OWASP MASTG"

    static let weakDigest = AuditRule(
        "bundle.weak-digest", .note, "Functions for broken digests in code",
        bases: [
            Basis(
                guideToTests, "Broken Hashing Algorithms",
                "MD5 and SHA-1 must not protect passwords or signatures; as mere checksums they are fine.")
        ],
        requirement: .brokenDigests,
        remedy: "Look at what each call is for, and use SHA-256 (CryptoKit) where it protects something.")

    static let cipher = AuditRule(
        "bundle.cipher", .note, "Encryption whose algorithm and mode are to be checked",
        bases: [
            Basis(
                guideToTests, "Broken Symmetric Encryption Algorithms",
                "CCCrypt takes the algorithm as an argument, among them DES, 3DES, RC2, RC4 and Blowfish.")
        ],
        requirement: .brokenCiphers,
        remedy: "Check that the calls ask neither for DES, 3DES, RC2, RC4 or Blowfish nor for ECB; prefer CryptoKit.")

    static let unsafeFunctions = AuditRule(
        "bundle.unsafe-functions", .note, "C functions that do not check lengths",
        bases: [
            Basis(
                guide, "Avoiding Buffer Overflows and Underflows: String Handling",
                "strcpy, strncpy, strcat, strncat, sprintf, vsprintf and gets are replaced by functions that take the size "
                    + "of the buffer."),
            Basis(
                guide, "Race Conditions and Secure File Operations",
                "mktemp, tmpnam and tempnam make a name that another process can take first."),
        ],
        requirement: .memorySafety,
        remedy: "Call the functions that are named instead, or compile with _FORTIFY_SOURCE.")

    static let logging = AuditRule(
        "bundle.logging", .note, "NSLog calls in code",
        bases: [
            Basis(
                guideToTests, "Insertion of Sensitive Data into Logs",
                "What NSLog writes is in the device's log, which any computer that the device trusts can read.")
        ],
        requirement: .sensitiveDataInLogs,
        remedy: "Remove the calls from releases, or use Logger, which hides values unless they are marked public.")

    static let predictableRandom = AuditRule(
        "bundle.predictable-random", .note, "Predictable random numbers in code",
        bases: [
            Basis(
                guideToTests, "Insecure Random API Usage",
                "rand, random and the functions of the rand48 family are not a source of keys, tokens and the like.")
        ],
        requirement: .randomNumbers,
        remedy: "Use SecRandomCopyBytes or Swift's SystemRandomNumberGenerator for whatever must not be guessed.")

    static let debuggerDetection = AuditRule(
        "bundle.debugger-detection", .note, "Code that may detect debuggers",
        bases: [
            Basis(
                guideToTests, "Debugging Detection",
                "Apps look for a debugger by ptrace, sysctl, getppid and the exception ports of their task.")
        ],
        requirement: .debuggerDetection,
        remedy: "None is needed; ptrace is not a public interface of iOS, for which the App Store may reject an app.")

    static let jailbreakDetection = AuditRule(
        "bundle.jailbreak-detection", .note, "Code that may detect a jailbreak",
        bases: [
            Basis(
                guideToTests, "Jailbreak Detection in Code",
                "Apps look for the files that a jailbreak installs, and for the URL schemes of its app stores.")
        ],
        requirement: .jailbreakDetection, remedy: "None is needed; test what the app does on such a device.")

    static let localAuthentication = AuditRule(
        "bundle.local-authentication", .note, "Code that authenticates by Face ID, Touch ID or passcode",
        bases: [
            Basis(
                guideToTests, "References to APIs for Event-Bound Biometric Authentication",
                "evaluatePolicy only answers yes or no; an item of the keychain with an access control stays closed.")
        ],
        requirement: .localAuthentication,
        remedy: "Keep what the authentication protects in the keychain, with SecAccessControlCreateWithFlags.")

    static let foreignSearchPath = AuditRule(
        "bundle.search-path", .note, "Search path for libraries outside of the bundle",
        bases: [
            Basis(
                "Apple, Run-Path Dependent Libraries", "",
                "The loader tries the paths of LC_RPATH in order for a library that is named by @rpath.")
        ],
        remedy: "Remove the path from LD_RUNPATH_SEARCH_PATHS; it may also name a developer's directories.")

    static let localSymbols = AuditRule(
        "bundle.local-symbols", .note, "Names of the code's own functions",
        bases: [
            Basis(
                guideToTests, "Testing for Debugging Symbols",
                "Symbols help anyone who reverse-engineers the app; crash reports are read with those of a dSYM file.")
        ],
        requirement: .debugSymbols,
        remedy: "Strip the code (STRIP_INSTALLED_PRODUCT, STRIP_STYLE = all for executables).")

    static let unencryptedCode = AuditRule(
        "bundle.unencrypted-code", .note, "Code that is not encrypted",
        bases: [
            Basis(
                "Apple, mach-o/loader.h", "encryption_info_command",
                "A cryptid of 0 says that the image is not encrypted yet.")
        ],
        remedy: "None is needed before the App Store encrypts it; a copy of an app from there was decrypted.")

    static let addresses = AuditRule(
        "bundle.addresses", .note, "Internet addresses in code",
        bases: [
            Basis(
                "OWASP MASWE", "MASWE-0004 Sensitive Data Hardcoded in the App Package",
                "Anyone who has the app can extract what is in its package.")
        ],
        remedy: "Check that no server for tests is among them, and that a Firebase database does not answer everyone.")
}
