import ContainerModel

extension AuditRule {
    /// The rules about an app's bundle: its declarations, its code and its files.
    static let bundle: [AuditRule] =
        [
            transportSecurityOff, transportSecurityException, weakTransportSecurity, emptyUsageDescription,
            missingUsageDescription, debuggable, expiredProfile, developmentProfile, debugSymbols, debugLeftover,
            fixedAddress, noStackCanaries, manualReferenceCounting, encryptedCode, oldWebView, defaultProtectionNone,
            hardCodedCredentials,
            systemURLScheme, urlScheme,
            foreignExportedType, untaggedExportedType, missingItem, missingInterface, misspelledKey,
        ] + code + BundleFindingRule.allCases.map { row($0) }

    private static let securityKeys = Basis(
        TransportSecurityRule.source, "",
        "App Transport Security requires connections with HTTPS; exceptions need a justification for App Review.")

    static let transportSecurityOff = AuditRule(
        "bundle.transport-security-off", .error, "App Transport Security disabled",
        bases: [
            securityKeys,
            .verbatim(
                "S4", "Supporting User Privacy", "try to use HTTPS when sending user or device data over the network."),
        ],
        requirement: .transportSecurity,
        remedy: "Remove NSAllowsArbitraryLoads, and name the domains that cannot do without in NSExceptionDomains.")

    static let transportSecurityException = AuditRule(
        "bundle.transport-security-exception", .warning, "Connections without encryption", bases: [securityKeys],
        requirement: .transportSecurity, remedy: "Let the servers offer HTTPS, and remove the exception.")

    static let weakTransportSecurity = AuditRule(
        "bundle.transport-security-weak", .warning, "Connections with weak encryption",
        bases: [securityKeys], requirement: .transportEncryption,
        remedy: "Let the server offer TLS 1.2 with forward secrecy, and remove the exception.")

    static let emptyUsageDescription = AuditRule(
        "bundle.usage-description-empty", .error, "Empty usage description",
        bases: [
            .verbatim(
                "S4", "The Information Property List File",
                "Apps that use these features should provide privacy usage descriptions that explain what your app plans "
                    + "to do with the corresponding data."),
            Basis("App Store Connect", "ITMS-90683", "A purpose string must say why the app needs the data."),
        ],
        requirement: .permissions, remedy: "Say in the text what the app needs the data for, or remove the key.")

    static let missingUsageDescription = AuditRule(
        "bundle.usage-description-missing", .warning, "Missing usage description",
        bases: [
            Basis(
                UsageDescriptionRule.reference, "",
                "An app that accesses the data without the key is terminated; the App Store rejects it (ITMS-90683).")
        ],
        requirement: .permissions,
        remedy: "Add one of the keys if the app asks for the data, or do not link the framework.")

    static let debuggable = AuditRule(
        "bundle.debuggable", .error, "App that a debugger may attach to",
        bases: [
            Basis(
                "Apple, TN2415 Entitlements Troubleshooting", "get-task-allow",
                "The entitlement lets other processes attach to the app; apps for distribution have it set to false.")
        ],
        requirement: .debuggable, remedy: "Export the app for distribution; Xcode then signs without get-task-allow.")

    static let expiredProfile = AuditRule(
        "bundle.profile-expired", .error, "Expired provisioning profile",
        bases: [
            Basis(
                "Apple, Distributing your app to registered devices", "",
                "A device does not launch an app whose profile has expired.")
        ],
        requirement: .codeSignature, remedy: "Renew the profile, and sign the app again.")

    static let developmentProfile = AuditRule(
        "bundle.profile-development", .warning, "Provisioning profile for development",
        bases: [
            Basis(
                "Apple, TN3125 Inside Code Signing: Provisioning Profiles", "",
                "A development profile lists devices, and grants get-task-allow.")
        ],
        requirement: .codeSignature, remedy: "Sign the builds that users get with a distribution profile.")

    static let debugSymbols = AuditRule(
        "bundle.debug-symbols", .warning, "Debugging symbols in code",
        bases: [
            Basis(
                "Apple, Building your app to include debugging information", "",
                "Release builds keep debugging information in a separate dSYM file.")
        ],
        requirement: .debugSymbols,
        remedy: "Strip the code (STRIP_INSTALLED_PRODUCT, DEBUG_INFORMATION_FORMAT = dwarf-with-dsym).")

    static let debugLeftover = AuditRule(
        "bundle.debug-leftover", .warning, "Development file in the bundle",
        bases: [
            .translated(
                "S4", "The App Bundle",
                "An iOS app bundle has the app's executable file and supporting resource files such as app icons, image "
                    + "files and localized content."),
            Basis(
                "OWASP MASWE", "MASWE-0004 Sensitive Data Hardcoded in the App Package",
                "Source files and other leftovers of the build reveal internal information."),
        ],
        requirement: .debugCode, remedy: "Remove the file from the target's resources or embedded frameworks.")

    static let fixedAddress = AuditRule(
        "bundle.fixed-address", .warning, "Executable at a fixed address",
        bases: [
            Basis(
                "Apple, QA1788 Building a Position Independent Executable", "",
                "A position-independent executable is loaded at a different address each time, which hampers exploits.")
        ],
        requirement: .positionIndependentCode, remedy: "Link without -no_pie (LD_NO_PIE = NO).")

