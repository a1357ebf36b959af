import ContainerModel
import Formats

/// The app's texts for requests of data that the system protects, and the missing texts. JSON keys are stable.
package struct BundleUsage: Encodable, Sendable {
    /// A usage description.
    package struct Description: Encodable, Hashable, Sendable {
        /// The key: "NSCameraUsageDescription".
        package let key: String
        /// The name that Xcode shows for it: "Privacy - Camera Usage Description".
        package let name: String
        /// The text; not sanitized.
        package let text: String
        /// Whether the text is empty, so that the user gets no reason.
        package let isEmpty: Bool
        /// The data that it is about: "camera"; nil for a key that is not in the table.
        package let data: String?
        /// Where the authorization status of the data is, by Table 1-2; nil for data that is not in the table.
        package let authorization: String?
        /// The document that names the key; nil for a key that is not in the table.
        package let source: String?
    }

    /// A framework that is linked without a key that the app needs if it asks for the framework's data.
    package struct Missing: Encodable, Hashable, Sendable {
        /// The framework: "CoreLocation".
        package let framework: String
        /// The data that it gives access to.
        package let data: String
        /// The keys, of which one suffices.
        package let keys: [String]
        /// Those that are there, and that no system reads any more on which the app runs.
        package let obsolete: [String]
        /// Whether accessing the data is the framework's purpose; if not, only some of its uses need the keys.
        package let isCertain: Bool
        /// Where it says so; where S4's Table 1-2 names some of the keys, which.
        package let source: String
    }

    /// The usage descriptions in Info.plist, by key.
    package internal(set) var descriptions: [Description] = []
    /// The missing texts.
    package internal(set) var missing: [Missing] = []

    init(_ information: PropertyListValue, frameworks: Set<String>) {
        let keys = information.dictionaryValue.map { Array($0.keys) } ?? []
        descriptions = keys.filter { $0.hasSuffix("UsageDescription") }.sorted().map { key in
            let text = information[key]?.stringValue ?? ""
            let rule = UsageDescriptionRule.all.first { $0.keys.contains(key) }
            return Description(
                key: key, name: InfoKeyRule.name(ofUsageDescription: key) ?? key, text: text,
                isEmpty: !text.unicodeScalars.contains { !$0.properties.isWhitespace },
                data: rule?.data, authorization: rule?.authorization, source: rule?.source(ofKey: key))
        }
        let minimum = information["MinimumOSVersion"]?.stringValue
        let known = Set(descriptions.map(\.key))
        for rule in UsageDescriptionRule.all {
            let present = rule.keys.filter(known.contains)
            let obsolete = present.filter { !UsageDescriptionRule.serves($0, since: minimum) }
            guard present.count == obsolete.count,
                let framework = rule.frameworks.first(where: { frameworks.contains($0) })
            else { continue }
            missing.append(
                Missing(
                    framework: framework, data: rule.data,
                    keys: rule.keys.filter { UsageDescriptionRule.serves($0, since: minimum) }, obsolete: obsolete,
                    isCertain: rule.isCertain,
                    source: rule.source))
        }
    }
}

/// The app's declarations in Info.plist. JSON keys are stable.
package struct BundleDeclarations: Encodable, Sendable {
    /// `UIRequiredDeviceCapabilities`, in order: "arm64", "not telephony".
    package internal(set) var capabilities: [String] = []
    /// `UIBackgroundModes`.
    package internal(set) var backgroundModes: [String] = []
    /// The schemes in `CFBundleURLTypes`.
    package internal(set) var urlSchemes: [String] = []
    /// The identifiers in `UTExportedTypeDeclarations`.
    package internal(set) var exportedTypes: [String] = []
    /// The identifiers in `UTImportedTypeDeclarations`.
    package internal(set) var importedTypes: [String] = []
    /// `UILaunchStoryboardName`, `UILaunchScreen` or `UILaunchImages`: which of them there is.
    package internal(set) var launch: String?
    /// The keys that the documents speak of, with what their values mean.
    package internal(set) var keys: [BundleKey] = []

    init(_ information: PropertyListValue) {
        let needed = RequiredCapabilities(information["UIRequiredDeviceCapabilities"])
        capabilities = needed.required + needed.prohibited.map { "not \($0)" }
        backgroundModes = information["UIBackgroundModes"]?.strings ?? []
        urlSchemes = (information["CFBundleURLTypes"]?.arrayValue ?? []).flatMap {
            $0["CFBundleURLSchemes"]?.strings ?? []
        }
        func types(_ key: String) -> [String] {
            (information[key]?.arrayValue ?? []).compactMap { $0["UTTypeIdentifier"]?.stringValue }
        }
        exportedTypes = types("UTExportedTypeDeclarations")
        importedTypes = types("UTImportedTypeDeclarations")
        launch = ["UILaunchStoryboardName", "UILaunchScreen", "UILaunchScreens", "UILaunchImages", "UILaunchImageFile"]
            .first { information[$0] != nil }
        keys = BundleKey.all(in: information)
    }
}
