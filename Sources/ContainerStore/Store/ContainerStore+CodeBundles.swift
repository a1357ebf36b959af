package import ContainerModel
import FileTree

/// Bundles that are part of an app, opened by themselves: a framework, an extension, an XPC service, a test bundle.
extension ContainerStore {
    /// Opens such a bundle in a directory of this computer or in an archive, inside of no container.
    /// - Parameter path: The path of the bundle, or of an archive with nothing else in it.
    /// - Returns: nil if the path leads to none.
    package static func codeBundle(at path: [UInt8]) -> Container? {
        guard let hostPath = HostPath(path), let directory = try? HostDirectory(hostPath) else { return nil }
        if let found = codeBundle(directory.tree, at: hostPath) { return found }
        // A link to a bundle may have any name.
        if let target = hostPath.followingLinks(), target != hostPath { return codeBundle(directory.tree, at: target) }
        let bundles = directory.tree.medium == nil ? [] : directory.subdirectories
        guard bundles.count == 1, let only = try? HostDirectory(bundles[0]) else { return nil }
        return codeBundle(only.tree, at: only.path)
    }

    /// Opens such a bundle that is an item of a container.
    /// - Returns: nil for any other item.
    package static func codeBundle(_ item: ContainerPath, in container: Container) -> Container? {
        guard !item.isRoot, let tree = try? container.tree.subtree(item) else { return nil }
        return codeBundle(tree, at: item.components.reduce(container.description.hostPath) { $0.appending($1) })
    }

    private static func codeBundle(_ tree: any FileTree, at hostPath: HostPath) -> Container? {
        guard let kind = CodeBundleKind(ofName: hostPath.name),
            (try? tree.status("Info.plist"))?.kind == .file
                || (try? tree.status("_CodeSignature"))?.kind == .directory
        else { return nil }
        var problems: [String] = []
        var app = AppInfo()
        let values = ContainerMetadata.list("Info.plist", in: tree, problems: &problems)
        if let values { app = AppInfo(infoDictionary: values) }
        let executable = values?.dictionary?["CFBundleExecutable"]?.string
        if let entitled = BundleEntitlements.read(in: tree, executable: executable) { app = app.merging(entitled) }
        let description = ContainerDescription(
            kind: .bundle, source: kind.source, medium: tree.medium, hostPath: hostPath, app: app,
            problems: tree.problems + problems + app.problems)
        return Container(description: description, tree: tree)
    }
}
