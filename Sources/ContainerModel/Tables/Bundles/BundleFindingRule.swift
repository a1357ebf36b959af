/// A row of the table of mistakes in an app's bundle: what S4 asks of it, and where.
package enum BundleFindingRule: String, CaseIterable, Hashable, Sendable, Encodable {
    case executableName = "bundle.executable-name"
    case adHocIcon = "bundle.ad-hoc-icon"
    case artworkName = "bundle.artwork-name"
    case artworkSize = "bundle.artwork-size"
    case launchImageSize = "bundle.launch-image-size"
    case launchImageOrientation = "bundle.launch-image-orientation"
    case nestedResource = "bundle.nested-resource"
    case languageName = "bundle.language-name"
    case localizedTwice = "bundle.localized-twice"
    case staticLibrary = "bundle.static-library"
    case dynamicLibrary = "bundle.dynamic-library"
    case noCapabilities = "bundle.no-capabilities"

    /// The rule in one sentence.
    package var sentence: String { row.sentence }

    /// The document, and where it stands there.
    package var source: String { row.source }

    /// The mistake in a few words.
    package var title: String { Self.advice[self]?.title ?? "" }

    /// What to do, as a sentence.
    package var remedy: String { Self.advice[self]?.remedy ?? "" }

    private var row: (sentence: String, source: String) {
        Self.rows[self] ?? (sentence: "", source: "")
    }

    private static let table = Source.s4.place("Table 1-1")

    private static let rows: [BundleFindingRule: (sentence: String, source: String)] = [
        .executableName: ("The executable is named after the app's directory, without .app.", table),
        .adHocIcon: ("An app for ad hoc distribution needs iTunesArtwork, a version of its icon.", table),
        .artworkName: ("The icon for ad hoc distribution must be called iTunesArtwork, without an extension.", table),
        .artworkSize: (
            "iTunesArtwork is 512 × 512 pixels; iTunesArtwork@2x, which the document does not name, is twice that.",
            table
        ),
        .launchImageSize: (
            "A launch image fills a screen: it has the size of one.",
            Source.s4.place("App Launch (Default) Images, which refers to the iOS Human Interface Guidelines")
        ),
        .launchImageOrientation: (
            "Default-Portrait is taller than it is wide, Default-Landscape wider than it is high.", table
        ),
        .nestedResource: ("Nonlocalized resources belong at the top level of the bundle.", table),
        .languageName: (
            "A directory of localized resources is named after an ISO 639-1 language, with the suffix .lproj.", table
        ),
        .localizedTwice: (
            "Images, video and audio are localized only for content that depends on a language or a culture: this is the "
                + "same in several languages.",
            Source.s4.place("Internationalizing Your App")
        ),
        .staticLibrary: (
            "A static library is compiled into the executable; in the bundle it has no use, and a dynamic library cannot "
                + "depend on it.", Source.s0.place("Frameworks")
        ),
        .dynamicLibrary: (
            "Dynamic libraries and frameworks belong in the directory Frameworks.", Source.s0.place("Bundle")
        ),
        .noCapabilities: (
            "All apps must declare the capabilities that they need, in UIRequiredDeviceCapabilities.",
            Source.s4.place("Declaring the Required Device Capabilities")
        ),
    ]

    private static let advice: [BundleFindingRule: (title: String, remedy: String)] = [
        .executableName: (
            "Executable whose name differs from its bundle's",
            "Let EXECUTABLE_NAME and WRAPPER_NAME follow PRODUCT_NAME."
        ),
        .adHocIcon: ("Missing iTunesArtwork", "Add iTunesArtwork, a PNG file of 512 × 512 pixels."),
        .artworkName: ("iTunesArtwork with an extension", "Remove the extension from the file's name."),
        .artworkSize: ("iTunesArtwork of the wrong size", "Make it 512 × 512 pixels; with @2x, 1024 × 1024."),
        .launchImageSize: (
            "Launch image that fills no screen", "Give it the size of a screen, or use a launch storyboard."
        ),
        .launchImageOrientation: (
            "Launch image whose orientation contradicts its name", "Rename the file, or turn the picture."
        ),
        .nestedResource: ("Resources in a directory", "Put the files at the top level of the bundle."),
        .languageName: ("Directory that is not named after a language", "Rename the directory to a code of ISO 639-1."),
        .localizedTwice: (
            "Same picture, video or sound in several languages", "Keep one copy at the top level of the bundle."
        ),
        .staticLibrary: ("Static library in the bundle", "Link it, and do not embed it."),
        .dynamicLibrary: (
            "Dynamic library outside of Frameworks", "Embed the library in Frameworks, and link it by @rpath."
        ),
        .noCapabilities: (
            "No device capabilities declared", "Declare what the app needs in UIRequiredDeviceCapabilities."
        ),
    ]
}
