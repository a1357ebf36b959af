/// A requirement of the OWASP Mobile Application Security Verification Standard (MASVS), with the test of the testing
/// guide (MASTG) that checks it.
///
/// Rules name the requirement, not the numbers, since OWASP renumbers its tests: the map is of one version.
package enum SecurityRequirement: String, CaseIterable, Hashable, Sendable {
    case sensitiveDataInStorage
    case sensitiveDataInSharedStorage
    case sensitiveDataInBackup
    case sensitiveDataInLogs
    case keyboardCache
    case dataProtectionClass
    case screenshots
    case keysInFiles
    case credentialsInTransit
    case transportSecurity
    case positionIndependentCode
    case debuggable
    case debugSymbols
    case debugCode
    case codeSignature
    case integrity
    case customSchemes
    case permissions
    case trackingDomains
    case privacyManifest
}

extension SecurityRequirement {
    /// The releases that the numbers are from.
    package static let version = "MASVS 2.1.0, MASTG 2 (beta)"

    /// A row of the map.
    private struct Numbers {
        let control: String
        let test: String?

        init(_ control: String, _ test: String?) { (self.control, self.test) = (control, test) }
    }

    private static let numbers: [SecurityRequirement: Numbers] = [
        .sensitiveDataInStorage: Numbers("MASVS-STORAGE-1", "MASTG-TEST-0302"),
        .sensitiveDataInSharedStorage: Numbers("MASVS-STORAGE-1", "MASTG-TEST-0303"),
        .sensitiveDataInBackup: Numbers("MASVS-STORAGE-2", "MASTG-TEST-0215"),
        .sensitiveDataInLogs: Numbers("MASVS-STORAGE-2", "MASTG-TEST-0297"),
        .keyboardCache: Numbers("MASVS-STORAGE-2", "MASTG-TEST-0314"),
        .dataProtectionClass: Numbers("MASVS-STORAGE-1", "MASTG-TEST-0299"),
        .screenshots: Numbers("MASVS-PLATFORM-3", "MASTG-TEST-0290"),
        .keysInFiles: Numbers("MASVS-CRYPTO-2", "MASTG-TEST-0214"),
        .credentialsInTransit: Numbers("MASVS-NETWORK-1", "MASTG-TEST-0065"),
        .transportSecurity: Numbers("MASVS-NETWORK-1", "MASTG-TEST-0322"),
        .positionIndependentCode: Numbers("MASVS-CODE-4", "MASTG-TEST-0228"),
        .debuggable: Numbers("MASVS-RESILIENCE-4", "MASTG-TEST-0261"),
        .debugSymbols: Numbers("MASVS-RESILIENCE-3", "MASTG-TEST-0219"),
        .debugCode: Numbers("MASVS-RESILIENCE-3", "MASTG-TEST-0084"),
        .codeSignature: Numbers("MASVS-RESILIENCE-2", "MASTG-TEST-0220"),
        .integrity: Numbers("MASVS-RESILIENCE-2", "MASTG-TEST-0090"),
        .customSchemes: Numbers("MASVS-PLATFORM-1", "MASTG-TEST-0075"),
        .permissions: Numbers("MASVS-PRIVACY-1", "MASTG-TEST-0069"),
        .trackingDomains: Numbers("MASVS-PRIVACY-4", "MASTG-TEST-0281"),
        .privacyManifest: Numbers("MASVS-PRIVACY-3", nil),
    ]

    /// The control: "MASVS-STORAGE-1".
    package var control: String? { Self.numbers[self]?.control }

    /// The test: "MASTG-TEST-0302"; nil if there is none.
    package var test: String? { Self.numbers[self]?.test }
}
