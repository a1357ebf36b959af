import ContainerModel
import Formats

/// The settings bundle: the Settings app's page for the app, and the preferences that it sets. JSON keys are stable.
package struct BundleSettings: Encodable, Sendable {
    /// A specifier: a row in the Settings app.
    package struct Specifier: Encodable, Hashable, Sendable {
        /// The file in `Settings.bundle`.
        package let file: String
        /// `Type`: "PSToggleSwitchSpecifier".
        package let type: String
        /// `Title`; not sanitized.
        package let title: String?
        /// `Key`: the key of the preference that it sets; nil if it sets none. Not sanitized.
        package let key: String?
        /// `DefaultValue` as text: the value shown in the Settings app, which the app's preferences lack until it is
        /// changed. Not sanitized.
        package let defaultValue: String?
    }

    /// The specifiers, page by page.
    package internal(set) var specifiers: [Specifier] = []
    /// Pages that are named and missing; not sanitized.
    package internal(set) var missingPages: [String] = []

    private static let maxSpecifiers = 2_000
    private static let maxPages = 100

    /// Reads the settings bundle; nil if there is none.
    init?(_ files: inout BundleFiles) {
        guard files.kind("Settings.bundle") == .directory else { return nil }
        var pages = ["Root"]
        var seen: Set<String> = ["Root"]
        var index = 0
        while index < pages.count, index < Self.maxPages {
            let page = pages[index]
            index += 1
            guard let path = ContainerPath("Settings.bundle/\(page).plist"), files.kind(path) == .file else {
                missingPages.append("\(page).plist")
                continue
            }
            for row in files.listNotingProblems(path)?["PreferenceSpecifiers"]?.arrayValue ?? []
            where specifiers.count < Self.maxSpecifiers {
                guard let type = row["Type"]?.stringValue else { continue }
                specifiers.append(
                    Specifier(
                        file: "\(page).plist", type: type, title: row["Title"]?.stringValue,
                        key: row["Key"]?.stringValue, defaultValue: row["DefaultValue"]?.shortText))
                if type == "PSChildPaneSpecifier", let child = row["File"]?.stringValue, seen.insert(child).inserted {
                    pages.append(child)
                }
            }
        }
    }
}

extension PropertyListValue {
    /// A value as text for reports, without the contents of a collection.
    var shortText: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .wide(let number): "\(number)"
        case .null: "null"
        case .real(let number): "\(number)"
        case .boolean(let value): value ? "YES" : "NO"
        case .date(let seconds): "date \(seconds)"
        case .data(let bytes): Pluralized.bytes(bytes.count)
        case .uid(let number): "uid \(number)"
        case .array(let values): Pluralized.values(values.count)
        case .set(let values): Pluralized.values(values.count)
        case .dictionary(let values): Pluralized.some(values.count, "pair")
        }
    }
}
