package import ContainerModel
package import FileTree
import Formats

/// Bundles that are part of an app, opened by themselves: a framework, an extension, an XPC service, a test bundle, a
/// plug-in; and bundles for macOS.
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
        let layout = BundleLayout(in: tree)
        let isMacApp = layout.isOfMac && hostPath.hasSuffix(CodeBundleKind.macApp.suffix)
        guard let kind = isMacApp ? .macApp : CodeBundleKind(ofName: hostPath.name),
            let bundle = try? tree.subtree(layout.root),
            (try? bundle.status(layout.information))?.kind == .file
                || (try? bundle.status("_CodeSignature"))?.kind == .directory
        else { return nil }
        var problems: [String] = []
        var app = AppInfo()
        let values = ContainerMetadata.list(layout.information, in: bundle, problems: &problems)
        if let values { app = AppInfo(infoDictionary: values) }
        let executable = values?["CFBundleExecutable"]?.stringValue
        guard kind.alwaysHasCode || executable != nil else { return nil }
        if let entitled = BundleEntitlements.read(in: bundle, executable: executable) { app = app.merging(entitled) }
        let description = ContainerDescription(
            kind: .bundle, source: kind.source, medium: tree.medium, hostPath: hostPath, app: app,
            problems: tree.problems + problems + app.problems)
        return Container(description: description, tree: tree)
    }

    /// Returns whether an item is a file with code: a Mach-O file or a static library.
    package static func isCodeFile(_ item: ContainerPath, in tree: any FileTree) -> Bool {
        guard (try? tree.status(item))?.kind == .file, let file = try? tree.openFile(item),
            let head = try? MachOFile.bytes(file, 0, MachOSlice.headLength)
        else { return false }
        return MachOSlice.isMachO(head) || StaticLibrary.exists(in: file, at: item)
    }

    /// Opens a file with code, such as a library, that is in no container and no bundle that can be opened.
    /// - Returns: The directory around it, in which it is the only item of interest, and its path; nil for other files.
    package static func codeFile(at path: [UInt8]) -> (container: Container, item: ContainerPath)? {
        guard let named = HostPath(path) else { return nil }
        let hostPath = named.followingLinks() ?? named
        guard let parent = hostPath.parent,
            let item = ContainerPath.root.appending(name: hostPath.name), let directory = try? HostDirectory(parent),
            isCodeFile(item, in: directory.tree)
        else { return nil }
        let description = ContainerDescription(
            kind: .bundle, source: .codeFile, medium: directory.tree.medium, hostPath: parent, app: AppInfo(),
            problems: directory.tree.problems)
        return (Container(description: description, tree: directory.tree), item)
    }
}

extension SourceKind {
    /// A file with code on its own.
    package static let codeFile = SourceKind(rawValue: "file with code")
}
