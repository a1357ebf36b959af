import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Screen

/// Finds the items that command-line paths name, opening each container once.
struct Operands {
    private let app: AppInfoOptions
    private let actor: ActingParty?
    private(set) var containers: [Container] = []
    /// The roots of the named items.
    private(set) var open = OpenRoots()
    /// The named items that are in a package, but outside its container.
    private(set) var packageItems: [PackageItem] = []

    /// - Parameter actor: Who acts, for a command that has several.
    init(_ app: AppInfoOptions, as actor: ActingParty? = nil) { (self.app, self.actor) = (app, actor) }

    /// Returns an item of a container, whether or not it exists.
    /// - Throws: `ContainerStoreError`; `Failure` for faults of the container.
    mutating func item(_ path: [UInt8]) throws -> ItemAddress {
        if let hostPath = HostPath(path) {
            for container in containers {
                if let inside = hostPath.path(below: container.description.hostPath) {
                    if let fault = container.faults().first(before: inside) {
                        throw Failure(.data, "\(shownPath(hostPath.bytes)): \(DisplayText(fault.message))")
                    }
                    return ItemAddress(container.root, inside)
                }
            }
        }
        let (container, inside) = try app.locateItem(path, isNamed: true, as: actor)
        if let known = containers.first(where: { $0.description.hostPath == container.description.hostPath }) {
            return ItemAddress(known.root, inside)
        }
        add(container)
        return ItemAddress(container.root, inside)
    }

    /// Adds an open container.
    mutating func add(_ container: Container) {
        containers.append(container)
        open.add(container)
    }

    /// Returns a place in a container to put something, whether anything exists there or not.
    /// - Throws: As `item`; `Failure` for a place in an archive.
    mutating func destination(_ path: [UInt8]) throws -> ItemAddress {
        try refuseArchive(at: path)
        return try item(path)
    }

    /// Returns an item of a container, or an item of its package, which can only be copied.
    /// - Throws: As `item`.
    mutating func readableItem(_ path: [UInt8]) throws -> ItemAddress {
        do {
            return try item(path)
        } catch let error as ContainerStoreError {
            guard let packageItem = error.packageItem else { throw error }
            packageItems.append(packageItem)
            return try hostItem(path)
        }
    }

    /// Returns an item of this computer, whether or not it exists: links on the way are followed, a final link is not.
    /// - Throws: `Failure`
    func hostItem(_ path: [UInt8]) throws -> ItemAddress {
        try ContainerStore.resolveReserved(path)
        guard let hostPath = HostPath(path) else {
            throw Failure(.noInput, "\(DisplayText(bytes: path)): no such file or directory")
        }
        guard let parent = hostPath.parent, let name = ContainerPath(bytes: hostPath.name) else {
            throw Failure(.usage, "\(DisplayText(bytes: path)) is the root of this computer: name an item in it")
        }
        return ItemAddress(try root(at: parent, given: path), name)
    }

    /// Returns a directory of this computer, or a path that might become one.
    /// - Throws: `Failure`
    func hostDirectory(_ path: [UInt8]) throws -> ItemAddress {
        try ContainerStore.resolveReserved(path)
        guard let hostPath = HostPath(path) else {
            throw Failure(.noInput, "\(DisplayText(bytes: path)): no such file or directory")
        }
        return ItemAddress(try root(at: hostPath, given: path), .root)
    }

    /// Returns a place in a container to copy or move something to, whether anything exists there or not.
    /// - Throws: As `destination`.
    mutating func transferDestination(_ path: [UInt8]) throws -> ItemAddress {
        do {
            return try destination(path)
        } catch let error as ContainerStoreError where error.code == .notFound && !path.isEmpty {
            throw missing(path)
        }
    }

    /// Returns a place outside of containers to copy something to, whether anything exists there or not.
    /// - Throws: `Failure`
    func hostDestination(_ path: [UInt8]) throws -> ItemAddress {
        if let directory = try? hostDirectory(path) { return directory }
        guard directory(around: path) != nil else { throw missing(path) }
        return try hostItem(path)
    }

    private func missing(_ path: [UInt8]) -> Failure {
        let name = shownPath(HostPath(path)?.bytes ?? path).description
        let parent = directory(around: path) == nil ? HostPath(path)?.parent : nil
        return Failure(
            .noInput, DestinationQuestion.missing(name, notIn: parent.map { shownPath($0.bytes).description }))
    }

    private func directory(around path: [UInt8]) -> HostPath? { HostPath(path)?.parent?.followingLinks() }

    private func root(at directory: HostPath, given path: [UInt8]) throws -> Root {
        try ContainerStore.refuseLinksOut(directory.bytes)
        let root = Root(.directory, at: directory.bytes)
        _ = try naming(String(decoding: path, as: UTF8.self)) { try open.table.tree(of: root) }
        return root
    }
}

/// Refuses an archive, or a path in one, as a place for changes, whether it contains a container or not.
/// - Throws: `Failure`
func refuseArchive(at path: [UInt8]) throws {
    guard let medium = ContainerStore.medium(at: path) else { return }
    throw Failure(.readOnly(medium.title, at: path))
}
