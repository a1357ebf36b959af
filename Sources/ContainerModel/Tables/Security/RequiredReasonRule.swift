/// A row of the table of APIs that an app may call for approved reasons alone: a category, the names by which a binary
/// shows that it uses one of its APIs, and the codes of the reasons.
///
/// Apple, "Describing use of required reason API" (TN3183 says how the App Store checks it).
package struct RequiredReasonRule: Hashable, Sendable {
    /// The category, as `NSPrivacyAccessedAPIType` names it.
    package let category: String
    /// The APIs in a few words: "file timestamps".
    package let data: String
    /// The symbols that a binary imports to use one, as the linker writes them.
    package let symbols: Set<String>
    /// The Objective-C methods that a binary calls to use one.
    package let selectors: Set<String>
    /// The approved reasons.
    package let reasons: [Reason]

    /// An approved reason.
    package struct Reason: Hashable, Sendable {
        /// The code: "C617.1".
        package let code: String
        /// What it permits, in a few words.
        package let permits: String
        /// Whether only a third-party SDK may declare it.
        package let isForSDKsOnly: Bool

        fileprivate init(_ code: String, _ permits: String, isForSDKsOnly: Bool = false) {
            (self.code, self.permits, self.isForSDKsOnly) = (code, permits, isForSDKsOnly)
        }
    }

    /// Where the categories and the reasons are named.
    package static let source = "Apple, Describing use of required reason API"

    private init(
        _ category: String, _ data: String, symbols: Set<String>, selectors: Set<String> = [], reasons: [Reason]
    ) {
        self.category = "NSPrivacyAccessedAPICategory\(category)"
        (self.data, self.symbols, self.selectors, self.reasons) = (data, symbols, selectors, reasons)
    }

    /// The codes of the approved reasons.
    package var codes: Set<String> { Set(reasons.map(\.code)) }

    /// Returns the row of a category; nil if there is no such category.
    package static func of(_ category: String) -> RequiredReasonRule? { all.first { $0.category == category } }

    /// Functions that return attributes by request: times of a file as well as sizes of a volume. What they are called
    /// for cannot be seen in a binary, so that either category declares them.
    private static let attributes: Set<String> = ["_getattrlist", "_fgetattrlist", "_getattrlistat"]

    /// Returns the categories of which any one declares a symbol.
    package static func categories(ofSymbol symbol: String) -> [String] {
        all.filter { $0.symbols.contains(symbol) }.map(\.category)
    }

    /// Returns the categories of which any one declares a call of a method.
    package static func categories(ofSelector selector: String) -> [String] {
        all.filter { $0.selectors.contains(selector) }.map(\.category)
    }

    /// All symbols.
    package static let symbols: Set<String> = all.reduce(into: []) { $0.formUnion($1.symbols) }

    /// All selectors.
    package static let selectors: Set<String> = all.reduce(into: []) { $0.formUnion($1.selectors) }

    /// All rows, in the document's order.
    package static let all: [RequiredReasonRule] = [
        RequiredReasonRule(
            "FileTimestamp", "file timestamps",
            symbols: attributes.union([
                "_NSFileCreationDate", "_NSFileModificationDate", "_NSURLContentModificationDateKey",
                "_NSURLCreationDateKey", "_getattrlistbulk", "_stat", "_fstat", "_fstatat", "_lstat",
                // Their names on Intel's processors: simulators.
                "_stat$INODE64", "_fstat$INODE64", "_fstatat$INODE64", "_lstat$INODE64",
            ]),
            selectors: ["fileModificationDate"],
            reasons: [
                Reason("DDA9.1", "showing timestamps to the user"),
                Reason("C617.1", "metadata of files in the app's, an app group's or the CloudKit container"),
                Reason("3B52.1", "metadata of files that the user granted access to"),
                Reason("0A2A.1", "a third-party SDK's wrapper function that the app calls", isForSDKsOnly: true),
            ]),
        RequiredReasonRule(
            "SystemBootTime", "time since the system started", symbols: ["_mach_absolute_time"],
            selectors: ["systemUptime"],
            reasons: [
                Reason("35F9.1", "measuring time between events in the app, or timers"),
                Reason("8FFB.1", "absolute times of events in the app"),
                Reason("3D61.1", "a bug report that the user chooses to submit"),
            ]),
        RequiredReasonRule(
            "DiskSpace", "disk space",
            symbols: attributes.union([
                "_NSURLVolumeAvailableCapacityKey", "_NSURLVolumeAvailableCapacityForImportantUsageKey",
                "_NSURLVolumeAvailableCapacityForOpportunisticUsageKey", "_NSURLVolumeTotalCapacityKey",
                "_NSFileSystemFreeSize", "_NSFileSystemSize", "_statfs", "_statvfs", "_fstatfs", "_fstatvfs",
                "_statfs$INODE64", "_fstatfs$INODE64",
            ]),
            reasons: [
                Reason("85F4.1", "showing disk space to the user"),
                Reason("E174.1", "checking whether there is space to write, or deleting files when there is little"),
                Reason("7D9E.1", "a bug report that the user chooses to submit"),
                Reason("B728.1", "a health research app that tells participants about low disk space"),
            ]),
        RequiredReasonRule(
            "ActiveKeyboards", "active keyboards", symbols: [], selectors: ["activeInputModes"],
            reasons: [
                Reason("3EC4.1", "a custom keyboard app that determines the active keyboards"),
                Reason("54BD.1", "presenting a user interface that depends on the active keyboards"),
            ]),
        RequiredReasonRule(
            "UserDefaults", "user defaults", symbols: ["_OBJC_CLASS_$_NSUserDefaults"],
            reasons: [
                Reason("CA92.1", "information that only the app itself can access"),
                Reason("1C8F.1", "information of the apps, extensions and App Clips of the same app group"),
                Reason("C56D.1", "a third-party SDK's wrapper function that the app calls", isForSDKsOnly: true),
                Reason("AC6B.1", "the configuration and feedback of mobile device management"),
            ]),
    ]
}
