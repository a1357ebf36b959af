/// A row of the table of programming interfaces: the calls with which an app finds a place.
///
/// Sources: Apple's documentation of `FileManager`, `NSSearchPathForDirectoriesInDomains`, `NSTemporaryDirectory`,
/// `NSHomeDirectory`, `Bundle` and `UserDefaults`.
package struct PlaceAPI: Hashable, Sendable {
    /// The place.
    package var place: Place
    /// The place whose directory the expressions give; an item below it is appended.
    package var base: Place
    /// An expression of Swift for the base's URL.
    package var url: String
    /// An expression for the base's path, as older code has it.
    package var path: String?
    /// The path below the home directory, from which the documents lead to the base as well (S0).
    package var fromHome: String?
    /// Who writes there, if that is not the app itself, and that no call gives the directory as such.
    package var remark: String?

    /// All rows. A place without one is the system's: no call leads there.
    package static let all: [PlaceAPI] = [
        PlaceAPI(place: .bundle, base: .bundle, url: "Bundle.main.bundleURL", path: "Bundle.main.bundlePath"),
        PlaceAPI(place: .home, base: .home, url: "URL(filePath: NSHomeDirectory())", path: "NSHomeDirectory()"),
        search(.documents, ".documentDirectory", home: "Documents"),
        search(.inbox, below: .documents, ".documentDirectory", home: "Documents"),
        search(.library, ".libraryDirectory", home: "Library"),
        search(.libraryOther, below: .library, ".libraryDirectory", home: "Library"),
        search(.frameworks, below: .library, ".libraryDirectory"),
        search(
            .httpStorages, below: .library, ".libraryDirectory",
            remark: "URLSession writes it. No call gives this directory; its name is appended to Library's."),
        search(
            .savedApplicationState, below: .library, ".libraryDirectory",
            remark: "State restoration writes it. No call gives this directory; its name is appended to "
                + "Library's."),
        search(
            .splashBoard, below: .library, ".libraryDirectory",
            remark: "The system writes it. No call gives this directory; its name is appended to Library's."),
        search(
            .snapshots, below: .caches, ".cachesDirectory",
            remark: "The system writes it. No call gives this directory; its name is appended to Caches'."),
        search(.applicationSupport, ".applicationSupportDirectory"),
        search(.caches, ".cachesDirectory"),
        PlaceAPI(place: .preferences, base: .preferences, url: "UserDefaults.standard"),
        PlaceAPI(
            place: .tmp, base: .tmp, url: "FileManager.default.temporaryDirectory", path: "NSTemporaryDirectory()"),
        PlaceAPI(
            place: .temporaryInbox, base: .tmp, url: "FileManager.default.temporaryDirectory",
            path: "NSTemporaryDirectory()"),
        PlaceAPI(
            place: .iCloud, base: .iCloud, url: "FileManager.default.url(forUbiquityContainerIdentifier: \"<id>\")!"),
        PlaceAPI(
            place: .appGroup, base: .appGroup,
            url: "FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: \"<id>\")!"),
    ]

    /// The property with which an app excludes an item from backups (S1).
    package static let exclusion = "URLResourceValues.isExcludedFromBackup"

    /// The call of Objective-C for the same, with its key (S0, S3).
    package static let exclusionKey = "-[NSURL setResourceValue:forKey:error:], NSURLIsExcludedFromBackupKey"

    private static func search(
        _ place: Place, below base: Place? = nil, _ directory: String, home: String? = nil, remark: String? = nil
    ) -> PlaceAPI {
        PlaceAPI(
            place: place, base: base ?? place,
            url: "FileManager.default.urls(for: \(directory), in: .userDomainMask)[0]",
            path: "NSSearchPathForDirectoriesInDomains(\(directory), .userDomainMask, true)[0]",
            fromHome: home,
            remark: remark)
    }
}
