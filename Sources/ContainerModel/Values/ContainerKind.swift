/// The purpose of a container. Each kind has its own rows in the table of places.
package enum ContainerKind: String, CaseIterable, Codable, Sendable {
    /// The app's own data: `Documents`, `Library`, `tmp`.
    case data
    /// The signed app, `<Name>.app`.
    case bundle
    /// Shared by the apps of one developer.
    case appGroup
    /// The app's part of iCloud Drive, `Library/Mobile Documents/<container>`.
    case iCloud
    /// A container of the operating system itself, which belongs to no app.
    case system
    /// Files of the system in a backup, in a domain that belongs to no app.
    case systemDomain
}

extension ContainerKind {
    /// Creates the kind for the `MCMMetadataContentClass` of a container's metadata plist (formats.md, "Sources a
    /// container can come from"); nil for an unknown class.
    package init?(contentClass: Int) {
        guard let row = Self.contentClasses.first(where: { $0.contentClass == contentClass }) else { return nil }
        self = row.kind
    }

    private static let contentClasses: [(contentClass: Int, kind: ContainerKind)] = [
        (1, .bundle),
        (2, .data),
        (7, .appGroup),
        (12, .system),
        (13, .system),
    ]
}
