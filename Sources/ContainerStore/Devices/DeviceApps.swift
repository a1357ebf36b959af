import ContainerModel
import FileTree
import Formats
import Synchronization

/// The containers of a device, grouped by app.
///
/// Bundle and data have the app's identifier in their metadata; the bundle's is also in its `Info.plist`. A plug-in's
/// identifier begins with its app's, whose bundle has the plug-in in `PlugIns`. A group or an iCloud container belongs
/// to the apps whose entitlements list it. Where an app's entitlements are not known, a group whose name begins with
/// its identifier is taken to be that app's.
final class DeviceApps {
    /// A container that belongs to an app, or to several.
    struct Member {
        let role: ContainerRole
        /// The directory in the area; a bundle is in it.
        let directory: HostPath
        /// The container's root; for a bundle, the `.app` itself.
        let path: HostPath
        /// The identifier of the app, the plug-in, the group or the iCloud container.
        let identifier: String
    }

    let layout: DeviceLayout
    private let members: [Member]
    private let places: [HostPath: Int]
    private let directories: [HostPath: Int]
    private let bundles: [String: HostPath]
    /// The containers of each app, by its identifier.
    private var appContainers: [String: [Int]] = [:]
    private var memberApps: [[String]] = []
    private var entitlements: [String: AppInfo?] = [:]
    private var plugIns: [String: String]?
    private var lists: [HostPath: (values: PropertyListValue?, problems: [String])] = [:]

    /// Reads which containers a device has.
    /// - Parameter known: The metadata of one of them, by its directory.
    init(of layout: DeviceLayout, knowing known: (directory: HostPath, metadata: PropertyListValue)? = nil) {
        self.layout = layout
        members = Self.members(of: layout, knowing: known)
        places = Dictionary(members.enumerated().map { ($1.path, $0) }) { first, _ in first }
        directories = Dictionary(members.enumerated().map { ($1.directory, $0) }) { first, _ in first }
        bundles = Dictionary(members.filter { $0.role == .bundle }.map { ($0.identifier, $0.path) }) { first, _ in first
        }
        join()
    }

    /// Returns the containers of a device, without finding out which apps they belong to.
    /// - Parameter known: As in `init`.
    static func members(
        of layout: DeviceLayout, knowing known: (directory: HostPath, metadata: PropertyListValue)? = nil
    ) -> [Member] {
        let reader = MemberReader(layout, known)
        return HostLookahead.map(layout.areas, at: layout.device) { reader.members(of: $0) }.flatMap { $0 }
    }

    /// Returns the identifier of the container at a path, from its metadata or from the device's records of its apps;
    /// nil if it is not known.
    func identifier(of path: HostPath) -> String? { places[path].map { members[$0].identifier } }

    /// Returns the identifiers of the apps that the container at a path belongs to.
    private func apps(of path: HostPath) -> [String] { places[path].map { memberApps[$0] } ?? [] }

    /// Returns the other containers of the apps that the container at a path belongs to, in the order of their roles.
    func containers(besides path: HostPath) -> [ContainerCandidate] {
        guard let place = places[path] else { return [] }
        let related = Set(memberApps[place].flatMap { appContainers[$0] ?? [] }).subtracting([place])
        return related.map { (members[$0], memberApps[$0]) }
            .sorted { one, other in
                let (one, other) = (one.0, other.0)
                guard (one.role, one.identifier) == (other.role, other.identifier) else {
                    return (one.role.rawValue, one.identifier) < (other.role.rawValue, other.identifier)
                }
                return one.path.bytes.lexicographicallyPrecedes(other.path.bytes)
            }
            .map { member, apps in
                ContainerCandidate(
                    hostPath: member.path,
                    title: member.role == .bundle
                        ? String(decoding: member.path.name, as: UTF8.self) : member.identifier,
                    details: [member.role == .plugIn ? "plug-in's data container" : member.role.kind.title],
                    identifier: member.identifier, kind: member.role.kind,
                    membership: membership(member.role, of: apps))
            }
    }

