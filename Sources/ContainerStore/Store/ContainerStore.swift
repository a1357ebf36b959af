package import ContainerModel
import FileTree
package import Jobs
import System

/// Opens containers of all known forms.
package enum ContainerStore {
    /// Opens a path of this computer: a container, a path inside one, or a directory with several.
    ///
    /// - Parameters:
    ///   - path: The path in bytes, as given by the user.
    ///   - readsDevices: Whether the containers of simulator devices are read if there are several devices, which takes
    ///     time for each.
    ///   - kind: If not nil, opens the directory at the path as a container of that kind, unless it is certainly one of
    ///     another kind, or inside one.
    ///   - overriding: Whether the kind applies to any directory, for the owner.
    ///   - search: How far to search for containers below the directory.
    ///   - progress: Counts the part of an archive that has been read.
    ///   - cancellation: Cancels reading an archive.
    /// - Throws: `ContainerStoreError` if the path cannot be opened as a container.
    package static func open(
        _ path: [UInt8],
        as kind: ContainerKind? = nil,
        overriding: Bool = false,
        readsDevices: Bool = true,
        search: CandidateSearch = CandidateSearch(),
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(ContainerStoreError) -> OpenedPath {
        if let candidates = try candidatesOnDevice(path, cancellation) { return .several(candidates) }
        if let candidates = try NamedContainers.candidates(path, readsDevices: readsDevices) {
            return .several(candidates)
        }
        return try open(
            try pathInArchive(path, progress, cancellation), as: kind, overriding: overriding, descents: 2,
            readsDevices: readsDevices, search: search)
    }

    /// Opens a path like `open`, except that a directory with a single container does not stand for that container.
    /// - Throws: `ContainerStoreError` if the path cannot be opened as a container.
    /// - Parameter search: How far to search for containers below the directory, which are several even if it is one.
    static func openNamed(
        _ path: [UInt8], search: CandidateSearch = CandidateSearch()
    ) throws(ContainerStoreError) -> OpenedPath {
        try open(try pathInArchive(path), as: nil, descents: 0, search: search)
    }

    /// Opens a path.
    /// - Parameter descents: How many times to descend into the only container of a directory. Twice is enough for the
    ///   only container of the only device in a set of simulator devices.
    static func open(
        _ path: [UInt8],
        as kind: ContainerKind?,
        overriding: Bool = false,
        descents: Int,
        readsDevices: Bool = true,
        search: CandidateSearch = CandidateSearch()
    ) throws(ContainerStoreError) -> OpenedPath {
        // The only app of a device, or one among several containers, is not mounted yet.
        try resolveReserved(path)
        guard let hostPath = HostPath(path) else { throw .missing(path) }
        let (directory, entry) = try nearestDirectory(hostPath, given: path)
        try refuseLinksOfContainers(on: directory.path, entry: entry, given: path)
        // For an archive, the directories around it do not matter: they say nothing about its contents.
        let archive = archive(around: directory)
        if let kind {
            guard entry == nil else {
                throw ContainerStoreError(.notAContainer, path, "is not a directory, so it cannot be a container")
            }
            if !overriding { try refuse(kind, for: directory, in: archive, given: path) }
            var forced =
                ContainerSources.recognize(directory) ?? Recognition(source: .directory, certainty: .certain)
            forced.kind = kind
            return .container(try assemble(directory, forced, given: path), at: ContainerStart(directory: .root))
        }
        let outer = enclosure(of: directory.path, in: archive)
        // Links outside of containers hide the surroundings of their targets.
        if archive == nil, let real = directory.path.followingLinks(), real != directory.path,
            let around = enclosure(of: real),
            outer?.root.followingLinks() != around.root || outer?.recognition.source != around.recognition.source
        {
            return try open(
                real, entry: entry, descents: descents, readsDevices: readsDevices, search: search, given: path)
        }
        if let outer {
            return try open(outer.directory, outer.recognition, below: directory.path, entry: entry, given: path)
        }
        let recognition = ContainerSources.recognize(directory)
        if let recognition, recognition.certainty == .certain {
            return try open(directory, recognition, entry: entry, given: path)
        }
        let above = recognize(among: ancestors(of: directory.path, in: archive))
        if let (container, package) = above, package.certainty == .certain,
            recognition == nil || package.source != .appPackage
        {
            return try open(container, package, below: directory.path, entry: entry, given: path)
        }
        if let recognition { return try open(directory, recognition, entry: entry, given: path) }
        let mayHold = entry == nil && search.levels > 0
        var listed: [ContainerCandidate]?
        do throws(FileTreeError) {
            listed = try mayHold ? ContainerSources.containers(in: directory) : nil
        } catch {
            throw ContainerStoreError(error, path)
        }
        let candidates =
            mayHold
            ? listed
                ?? candidates(
                    in: directory, search: above == nil ? search : CandidateSearch(levels: 1),
                    readsDevices: readsDevices) : []
        // An archive stands for its only container, even if the container has to be named.
        let descents = directory.path == archive ? max(1, descents) : descents
        // The only container that was found stands for the directory only if everything was examined.
        let isOnly = descents > 0 && candidates.count == 1 && search.leftNothingOut
        if !candidates.isEmpty, !isOnly { return .several(candidates) }
        if let only = candidates.first {
            return try open(
                only.hostPath.bytes, as: nil, descents: descents - 1, readsDevices: readsDevices, search: search)
        }
        if let (container, recognition) = above {
            return try open(container, recognition, below: directory.path, entry: entry, given: path)
        }
        // A link outside of all containers may lead into one, which the resolved path shows.
        if let target = hostPath.followingLinks(), target != hostPath {
            do throws(ContainerStoreError) {
                return try open(
                    target.bytes, as: nil, descents: descents, readsDevices: readsDevices, search: search)
            } catch {
                if let item = error.packageItem { throw .besideContainer(path, item) }
            }
        }
        if archive != nil { throw .noContainerInArchive(path, directory.tree) }
        if entry == nil, BackupFolder.lacksProperties(directory.tree),
            let reason = BackupFolder.reasonAgainst(directory.tree)
        {
            throw ContainerStoreError(
                .notAContainer, path, "looks like a MobileSync backup that cannot be opened: \(reason)")
        }
        if entry == nil, search.isCutOff {
            throw ContainerStoreError(
                .notAContainer, path,
                "is not an app's container, and has none in \(search.extent); name the container itself")
        }
        throw ContainerStoreError(
            .notAContainer,
            path,
            entry == nil
                ? "is not an app's container, contains none, and is not inside one. Its directories, \(search.levels) levels "
                    + "deep, and archives named .ipa or .xcappdata.zip were examined. A container has a metadata property list, or "
                    + "two of Documents, Library and tmp; `--kind data` opens any directory as one"
                : "is a file outside any app's container, and of no kind that can be opened "
                    + "(\(TreeFormats.all.map(\.title).joined(separator: ", ")))"
        )
    }

    /// Opens the container that a directory is, or is the package of, at its root or at an entry of it.
    private static func open(
        _ directory: HostDirectory, _ recognition: Recognition, entry: [UInt8]?, given path: [UInt8]
    ) throws(ContainerStoreError) -> OpenedPath {
        if let entry, !recognition.root.isRoot {
            let item = PackageItem(directory.path.appending(entry), in: directory.path)
            throw item.map { .besideContainer(path, $0) } ?? .missing(path)
        }
        return try open(directory, recognition, below: [], entry: entry, given: path)
    }

    /// Opens the target of a path with links, with the errors of the path as given.
    private static func open(
        _ target: HostPath, entry: [UInt8]?, descents: Int, readsDevices: Bool, search: CandidateSearch,
        given path: [UInt8]
    ) throws(ContainerStoreError) -> OpenedPath {
        do throws(ContainerStoreError) {
            let place = entry.map { target.appending($0) } ?? target
            return try open(place.bytes, as: nil, descents: descents, readsDevices: readsDevices, search: search)
        } catch {
            throw ContainerStoreError(error.code, path, error.message, packageItem: error.packageItem)
        }
    }

    /// Returns the directory at `hostPath`, or its parent directory and the name of the entry.
    private static func nearestDirectory(
        _ hostPath: HostPath,
        given path: [UInt8]
    ) throws(ContainerStoreError) -> (HostDirectory, entry: [UInt8]?) {
        // An archive inside a container is an item of that container.
        let isItem = isItemOfContainer(hostPath)
        if isItem, let (archive, inside) = TreeFile.find(hostPath.bytes), !inside.isRoot {
            throw .insideItem(path, archive.format.title)
        }
        do throws(FileTreeError) {
            if isItem { throw FileTreeError(errno: ENOTDIR, operation: "open the directory") }
            return (try HostDirectory(hostPath), nil)
        } catch {
            // For a file, or a dangling or circular link inside a container, use the parent directory.
            let isPresent = hostPath.parent.map { exists(hostPath.name, in: $0) } ?? false
            guard isPresent, let parent = hostPath.parent,
                [.notADirectory, .notFound, .throughLink].contains(error.code)
            else {
                guard error.code == .throughLink else { throw ContainerStoreError(error, path) }
                throw ContainerStoreError(.throughLink, path, "leads through a cycle of symbolic links")
            }
            do throws(FileTreeError) {
                return (try HostDirectory(parent), Array(hostPath.name))
            } catch {
                throw ContainerStoreError(error, path)
            }
        }
    }

    /// Refuses a path that leads through a symbolic link inside a container, which is never followed, even into another
    /// container. Links outside of containers are the user's own and are followed.
    private static func refuseLinksOfContainers(
        on way: HostPath,
        entry: [UInt8]?,
        given path: [UInt8]
    ) throws(ContainerStoreError) {
        guard way.followingLinks() != way else { return }
        for above in ancestors(of: way) {
            guard let inside = way.path(below: above), let (container, recognition) = recognize(above),
                recognition.certainty == .certain || isInStandardDirectory(inside, of: above)
            else { continue }
            do throws(FileTreeError) {
                _ = try container.tree.directory(at: inside, for: .lookup)
            } catch {
                guard error.code == .throughLink else { continue }
                // A link next to the container in its package is a package item, wherever it leads.
                let isInContainer = inside.components.starts(with: recognition.root.components) { $0.elementsEqual($1) }
                if !isInContainer, entry == nil,
                    (try? container.tree.directory(at: inside.parent ?? .root, for: .lookup)) != nil,
                    let item = PackageItem(way, in: above)
                {
                    throw .besideContainer(path, item)
                }
                throw .throughLink(path, inside, in: container.tree)
            }
        }
    }

    private static func exists(_ name: ArraySlice<UInt8>, in directory: HostPath) -> Bool {
        guard let tree = try? HostTree.open(directory.bytes), let path = ContainerPath(bytes: name) else {
            return false
        }
        return (try? tree.status(path)) != nil
    }

    /// Returns the ancestors of a path, nearest first; for a path in an archive, only up to the archive.
    static func ancestors(of path: HostPath, in archive: HostPath? = nil) -> [HostPath] {
        guard path != archive else { return [] }
        let above = Array(sequence(first: path, next: \.parent).dropFirst())
        guard let archive else { return above }
        return Array(above.prefix { $0 != archive }) + [archive]
    }

    /// Returns the directory at a path if it is certainly a container.
    static func findCertain(_ path: HostPath) -> (HostDirectory, Recognition)? {
        guard let directory = try? HostDirectory(path) else { return nil }
        return ContainerSources.recognize(directory, certainly: true).map { (directory, $0) }
    }

    /// Returns the directory at a path if it is recognized as a container.
    static func recognize(_ path: HostPath) -> (HostDirectory, Recognition)? {
        guard let directory = try? HostDirectory(path) else { return nil }
        return ContainerSources.recognize(directory).map { (directory, $0) }
    }

    /// Returns the first of several directories that is certainly a container or, if none is, the first that likely is.
    private static func recognize(among paths: [HostPath]) -> (HostDirectory, Recognition)? {
        var likely: (HostDirectory, Recognition)?
        for path in paths {
            guard let found = recognize(path) else { continue }
            if found.1.certainty == .certain { return found }
            likely = likely ?? found
        }
        return likely
    }

    /// Opens a container at a path inside it.
    private static func open(
        _ directory: HostDirectory,
        _ recognition: Recognition,
        below inner: HostPath,
        entry: [UInt8]?,
        given path: [UInt8]
    ) throws(ContainerStoreError) -> OpenedPath {
        let rest = inner.components(below: directory.path) ?? []
        // For `X.xcappdata/AppData/Library`, the container's root is AppData.
        guard rest.starts(with: Array(recognition.root.components), by: { $0.elementsEqual($1) }) else {
            let item = PackageItem(entry.map { inner.appending($0) } ?? inner, in: directory.path)
            throw item.map { .besideContainer(path, $0) } ?? .missing(path)
        }
        let inside = Array(rest.dropFirst(recognition.root.depth))
        return try open(directory, recognition, below: inside, entry: entry, given: path)
    }

    private static func open(
        _ directory: HostDirectory,
        _ recognition: Recognition,
        below components: [ArraySlice<UInt8>],
        entry: [UInt8]?,
        given path: [UInt8]
    ) throws(ContainerStoreError) -> OpenedPath {
        let container = try assemble(directory, recognition, given: path)
        let inside = components.reduce(ContainerPath.root) { $0.appending(name: $1) ?? $0 }
        do throws(FileTreeError) {
            // No link is followed: a Documents that is a link is a fault of the container, not a way out of it.
            _ = try container.tree.directory(at: inside)
        } catch {
            guard error.code == .throughLink, error.errno == ELOOP else { throw ContainerStoreError(error, path) }
            throw .throughLink(path, inside, in: container.tree)
        }
        return .container(container, at: ContainerStart(directory: inside, entry: entry))
    }

    static func assemble(
        _ directory: HostDirectory,
        _ recognition: Recognition,
        _ devices: DeviceAppsCache = DeviceAppsCache(),
        given path: [UInt8]
    ) throws(ContainerStoreError) -> Container {
        do throws(FileTreeError) {
            let root = try recognition.tree(in: directory)
            let hostPath = recognition.root.components.reduce(directory.path) { $0.appending($1) }
            return identify(root, at: hostPath, recognition, devices)
        } catch {
            throw ContainerStoreError(error, path)
        }
    }
}

extension ContainerStoreError {
    static func missing(_ path: [UInt8]) -> ContainerStoreError {
        ContainerStoreError(.notFound, path, "no such file or directory")
    }

    /// Creates the error for a path that cannot be opened as a container.
    ///
    /// An existing item that is not a tree is itself at fault then; inside a container, an item that is not a tree, or
    /// is damaged, is reported with its path (`OperationError.Code.init(_:)`).
    init(_ error: FileTreeError, _ path: [UInt8]) {
        let (code, message): (Code, String) =
            switch error.code {
            case .notFound: (.notFound, error.message)
            case .permissionDenied where error.isOfDevice: (.notShared, "cannot be read: \(error.reason)")
            case .permissionDenied: (.permissionDenied, "cannot be read: \(error.reason)")
            case .throughLink where error.errno == ELOOP:
                (.throughLink, "leads through a symbolic link inside the container; name the link's target instead")
            case .throughLink: (.throughLink, "leads out of the container")
            case .notADirectory: (.notAContainer, "is not a directory")
            case .locked:
                (.locked, "\(error.reason); use --passphrase-file or --passphrase-fd where there is no terminal")
            case .unusable, .notATree, .damaged: (.notAContainer, error.message)
            case .outOfDescriptors, .inputOutput, .other: (.inputOutput, error.message)
            }
        self.init(code, path, message, cause: error)
    }
}
