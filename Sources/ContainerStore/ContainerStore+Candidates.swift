package import ContainerModel
import FileTree
package import Jobs

extension ContainerStore {
    /// Returns the containers in a directory that is not a container itself: a simulator device,
    /// `Containers/Data/Application`, a folder of `.xcappdata`, a set of devices. Sorted by name, what several apps share
    /// last.
    /// - Parameters:
    ///   - looksDeeper: Whether directories in it that are neither container nor device are looked into as well, such as
    ///     those of several demonstrations.
    ///   - readsDevices: Whether the containers of devices are read, too.
    static func candidates(
        in directory: HostDirectory, looksDeeper: Bool = false, readsDevices: Bool = true
    ) -> [ContainerCandidate] {
        let places = ContainerSources.places(in: directory)
        let parents = places?.compactMap { try? HostDirectory($0) } ?? [directory]
        let devices = DeviceAppsCache()
        var examined = 0
        let found = parents.flatMap { parent in
            let subdirectories = parent.subdirectories(limit: places == nil ? HostDirectory.mostEntries : .max)
            let archives = places == nil ? parent.archivesOfContainers : []
            return (subdirectories + archives).flatMap { path -> [ContainerCandidate] in
                // What has been read of a device's containers to join them is not read again.
                if places != nil, let known = devices.apps(around: path)?.apps.candidate(in: path) { return [known] }
                guard let child = try? HostDirectory(path) else { return [] }
                if let found = candidate(child, devices, readsDevices: readsDevices) { return [found] }
                guard looksDeeper, places == nil, examined < HostDirectory.mostEntries else { return [] }
                let below = candidates(in: child, readsDevices: readsDevices)
                examined += max(1, child.entryCount)
                return below
            }
        }
        return found.map { (rank: $0.rank, name: $0.title.lowercased(), candidate: $0) }
            .sorted { ($0.rank, $0.name, $0.candidate.detail) < ($1.rank, $1.name, $1.candidate.detail) }
            .map(\.candidate)
    }

    private static func candidate(
        _ directory: HostDirectory,
        _ devices: DeviceAppsCache,
        readsDevices: Bool
    ) -> ContainerCandidate? {
        if let recognition = ContainerSources.recognize(directory) {
            guard let tree = try? recognition.tree(in: directory) else { return nil }
            let root = recognition.root.components.reduce(directory.path) { $0.appending($1) }
            let container = identify(tree, at: root, recognition, devices).description
            return ContainerCandidate(
                hostPath: directory.path,
                title: container.app.name ?? container.app.identifier
                    ?? String(decoding: directory.path.name, as: UTF8.self),
                // Two downloads of the same app differ only in the names of their packages.
                detail: "\(container.kind.title) · \(String(decoding: directory.path.name, as: UTF8.self))",
                identifier: container.app.identifier,
                kind: container.kind,
                version: container.app.version,
                membership: container.membership
            )
        }
        if let backup = BackupSource.device(at: directory) { return backup }
        guard let device = SimulatorDevice(at: directory) else { return nil }
        let title = device.name ?? String(decoding: directory.path.name, as: UTF8.self)
        let contents = readsDevices ? candidates(in: directory) : []
        let apps = readsDevices ? Counted.apps(appCount(of: contents)) : nil
        return ContainerCandidate(
            hostPath: directory.path, title: title,
            detail: [device.system, apps, device.identifier].compactMap { $0 }.joined(separator: " · "),
            contents: contents, isUnread: !readsDevices)
    }

    /// Reads the containers of a device, or what is in a domain of a backup, whose candidate is unread; nil if it is
    /// no longer one.
    package static func reading(
        _ device: ContainerCandidate, cancellation: Cancellation = Cancellation()
    ) -> ContainerCandidate? {
        if device.kind != nil { return BackupSource.reading(device, cancellation) }
        return (try? HostDirectory(device.hostPath)).flatMap {
            candidate($0, DeviceAppsCache(), readsDevices: true)
        }
    }

    /// Returns the number of apps that containers of a device belong to; extensions and groups are not counted.
    private static func appCount(of containers: [ContainerCandidate]) -> Int {
        let apps = containers.filter { $0.membership?.role == .data || $0.membership?.role == .bundle }
        return Set(apps.map { $0.identifier ?? $0.title }).count
    }

