package import ContainerModel
import FileTree
package import Jobs

extension ContainerStore {
    /// Returns the containers in a directory that is not a container itself: a simulator device,
    /// `Containers/Data/Application`, a folder of `.xcappdata`, a set of devices. Sorted by name; containers of several
    /// apps come last.
    /// - Parameters:
    ///   - search: How many levels of subdirectories that are neither container nor device are searched as well, as for
    ///     several demonstrations.
    ///   - readsDevices: Whether the containers of devices are also read.
    static func candidates(
        in directory: HostDirectory, search: CandidateSearch = CandidateSearch(levels: 1), readsDevices: Bool = true
    ) -> [ContainerCandidate] {
        var (found, others) = level(in: directory, search, readsDevices: readsDevices)
        // Breadth first, so that nearby containers are found even if there is too much to search.
        var depth = 1
        while depth < search.levels, !others.isEmpty {
            depth += 1
            var below: [HostPath] = []
            for path in others {
                guard !search.isExhausted else {
                    search.isCutOff = true
                    break
                }
                guard let child = search.open(path) else { continue }
                let next = level(in: child, search, readsDevices: readsDevices)
                found += next.candidates
                below += next.others
            }
            others = below
        }
        if !others.isEmpty { search.isCutOff = true }
        return found.map { (rank: $0.rank, name: $0.title.lowercased(), candidate: $0) }
            .sorted { ($0.rank, $0.name, $0.candidate.detail) < ($1.rank, $1.name, $1.candidate.detail) }
            .map(\.candidate)
    }

    /// Returns the containers and devices directly in a directory, and the directories in it that are neither; none of those
    /// if its purpose is to hold containers.
    private static func level(
        in directory: HostDirectory, _ search: CandidateSearch, readsDevices: Bool
    ) -> (candidates: [ContainerCandidate], others: [HostPath]) {
        let places = ContainerSources.places(in: directory)
        let parents = places?.compactMap { try? HostDirectory($0) } ?? [directory]
        let devices = DeviceAppsCache()
        var (found, others): ([ContainerCandidate], [HostPath]) = ([], [])
        for parent in parents {
            guard let entries = search.entries(of: parent, isOfContainers: places != nil) else { continue }
            let subdirectories = parent.subdirectories(among: entries)
            let archives = places == nil ? parent.containerArchives(among: entries) : []
            if !search.opensArchives { found += archives.map { ContainerCandidate(archiveAt: $0) } }
            for path in subdirectories + (search.opensArchives ? archives : []) {
                guard !search.isStopped else {
                    search.isCutOff = true
                    break
                }
                // Containers that were read to group those of a device are not read again.
                if places != nil, let known = devices.apps(around: path)?.apps.candidate(in: path) {
                    found.append(known)
                    continue
                }
                guard let child = search.open(path) else { continue }
                if let candidate = candidate(child, devices, readsDevices: readsDevices, search) {
                    found.append(candidate)
                } else if places == nil {
                    others.append(path)
                }
            }
        }
        return (found, others)
    }

