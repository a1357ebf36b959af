package import ContainerModel
package import ContainerStore
import Disk
import Jobs
package import Transactions

/// Something that an operation is about: an item of a container, or one of this computer, whether it is there or not.
package struct SharingItem: Sendable {
    /// The container that it is in; nil for what belongs to this computer.
    package let container: Container?
    /// Where it is.
    package let spot: Spot

    /// An item of a container.
    package init(_ path: ContainerPath, in container: Container) {
        self.container = container
        spot = Spot(container.site, path)
    }

    /// An item of this computer.
    package init(onComputer spot: Spot) {
        container = nil
        self.spot = spot
    }

    /// The item of that name in this directory; nil where it is no name.
    package func entry(_ name: some Collection<UInt8>) -> SharingItem? {
        spot.path.appending(name: name).map { SharingItem(container: container, spot: Spot(spot.site, $0)) }
    }

    /// The same item under another name; nil where it is no name.
    package func sibling(_ name: some Collection<UInt8>) -> SharingItem? {
        spot.sibling(name).map { SharingItem(container: container, spot: $0) }
    }

    /// The directory around it.
    package var parent: SharingItem { SharingItem(container: container, spot: spot.parent) }

    init(container: Container?, spot: Spot) {
        self.container = container
        self.spot = spot
    }
}

extension SharingItem {
    /// What stands there, links not followed.
    /// - Throws: `DiskError`
    func status() throws(DiskError) -> ItemStatus { try spot.site.root.status(spot.path) }

    /// What stands there; nil where nothing does.
    /// - Throws: `DiskError` where nobody can tell.
    func presentStatus() throws(DiskError) -> ItemStatus? { try spot.site.root.statusIfPresent(spot.path) }

    /// Whether something stands there.
    package var isThere: Bool { (try? status()) != nil }

    /// Whether both are in one container.
    func isBeside(_ other: SharingItem) -> Bool {
        guard let container, let second = other.container else { return false }
        return container.description.hostPath == second.description.hostPath
    }

    /// What is in the directory, in the order in which the system gives it.
    /// - Throws: `DiskError`
    func names() throws(DiskError) -> EntryList {
        let handle = try spot.site.root.openDirectory(spot.path)
        return try DirectoryReader.read(handle, path: spot.path, cancellation: Cancellation()) ?? EntryList()
    }

    /// The items in the directory, in the order of their names' bytes.
    /// - Throws: `DiskError`
    func entries() throws(DiskError) -> [SharingItem] { entries(try names()) }

    /// The items of these names in the directory, in the order of the names' bytes.
    func entries(_ list: EntryList) -> [SharingItem] {
        (0..<list.count).map { Array(list.name($0)) }.sorted { $0.lexicographicallyPrecedes($1) }
            .compactMap { entry($0) }
    }
}

extension SharingItem {
    /// Whether it is a directory that is made, where it is missing, when something comes to it: a place, or the
    /// directory of its own that an app has in Application Support (container-rules.md, "Application Support": S0, S2).
    package func isStandardDirectory(by rules: RuleBook = .standard) -> Bool {
        guard let description = container?.description else { return false }
        let identifier = description.app.identifier
        if rules.isExactPlace(spot.path, in: description.kind, bundleIdentifier: identifier) { return true }
        guard description.kind == .data, let identifier else { return false }
        return spot.path == rules.path(of: .applicationSupport)?.appending(name: Array(identifier.utf8))
    }
}

extension Container {
    /// The container as what changes know it by.
    package var site: Site { Site(root: root, hostPath: description.hostPath.bytes, isContainer: true) }
}
