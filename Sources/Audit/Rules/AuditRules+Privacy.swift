import ContainerModel

extension AuditRule {
    /// The rules about privacy manifests, as the App Store checks them.
    static let privacy: [AuditRule] = [
        undeclaredAPI, apiDeclaredByAppAlone, invalidCategory, invalidReason, invalidManifest, invalidTracking,
        missingSDKManifest, missingSDKSignature, undeclaredTracking, trackingWithoutDomains, inconsistentTracking,
        trackingWithoutPurpose, deviceIdentifier, uncheckedTracking, unreadableManifest,
    ]

    private static let reasons = Basis(
        RequiredReasonRule.source, "",
        "Apps and third-party SDKs declare an approved reason for each category of required reason API that they use.")
    private static let manifests = Basis(
        PrivacyManifestRule.source, "", "Keys and values in privacy manifests must be valid.")

    private static func upload(_ number: String, _ sentence: String) -> Basis {
        Basis("App Store Connect", number, sentence)
    }

    static let undeclaredAPI = AuditRule(
        "privacy.api-undeclared", .error, "Undeclared required reason API",
        bases: [upload("ITMS-91053", "Missing API declaration."), reasons], requirement: .privacyManifest,
        remedy: "Add the category with an approved reason to NSPrivacyAccessedAPITypes in PrivacyInfo.xcprivacy.")

    static let apiDeclaredByAppAlone = AuditRule(
        "privacy.api-declared-by-app-alone", .note, "Framework that relies on the app's declaration",
        bases: [
            Basis(
                RequiredReasonRule.source, "",
                "A third-party SDK's own manifest declares its use; it cannot rely on the app's.")
        ],
        requirement: .privacyManifest,
        remedy: "Update the SDK to a version with a manifest that declares the category.")

    static let invalidCategory = AuditRule(
        "privacy.category-invalid", .error, "Unknown category in a privacy manifest",
        bases: [upload("ITMS-91054", "Invalid API category declaration."), reasons], requirement: .privacyManifest,
        remedy: "Correct NSPrivacyAccessedAPIType.")

    static let invalidReason = AuditRule(
        "privacy.reason-invalid", .error, "Reason that is not approved in a privacy manifest",
        bases: [upload("ITMS-91055", "Invalid API reason declaration."), reasons], requirement: .privacyManifest,
        remedy: "Declare one of the category's approved reasons.")

    static let invalidManifest = AuditRule(
        "privacy.manifest-invalid", .error, "Invalid privacy manifest",
        bases: [
            upload("ITMS-91056", "Invalid privacy manifest."),
            upload("ITMS-91108", "The manifest of a resource bundle must be valid too."), manifests,
        ],
        requirement: .privacyManifest,
        remedy: "Correct the key or the value; an SDK's manifest is corrected by an update of the SDK.")

    static let invalidTracking = AuditRule(
        "privacy.tracking-invalid", .error, "Contradiction about tracking in a privacy manifest",
        bases: [
            upload("ITMS-91064", "NSPrivacyTracking must be true if NSPrivacyTrackingDomains isn't empty."),
            upload("ITMS-91107", "The same in the manifest of a resource bundle."), manifests,
        ],
        requirement: .trackingDomains, remedy: "Set NSPrivacyTracking to true, or remove the domains.")

    static let missingSDKManifest = AuditRule(
        "privacy.sdk-manifest-missing", .error, "SDK without its privacy manifest",
        bases: [
            upload("ITMS-91061", "Missing privacy manifest."),
            Basis(ListedSDK.source, "", "The listed SDKs must include a privacy manifest."),
        ],
        requirement: .privacyManifest, remedy: "Update the SDK to a version with a privacy manifest.")

    static let missingSDKSignature = AuditRule(
        "privacy.sdk-signature-missing", .error, "SDK without its provider's signature",
        bases: [
            upload("ITMS-91065", "Missing signature."),
            Basis(ListedSDK.source, "", "The listed SDKs must be signed where they are added as binaries."),
        ],
        requirement: .codeSignature, remedy: "Update the SDK to a version whose .xcframework its provider signed.")

    static let undeclaredTracking = AuditRule(
        "privacy.tracking-undeclared", .warning, "Undeclared code for tracking",
        bases: [
            Basis(
                PrivacyManifestRule.source, "NSPrivacyTracking",
                "Says whether the app or SDK uses data for tracking as defined under App Tracking Transparency.")
        ],
        requirement: .trackingDomains,
        remedy: "Set NSPrivacyTracking and list the domains, or remove the code.")

    static let trackingWithoutDomains = AuditRule(
        "privacy.tracking-domains-missing", .warning, "Tracking without domains",
        bases: [
            Basis(
                PrivacyManifestRule.source, "NSPrivacyTrackingDomains",
                "The internet domains that the app or SDK connects to for tracking.")
        ],
        requirement: .trackingDomains, remedy: "List the domains in NSPrivacyTrackingDomains.")

    static let inconsistentTracking = AuditRule(
        "privacy.tracked-data", .warning, "Data for tracking, and tracking denied",
        bases: [
            Basis(
                PrivacyManifestRule.dataSource, "NSPrivacyCollectedDataTypeTracking",
                "Says whether the app or SDK uses the data to track.")
        ],
        requirement: .trackingDomains, remedy: "Set NSPrivacyTracking to true, or correct the row of the data.")

    static let trackingWithoutPurpose = AuditRule(
        "privacy.tracking-purpose-missing", .warning, "Tracking without a usage description",
        bases: [
            Basis(
                UsageDescriptionRule.reference, "NSUserTrackingUsageDescription",
                "The text is required to ask the user for permission to track.")
        ],
        requirement: .permissions, remedy: "Add NSUserTrackingUsageDescription to Info.plist.")

    private static func identifiers(_ sentence: String) -> Basis {
        .verbatim(Source.s4.name, "Supporting User Privacy", sentence)
    }

    static let deviceIdentifier = AuditRule(
        "privacy.device-identifier", .note, "Code that may ask for the UDID",
        bases: [
            identifiers(
                "That property was deprecated in iOS 5.0, and the App Store does not accept new apps or app updates that "
                    + "use that identifier."),
            identifiers(
                "Instead, apps should use the identifierForVendor property of the UIDevice class or the "
                    + "advertisingIdentifier property of the ASIdentifierManager class, as appropriate."),
        ],
        requirement: .permissions, remedy: "Use identifierForVendor, if the method is UIDevice's.")

    static let uncheckedTracking = AuditRule(
        "privacy.tracking-unchecked", .warning, "Advertising identifier without a check of the user's choice",
        bases: [
            identifiers(
                "If your app uses the ASIdentifierManager class, you must respect the value of its "
                    + "advertisingTrackingEnabled property.")
        ],
        requirement: .trackingDomains,
        remedy: "Ask trackingAuthorizationStatus (before iOS 14: advertisingTrackingEnabled) first.")

    static let unreadableManifest = AuditRule(
        "privacy.manifest-unreadable", .warning, "Unreadable privacy manifest", bases: [manifests],
        requirement: .privacyManifest, remedy: "Make the file readable, and run the audit again.")
}
