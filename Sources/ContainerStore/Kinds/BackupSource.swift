import ContainerModel
package import Encryption
package import FileTree
import Formats
package import Jobs
import Synchronization

extension SourceKind {
    /// A domain of a MobileSync backup.
    package static let backup = SourceKind(rawValue: "app domain")
}

/// The domains of a MobileSync backup: each is a container (formats.md, "MobileSync backup").
struct BackupSource: ContainerSource {
    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard let tree = directory.tree as? BackupTree else { return nil }
        let (domain, identifier) = BackupDomain.named(tree.domain)
        var recognition = Recognition(source: .backup, certainty: .certain, kind: domain.kind)
        var app = AppInfo()
        app.identifier = identifier
        if domain.kind == .data, let identifier, let known = tree.properties.apps[identifier] {
            app.name = known.name
            (app.shortVersion, app.build) = (known.version, known.build)
        }
        recognition.app = app
        return recognition
    }

    func tree(of recognition: Recognition, in directory: HostDirectory) throws(FileTreeError) -> any FileTree {
        directory.tree
    }

    func containers(in directory: HostDirectory) throws(FileTreeError) -> [ContainerCandidate]? {
        guard let folder = BackupFolder(directory.tree) else { return nil }
        let backup = try folder.open()
        let names = try backup.domains()
        let apps = BackupApps(names, backup.properties)
        // Sizes need the whole manifest; callers that show them read them later.
        return names.map { name in
            let candidate = Self.candidate(name, in: directory.path, of: backup.properties)
            let text = String(decoding: name, as: UTF8.self)
            let rank = BackupDomain.all.firstIndex { text.hasPrefix($0.prefix) } ?? BackupDomain.all.count
            // A plug-in comes after its app.
            guard let app = apps.appOfPlugIn(name) else { return (rank, candidate.title.lowercased(), "", candidate) }
            return (0, (backup.properties.apps[app]?.name ?? app).lowercased(), candidate.title.lowercased(), candidate)
        }.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
    }

    /// Returns the place of a domain among the domains of its app, and the app's other containers; nil for a domain
    /// that is neither an app's data nor a plug-in's.
    static func membership(
        of tree: any FileTree, at path: HostPath
    ) -> (membership: AppMembership, related: [ContainerCandidate])? {
        guard let tree = tree as? BackupTree, let parent = path.parent, let apps = apps(of: tree, in: parent) else {
            return nil
        }
        guard let membership = apps.membership(of: tree.domain, in: parent) else { return nil }
        let related = apps.related(to: tree.domain).map { name in
            candidate(name, in: parent, of: tree.properties, nil, apps.membership(of: name, in: parent))
        }
        return (membership, related)
    }

    /// Returns the paths of the groups' domains that are named after the app whose data a domain holds.
    static func groups(of tree: any FileTree, at path: HostPath) -> [HostPath] {
        guard let tree = tree as? BackupTree, let parent = path.parent, let apps = apps(of: tree, in: parent) else {
            return []
        }
        return apps.groups(of: tree.domain).map { parent.appending($0[...]) }
    }

    /// Returns the apps of the backup that a domain is from, read once: a report may open every domain of a backup.
    private static func apps(of tree: BackupTree, in path: HostPath) -> BackupApps? {
        if let known = lastApps.withLock({ $0?.backup == tree.identity ? $0?.apps : nil }) { return known }
        guard let directory = try? HostTree.directory(path.bytes), let folder = BackupFolder(directory),
            let names = try? folder.open().domains()
        else { return nil }
        let apps = BackupApps(names, tree.properties)
        lastApps.withLock { $0 = (tree.identity, apps) }
        return apps
    }

    private static let lastApps = Mutex<(backup: FileIdentity, apps: BackupApps)?>(nil)

    /// - Parameter total: The contents of the domain; nil if they are not known yet.
    private static func candidate(
        _ name: [UInt8], in directory: HostPath, of properties: BackupProperties, _ total: Backup.DomainTotal? = nil,
        _ membership: AppMembership? = nil
    ) -> ContainerCandidate {
        let (domain, identifier) = BackupDomain.named(name)
        let app = identifier.flatMap { domain.kind == .data ? properties.apps[$0] : nil }
        let size = total.map { [Pluralized.items($0.items), ByteCount.short($0.bytes)] } ?? []
        return ContainerCandidate(
            hostPath: directory.appending(name[...]),
            title: app?.name ?? identifier ?? String(decoding: name, as: UTF8.self),
            details: [domain.title] + size,
            identifier: identifier, kind: domain.kind, membership: membership, isUnread: total == nil)
    }

    /// Reads the contents of a candidate's domain; nil if it is not a domain of an open backup, or if the reading was
    /// cancelled.
    static func reading(_ candidate: ContainerCandidate, _ cancellation: Cancellation) -> ContainerCandidate? {
        guard let parent = candidate.hostPath.parent, let directory = try? HostTree.directory(parent.bytes),
            let folder = BackupFolder(directory), !folder.isLocked, let backup = try? folder.open(),
            let totals = try? backup.totals(cancellation: cancellation)
        else { return nil }
        let name = Array(candidate.hostPath.name)
        return self.candidate(name, in: parent, of: backup.properties, totals[name] ?? Backup.DomainTotal())
    }

    /// Returns a backup as a list entry, as in the list of all backups on a Mac; nil if the directory holds none.
    static func device(at directory: HostDirectory) -> ContainerCandidate? {
        guard let folder = BackupFolder(directory.tree) else { return nil }
        let properties = folder.properties
        let date = properties.date.map { $0 + PropertyListValue.secondsFrom1970To2001 }
            .flatMap { Int64(exactly: $0.rounded(.down)) }.map { LocalTime(secondsSince1970: $0).date }
        let system = properties.systemVersion.map { "iOS \($0)" }
        return ContainerCandidate(
            hostPath: directory.path, title: properties.deviceName ?? properties.productType ?? BackupFolder.title,
            details: [
                system ?? "", date.map { "backup of \($0)" } ?? "backup", folder.isEncrypted ? "encrypted" : "",
                String(decoding: directory.path.name, as: UTF8.self),
            ], system: system, form: .backup)
    }
}

extension ContainerStore {
    /// Unlocks the encrypted backup that a path leads to or into, for the rest of the session. Takes some seconds.
    /// - Parameter progress: Counts the iterations of the derivation, as bytes of the stage `unlocking`.
    /// - Throws: `ContainerStoreError` if there is no such backup, or it has no usable key bag.
    package static func unlock(
        _ path: [UInt8],
        with passphrase: Passphrase,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(ContainerStoreError) -> BackupFolder.Unlocking {
        let directory = try? HostTree.directory(path)
        guard let folder = directory.flatMap({ BackupFolder($0) }) ?? BackupFolder.find(path)?.0 else {
            throw .missing(path)
        }
        do throws(FileTreeError) {
            return try folder.unlock(with: passphrase, progress: progress, cancellation: cancellation)
        } catch {
            throw ContainerStoreError(error, path)
        }
    }
}
