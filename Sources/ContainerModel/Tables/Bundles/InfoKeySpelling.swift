/// The spelling of keys of Info.plist: the system ignores a key that it does not know, and says nothing.
package enum InfoKeySpelling {
    /// Keys that do not exist, and those that are meant.
    private static let confused: [String: String] = [
        "LSRequiresOpeningDocumentsInPlace": "LSSupportsOpeningDocumentsInPlace",
        "LSSupportsOpeningInPlace": "LSSupportsOpeningDocumentsInPlace",
        "LSSupportsDocumentsInPlace": "LSSupportsOpeningDocumentsInPlace",
        "UISupportsOpeningDocumentsInPlace": "LSSupportsOpeningDocumentsInPlace",
        "UIOpensDocumentsInPlace": "LSSupportsOpeningDocumentsInPlace",
        "UISupportsFileSharing": "UIFileSharingEnabled", "UIFileSharing": "UIFileSharingEnabled",
        "LSFileSharingEnabled": "UIFileSharingEnabled", "UIFileSharingSupported": "UIFileSharingEnabled",
        "UIExitsOnSuspend": "UIApplicationExitsOnSuspend", "UIAppExitsOnSuspend": "UIApplicationExitsOnSuspend",
        "UIMainStoryboardName": "UIMainStoryboardFile", "UIMainStoryboard": "UIMainStoryboardFile",
        "UILaunchStoryboardFile": "UILaunchStoryboardName", "UIMainNibFile": "NSMainNibFile",
        "UIBackgroundMode": "UIBackgroundModes", "UIRequiredCapabilities": "UIRequiredDeviceCapabilities",
        "UIDeviceCapabilities": "UIRequiredDeviceCapabilities",
        "NSAllowsArbitraryLoads": "NSAppTransportSecurity", "NSExceptionDomains": "NSAppTransportSecurity",
        "NSLocationAlwaysAndWhenInUsageDescription": "NSLocationAlwaysAndWhenInUseUsageDescription",
        "NSLocationAlwaysAndWhenInUseDescription": "NSLocationAlwaysAndWhenInUseUsageDescription",
        "NSLocationWhenInUseDescription": "NSLocationWhenInUseUsageDescription",
        "NSPhotoLibraryAddOnlyUsageDescription": "NSPhotoLibraryAddUsageDescription",
        "NSPhotosUsageDescription": "NSPhotoLibraryUsageDescription",
        "NSBluetoothUsageDescription": "NSBluetoothAlwaysUsageDescription",
        "NSMicUsageDescription": "NSMicrophoneUsageDescription",
        "NSTrackingUsageDescription": "NSUserTrackingUsageDescription",
        "NSTouchIDUsageDescription": "NSFaceIDUsageDescription",
    ]

    /// Keys of Apple's Information Property List Key Reference that no other table names and that are long enough to be
    /// misspelled.
    private static let others: Set<String> = [
        "UIApplicationSceneManifest", "UIApplicationShortcutItems", "UIApplicationSupportsIndirectInputEvents",
        "UIApplicationSupportsMultipleScenes", "UIBackgroundModes", "UILaunchStoryboardName", "UILaunchStoryboards",
        "UILaunchScreen", "UILaunchScreens", "UILaunchImages", "UILaunchImageFile", "UIMainStoryboardFile",
        "UIPrerenderedIcon", "UIRequiresFullScreen", "UIRequiresPersistentWiFi", "UIStatusBarHidden",
        "UIStatusBarStyle", "UISupportedExternalAccessoryProtocols", "UISupportedInterfaceOrientations",
        "UISupportsDocumentBrowser", "UIUserInterfaceStyle", "UIViewControllerBasedStatusBarAppearance",
        "UIViewGroupFade", "UIDesignRequiresCompatibility", "UINewsstandApp", "UIFileSharingEnabled",
        "UIApplicationExitsOnSuspend", "UIRequiredDeviceCapabilities", "UIAppFonts", "UIDeviceFamily",
        "LSSupportsOpeningDocumentsInPlace", "LSApplicationQueriesSchemes", "LSApplicationCategoryType",
        "LSMinimumSystemVersion", "LSRequiresIPhoneOS", "LSRequiresNativeExecution", "LSBackgroundOnly",
        "CFBundleAllowMixedLocalizations", "CFBundleDevelopmentRegion", "CFBundleDisplayName",
        "CFBundleDocumentTypes", "CFBundleExecutable", "CFBundleIconFile", "CFBundleIconFiles", "CFBundleIconName",
        "CFBundleIdentifier", "CFBundleInfoDictionaryVersion", "CFBundleLocalizations", "CFBundlePackageType",
        "CFBundleShortVersionString", "CFBundleSpokenName", "CFBundleSupportedPlatforms", "CFBundleURLTypes",
        "CFBundleVersion", "NSAppTransportSecurity", "NSMainNibFile", "NSMainStoryboardFile", "NSPrincipalClass",
        "NSUserActivityTypes", "NSBonjourServices", "NSHumanReadableCopyright", "NSSupportsLiveActivities",
        "NSSupportsSuddenTermination", "NSSupportsAutomaticTermination", "NSUbiquitousContainers",
        "NSAccentColorName", "NSAdvertisingAttributionReportEndpoint", "NSApplicationRequiresArcade",
        "UTExportedTypeDeclarations", "UTImportedTypeDeclarations", "BGTaskSchedulerPermittedIdentifiers",
        "ITSAppUsesNonExemptEncryption", "ITSEncryptionExportComplianceCode", "SKAdNetworkItems", "MinimumOSVersion",
        "MKDirectionsApplicationSupportedModes", "GKGameCenterBadgingDisabled", "WKCompanionAppBundleIdentifier",
        "NSLocationDefaultAccuracyReduced", "NSLocationTemporaryUsageDescriptionDictionary",
        "PHPhotoLibraryPreventAutomaticLimitedAccessAlert",
    ]

    private static let known: Set<String> = others.union(InfoKeyRule.all.map(\.key))
        .union(UsageDescriptionRule.all.flatMap(\.keys))
    private static let byLetters = Dictionary(known.sorted().map { ($0.lowercased(), $0) }) { first, _ in first }
    /// The length from which a key with one letter too many, too few or another one counts as misspelled. Shorter keys are
    /// too much alike.
    private static let minLetters = 16

    /// Returns the key that is meant by one that the system does not know; nil if the key is known, or like no other.
    package static func correction(of key: String) -> String? {
        // The variants for a device are keys as well.
        let plain = ["~iphone", "~ipad"].first { key.hasSuffix($0) }.map { String(key.dropLast($0.utf8.count)) } ?? key
        guard !known.contains(plain) else { return nil }
        if let meant = confused[plain] ?? byLetters[plain.lowercased()] { return meant }
        guard plain.utf8.count >= minLetters else { return nil }
        let letters = Array(plain.utf8)
        return known.filter { isOneOff(letters, Array($0.utf8)) }.min()
    }

    /// Returns whether two texts differ by one letter, one more or one less, or two letters that changed places.
    private static func isOneOff(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard abs(one.count - other.count) <= 1 else { return false }
        let before = zip(one, other).prefix { $0 == $1 }.count
        let after = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
        // Ends that overlap in a doubled letter leave nothing between them.
        let between = max(one.count, other.count) - min(before + after, min(one.count, other.count))
        guard between == 2, one.count == other.count else { return between <= 1 }
        return one[before] == other[before + 1] && one[before + 1] == other[before]
    }
}