    static func candidate(
        _ directory: HostDirectory,
        _ devices: DeviceAppsCache,
        readsDevices: Bool,
        _ search: CandidateSearch? = nil
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
                details: [container.kind.title, String(decoding: directory.path.name, as: UTF8.self)],
                identifier: container.app.identifier,
                kind: container.kind,
                version: container.app.version,
                membership: container.membership
            )
        }
        if let backup = BackupSource.device(at: directory) { return backup }
        guard let device = SimulatorDevice(at: directory) else { return nil }
        let title = device.name ?? String(decoding: directory.path.name, as: UTF8.self)
        let inside = CandidateSearch(levels: 1)
        let contents = readsDevices ? candidates(in: directory, search: inside) : []
        // Whoever opens the device to read what it contains is told then.
        if contents.isEmpty { search?.adopt(inside) }
        let apps = readsDevices ? Pluralized.apps(appCount(of: contents)) : nil
        return ContainerCandidate(
            hostPath: directory.path, title: title,
            details: [device.system ?? "", apps ?? "", device.identifier], system: device.system,
            contents: contents, isUnread: !readsDevices, form: .simulatorDevice)
    }

    /// Reads the containers of a device, or the contents of a backup's domain, whose candidate is unread; nil if it is
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
    /// - Parameters:
    ///   - search: How far they are looked for.
    ///   - failure: Receives the reason for each candidate that cannot be opened.
    /// - Throws: `ContainerStoreError` if the path leads to no container at all.
    package static func containers(
        at path: [UInt8],
        search: CandidateSearch = CandidateSearch(),
        failure: (ContainerStoreError) -> Void
    ) throws(ContainerStoreError) -> [Container] {
        var found: [Container] = []
        try forEachContainer(at: path, search: search, failure: failure) { container in
            found.append(container)
            return true
        }
        return found
    }

    /// Opens every container at a path as `containers(at:search:failure:)` does, but one after the other, so that no more than
    /// one has to be open.
    /// - Parameter body: Receives a container, and returns whether the next one is wanted.
    /// - Throws: `ContainerStoreError` if the path leads to no container at all.
    package static func forEachContainer(
        at path: [UInt8],
        search: CandidateSearch = CandidateSearch(),
        failure: (ContainerStoreError) -> Void,
        _ body: (Container) -> Bool
    ) throws(ContainerStoreError) {
        _ = try visit(path, search: search, failure: failure, body)
    }

    /// - Returns: Whether the next container is wanted.
    private static func visit(
        _ path: [UInt8],
        search: CandidateSearch = CandidateSearch(),
        failure: (ContainerStoreError) -> Void,
        _ body: (Container) -> Bool
    ) throws(ContainerStoreError) -> Bool {
        switch try open(path, search: search) {
        case .container(let container, _): return body(container)
        case .several(let candidates):
            for reason in search.failures { failure(reason) }
            if search.isCutOff { failure(.cutOff(path, search)) }
            let devices = DeviceAppsCache()
            for candidate in candidates {
                do throws(ContainerStoreError) {
                    guard try visit(candidate, devices, failure: failure, body) else { return false }
                } catch {
                    failure(error)
                }
            }
            return true
        }
    }

    /// Opens the containers related to one: those of its simulator device, or else those in the same folder.
    /// - Parameter failure: Receives the reason for each candidate that cannot be opened.
    /// - Returns: The containers, including the given one; empty if the folder is too large to search.
    package static func containers(
        around container: ContainerDescription, failure: (ContainerStoreError) -> Void
    ) -> [Container] {
        let package = container.packagePath
        let around = SimulatorDevice.directory(containing: package)?.path ?? package.parent
        return around.flatMap { try? containers(at: $0.bytes, failure: failure) } ?? []
    }

    private static func visit(
        _ candidate: ContainerCandidate,
        _ devices: DeviceAppsCache,
        failure: (ContainerStoreError) -> Void,
        _ body: (Container) -> Bool
    ) throws(ContainerStoreError) -> Bool {
        let path = candidate.hostPath
        try resolveReserved(path.bytes)
        let directory: HostDirectory
        do throws(FileTreeError) {
            directory = try HostDirectory(path)
        } catch {
            throw ContainerStoreError(error, path.bytes)
        }
        if let recognition = ContainerSources.recognize(directory) {
            return body(try assemble(directory, recognition, devices, given: path.bytes))
        }
        // A device without apps contains no container. A backup's contents are listed only when it is opened.
        guard !candidate.contents.isEmpty || BackupFolder(directory.tree) != nil else { return true }
        return try visit(path.bytes, failure: failure, body)
    }
}

extension ContainerCandidate {
    /// Creates a candidate for an archive that is not opened.
    fileprivate init(archiveAt path: HostPath) {
        self.init(
            hostPath: path, title: String(decoding: path.name, as: UTF8.self), details: [Form.archive.title],
            form: .archive)
    }

    /// What it is, in words: its kind of container, or else its form.
    package var kindTitle: String { kind?.title ?? form.title }

    /// The apps' own containers come before those that apps share, and those before the system's.
    fileprivate var rank: Int {
        switch kind {
        case .system, .systemDomain: 2
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
        case .systemDomain: "system domain"
        }
    }
}

extension ContainerStoreError {
    /// The error for a directory of containers of which not everything was examined.
    static func cutOff(_ path: [UInt8], _ search: CandidateSearch) -> ContainerStoreError {
        ContainerStoreError(
            .notExamined, path,
            "has more than was examined, \(search.extent); name a directory below it")
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
    fileprivate func containerArchives(among entries: EntryList) -> [HostPath] {
        guard tree.medium == nil else { return [] }
        return entries.arranged(by: EntryOrder(), filter: EntryFilter())
            .filter { entries.kind(Int($0)) == .file }
            .map { path.appending(entries.name(Int($0))) }
            .filter { file in ContainerStore.archiveSuffixes.contains { file.hasSuffix($0) } }
    }
}

extension ContainerStore {
    /// The ends of names of archives that hold a container.
    static let archiveSuffixes =
        [".ipa"] + TreeFormats.all.flatMap(\.suffixes).filter { $0 != ".ipa" }.map { ".xcappdata" + $0 }
}