    /// Returns the candidate for the container in a directory of an area, without reading it again; nil if its kind is
    /// not known.
    func candidate(in directory: HostPath) -> ContainerCandidate? {
        guard let index = directories[directory] else { return nil }
        let member = members[index]
        var problems: [String] = []
        let isApp = member.role == .data || member.role == .bundle
        let list = isApp ? infoDictionary(of: member.identifier, problems: &problems) : nil
        let app = list.map { AppInfo(infoDictionary: $0) }
        return ContainerCandidate(
            hostPath: directory, title: app?.name ?? member.identifier,
            details: [member.role.kind.title, String(decoding: directory.name, as: UTF8.self)],
            identifier: member.identifier, kind: member.role.kind, version: app?.version,
            membership: membership(member.role, of: memberApps[index]), parts: [member.path])
    }

    /// Returns the place of the container at a path.
    /// - Parameter role: Its role, according to its directory.
    func membership(of path: HostPath, as role: ContainerRole) -> AppMembership { membership(role, of: apps(of: path)) }

    private func membership(_ role: ContainerRole, of apps: [String]) -> AppMembership {
        AppMembership(role, of: apps, on: layout.device, isDeviceCopy: layout.isDevice)
    }

    /// Returns the `Info.plist` of an app's bundle, read once.
    func infoDictionary(of app: String, problems: inout [String]) -> PropertyListValue? {
        guard let path = bundles[app] else { return nil }
        let read = lists[path] ?? Self.readList(path)
        lists[path] = read
        problems += read.problems
        return read.values
    }

    private static func readList(_ bundle: HostPath) -> (values: PropertyListValue?, problems: [String]) {
        var problems: [String] = []
        let values = (try? HostDirectory(bundle)).flatMap {
            ContainerMetadata.list("Info.plist", in: $0.tree, problems: &problems)
        }
        return (values, problems)
    }

    /// Returns the entitlements of an app by its bundle, read once; nil if there are none.
    func entitlements(of app: String) -> AppInfo? {
        if let known = entitlements[app] { return known }
        var problems: [String] = []
        let list = infoDictionary(of: app, problems: &problems)
        let found = bundles[app].flatMap { Self.readEntitlements(of: $0, list) }
        entitlements[app] = .some(found)
        return found
    }

    private static func readEntitlements(of bundle: HostPath, _ list: PropertyListValue?) -> AppInfo? {
        (try? HostDirectory(bundle)).flatMap {
            BundleEntitlements.read(in: $0.tree, executable: list?["CFBundleExecutable"]?.stringValue)
        }
    }

    /// Reads what `entitlements(of:)` returns of all apps.
    private func readEntitlements() {
        let apps = bundles.map { (app: $0, bundle: $1) }
        let read = HostLookahead.map(apps, at: layout.device) { _, bundle in
            let list = DeviceApps.readList(bundle)
            return (list, DeviceApps.readEntitlements(of: bundle, list.values))
        }
        for ((app, bundle), found) in zip(apps, read) { (lists[bundle], entitlements[app]) = (found.0, .some(found.1)) }
    }

    private func join() {
        let apps = Set(members.filter { $0.role == .data || $0.role == .bundle }.map(\.identifier))
        var entitled: [Entitlement: [String: [String]]] = [:]
        if members.contains(where: { $0.role == .appGroup || $0.role == .iCloud }) {
            readEntitlements()
            for app in bundles.keys.sorted() {
                for (key, identifiers) in entitlements(of: app)?.entitlements ?? [:] {
                    for identifier in identifiers { entitled[key, default: [:]][identifier, default: []].append(app) }
                }
            }
        }
        for (index, member) in members.enumerated() {
            let owners: [String] =
                switch member.role {
                case .data, .bundle: [member.identifier]
                case .plugIn: (apps.beginning(of: member.identifier) ?? app(with: member.identifier)).map { [$0] } ?? []
                case .appGroup:
                    entitled[.appGroups]?[member.identifier] ?? byName(member.identifier, prefix: "group.", apps)
                case .iCloud:
                    entitled[.iCloudContainers]?[member.identifier]
                        ?? byName(
                            member.identifier, prefix: String(member.identifier.prefix { $0 != "." }) + ".", apps)
                case .system: []
                }
            memberApps.append(owners)
            for owner in owners { appContainers[owner, default: []].append(index) }
        }
    }

    /// Returns the app whose identifier a name begins with, unless its entitlements are known: they do not list it.
    private func byName(_ name: String, prefix: String, _ apps: Set<String>) -> [String] {
        guard name.hasPrefix(prefix), let app = apps.beginning(of: String(name.dropFirst(prefix.count))),
            entitlements(of: app) == nil
        else { return [] }
        return [app]
    }

