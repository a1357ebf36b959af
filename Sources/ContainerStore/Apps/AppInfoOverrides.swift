package import ContainerModel
package import Formats
package import System

/// The user's information about an app, for one run of the program or to be remembered: an `Info.plist`, or single
/// keys.
///
/// It takes precedence over what was found, so that users can see the effect of a key.
package struct AppInfoOverrides: Hashable, Sendable {
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
    package private(set) var list: PropertyListValue?
    /// The path of that `Info.plist` on this computer; nil if it is not known.
    package private(set) var listPath: [UInt8]?
    /// The keys given one by one; `unknown` for one that is to count as not known.
    package private(set) var answers: [Key: Answer] = [:]

    /// Creates an empty specification.
    package init() {}

    /// Whether nothing was given.
    package var isEmpty: Bool { list == nil && answers.isEmpty }

    /// Creates a specification from the useful keys of an `Info.plist`.
    /// - Parameter path: The path of the list on this computer.
    /// - Throws: `GivenListError` if it is not a dictionary or a key has an unusable value.
    package init(_ list: PropertyListValue, at path: [UInt8]? = nil) throws(GivenListError) {
        guard let dictionary = list.dictionaryValue else {
            throw GivenListError(.unusable, at: path, "not an Info.plist: not a dictionary")
        }
        let problems = AppInfo(givenInfoDictionary: list).problems
        guard problems.isEmpty else {
            throw GivenListError(.unusable, at: path, "cannot be used: " + problems.joined(separator: "; "))
        }
        let useful = dictionary.filter { Self.isUseful($0.key) || $0.value.isUnresolved }
        self.list = .dictionary(PropertyListDictionary(useful.map { ($0.key, $0.value) }))
        listPath = path
    }

    /// The identifier of the app that the given `Info.plist` belongs to, if it differs from the identifier of the
    /// container's app: the list then says nothing about the container. Nil for a container whose identifier is not an
    /// app's.
    package func otherApp(than container: ContainerDescription) -> String? {
        guard let list, [.data, .bundle].contains(container.kind), let own = container.app.identifier,
            let other = AppInfo(givenInfoDictionary: list).identifier
        else { return nil }
        return own == other ? nil : other
    }

    /// Whether the list answers a key: a complete one answers all of them, with NO for those that it does not have.
    package func answersInList(_ key: Key) -> Bool {
        guard let list else { return false }
        return list.isBuiltInfoDictionary || list[key.rawValue]?.isUnresolved == false
    }

    /// Whether the list is that of a built app, so that it lacks nothing; nil if no list was given.
    package var isListComplete: Bool? { list.map(\.isBuiltInfoDictionary) }

    /// Sets the answer for a key.
    package mutating func set(_ answer: Answer, for key: Key) { answers[key] = answer }

    /// Adds information given later, which overrides this.
    package mutating func add(_ later: AppInfoOverrides) {
        // A list replaces all that was given before.
        if later.list == nil {
            answers.merge(later.answers) { $1 }
        } else {
            self = later
        }
    }

    init(list: PropertyListValue?, listPath: [UInt8]?, answers: [Key: Answer]) {
        self.list = list
        self.listPath = listPath
        self.answers = answers
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(listPath)
        hasher.combine(answers)
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
package struct GivenListError: CausedError, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// The file cannot be read.
        case unreadable
        /// The file is not an app's property list, or is too large for one.
        case unusable
    }

    /// The kind of failure.
    package let code: Code
    /// The place: the path of the list on this computer, as given; nil if it is from no file.
    package let hostPath: [UInt8]?
    /// The problem, without the path; not sanitized.
    package let message: String
    /// The error that caused it.
    package let cause: ErrorCause?

    init(_ code: Code, at hostPath: [UInt8]?, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.hostPath = hostPath
        self.message = message
        self.cause = cause.map { ErrorCause($0) }
    }
}

extension AppInfoOverrides {
    /// Returns the information found about an app, overridden by the given information.
    package func applied(to found: AppInfo) -> AppInfo {
        var app = found
        if let list {
            let given = AppInfo(givenInfoDictionary: list)
            // What an incomplete list lacks, it does not deny.
            let isComplete = list.isBuiltInfoDictionary
            app = found.merging(given)
            if isComplete || !given.documentTypes.isEmpty { app.documentTypes = given.documentTypes }
            if isComplete || !given.declaredTypes.isEmpty { app.declaredTypes = given.declaredTypes }
            if isComplete || !given.urlSchemes.isEmpty { app.urlSchemes = given.urlSchemes }
            if isComplete || !given.requiredCapabilities.isEmpty {
                app.requiredCapabilities = given.requiredCapabilities
            }
            if isComplete || !given.usageDescriptions.isEmpty { app.usageDescriptions = given.usageDescriptions }
            for key in Key.allCases where answersInList(key) { app[keyPath: key.path] = given[keyPath: key.path] }
            if let own = found.identifier, let other = given.identifier, own != other {
                app.problems.append("the given Info.plist belongs to \(other)")
            }
        }
        for (key, answer) in answers { app[keyPath: key.path] = answer }
        return app
    }
}

extension ContainerDescription {
    /// Where the answer for a key of `Info.plist` comes from.
    package enum AnswerOrigin: String, Hashable, Encodable, Sendable {
        /// An option of this run of the program.
        case option
        /// Information that the user gave earlier, to be remembered.
        case remembered
        /// The app's own `Info.plist`, found beside the container or in it.
        case found = "info-plist"
    }

    /// Returns where the answer for a key comes from; nil if nothing gives one.
    package func origin(of key: AppInfoOverrides.Key) -> AnswerOrigin? {
        if given.answers[key] != nil || given.answersInList(key) { return .option }
        if remembered.answers[key] != nil || remembered.answersInList(key) { return .remembered }
        return app[keyPath: key.path] == .unknown ? nil : .found
    }

    /// Whether a complete `Info.plist` was found or given, so that keys missing from it are absent rather than unknown.
    package var hasInfoDictionary: Bool {
        given.isListComplete == true || remembered.isListComplete == true
            || AppInfoOverrides.Key.allCases.contains { origin(of: $0) == .found }
    }
}

extension Container {
    /// Returns this container, whose app has no additions yet, with the given and the remembered app information.
    package func knowing(
        _ given: AppInfoOverrides = AppInfoOverrides(),
        remembering remembered: AppInfoOverrides = AppInfoOverrides(),
        problems: [String] = []
    ) -> Container {
        let app = given.applied(to: remembered.applied(to: description.app))
        let description = ContainerDescription(
            kind: description.kind,
            source: description.source,
            medium: description.medium,
            hostPath: description.hostPath,
            app: app,
            given: given,
            remembered: remembered,
            problems: description.problems + app.problems.dropFirst(description.app.problems.count) + problems,
            missingParts: description.missingParts,
            related: description.related,
            membership: description.membership
        )
        return Container(description: description, tree: tree, key: key)
    }
}
