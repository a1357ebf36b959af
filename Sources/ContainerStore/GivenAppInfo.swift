package import ContainerModel

/// What a person has said about an app whose `Info.plist` is not in reach: a list of their own, or single keys.
///
/// What was given counts over what was found: whoever gives a key wants to see what follows from it.
package struct GivenAppInfo: Hashable, Sendable {
    /// A key that can be given by itself.
    package enum Key: String, CaseIterable, Sendable {
        case fileSharing = "UIFileSharingEnabled"
        case openingInPlace = "LSSupportsOpeningDocumentsInPlace"
        case exitsOnSuspend = "UIApplicationExitsOnSuspend"
        case persistentWiFi = "UIRequiresPersistentWiFi"

        /// Where the answer to it stands.
        var path: WritableKeyPath<AppInfo, Answer> {
            switch self {
            case .fileSharing: \.[.fileSharing]
            case .openingInPlace: \.[.openingInPlace]
            case .exitsOnSuspend: \.exitsOnSuspend
            case .persistentWiFi: \.requiresPersistentWiFi
            }
        }
    }

    /// The `Info.plist` that was given, as far as it is of use.
    package private(set) var list: InfoValue?
    /// Keys that were given one by one: yes or no.
    package private(set) var answers: [Key: Bool] = [:]
    /// Keys of the list that do not count any more.
    package private(set) var forgotten: Set<Key> = []

    /// Nothing is given.
    package init() {}

    /// Whether nothing is given.
    package var isEmpty: Bool { list == nil && answers.isEmpty }

    /// Takes the keys of an `Info.plist` that count.
    /// - Throws: `GivenListError` where it is no dictionary, or one of them has a value of no use.
    package init(_ list: InfoValue) throws(GivenListError) {
        guard let dictionary = list.dictionary else { throw .unusable("not an Info.plist: not a dictionary") }
        let problems = AppInfo(infoDictionary: list).problems
        guard problems.isEmpty else { throw .unusable("cannot be used: " + problems.joined(separator: "; ")) }
        self.list = .dictionary(dictionary.filter { Self.isUseful($0.key) })
    }

    /// Takes the answer to a key; unknown forgets what was given.
    package mutating func set(_ answer: Answer, for key: Key) {
        switch answer {
        case .yes: answers[key] = true
        case .no: answers[key] = false
        case .unknown:
            answers[key] = nil
            // A list answers every key: what it leaves out counts as no.
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

    /// What else `AppInfo` reads of an `Info.plist`.
    private static let otherKeys: Set<String> = [
        "CFBundleIdentifier", "CFBundleDisplayName", "CFBundleName", "CFBundleVersion", "CFBundleShortVersionString",
        "CFBundleExecutable", "MinimumOSVersion", "CFBundleDocumentTypes", "CFBundleURLTypes",
        "UIRequiredDeviceCapabilities", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations",
    ]
}

/// Why a property list that a person named is of no use.
package struct GivenListError: Error, Hashable, Sendable {
    /// Whether there is a file that could be read: then it is its contents that are wrong.
    package let isReadable: Bool
    /// What is wrong, for people: not sanitized.
    package let message: String

    static func unusable(_ message: String) -> GivenListError { GivenListError(isReadable: true, message: message) }
}

extension GivenAppInfo {
    /// What is known of an app when this is added to what was found.
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
    /// Whether an `Info.plist` was found or given: what it leaves out is then none, and not unknown.
    package var hasInfoDictionary: Bool {
        given.list != nil
            || GivenAppInfo.Key.allCases.contains { given.answers[$0] == nil && app[keyPath: $0.path] != .unknown }
    }
}

extension Container {
    /// This container, with what was given by hand added to what is known of its app.
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
