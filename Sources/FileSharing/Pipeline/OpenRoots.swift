package import ContainerModel
package import ContainerStore
package import FileTree
import Jobs

/// The roots that operations name: the handles of their directories, and the containers that some of them are.
package struct OpenRoots: Sendable {
    /// The handles.
    package let table: RootTable
    private var containers: [Root: Container] = [:]

    /// No root is open yet.
    package init() { table = RootTable() }

    /// One container.
    package init(_ container: Container) {
        self.init()
        add(container)
    }

    /// Has a container's root stand for the container that is open.
    package mutating func add(_ container: Container) {
        containers[container.root] = container
        table.adopt(container.tree, as: container.root)
    }

    /// The container that an item is in; nil for what belongs to this computer.
    package func container(of item: ItemAddress) -> Container? { containers[item.root] }

    func description(of item: ItemAddress) -> ContainerDescription? { containers[item.root]?.description }
}

extension OpenRoots {
    /// What stands there, links not followed.
    /// - Throws: `FileTreeError`
    func status(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus { try table.status(item) }

    /// What stands there; nil where nothing does.
    /// - Throws: `FileTreeError` where nobody can tell.
    func statusIfPresent(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus? { try table.statusIfPresent(item) }

    /// Whether something stands there, as far as anybody can tell.
    package func isPresent(_ item: ItemAddress) -> Bool { (try? status(item)) != nil }

    /// Whether a directory stands there, which is not so where something on the way is none.
    /// - Throws: `FileTreeError` where nobody can tell.
    func isDirectory(_ item: ItemAddress) throws(FileTreeError) -> Bool { try kindBelowDirectories(item) == .directory }

    /// What stands there; nil where nothing does, as where something on the way is no directory.
    /// - Throws: `FileTreeError` where nobody can tell.
    func kindBelowDirectories(_ item: ItemAddress) throws(FileTreeError) -> ItemKind? {
        do throws(FileTreeError) {
            return try statusIfPresent(item)?.kind
        } catch {
            guard error.code == .notADirectory || error.code == .throughLink else { throw error }
            return nil
        }
    }

    /// What is in a directory, in the order in which the system gives it.
    /// - Throws: `FileTreeError`
    func names(in directory: ItemAddress) throws(FileTreeError) -> EntryList {
        let handle = try table.listing(of: directory)
        return try handle.entries(path: directory.path) ?? EntryList()
    }

    /// The items in a directory, in the order of their names' bytes.
    /// - Throws: `FileTreeError`
    func entries(of directory: ItemAddress) throws(FileTreeError) -> [ItemAddress] {
        directory.entries(try names(in: directory))
    }

    /// A directory and those around it that are not there, outermost first.
    /// - Throws: `FileTreeError` where nobody can tell.
    func missingDirectories(to directory: ItemAddress) throws(FileTreeError) -> [ItemAddress] {
        var missing: [ItemAddress] = []
        var current = directory
        while !current.path.isRoot, try statusIfPresent(current) == nil {
            missing.append(current)
            current = current.parent
        }
        return missing.reversed()
    }

    /// Whether it is a directory that is made, where it is missing, when something comes to it: a place, or the
    /// directory of its own that an app has in Application Support (container-rules.md, "Application Support": S0, S2).
    package func isStandardDirectory(_ item: ItemAddress, by rules: RuleBook = .standard) -> Bool {
        guard let description = description(of: item) else { return false }
        let identifier = description.app.identifier
        if rules.isExactPlace(item.path, in: description.kind, bundleIdentifier: identifier) { return true }
        guard description.kind == .data, let identifier else { return false }
        return item.path == rules.path(of: .applicationSupport)?.appending(name: Array(identifier.utf8))
    }
}

extension ItemAddress {
    /// The items of these names in this directory, in the order of the names' bytes.
    func entries(_ list: EntryList) -> [ItemAddress] {
        (0..<list.count).map { Array(list.name($0)) }.sorted { $0.lexicographicallyPrecedes($1) }
            .compactMap { entry($0) }
    }

    /// A file in this directory that stands for all that have no rules of their own. Not in a container's root, where
    /// everything has.
    var someFile: ItemAddress? { path.isRoot ? nil : entry("file".utf8.map { $0 }) }
}
