package import ContainerModel
package import ContainerStore
package import FileTree
import Jobs
import Synchronization

/// The roots that operations refer to: their open directories, and the containers among them.
package struct OpenRoots: Sendable {
    /// The open directories.
    package let table: RootTable
    private var containers: [Root: Container] = [:]
    private let surroundings = Surroundings()

    /// Creates an empty set of roots.
    package init() { table = RootTable() }

    /// Creates a set with one container.
    package init(_ container: Container) {
        self.init()
        add(container)
    }

    /// Makes a container's root refer to the open container.
    package mutating func add(_ container: Container) {
        containers[container.root] = container
        table.adopt(container.tree, as: container.root)
    }

    /// Returns the container that an item is in; nil for items outside of containers.
    package func container(of item: ItemAddress) -> Container? { containers[item.root] }

    /// The trees of the open containers, by their roots.
    var roots: [Root: any FileTree] { containers.mapValues(\.tree) }

    func description(of item: ItemAddress) -> ContainerDescription? { containers[item.root]?.description }

    /// Returns the container that an item is in, and its path there, even if the item is addressed as one of this
    /// computer.
    func surroundings(of item: ItemAddress, _ type: ItemType) -> (ContainerDescription, ContainerPath)? {
        if let description = description(of: item) { return (description, item.path) }
        let directory = type == .directory ? item : item.parent
        guard !item.root.isContainer, let (container, path) = surroundings.container(around: directory) else {
            return nil
        }
        return (container, type == .directory ? path : path.appending(name: item.name) ?? path)
    }
}

extension OpenRoots {
    /// Returns an item's metadata, without following links.
    /// - Throws: `FileTreeError` if the item does not exist or cannot be examined.
    func status(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus { try table.status(item) }

    /// Returns an item's metadata; nil if it does not exist.
    /// - Throws: `FileTreeError` if the item cannot be examined.
    func statusIfPresent(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus? { try table.statusIfPresent(item) }

    /// Returns whether an item is known to exist.
    package func isPresent(_ item: ItemAddress) -> Bool { (try? status(item)) != nil }

    /// Returns whether an item is a directory; false if a component above it is not one.
    /// - Throws: `FileTreeError` if the item cannot be examined.
    func isDirectory(_ item: ItemAddress) throws(FileTreeError) -> Bool { try kindBelowDirectories(item) == .directory }

    /// Returns an item's type; nil if it does not exist, or if a component above it is not a directory.
    /// - Throws: `FileTreeError` if the item cannot be examined.
    func kindBelowDirectories(_ item: ItemAddress) throws(FileTreeError) -> ItemKind? {
        do throws(FileTreeError) {
            return try statusIfPresent(item)?.kind
        } catch {
            guard error.code == .notADirectory || error.code == .throughLink else { throw error }
            return nil
        }
    }

    /// Returns an item's type, as `kindBelowDirectories` does.
    /// - Throws: `OperationError` if the item cannot be examined.
    func kind(of item: ItemAddress) throws(OperationError) -> ItemKind? {
        do throws(FileTreeError) {
            return try kindBelowDirectories(item)
        } catch {
            throw OperationError(error, at: item)
        }
    }

    /// Returns the entries of a directory, in the order of the system.
    /// - Throws: `FileTreeError` if the directory cannot be read.
    func names(in directory: ItemAddress) throws(FileTreeError) -> EntryList {
        let handle = try table.listing(of: directory)
        return try handle.entries(path: directory.path) ?? EntryList()
    }

    /// Returns the items in a directory, in byte order of their names.
    /// - Throws: `FileTreeError` if the directory cannot be read.
    func entries(of directory: ItemAddress) throws(FileTreeError) -> [ItemAddress] {
        directory.entries(try names(in: directory))
    }

    /// Returns the missing directories on a path, including the last, outermost first.
    /// - Throws: `FileTreeError` if the path cannot be examined.
    func missingDirectories(to directory: ItemAddress) throws(FileTreeError) -> [ItemAddress] {
        var missing: [ItemAddress] = []
        var current = directory
        while !current.path.isRoot, try statusIfPresent(current) == nil {
            missing.append(current)
            current = current.parent
        }
        return missing.reversed()
    }

    /// Returns whether a missing directory is created on demand: a place, or the app's own directory in Application
    /// Support (container-rules.md, "Application Support": S0, S2).
    package func isStandardDirectory(_ item: ItemAddress, by rules: RuleBook = .standard) -> Bool {
        guard let description = description(of: item) else { return false }
        let identifier = description.app.identifier
        if rules.isExactPlace(item.path, in: description.kind, bundleIdentifier: identifier) { return true }
        guard description.kind == .data, let identifier else { return false }
        return item.path == rules.path(of: .applicationSupport)?.appending(name: Array(identifier.utf8))
    }
}

extension ItemAddress {
    /// Returns the items with these names in this directory, in byte order of the names.
    func entries(_ list: EntryList) -> [ItemAddress] {
        (0..<list.count).map { Array(list.name($0)) }.sorted { $0.lexicographicallyPrecedes($1) }
            .compactMap { entry($0) }
    }

    /// A file that represents all entries without special rules; nil for a container's root, where everything has
    /// its own.
    var someFile: ItemAddress? { path.isRoot ? nil : entry("file".utf8.map { $0 }) }
}

/// The containers around directories of this computer, each looked for once: an import may name any number of files.
private final class Surroundings: Sendable {
    typealias Place = (container: ContainerDescription, path: ContainerPath)

    private let known = Mutex<[[UInt8]: Place?]>([:])

    func container(around directory: ItemAddress) -> Place? {
        let directory = directory.hostPath
        if let found = known.withLock({ $0[directory] }) { return found }
        // A path that leads out of a container by a link is refused before.
        let found = (try? ContainerStore.surroundings(ofNew: directory, byLooks: false)) ?? nil
        known.withLock { $0[directory] = .some(found) }
        return found
    }
}
