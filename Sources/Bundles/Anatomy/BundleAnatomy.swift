package import ContainerModel

/// The items of an app's bundle, the required items that are missing, and the app's declarations. JSON keys are stable.
///
/// Rules: S4, Table 1-1 and 1-2; S0, "Bundle".
package struct BundleAnatomy: Encodable, Sendable {
    /// A row of S4's table of a typical bundle, and whether the bundle has it.
    package struct Part: Encodable, Hashable, Sendable {
        /// The role of the item.
        package let role: BundleRole
        /// Whether an app needs it.
        package let requirement: BundleItemRule.Requirement
        /// Whether it is present.
        package let isPresent: Bool
        /// The finding or the problem; not sanitized.
        package let detail: String
        /// Where the requirement is from.
        package let source: String
    }

    /// An item of the bundle.
    package struct Item: Encodable, Hashable, Sendable {
        /// The path below the bundle; invalid UTF-8 is replaced.
        package let path: String
        /// The role of the item.
        package let role: BundleRole
    }

    /// The path of the bundle in its container; `.` for the container's root.
    package let path: String
    /// Everything of the table, in its order.
    package internal(set) var parts: [Part] = []
    /// All files, in the order of a walk; at most 20,000.
    package internal(set) var items: [Item] = []
    /// Whether there are more files.
    package internal(set) var isCut = false
    /// The executable.
    package internal(set) var code: BundleCode
    /// The app icons.
    package internal(set) var icons: BundleIcons
    /// The launch images.
    package internal(set) var launchImages: [LaunchImage] = []
    /// The settings bundle; nil if there is none.
    package internal(set) var settings: BundleSettings?
    /// The languages.
    package internal(set) var localizations: BundleLocalizations
    /// The provisioning profile; nil if there is none that can be read.
    package internal(set) var profile: BundleProfile?
    /// The app's texts for requests of protected data.
    package internal(set) var usage: BundleUsage
    /// The app's declarations in Info.plist.
    package internal(set) var declarations: BundleDeclarations
    /// The extensions and other apps in the bundle.
    package internal(set) var plugIns: [PlugIn] = []
    /// The mistakes: what the documents ask of a bundle, and this one lacks.
    package internal(set) var findings: [BundleFinding] = []
    /// The parts that could not be read: sentences, not sanitized.
    package internal(set) var problems: [String] = []

    /// A launch image.
    package struct LaunchImage: Encodable, Hashable, Sendable {
        /// The path below the bundle; invalid UTF-8 is replaced.
        package let path: String
        /// The width in pixels; 0 if it is not a readable picture.
        package let width: Int
        /// The height in pixels.
        package let height: Int
        /// `portrait` or `landscape`; nil if it is not a readable picture.
        package let orientation: Orientation?
        /// The screens that it fills.
        package let screens: [String]

        /// How the device is held.
        package enum Orientation: String, Encodable, Sendable {
            case portrait
            case landscape
        }
    }

    /// An extension, a watch app or an app clip in the bundle.
    package struct PlugIn: Encodable, Hashable, Sendable {
        /// The path below the bundle; invalid UTF-8 is replaced.
        package let path: String
        /// `CFBundleIdentifier`.
        package let identifier: String?
        /// `NSExtensionPointIdentifier`.
        package let extensionPoint: String?
    }
}
