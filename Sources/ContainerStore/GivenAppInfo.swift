package import ContainerModel

/// What the user has specified about an app whose `Info.plist` is not available: an `Info.plist`, or single keys.
///
/// It takes precedence over what was found, so that users can see the effect of a key.
package struct GivenAppInfo: Hashable, Sendable {
    /// A key that can be given on its own.
    package enum Key: String, CaseIterable, Sendable {
        case fileSharing = "UIFileSharingEnabled"
        case openingInPlace = "LSSupportsOpeningDocumentsInPlace"
        case exitsOnSuspend = "UIApplicationExitsOnSuspend"
        case persistentWiFi = "UIRequiresPersistentWiFi"

        /// The property that holds the answer to the key.
        var path: WritableKeyPath<AppInfo, Answer> {
            switch self {
            case .fileSharing: \.[.fileSharing]
            case .openingInPlace: \.[.openingInPlace]
            case .exitsOnSuspend: \.exitsOnSuspend
            case .persistentWiFi: \.requiresPersistentWiFi
            }
        }
    }

    /// The useful keys of the given `Info.plist`.
    package private(set) var list: InfoValue?
    /// The keys given one by one.
    package private(set) var answers: [Key: Bool] = [:]
    /// The keys of the list that no longer apply.
    package private(set) var forgotten: Set<Key> = []

    /// Creates an empty specification.
    package init() {}

    /// Whether nothing was given.
    package var isEmpty: Bool { list == nil && answers.isEmpty }

    /// Creates a specification from the useful keys of an `Info.plist`.
    /// - Throws: `GivenListError` if it is not a dictionary or a key has an unusable value.
    package init(_ list: InfoValue) throws(GivenListError) {
        guard let dictionary = list.dictionary else { throw .unusable("not an Info.plist: not a dictionary") }
        let problems = AppInfo(infoDictionary: list).problems
        guard problems.isEmpty else { throw .unusable("cannot be used: " + problems.joined(separator: "; ")) }
        self.list = .dictionary(dictionary.filter { Self.isUseful($0.key) })
    }

    /// Sets the answer for a key; `unknown` removes it.
    package mutating func set(_ answer: Answer, for key: Key) {
        switch answer {
        case .yes: answers[key] = true
        case .no: answers[key] = false
        case .unknown:
            answers[key] = nil
            // A list answers every key: one that it leaves out counts as no.
            forgotten.insert(key)
            return
        }
        forgotten.remove(key)
    }

    init(list: InfoValue?, answers: [Key: Bool], forgotten: Set<Key>) {
        self.list = list
        self.answers = answers
        self.forgotten = forgotten
    }

    private static func isUseful(_ key: String) -> Bool {
        Key(rawValue: key) != nil || key.hasSuffix("UsageDescription") || otherKeys.contains(key)
    }

    /// The other keys of an `Info.plist` that `AppInfo` reads.
    private static let otherKeys: Set<String> = [
        "CFBundleIdentifier", "CFBundleDisplayName", "CFBundleName", "CFBundleVersion", "CFBundleShortVersionString",
        "CFBundleExecutable", "MinimumOSVersion", "CFBundleDocumentTypes", "CFBundleURLTypes",
        "UIRequiredDeviceCapabilities", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations",
    ]
}

/// The reason why a property list named by the user cannot be used.
package struct GivenListError: Error, Hashable, Sendable {
    /// Whether the file could be read, so that its contents are at fault.
    package let isReadable: Bool
    /// What is wrong; not sanitized.
    package let message: String

    static func unusable(_ message: String) -> GivenListError { GivenListError(isReadable: true, message: message) }
}

extension GivenAppInfo {
    /// Returns what was found about an app, overridden by what was given.
    package func applied(to found: AppInfo) -> AppInfo {
        var app = found
        if let list {
            let given = AppInfo(infoDictionary: list)
            app = found.merging(given)
            app.documentTypes = given.documentTypes
            app.declaredTypes = given.declaredTypes
            app.urlSchemes = given.urlSchemes
            app.requiredCapabilities = given.requiredCapabilities
            app.usageDescriptions = given.usageDescriptions
            for key in Key.allCases { app[keyPath: key.path] = given[keyPath: key.path] }
            if let own = found.identifier, let other = given.identifier, own != other {
                app.problems.append("the given Info.plist belongs to \(other)")
            }
        }
        for key in forgotten { app[keyPath: key.path] = found[keyPath: key.path] }
        for (key, answer) in answers { app[keyPath: key.path] = Answer(answer) }
        return app
    }
}

extension ContainerDescription {
    /// Whether an `Info.plist` was found or given, so that keys missing from it are absent rather than unknown.
    package var hasInfoDictionary: Bool {
        given.list != nil
            || GivenAppInfo.Key.allCases.contains { given.answers[$0] == nil && app[keyPath: $0.path] != .unknown }
    }
}

extension Container {
    /// Returns this container with what was given applied to its app.
    package func knowing(_ given: GivenAppInfo, problems: [String] = []) -> Container {
        let app = given.applied(to: description.app)
        let description = ContainerDescription(
            kind: description.kind,
            source: description.source,
            medium: description.medium,
            hostPath: description.hostPath,
            app: app,
            given: given,
            problems: description.problems + app.problems.dropFirst(description.app.problems.count) + problems,
            related: description.related
        )
        return Container(description: description, tree: tree)
    }
}
