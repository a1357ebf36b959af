package import ContainerModel
package import ContainerStore
import Documents
package import FileTree

extension DirectorySearch.Scope {
    /// Creates a scope from an item of a container: everything below a directory, a file alone, or `FILE:NAME/NAME…`, a value
    /// inside a file.
    /// - Parameters:
    ///   - path: Its path from the container's root.
    ///   - actor: Whose rights a condition means.
    ///   - state: The state of the app and the device.
    /// - Throws: `FileTreeError` if there is no such item.
    package init(
        item path: ContainerPath, of container: Container, as actor: ActingParty, state: DeviceState
    ) throws(FileTreeError) {
        let (item, value, isFile) = try Self.reading(of: path, in: container.tree)
        self.init(directory: isFile ? item.parent ?? .root : item, of: container, as: actor, state: state)
        file = isFile ? item.lastComponent.map { Array($0) } : nil
        self.value = value
    }

    /// Creates a scope from a directory of a container.
    package init(
        directory path: ContainerPath, of container: Container, as actor: ActingParty, state: DeviceState
    ) {
        self.init(
            ItemAddress(container.root, path), in: container.tree, container,
            rules: container.description.rules(in: path, as: actor, state: state))
    }

    /// Creates a scope from a path outside of all containers: a directory or an archive, a file alone, also in an archive,
    /// or a value inside a file. Links are followed, since the path is the user's own.
    /// - Returns: The scope, and the part of the path that names its directory or its only file; nil if there is nothing to
    ///   be searched.
    package static func outside(_ path: [UInt8]) -> (scope: Self, item: [UInt8])? {
        if let tree = try? HostTree.open(path) { return (Self(tree, at: path), path) }
        for (item, value) in ValueAddress.readings(of: path) {
            guard let hostPath = HostPath(item), let file = (hostPath.followingLinks() ?? hostPath).location,
                let tree = try? HostTree.open(file.directory.bytes),
                let status = try? tree.status(file.name), status.kind == .file
            else { continue }
            var scope = Self(tree, at: file.directory.bytes)
            scope.file = file.name.bytes
            scope.value = value
            return (scope, item)
        }
        return nil
    }

    /// Creates a scope from an archive that is searched as a tree: the bytes of its file that belong to none of its items.
    /// - Parameter path: The path without slashes at its end.
    /// - Returns: The scope, and the path; nil if the path does not lead to an archive.
    package static func besideItems(ofArchive path: [UInt8]) -> (scope: Self, item: [UInt8])? {
        guard let archive = HostArchive(at: path), archive.inside.isRoot else { return nil }
        var scope = Self(archive.tree, at: archive.directory.bytes)
        scope.file = archive.name.bytes
        scope.isBesideItems = true
        return (scope, path)
    }

    private init(_ tree: any FileTree, at hostPath: [UInt8]) {
        self.init(ItemAddress(Root(.directory, at: hostPath), .root), in: tree, nil, rules: nil)
    }

    /// Returns the longest part of a path that names an item, the names behind the colon after it, and whether it is a file.
    /// - Throws: `FileTreeError` about the whole path if no part of it names an item.
    private static func reading(
        of path: ContainerPath, in tree: any FileTree
    ) throws(FileTreeError) -> (item: ContainerPath, value: [[UInt8]], isFile: Bool) {
        do throws(FileTreeError) {
            return (path, [], try tree.status(path).kind == .file)
        } catch {
            for (name, value) in ValueAddress.readings(of: path.bytes).dropFirst() {
                if let item = ContainerPath(bytes: name), (try? tree.status(item))?.kind == .file {
                    return (item, value, true)
                }
            }
            throw error
        }
    }
}
