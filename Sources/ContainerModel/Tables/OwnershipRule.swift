/// A row of the table of ownership (container-rules.md, "The edge of the sandbox"): how a container of a kind is known to
/// be one of an app's own.
package struct OwnershipRule: Hashable, Sendable {
    /// The evidence that a container is an app's own.
    package enum Evidence: Hashable, Sendable {
        /// It has the app's bundle identifier.
        case bundleIdentifier
        /// The app's entitlements list its identifier.
        case entitlement(Entitlement)
        /// It belongs to no app.
        case none
    }

    /// The kind of container.
    package var container: ContainerKind
    /// The evidence that it is an app's own.
    package var evidence: Evidence
    /// The prefix of the bundle identifier in the identifier of the container that an app has by default.
    package var defaultPrefix: String?
    /// The fact that is unknown if there is no such evidence either way.
    package var unknown: String

    /// All rows, one for each kind.
    package static let all: [OwnershipRule] = [
        OwnershipRule(container: .data, evidence: .bundleIdentifier, unknown: unknownIdentifier),
        OwnershipRule(container: .bundle, evidence: .bundleIdentifier, unknown: unknownIdentifier),
        OwnershipRule(
            container: .appGroup, evidence: .entitlement(.appGroups),
            unknown: "whether the app belongs to this app group: its entitlements are not at hand"
        ),
        OwnershipRule(
            container: .iCloud, evidence: .entitlement(.iCloudContainers), defaultPrefix: "iCloud.",
            unknown: "whether this iCloud container is the app's: its entitlements are not at hand"
        ),
        OwnershipRule(container: .system, evidence: .none, unknown: unknownIdentifier),
    ]

    private static let unknownIdentifier =
        "whether both containers belong to the same app: not all of their identifiers are known"
}

/// An entitlement that gives an app containers besides its data container and its bundle.
package enum Entitlement: String, CaseIterable, Codable, Sendable {
    /// The app groups that the app belongs to.
    case appGroups = "com.apple.security.application-groups"
    /// The app's iCloud containers.
    case iCloudContainers = "com.apple.developer.icloud-container-identifiers"
}
