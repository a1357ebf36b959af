import ContainerModel
import Formats

/// The apps of a backup, and the domains of their plug-ins. A plug-in's identifier begins with its app's.
struct BackupApps {
    private let names: [[UInt8]]
    private let identifiers: Set<String>

    /// - Parameter names: The names of all domains.
    init(_ names: [[UInt8]], _ properties: BackupProperties) {
        self.names = names
        identifiers = Set(names.compactMap { Self.domain($0).app }).union(properties.apps.keys)
    }

    /// Returns the app's identifier if the domain holds an app's data, or the plug-in's.
    private static func domain(_ name: [UInt8]) -> (app: String?, plugIn: String?) {
        let (domain, identifier) = BackupDomain.named(name)
        if domain == .plugIn { return (nil, identifier) }
        return (domain.kind == .data ? identifier : nil, nil)
    }

    /// Returns the app whose plug-in has a domain; nil for other domains, and for a plug-in of an app that is unknown.
    func appOfPlugIn(_ name: [UInt8]) -> String? { Self.domain(name).plugIn.flatMap { identifiers.beginning(of: $0) } }

    /// Returns the place of a domain among the domains of its app; nil for a domain that is neither an app's data nor a
    /// plug-in's.
    func membership(of name: [UInt8], in backup: HostPath) -> AppMembership? {
        let (app, plugIn) = Self.domain(name)
        if let app { return AppMembership(.data, of: [app], on: backup) }
        return plugIn.map { AppMembership(.plugIn, of: identifiers.beginning(of: $0).map { [$0] } ?? [], on: backup) }
    }

    /// Returns the domains of the groups that are named after the app whose data a domain holds, in the order of their
    /// names: `AppDomainGroup-group.<identifier>`, with or without more behind it.
    func groups(of name: [UInt8]) -> [[UInt8]] {
        guard let app = Self.domain(name).app else { return [] }
        return names.filter { other in
            let (domain, identifier) = BackupDomain.named(other)
            guard domain.kind == .appGroup, let identifier, identifier.hasPrefix("group.") else { return false }
            return identifiers.beginning(of: String(identifier.dropFirst("group.".utf8.count))) == app
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns the other domains of the app whose data or plug-in has a domain, in the order of their names.
    func related(to name: [UInt8]) -> [[UInt8]] {
        guard let app = Self.domain(name).app ?? appOfPlugIn(name) else { return [] }
        return names.filter { $0 != name && (Self.domain($0).app == app || appOfPlugIn($0) == app) }
    }
}
