/// A row of the table of identifiers that an app's code asks for, and what the document asks of the app then.
///
/// S4, "Supporting User Privacy".
package struct DeviceIdentifierRule: Hashable, Sendable {
    /// What an app does with an API.
    package enum Purpose: String, Hashable, Sendable {
        /// Identifies the device itself, which the App Store does not accept.
        case device
        /// Identifies the device to the apps of one vendor.
        case vendor
        /// Identifies the device to advertisers.
        case advertising
        /// Asks whether the user permits tracking.
        case permission
    }

    /// The purpose of the API.
    package let purpose: Purpose
    /// The API: "UIDevice.identifierForVendor".
    package let name: String
    /// The class that a binary imports to use it, as the linker writes it.
    package let symbol: String
    /// The Objective-C methods that a binary calls to use it.
    package let selectors: Set<String>
    /// What the document says of it, as a clause.
    package let sentence: String

    /// The document, and where it stands there.
    package static let source = Source.s4.place("Supporting User Privacy")

    /// All methods.
    package static let selectors: Set<String> = all.reduce(into: []) { $0.formUnion($1.selectors) }

    /// Returns the rows of what a binary uses.
    /// - Parameters:
    ///   - imported: The symbols that it imports.
    ///   - called: The methods that it calls.
    package static func uses(imported: Set<String>, called: Set<String>) -> [DeviceIdentifierRule] {
        all.filter { imported.contains($0.symbol) && !called.isDisjoint(with: $0.selectors) }
    }

    private static let device = "_OBJC_CLASS_$_UIDevice"
    private static let advertising = "_OBJC_CLASS_$_ASIdentifierManager"

    /// All rows.
    package static let all: [DeviceIdentifierRule] = [
        DeviceIdentifierRule(
            purpose: .device, name: "UIDevice.uniqueIdentifier", symbol: device, selectors: ["uniqueIdentifier"],
            sentence:
                "if it is UIDevice's (the UDID) and not another class's: deprecated since iOS 5, and the App Store "
                + "accepts no app that uses it"),
        DeviceIdentifierRule(
            purpose: .vendor, name: "UIDevice.identifierForVendor", symbol: device, selectors: ["identifierForVendor"],
            sentence: "one of the two identifiers that take the place of the UDID"),
        DeviceIdentifierRule(
            purpose: .advertising, name: "ASIdentifierManager.advertisingIdentifier", symbol: advertising,
            selectors: ["advertisingIdentifier"],
            sentence: "one of the two identifiers that take the place of the UDID; the app must respect "
                + "advertisingTrackingEnabled"),
        DeviceIdentifierRule(
            purpose: .permission, name: "ASIdentifierManager.advertisingTrackingEnabled", symbol: advertising,
            selectors: ["isAdvertisingTrackingEnabled", "advertisingTrackingEnabled"],
            sentence: "if it is NO, only for limited advertising purposes such as frequency capping and fraud detection"
        ),
        DeviceIdentifierRule(
            purpose: .permission, name: "ATTrackingManager.trackingAuthorizationStatus",
            symbol: "_OBJC_CLASS_$_ATTrackingManager",
            selectors: ["trackingAuthorizationStatus", "requestTrackingAuthorizationWithCompletionHandler:"],
            sentence: "what took the place of advertisingTrackingEnabled in iOS 14"),
    ]
}