    /// Opens every container at a path: the one that the path names or lies in, or all in a directory, a simulator device
    /// or a set of devices.
    /// - Parameter failure: Receives the reason for each candidate that cannot be opened.
    /// - Throws: `ContainerStoreError` if the path leads to no container at all.
    package static func containers(
        at path: [UInt8],
        failure: (ContainerStoreError) -> Void
    ) throws(ContainerStoreError) -> [Container] {
        switch try open(path) {
        case .container(let container, _): return [container]
        case .several(let candidates):
            let devices = DeviceAppsCache()
            return candidates.flatMap { candidate in
                do throws(ContainerStoreError) {
                    return try containers(of: candidate, devices, failure: failure)
                } catch {
                    failure(error)
                    return []
                }
            }
        }
    }

    /// Opens the containers that belong with one: those of its simulator device, or else those in the folder that it is in.
    /// - Parameter failure: Receives the reason for each candidate that cannot be opened.
    /// - Returns: The containers, with the one itself among them; empty if the folder holds too much to look for them.
    package static func containers(
        around container: ContainerDescription, failure: (ContainerStoreError) -> Void
    ) -> [Container] {
        let package = container.packagePath
        let around = SimulatorDevice.directory(containing: package)?.path ?? package.parent
        return around.flatMap { try? containers(at: $0.bytes, failure: failure) } ?? []
    }

    private static func containers(
        of candidate: ContainerCandidate,
        _ devices: DeviceAppsCache,
        failure: (ContainerStoreError) -> Void
    ) throws(ContainerStoreError) -> [Container] {
        let path = candidate.hostPath
        let directory: HostDirectory
        do throws(FileTreeError) {
            directory = try HostDirectory(path)
        } catch {
            throw ContainerStoreError(error, path.bytes)
        }
        if let recognition = ContainerSources.recognize(directory) {
            return [try assemble(directory, recognition, devices, given: path.bytes)]
        }
        // A device without apps contains no container. What a backup contains is listed only when it is opened.
        guard !candidate.contents.isEmpty || BackupFolder(directory.tree) != nil else { return [] }
        return try containers(at: path.bytes, failure: failure)
    }
}

extension ContainerCandidate {
    /// The apps' own containers come before those that apps share, and those before the system's.
    fileprivate var rank: Int {
        switch kind {
        case .system: 2
        case .appGroup, .iCloud: 1
        default: 0
        }
    }
}

extension ContainerKind {
    /// The name of the kind as displayed.
    package var title: String {
        switch self {
        case .data: "data container"
        case .bundle: "bundle container"
        case .appGroup: "app group container"
        case .iCloud: "iCloud container"
        case .system: "system container"
        }
    }
}

extension ContainerStoreError {
    /// The error for a directory that is not a container and too large to look for containers in it.
    static func tooManyEntries(_ path: [UInt8]) -> ContainerStoreError {
        ContainerStoreError(
            .notAContainer,
            path,
            "is not an app's container, and has more than \(ByteCount.grouped(UInt64(HostDirectory.mostEntries))) "
                + "entries, too many to look for containers in; name the container itself"
        )
    }
}

extension FileTree {
    /// Returns the names of the regular files of the root directory; empty if it has more than `limit` entries.
    func fileNames(limit: Int) -> [String] {
        guard let entries = entries(limit: limit) else { return [] }
        return (0..<entries.count).filter { entries.kind($0) == .file }
            .map { String(decoding: entries.name($0), as: UTF8.self) }
    }
}

extension HostDirectory {
    /// The files whose names say that they are archives of containers: no other archive is opened to find out.
    fileprivate var archivesOfContainers: [HostPath] {
        guard tree.medium == nil, let entries = tree.entries(limit: Self.mostEntries) else { return [] }
        return entries.arranged(by: EntryOrder(), filter: EntryFilter())
            .filter { entries.kind(Int($0)) == .file }
            .map { path.appending(entries.name(Int($0))) }
            .filter { file in ContainerStore.archiveSuffixes.contains { file.hasSuffix($0) } }
    }

    /// The number of entries, up to the limit for looking at their subdirectories.
    fileprivate var entryCount: Int { tree.entries(limit: Self.mostEntries)?.count ?? Self.mostEntries }
}

extension ContainerStore {
    /// The ends of names of archives that hold a container.
    static let archiveSuffixes =
        [".ipa"] + TreeFormats.all.flatMap(\.suffixes).filter { $0 != ".ipa" }.map { ".xcappdata" + $0 }
}