    static let noStackCanaries = AuditRule(
        "bundle.no-stack-canaries", .note, "Code without stack canaries",
        bases: [
            Basis(
                "OWASP MASTG", "Stack Canaries Not enabled",
                "Code in C, C++ and Objective-C calls __stack_chk_fail if it was compiled with stack canaries.")
        ],
        requirement: .stackCanaries,
        remedy: "Compile with -fstack-protector-strong, which is Xcode's default.")

    static let manualReferenceCounting = AuditRule(
        "bundle.manual-reference-counting", .note, "Objective-C code without ARC",
        bases: [
            Basis(
                "OWASP MASTG", "Automatic Reference Counting (ARC) not enabled",
                "Code that was compiled with ARC calls objc_release and its relatives.")
        ],
        requirement: .referenceCounting,
        remedy: "Compile with automatic reference counting (CLANG_ENABLE_OBJC_ARC).")

    static let encryptedCode = AuditRule(
        "bundle.encrypted-code", .note, "Encrypted code, not examined",
        bases: [
            Basis(
                "Apple, mach-o/loader.h", "encryption_info_command",
                "The pages of the image in the range of LC_ENCRYPTION_INFO are encrypted if cryptid is not 0.")
        ],
        remedy:
            "Examine a copy that was not downloaded from the App Store to find called methods and secrets in strings.")

    static let oldWebView = AuditRule(
        "bundle.old-web-view", .error, "Use of UIWebView",
        bases: [
            Basis(
                "App Store Connect", "ITMS-90809",
                "Deprecated API Usage: the App Store no longer accepts apps that use UIWebView APIs."),
            Basis("OWASP MASTG", "Testing iOS WebViews", "JavaScript cannot be disabled in UIWebView."),
        ],
        remedy: "Use WKWebView, or update the SDK that uses UIWebView.")

    static let defaultProtectionNone = AuditRule(
        "bundle.default-protection-none", .warning, "No data protection by default",
        bases: [
            Basis(
                "Apple, Data Protection Entitlement", "com.apple.developer.default-data-protection",
                "The class that files get unless the app chooses another.")
        ],
        requirement: .dataProtectionClass,
        remedy: "Choose NSFileProtectionComplete or NSFileProtectionCompleteUntilFirstUserAuthentication.")

    static let hardCodedCredentials = AuditRule(
        "bundle.hard-coded-credentials", .error, "Credentials in code",
        bases: [
            Basis(
                "OWASP MASWE", "MASWE-0004 Sensitive Data Hardcoded in the App Package",
                "Anyone who has the app can extract what is in its package.")
        ],
        requirement: .hardCodedSecrets,
        remedy: "Revoke the credentials, and let a server of yours make the requests.")

    private static let schemes = Basis(
        "Apple, Defining a custom URL scheme for your app", "",
        "If several apps register a scheme, the app that the system targets is undefined; validate all parameters.")

    static let systemURLScheme = AuditRule(
        "bundle.url-scheme-system", .warning, "URL scheme of the system", bases: [schemes],
        requirement: .customSchemes, remedy: "Register a scheme that contains the app's name or domain.")

    static let urlScheme = AuditRule(
        "bundle.url-scheme", .note, "Custom URL scheme", bases: [schemes],
        requirement: .customSchemes,
        remedy: "Validate what arrives, never pass secrets in it, and prefer universal links.")

    private static let types = Basis(
        "Apple, Defining file and data types for your app", "",
        "Export a type that the app owns, with an identifier in reverse-DNS form and the extensions of its files.")

    static let foreignExportedType = AuditRule(
        "bundle.exported-type-foreign", .warning, "Exported type that belongs to another owner", bases: [types],
        remedy: "Declare types of others under UTImportedTypeDeclarations.")

    static let untaggedExportedType = AuditRule(
        "bundle.exported-type-untagged", .note, "Exported type without an extension",
        bases: [types], remedy: "Add UTTypeTagSpecification with public.filename-extension or public.mime-type.")

    static let missingItem = AuditRule(
        "bundle.missing-item", .warning, "Missing required item of a bundle",
        bases: [Basis("S4", "Table 1-1", "Items of a typical bundle, with those that are required.")],
        remedy: "Add the item to the app's target.")

    static let missingInterface = AuditRule(
        "bundle.missing-interface", .error, "Missing storyboard or nib file",
        bases: [
            Basis("S4", "Table 1-1", "The main storyboard or nib file, which Info.plist names, is loaded at launch."),
            Basis(
                "Apple, Information Property List Key Reference", "UIMainStoryboardFile, UILaunchStoryboardName",
                "The name of a file in the bundle; an app without its main interface is terminated at its launch."),
        ],
        remedy: "Add the file to the target, or remove the key.")

    static let misspelledKey = AuditRule(
        "bundle.key-misspelled", .warning, "Key that the system does not know in Info.plist",
        bases: [
            Basis(
                "Apple, Information Property List Key Reference", "", "The system ignores a key that it does not know.")
        ],
        remedy: "Rename the key, and check its value.")

    /// Returns the row of a mistake that `info` finds.
    static func row(_ rule: BundleFindingRule) -> AuditRule {
        AuditRule(
            rule.rawValue, .note, rule.title,
            bases: [Basis(rule.source, "", rule.sentence)], remedy: rule.remedy)
    }
}
