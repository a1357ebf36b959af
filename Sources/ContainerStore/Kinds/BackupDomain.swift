package import ContainerModel

/// A kind of domain in a backup (formats.md, "MobileSync backup").
package struct BackupDomain: Hashable, Sendable {
    /// The prefix of the names of such domains; the identifier follows. Empty for the system's own domains.
    package let prefix: String
    /// The kind of container that such a domain holds.
    package let kind: ContainerKind
    /// The title on screen.
    package let title: String

    /// The domains that belong to apps, in the order in which they are listed. All others are the system's.
    package static let all = [
        BackupDomain(prefix: "AppDomain-", kind: .data, title: "app data"),
        BackupDomain(prefix: "AppDomainGroup-", kind: .appGroup, title: "app group"),
        plugIn,
        BackupDomain(prefix: "SysSharedContainerDomain-", kind: .systemDomain, title: "system group"),
        BackupDomain(prefix: "SysContainerDomain-", kind: .systemDomain, title: "system app data"),
    ]

    static let plugIn = BackupDomain(prefix: "AppDomainPlugin-", kind: .data, title: "app extension")

    /// Returns the kind of a domain by its name, and the identifier of its app or group.
    static func named(_ name: [UInt8]) -> (BackupDomain, identifier: String?) {
        let text = String(decoding: name, as: UTF8.self)
        guard let domain = all.first(where: { text.hasPrefix($0.prefix) }) else {
            return (BackupDomain(prefix: "", kind: .systemDomain, title: "system domain"), nil)
        }
        return (domain, String(text.dropFirst(domain.prefix.count)))
    }
}

extension BackupDomain {
    /// Returns the kind of domain that holds a container; nil for a container of which backups hold nothing.
    package init?(of container: ContainerDescription) {
        if container.source == .backup {
            self = Self.named(Array(container.hostPath.name)).0
        } else if container.membership?.role == .plugIn {
            self = Self.plugIn
        } else if let domain = Self.all.first(where: {
            $0.kind == (container.kind == .system ? .systemDomain : container.kind)
        }) {
            self = domain
        } else {
            return nil
        }
    }
}
