/// Yes, no, or nobody can tell.
package enum Answer: String, CaseIterable, Codable, Sendable {
    case yes
    case no
    case unknown

    /// Nil is unknown.
    package init(_ value: Bool?) {
        switch value {
        case true?: self = .yes
        case false?: self = .no
        case nil: self = .unknown
        }
    }
}

/// What is known about the app that a container belongs to.
///
/// Comes from the bundle's `Info.plist`, the container's metadata and `AppDataInfo.plist`, whichever are there
/// (formats.md, "Sources a container can come from"); `merging(_:)` puts them together.
package struct AppInfo: Hashable, Sendable {
    /// The bundle identifier; a group's identifier for an app group container.
    package var identifier: String?
    /// The name that people see.
    package var name: String?
    /// `CFBundleShortVersionString`, or what stands for it.
    package var version: String?
    /// `CFBundleVersion`.
    package var build: String?
    /// The name of the executable in the bundle.
    package var executable: String?
    /// The oldest iOS that the app runs on.
    package var minimumSystemVersion: String?

    // Whether the app opens its Documents to the user.
    private var fileSharing = Answer.unknown
    private var openingInPlace = Answer.unknown
    /// `UIRequiresPersistentWiFi`.
    package var requiresPersistentWiFi = Answer.unknown
    /// `UIApplicationExitsOnSuspend`: the app ends instead of being suspended.
    package var exitsOnSuspend = Answer.unknown

    /// `CFBundleDocumentTypes`.
    package var documentTypes: [DocumentType] = []
    /// `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`.
    package var declaredTypes: [DeclaredType] = []
    /// `CFBundleURLTypes`, their schemes.
    package var urlSchemes: [String] = []
    /// `UIRequiredDeviceCapabilities`: true for what the device must have, false for what it must not.
    package var requiredCapabilities: [String: Bool] = [:]
    /// What the app says it needs the camera, the contacts, … for: every key that ends in `UsageDescription`.
    package var usageDescriptions: [String: String] = [:]

    /// The container's UUID as its metadata names it. Not the name of its directory.
    package var containerUUID: String?
    /// The container's content class as its metadata names it.
    package var containerContentClass: Int?
    /// The protection class of the container, where its metadata names one.
    package var containerProtection = ProtectionClass.unknown

    /// Keys that were left aside because of their values, each with what was wrong.
    package var problems: [String] = []

    /// An app of which nothing is known.
    package init() {}
}

extension AppInfo {
    /// What the app declares for a sharing key.
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

    /// The kind of container that its metadata tells of.
    package var containerKind: ContainerKind? { containerContentClass.flatMap(ContainerKind.init(contentClass:)) }

    /// This, with what it does not know taken from `other`. Problems of both are kept.
    package func merging(_ other: AppInfo) -> AppInfo {
        var merged = self
        merged.identifier = identifier ?? other.identifier
        merged.name = name ?? other.name
        merged.version = version ?? other.version
        merged.build = build ?? other.build
        merged.executable = executable ?? other.executable
        merged.minimumSystemVersion = minimumSystemVersion ?? other.minimumSystemVersion
        for key in SharingKey.allCases { merged[key] = self[key].or(other[key]) }
        merged.requiresPersistentWiFi = requiresPersistentWiFi.or(other.requiresPersistentWiFi)
        merged.exitsOnSuspend = exitsOnSuspend.or(other.exitsOnSuspend)
        if documentTypes.isEmpty { merged.documentTypes = other.documentTypes }
        if declaredTypes.isEmpty { merged.declaredTypes = other.declaredTypes }
        if urlSchemes.isEmpty { merged.urlSchemes = other.urlSchemes }
        if !other.requiredCapabilities.isEmpty {
            merged.requiredCapabilities.merge(other.requiredCapabilities) { own, _ in own }
        }
        if !other.usageDescriptions.isEmpty {
            merged.usageDescriptions.merge(other.usageDescriptions) { own, _ in own }
        }
        merged.containerUUID = containerUUID ?? other.containerUUID
        merged.containerContentClass = containerContentClass ?? other.containerContentClass
        if containerProtection == .unknown { merged.containerProtection = other.containerProtection }
        merged.problems += other.problems
        return merged
    }
}

extension Answer {
    /// This, or the other's where this is unknown.
    func or(_ other: Answer) -> Answer { self == .unknown ? other : self }
}
