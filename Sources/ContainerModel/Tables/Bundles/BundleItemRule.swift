/// The purpose of an item in an app's bundle.
package enum BundleRole: String, Hashable, Sendable, CaseIterable, Encodable {
    case executable = "executable"
    case informationList = "information property list"
    case icon = "app icon"
    case launchImage = "launch image"
    case launchInterface = "launch storyboard"
    case mainInterface = "main storyboard or nib"
    case distributionIcon = "ad hoc distribution icon"
    case settings = "settings bundle"
    case localization = "localized resource"
    case framework = "framework"
    case plugIn = "plug-in"
    case debugSymbols = "debug symbols"
    case profile = "provisioning profile"
    case seal = "code signature"
    case storeRights = "rights of an App Store copy"
    case packageInfo = "package information"
    case assets = "asset catalog"
    case privacy = "privacy manifest"
    case documentIcon = "document icon"
    case interface = "storyboard or nib"
    case dataModel = "data model"
    case resourceBundle = "bundle of resources"
    case resource = "nonlocalized resource"
}

/// A row of the table of the contents of an app's bundle: S4, Table 1-1, "A typical app bundle", in the order of that
/// table.
package struct BundleItemRule: Hashable, Sendable {
    /// Whether an app needs it.
    package enum Requirement: String, Hashable, Sendable, Encodable {
        case required
        case recommended
        case optional
        /// Required for ad hoc distribution, optional otherwise.
        case requiredAdHoc = "required for ad hoc distribution"
    }

    /// The item's role.
    package let role: BundleRole
    /// Whether an app needs it.
    package let requirement: Requirement
    /// The document's description of it.
    package let sentence: String

    /// Where the document says so.
    package static let source = Source.s4.place("Table 1-1")

    /// The source for bundles with code that are not apps: frameworks, extensions, services, tests.
    package static let sourceOfEveryBundle = "Apple's Bundle Programming Guide"

    /// Whether every bundle with code needs it, and not an app alone.
    package var isOfEveryBundle: Bool { role == .executable || role == .informationList }

    /// All rows.
    package static let all: [BundleItemRule] = [
        BundleItemRule(
            role: .executable, requirement: .required, sentence: "The executable contains the app's compiled code."),
        BundleItemRule(
            role: .informationList, requirement: .required,
            sentence: "The system uses it to determine how to interact with the app; it must be called Info.plist."),
        BundleItemRule(
            role: .icon, requirement: .required, sentence: "An app icon represents the app on the home screen."),
        BundleItemRule(
            role: .launchImage, requirement: .required,
            sentence: "At least one launch image, shown until the app is ready; a launch storyboard takes its place."),
        BundleItemRule(
            role: .mainInterface, requirement: .recommended,
            sentence: "Storyboards or nib files contain the views and view controllers of the app."),
        BundleItemRule(
            role: .distributionIcon, requirement: .requiredAdHoc,
            sentence: "An icon of 512 × 512 pixels called iTunesArtwork, without an extension."),
        BundleItemRule(
            role: .settings, requirement: .optional,
            sentence: "Settings.bundle shows preferences of the app in the Settings app."),
        BundleItemRule(
            role: .resource, requirement: .optional,
            sentence: "Nonlocalized resources are at the top level of the bundle."),
        BundleItemRule(
            role: .localization, requirement: .recommended,
            sentence: "An app should be internationalized, with a language.lproj directory for each language."),
    ]
}

/// A row of the table that classifies the items of a bundle. The first matching row counts.
package struct BundleRoleRule: Hashable, Sendable {
    /// The feature by which an item is recognized.
    package enum Mark: Hashable, Sendable {
        /// The name at the top level of the bundle; for a directory, everything in it.
        case top(String)
        /// The end of a name, of the item or of a directory around it.
        case suffix(String)
        /// The beginning and the end of a name at the top level.
        case topName(prefix: String, suffix: String)
    }

    package let mark: Mark
    package let role: BundleRole

    /// The rows, after what Info.plist names.
    package static let all: [BundleRoleRule] = [
        BundleRoleRule(mark: .top("Info.plist"), role: .informationList),
        // They lie beside the code that they are of, in PlugIns and Frameworks too.
        BundleRoleRule(mark: .suffix(".dSYM"), role: .debugSymbols),
        BundleRoleRule(mark: .top("PkgInfo"), role: .packageInfo),
        BundleRoleRule(mark: .top("_CodeSignature"), role: .seal),
        BundleRoleRule(mark: .top("CodeResources"), role: .seal),
        BundleRoleRule(mark: .top("SC_Info"), role: .storeRights),
        BundleRoleRule(mark: .top("embedded.mobileprovision"), role: .profile),
        BundleRoleRule(mark: .top("Frameworks"), role: .framework),
        BundleRoleRule(mark: .top("PlugIns"), role: .plugIn),
        BundleRoleRule(mark: .top("Extensions"), role: .plugIn),
        BundleRoleRule(mark: .top("Watch"), role: .plugIn),
        BundleRoleRule(mark: .top("AppClips"), role: .plugIn),
        BundleRoleRule(mark: .top("Settings.bundle"), role: .settings),
        // With an extension it is a mistake, and meant as one nevertheless.
        BundleRoleRule(mark: .topName(prefix: "iTunesArtwork", suffix: ""), role: .distributionIcon),
        BundleRoleRule(mark: .topName(prefix: "Icon", suffix: ".png"), role: .icon),
        BundleRoleRule(mark: .topName(prefix: "AppIcon", suffix: ".png"), role: .icon),
        BundleRoleRule(mark: .topName(prefix: "Default", suffix: ".png"), role: .launchImage),
        BundleRoleRule(mark: .topName(prefix: "LaunchImage", suffix: ".png"), role: .launchImage),
        BundleRoleRule(mark: .suffix(".car"), role: .assets),
        BundleRoleRule(mark: .suffix(".xcprivacy"), role: .privacy),
        BundleRoleRule(mark: .suffix(".bundle"), role: .resourceBundle),
        BundleRoleRule(mark: .suffix(".momd"), role: .dataModel),
        BundleRoleRule(mark: .suffix(".mom"), role: .dataModel),
        BundleRoleRule(mark: .suffix(".lproj"), role: .localization),
        BundleRoleRule(mark: .suffix(".storyboardc"), role: .interface),
        BundleRoleRule(mark: .suffix(".nib"), role: .interface),
    ]
}
