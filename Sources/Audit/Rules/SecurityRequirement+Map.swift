/// The map from requirements to the numbers of OWASP.
///
/// It was checked against the files of the releases (OWASP/mastg, `tests-beta/ios`, and OWASP/maswe, `weaknesses`).
/// MASTG 2.0.0 deprecates the tests of version 1, MASTG-TEST-0001 to 0093, and splits each into narrower ones.
/// Where none of these asks what the rule asks, the requirement has no test.
extension SecurityRequirement {
    /// The releases that the numbers are from.
    package static let version = "MASVS 2.1.0, MASTG 2.0.0 and MASWE 1.0.0"

    /// A row of the map.
    package struct Row: Hashable, Sendable {
        /// The control: "MASVS-STORAGE-1".
        package let control: String
        /// The test: "MASTG-TEST-0302"; nil if there is none.
        package let test: String?
        /// The title of the test; why there is none, where the test of version 1 is gone.
        package let title: String

        fileprivate init(_ control: String, _ test: String?, _ title: String) {
            (self.control, self.test, self.title) = (control, test, title)
        }
    }

    /// The rows.
    package static let map: [SecurityRequirement: Row] = [
        .sensitiveDataInStorage: Row(
            "MASVS-STORAGE-1", "MASTG-TEST-0302", "Sensitive Data Unencrypted in Private Storage Files"),
        .sensitiveDataInSharedStorage: Row(
            "MASVS-STORAGE-1", "MASTG-TEST-0303", "References to APIs for Storing Unencrypted Data in Shared Storage"),
        .sensitiveDataInBackup: Row(
            "MASVS-STORAGE-2", "MASTG-TEST-0215", "Sensitive Data Not Marked For Backup Exclusion"),
        .sensitiveDataInLogs: Row("MASVS-STORAGE-2", "MASTG-TEST-0297", "Insertion of Sensitive Data into Logs"),
        .keyboardCache: Row(
            "MASVS-STORAGE-2", "MASTG-TEST-0314", "Runtime Monitoring of Text Fields Eligible for Keyboard Caching"),
        .dataProtectionClass: Row(
            "MASVS-STORAGE-1", "MASTG-TEST-0299", "Data Protection Classes for Files in Private Storage"),
        .screenshots: Row(
            "MASVS-PLATFORM-3", "MASTG-TEST-0290",
            "Runtime Verification of Sensitive Content Exposure in Screenshots During App Backgrounding"),
        .keysInFiles: Row("MASVS-CRYPTO-2", "MASTG-TEST-0214", "Hardcoded Cryptographic Keys in Files"),
        .hardCodedSecrets: Row("MASVS-STORAGE-1", nil, "MASWE-0004 has no test for iOS."),
        .credentialsInTransit: Row(
            "MASVS-NETWORK-1", nil, "The successors of MASTG-TEST-0065 ask for HTTPS, not for cookies and URLs."),
        .transportSecurity: Row(
            "MASVS-NETWORK-1", "MASTG-TEST-0322", "App Transport Security Configurations Allowing Cleartext Traffic"),
        .transportEncryption: Row(
            "MASVS-NETWORK-1", "MASTG-TEST-0342", "References to Weak ATS TLS Policy Exceptions in Info.plist"),
        .positionIndependentCode: Row(
            "MASVS-CODE-4", "MASTG-TEST-0228", "Position Independent Code (PIC) not Enabled"),
        .stackCanaries: Row("MASVS-CODE-4", "MASTG-TEST-0229", "Stack Canaries Not enabled"),
        .referenceCounting: Row("MASVS-CODE-4", "MASTG-TEST-0230", "Automatic Reference Counting (ARC) not enabled"),
        .debuggable: Row(
            "MASVS-RESILIENCE-4", "MASTG-TEST-0261", "Debuggable Entitlement Enabled in the entitlements.plist"),
        .debugSymbols: Row("MASVS-RESILIENCE-3", "MASTG-TEST-0219", "Testing for Debugging Symbols"),
        .debugCode: Row(
            "MASVS-RESILIENCE-3", nil, "The successors of MASTG-TEST-0084 look for verbose logs, not for files."),
        .codeSignature: Row(
            "MASVS-RESILIENCE-2", nil, "MASTG-TEST-0220 asks for the format of the signature, not for the profile."),
        .integrity: Row(
            "MASVS-RESILIENCE-2", nil, "The successors of MASTG-TEST-0090 ask whether the app checks itself."),
        .customSchemes: Row(
            "MASVS-PLATFORM-1", "MASTG-TEST-0370", "Missing Input Validation in Custom URL Scheme Handlers"),
        .permissions: Row(
            "MASVS-PRIVACY-1", "MASTG-TEST-0360", "Purpose String Accuracy for Reachable Protected Resource Access"),
        .trackingDomains: Row("MASVS-PRIVACY-3", "MASTG-TEST-0281", "Undeclared Known Tracking Domains"),
        .privacyManifest: Row("MASVS-PRIVACY-3", nil, "No test is about manifests as a whole."),
        .brokenDigests: Row("MASVS-CRYPTO-1", "MASTG-TEST-0211", "Broken Hashing Algorithms"),
        .brokenCiphers: Row("MASVS-CRYPTO-1", "MASTG-TEST-0210", "Broken Symmetric Encryption Algorithms"),
        .randomNumbers: Row("MASVS-CRYPTO-1", "MASTG-TEST-0311", "Insecure Random API Usage"),
        .memorySafety: Row("MASVS-CODE-4", nil, "The successors of MASTG-TEST-0086 list no functions of C."),
        .debuggerDetection: Row(
            "MASVS-RESILIENCE-4", nil, "The successors of MASTG-TEST-0089 were not compared with the release."),
        .jailbreakDetection: Row("MASVS-RESILIENCE-1", "MASTG-TEST-0240", "Jailbreak Detection in Code"),
        .localAuthentication: Row(
            "MASVS-AUTH-2", "MASTG-TEST-0266", "References to APIs for Event-Bound Biometric Authentication"),
    ]

    /// The control: "MASVS-STORAGE-1".
    package var control: String? { Self.map[self]?.control }

    /// The test: "MASTG-TEST-0302"; nil if there is none.
    package var test: String? { Self.map[self]?.test }
}