    /// Returns the app whose bundle has a plug-in; nil if none has.
    private func app(with plugIn: String) -> String? {
        if let plugIns { return plugIns[plugIn] }
        var found: [String: String] = [:]
        for (app, path) in bundles {
            let directories = (try? HostDirectory(path.appending("PlugIns".utf8)))?.subdirectories ?? []
            for directory in directories.compactMap({ try? HostDirectory($0) }) where directory.hasSuffix(".appex") {
                var problems: [String] = []
                let list = ContainerMetadata.list("Info.plist", in: directory.tree, problems: &problems)
                list.flatMap { AppInfo(infoDictionary: $0).identifier }.map { found[$0] = app }
            }
        }
        plugIns = found
        return found[plugIn]
    }
}

extension Set<String> {
    /// Returns the longest identifier among these that another one is or begins with, up to a dot; nil if there is none.
    func beginning(of identifier: String) -> String? {
        var rest = Substring(identifier)
        while true {
            let name = String(rest)
            if contains(name) { return name }
            guard let dot = rest.lastIndex(of: ".") else { return nil }
            rest = rest[..<dot]
        }
    }
}

/// Reads which containers there are in the areas of a device.
private final class MemberReader: Sendable {
    private let layout: DeviceLayout
    private let known: (directory: HostPath, metadata: PropertyListValue)?
    /// Read if a container lacks its metadata: copies often leave out hidden files.
    private let state = Mutex<ApplicationState?>(nil)

    init(_ layout: DeviceLayout, _ known: (directory: HostPath, metadata: PropertyListValue)?) {
        (self.layout, self.known) = (layout, known)
    }

    func members(of area: DeviceLayout.Area) -> [DeviceApps.Member] {
        guard area.role != .system, let directory = try? HostDirectory(outsideBackups: area.path) else { return [] }
        return directory.mapSubdirectories { self.member(at: $0, role: area.role) }
    }

    private func member(at directory: HostDirectory, role: ContainerRole) -> DeviceApps.Member? {
        if role == .iCloud {
            guard ICloudSource().recognize(directory) != nil else { return nil }
            return .init(
                role: role, directory: directory.path, path: directory.path,
                identifier: ICloudSource.identifier(of: directory.path))
        }
        var problems: [String] = []
        let list =
            directory.path == known?.directory
            ? known?.metadata
            : ContainerMetadata.paths.firstResult {
                ContainerMetadata.list($0, in: directory.tree, problems: &problems)
            }
        var identifier = list.flatMap { AppInfo(containerMetadata: $0).identifier }
        var path = directory.path
        if role == .bundle {
            guard let app = directory.subdirectories.first(where: { $0.hasSuffix(".app") }) else { return nil }
            path = app
            if identifier == nil, let bundle = try? HostDirectory(app) {
                identifier = ContainerMetadata.list("Info.plist", in: bundle.tree, problems: &problems)
                    .flatMap { AppInfo(infoDictionary: $0).identifier }
            }
        }
        if identifier == nil, role == .data || role == .bundle {
            identifier = state.withLock { state in
                let read = state ?? ApplicationState(at: layout.applicationState)
                state = read
                return read.identifiers[Array(directory.path.name)]
            }
        }
        if identifier == nil, role == .data { identifier = ContainerStore.solePreferences(in: directory.tree) }
        return identifier.map {
            DeviceApps.Member(role: role, directory: directory.path, path: path, identifier: $0)
        }
    }
}

/// A cache of the apps of devices: a device with hundreds of containers is read only once.
final class DeviceAppsCache {
    private var known: [DeviceLayout: DeviceApps] = [:]

    /// Returns the apps of the device that the container at a path belongs to, and the container's role there.
    /// - Parameter metadata: The container's metadata, if they were read.
    func apps(
        around path: HostPath, _ metadata: PropertyListValue? = nil
    ) -> (apps: DeviceApps, role: ContainerRole)? {
        guard let (layout, area) = DeviceLayout.around(path) else { return nil }
        if let read = known[layout] { return (read, area.role) }
        let read = DeviceApps(of: layout, knowing: metadata.map { (path, $0) })
        known[layout] = read
        return (read, area.role)
    }
}
