/// A requirement of the OWASP Mobile Application Security Verification Standard (MASVS), with the test of the testing
/// guide (MASTG) that checks it.
///
/// Rules name the requirement, not the numbers, since OWASP renumbers its tests: `SecurityRequirement+Map.swift` is of
/// one version.
package enum SecurityRequirement: String, CaseIterable, Hashable, Sendable {
    case sensitiveDataInStorage
    case sensitiveDataInSharedStorage
    case sensitiveDataInBackup
    case sensitiveDataInLogs
    case keyboardCache
    case dataProtectionClass
    case screenshots
    case keysInFiles
    case hardCodedSecrets
    case credentialsInTransit
    case transportSecurity
    case transportEncryption
    case positionIndependentCode
    case stackCanaries
    case referenceCounting
    case debuggable
    case debugSymbols
    case debugCode
    case codeSignature
    case integrity
    case customSchemes
    case permissions
    case trackingDomains
    case privacyManifest
    case brokenDigests
    case brokenCiphers
    case randomNumbers
    case memorySafety
    case debuggerDetection
    case jailbreakDetection
    case localAuthentication
}
