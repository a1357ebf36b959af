import ContainerModel
import FileTree
import Formats
import Jobs

extension SourceKind {
    /// A domain of a MobileSync backup.
    package static let backup = SourceKind(rawValue: "app domain")
}

/// The domains of a MobileSync backup: each is a container (formats.md, "MobileSync backup").
struct BackupSource: ContainerSource {
    /// A kind of domain.
    private struct Domain {
        /// What the names of such domains begin with; the identifier follows.
        var prefix: String
        var kind: ContainerKind
        var title: String
    }

    /// The domains that belong to apps; longer beginnings first. All others are the system's.
    private static let domains = [
        Domain(prefix: "AppDomainGroup-", kind: .appGroup, title: "app group"),
        Domain(prefix: "AppDomainPlugin-", kind: .data, title: "app extension"),
        Domain(prefix: "AppDomain-", kind: .data, title: "app data"),
        Domain(prefix: "SysSharedContainerDomain-", kind: .system, title: "system group"),
        Domain(prefix: "SysContainerDomain-", kind: .system, title: "system app data"),
    ]

    private static func domain(named name: [UInt8]) -> (Domain, identifier: String?) {
        let text = String(decoding: name, as: UTF8.self)
        guard let domain = domains.first(where: { text.hasPrefix($0.prefix) }) else {
            return (Domain(prefix: "", kind: .system, title: "system domain"), nil)
        }
        return (domain, String(text.dropFirst(domain.prefix.count)))
    }

    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard let tree = directory.tree as? BackupTree else { return nil }
        let (domain, identifier) = Self.domain(named: tree.domain)
        var recognition = Recognition(source: .backup, certainty: .certain, kind: domain.kind)
        var app = AppInfo()
        app.identifier = identifier
        if domain.kind == .data, let identifier, let known = tree.properties.apps[identifier] {
            app.name = known.name
            app.version = known.version
        }
        recognition.app = app
        return recognition
    }

    func tree(of recognition: Recognition, in directory: HostDirectory) throws(FileTreeError) -> any FileTree {
        directory.tree
    }

    func containers(in directory: HostDirectory) throws(FileTreeError) -> [ContainerCandidate]? {
        guard let writable = directory.tree.writable, let folder = BackupFolder(writable) else { return nil }
        let backup = try folder.open()
        let totals = try backup.totals()
        return try backup.domains().map { name in
            let (domain, identifier) = Self.domain(named: name)
            let app = identifier.flatMap { domain.kind == .data ? backup.properties.apps[$0] : nil }
            let total = totals[name] ?? Backup.DomainTotal()
            return ContainerCandidate(
                hostPath: directory.path.appending(name[...]),
                title: app?.name ?? identifier ?? String(decoding: name, as: UTF8.self),
                detail: "\(domain.title) · \(Counted.items(total.items)) · \(ByteCount.short(total.bytes))",
                identifier: identifier, kind: domain.kind)
        }
    }
}

extension BackupFolder {
    /// What tells the backup from others, as displayed: the device's name.
    var shownTitle: String { properties.deviceName ?? "backup" }
}
