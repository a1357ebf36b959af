/// The keys of a privacy manifest, `PrivacyInfo.xcprivacy`, the types of their values, and the values that Apple defines.
///
/// Apple, "Privacy manifest files", "Describing data use in privacy manifests".
package enum PrivacyManifestRule {
    /// The name of the file.
    package static let fileName = "PrivacyInfo.xcprivacy"

    /// Where the keys are named.
    package static let source = "Apple, Privacy manifest files"
    /// Where kinds of data and purposes are named.
    package static let dataSource = "Apple, Describing data use in privacy manifests"

    /// The type of a value.
    package enum ValueType: String, Hashable, Sendable {
        case boolean = "a boolean"
        case string = "a string"
        case strings = "an array of strings"
        case dictionaries = "an array of dictionaries"

        /// The type in words.
        package var title: String { rawValue }
    }

    /// The keys at the top.
    package static let keys: [String: ValueType] = [
        "NSPrivacyTracking": .boolean, "NSPrivacyTrackingDomains": .strings,
        "NSPrivacyCollectedDataTypes": .dictionaries, "NSPrivacyAccessedAPITypes": .dictionaries,
    ]

    /// The keys of a row of `NSPrivacyCollectedDataTypes`; all are needed.
    package static let collectedDataKeys: [String: ValueType] = [
        "NSPrivacyCollectedDataType": .string, "NSPrivacyCollectedDataTypeLinked": .boolean,
        "NSPrivacyCollectedDataTypeTracking": .boolean, "NSPrivacyCollectedDataTypePurposes": .strings,
    ]

    /// The keys of a row of `NSPrivacyAccessedAPITypes`; both are needed.
    package static let accessedAPIKeys: [String: ValueType] = [
        "NSPrivacyAccessedAPIType": .string, "NSPrivacyAccessedAPITypeReasons": .strings,
    ]

    /// The kinds of data that `NSPrivacyCollectedDataType` may name.
    package static let dataTypes: Set<String> = Set(
        [
            "Name", "EmailAddress", "PhoneNumber", "PhysicalAddress", "OtherUserContactInfo", "Health", "Fitness",
            "PaymentInfo", "CreditInfo", "OtherFinancialInfo", "PreciseLocation", "CoarseLocation", "SensitiveInfo",
            "Contacts", "EmailsOrTextMessages", "PhotosorVideos", "AudioData", "GameplayContent", "CustomerSupport",
            "OtherUserContent", "BrowsingHistory", "SearchHistory", "UserID", "DeviceID", "PurchaseHistory",
            "ProductInteraction", "AdvertisingData", "OtherUsageData", "CrashData", "PerformanceData",
            "OtherDiagnosticData", "EnvironmentScanning", "Hands", "Head", "OtherDataTypes",
        ].map { "NSPrivacyCollectedDataType\($0)" })

    /// The purposes that `NSPrivacyCollectedDataTypePurposes` may name.
    package static let purposes: Set<String> = Set(
        [
            "ThirdPartyAdvertising", "DeveloperAdvertising", "Analytics", "ProductPersonalization", "AppFunctionality",
            "Other",
        ].map { "NSPrivacyCollectedDataTypePurpose\($0)" })
}
