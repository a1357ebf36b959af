import ContainerModel
import FileTree

/// Paths behind the name of a package, which stands for the container in it.
extension ContainerStore {
    /// Returns a path of this computer that leads into a package past its container, such as `App.xcappdata/Documents`,
    /// as the path in the container: `App.xcappdata/AppData/Documents`. The item need not exist, but nothing of its first
    /// name may lie beside the container. Returns any other path unchanged.
    package static func pathInPackage(_ path: [UInt8]) -> [UInt8] {
        guard let hostPath = HostPath(path), let found = pathInPackage(hostPath, exists: { $0.exists }) else {
            return path
        }
        return found.bytes
    }

    /// Returns the path in a package's container; nil for other paths.
    /// - Parameter exists: Whether something exists at a path, which may be in an archive.
    static func pathInPackage(_ path: HostPath, exists: (HostPath) -> Bool) -> HostPath? {
        var package = path
        var missing: [ArraySlice<UInt8>] = []
        while !exists(package) {
            guard let parent = package.parent else { return nil }
            missing.append(package.name)
            package = parent
        }
        guard !missing.isEmpty, let (_, recognition) = findCertain(package), recognition.source == .xcappdata,
            !recognition.root.isRoot
        else { return nil }
        let root = recognition.root.components.reduce(package) { $0.appending($1) }
        return missing.reversed().reduce(root) { $0.appending($1) }
    }
}

extension HostPath {
    /// Whether something is at the path, if only a link.
    var exists: Bool {
        guard let parent, let name = ContainerPath(bytes: name) else { return true }
        return (try? RootedDirectory(hostPath: parent.bytes).status(name)) != nil
    }
}
