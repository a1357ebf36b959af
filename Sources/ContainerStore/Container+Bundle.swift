package import ContainerModel
import FileTree

extension Container {
    /// The path of the app's bundle: `<Name>.app` in a bundle container, or the root if the container is the bundle
    /// itself, which may be part of an app, such as a framework; of a bundle for macOS the directory of its parts in it.
    /// nil for other containers, and if there is none.
    package var bundlePath: ContainerPath? {
        guard description.kind == .bundle, description.source != .codeFile else { return nil }
        if description.hostPath.hasSuffix(".app") || CodeBundleKind(ofName: description.hostPath.name) != nil {
            return BundleLayout(in: tree).root
        }
        guard let entries = try? tree.root.entries(path: .root) else { return nil }
        let suffix = Array(".app".utf8)
        let apps = (0..<entries.count).filter {
            entries.kind($0) == .directory && entries.name($0).suffix(suffix.count).elementsEqual(suffix)
        }
        if let first = apps.map({ Array(entries.name($0)) }).min(by: { $0.lexicographicallyPrecedes($1) }) {
            return ContainerPath(bytes: first)
        }
        let isBundle = (try? tree.status("Info.plist"))?.kind == .file
        return isBundle ? .root : nil
    }
}
