/// An answer to a yes-or-no question that may be unknown.
package enum Answer: String, CaseIterable, Codable, Sendable {
    case yes
    case no
    case unknown

    /// Creates an answer; nil is unknown.
    package init(_ value: Bool?) {
        switch value {
        case true?: self = .yes
        case false?: self = .no
        case nil: self = .unknown
        }
    }
}

/// The known facts about the app that a container belongs to.
///
/// Comes from whichever exist of the bundle's `Info.plist`, the container's metadata and `AppDataInfo.plist`
/// (formats.md, "Sources a container can come from"). `merging(_:)` combines them.
package struct AppInfo: Hashable, Sendable {
    /// The bundle identifier; a group's identifier for an app group container.
    package var identifier: String?
    /// The display name of the app.
    package var name: String?
    /// `CFBundleShortVersionString`, the version that the user sees.
    package var shortVersion: String?
    /// `CFBundleVersion`, which `AppDataInfo.plist` has as `XCExecutableVersion`.
    package var build: String?
    /// The name of the executable in the bundle.
    package var executable: String?
    /// The oldest iOS that the app runs on.
    package var minimumSystemVersion: String?

    // Whether the app exposes its Documents directory to the user.
    private var fileSharing = Answer.unknown
    private var openingInPlace = Answer.unknown
    /// `UIRequiresPersistentWiFi`.
    package var requiresPersistentWiFi = Answer.unknown
    /// `UIApplicationExitsOnSuspend`: whether the app terminates instead of being suspended.
    package var exitsOnSuspend = Answer.unknown

    /// `CFBundleDocumentTypes`.
    package var documentTypes: [DocumentType] = []
    /// `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`.
    package var declaredTypes: [DeclaredType] = []
    /// The URL schemes in `CFBundleURLTypes`.
    package var urlSchemes: [String] = []
    /// `UIRequiredDeviceCapabilities`: true for a capability the device must have, false for one it must not have.
    package var requiredCapabilities: [String: Bool] = [:]
    /// The app's stated reasons for using the camera, the contacts, …: every key that ends in `UsageDescription`.
    package var usageDescriptions: [String: String] = [:]

    /// The identifiers that the app's entitlements list; nil if its entitlements are not known.
    package var entitlements: [Entitlement: [String]]?

    /// The container's UUID from its metadata; not the name of its directory.
    package var containerUUID: String?
    /// The container's content class from its metadata.
    package var containerContentClass: Int?
    /// The container's protection class, if its metadata has one.
    package var containerProtection = ProtectionClass.unknown

    /// The keys ignored because of their values, each with its mistake.
    package var problems: [String] = []

    /// Creates an app about which nothing is known.
    package init() {}
}

extension AppInfo {
    /// The app's declaration for a sharing key.
    package subscript(key: SharingKey) -> Answer {
        get {
            switch key {
            case .fileSharing: fileSharing
            case .openingInPlace: openingInPlace
            }
        }
        set {
            switch key {
            case .fileSharing: fileSharing = newValue
            case .openingInPlace: openingInPlace = newValue
            }
        }
    }

    /// The version that the user sees; the build where that is unknown.
    package var version: String? { shortVersion ?? build }

    /// The version, with the build in parentheses if it differs: "3.1.1 (311)"; "(311)" where only the build is known.
    package var release: String? {
        guard let build, build != shortVersion else { return shortVersion }
        return shortVersion.map { "\($0) (\(build))" } ?? "(\(build))"
    }

    /// The kind of container according to its metadata.
    package var containerKind: ContainerKind? { containerContentClass.flatMap(ContainerKind.init(contentClass:)) }

    /// Returns this app with unknown values taken from `other`. The problems of both are kept.
    package func merging(_ other: AppInfo) -> AppInfo {
        var merged = self
        merged.identifier = identifier ?? other.identifier
        merged.name = name ?? other.name
        merged.shortVersion = shortVersion ?? other.shortVersion
        merged.build = build ?? other.build
        merged.executable = executable ?? other.executable
        merged.minimumSystemVersion = minimumSystemVersion ?? other.minimumSystemVersion
        for key in SharingKey.allCases { merged[key] = self[key].or(other[key]) }
        merged.requiresPersistentWiFi = requiresPersistentWiFi.or(other.requiresPersistentWiFi)
        merged.exitsOnSuspend = exitsOnSuspend.or(other.exitsOnSuspend)
        if documentTypes.isEmpty { merged.documentTypes = other.documentTypes }
        if declaredTypes.isEmpty { merged.declaredTypes = other.declaredTypes }
        if urlSchemes.isEmpty { merged.urlSchemes = other.urlSchemes }
        // Growing a dictionary takes long the first time that one of its type grows.
        if requiredCapabilities.isEmpty {
            merged.requiredCapabilities = other.requiredCapabilities
        } else if !other.requiredCapabilities.isEmpty {
            merged.requiredCapabilities.merge(other.requiredCapabilities) { own, _ in own }
        }
        if usageDescriptions.isEmpty {
            merged.usageDescriptions = other.usageDescriptions
        } else if !other.usageDescriptions.isEmpty {
            merged.usageDescriptions.merge(other.usageDescriptions) { own, _ in own }
        }
        merged.entitlements = entitlements ?? other.entitlements
        merged.containerUUID = containerUUID ?? other.containerUUID
        merged.containerContentClass = containerContentClass ?? other.containerContentClass
        if containerProtection == .unknown { merged.containerProtection = other.containerProtection }
        merged.problems += other.problems
        return merged
    }
}

extension Answer {
    /// Returns this answer, or `other` if this is unknown.
    func or(_ other: Answer) -> Answer { self == .unknown ? other : self }
}
