package import ContainerModel
package import ContainerStore
import FileTree
package import Formats

/// What a bundle's declarations, code and privacy manifests say about security and privacy. Facts alone: the audit judges.
package struct BundleSecurity: Sendable {
    /// A bundle with code: the app itself, or a framework, an extension or another app in it.
    package struct Component: Sendable {
        /// The directory, from the container's root.
        package let path: ContainerPath
        /// The name without its suffix.
        package let name: String
        /// Whether it is a framework, and so an SDK.
        package let isFramework: Bool
        /// Whether it is the app, or whatever was opened as a bundle.
        package let isMain: Bool
        /// The path of its Info.plist, from the container's root.
        package fileprivate(set) var informationPath: ContainerPath
        /// The contents of its Info.plist; empty if there is none that can be read.
        package fileprivate(set) var information = PropertyListValue.dictionary(PropertyListDictionary())
        /// The files with code.
        package fileprivate(set) var binaries: [BundleBinary] = []
        /// The privacy manifests: one beside Info.plist, and those of resource bundles, which static libraries bring.
        package fileprivate(set) var manifests: [PrivacyManifest] = []
        /// The storyboards and nib files that its Info.plist names and that it does not have; empty if not all of its
        /// items were listed.
        package fileprivate(set) var absentInterfaces: [NamedInterface] = []

        /// Whether it has a manifest where Apple looks for it.
        package var hasManifest: Bool { manifests.contains { $0.path.parent == path } }

        /// Returns whether a manifest declares reasons for a category.
        package func declares(_ category: String) -> Bool {
            manifests.contains { $0.reasons[category]?.isEmpty == false }
        }
    }

    /// The contents of Info.plist; empty if there is none that can be read.
    package let information: PropertyListValue
    /// The components: the app first, then the others in the order of a walk.
    package private(set) var components: [Component]
    /// The files and directories, from the container's root, in the order of a walk; at most 20,000.
    package let items: [(path: ContainerPath, isDirectory: Bool)]
    /// Whether it is of the layout of macOS, whose apps need no privacy manifests.
    package let isForMac: Bool

    private static let maxComponents = 500
    private static let maxBinaries = 500
    private static let maxManifests = 500
    private static let suffixes = [".framework", ".appex", ".app", ".xpc"]
    /// The suffixes of bundles that have code if their Info.plist names an executable.
    private static let plugInSuffixes = CodeBundleKind.all.filter { !$0.alwaysHasCode }.map(\.suffix)

    /// Reads the bundle of a container. Blocks while files with code are read.
    /// - Parameter isCancelled: Returns whether the results are no longer needed; what was read until then is kept.
    /// - Returns: nil if the container has no bundle.
    package init?(of container: Container, isCancelled: () -> Bool = { false }) {
        guard let root = container.bundlePath else { return nil }
        let files = BundleFiles(of: container, at: root)
        information = files.information
        items = files.entries.map { (root.appending($0.path), $0.kind == .directory) }
        let main = String(decoding: files.name, as: UTF8.self)
        let ending = files.part?.suffix ?? ".app"
        isForMac = files.layout.isOfMac
        components = [
            Component(
                path: root, name: main.hasSuffix(ending) ? String(main.dropLast(ending.utf8.count)) : main,
                isFramework: main.hasSuffix(".framework"), isMain: true,
                informationPath: root.appending(files.layout.information))
        ]
        for entry in files.entries where entry.kind == .directory && components.count < Self.maxComponents {
            let last = String(decoding: entry.path.lastComponent ?? [], as: UTF8.self)
            guard
                let suffix = (Self.suffixes + Self.plugInSuffixes).first(where: { last.hasSuffix($0) && last != $0 })
            else { continue }
            let layout = files.layout(of: entry.path)
            let information = entry.path.appending(layout.root).appending(layout.information)
            if Self.plugInSuffixes.contains(suffix) {
                // Most bundles are of resources, which belong to the code around them.
                let code = entry.path.appending(layout.root).appending(layout.code)
                guard let name = files.list(information)?["CFBundleExecutable"]?.stringValue,
                    let path = code.appending(name: Array(name.utf8)), files.kind(path) == .file
                else { continue }
            }
            components.append(
                Component(
                    path: root.appending(entry.path), name: String(last.dropLast(suffix.utf8.count)),
                    isFramework: suffix == ".framework", isMain: false, informationPath: root.appending(information)))
        }
        let places = Dictionary(components.enumerated().map { ($1.path, $0) }) { first, _ in first }
        let executables = readInformation(files)
        var (binaries, manifests) = (0, 0)
        for entry in files.entries where entry.kind == .file {
            if isCancelled() { break }
            let path = root.appending(entry.path)
            guard let owner = Self.owner(of: path, places) else { continue }
            let last = entry.path.lastComponent.map { String(decoding: $0, as: UTF8.self) } ?? ""
            if last == PrivacyManifestRule.fileName, manifests < Self.maxManifests {
                manifests += 1
                components[owner].manifests.append(
                    PrivacyManifest(
                        path, in: files.tree,
                        isOfSDK: components[owner].isFramework || path.parent != components[owner].path)
                )
            } else if executables.contains(path) || last.hasSuffix(".dylib"), binaries < Self.maxBinaries {
                binaries += 1
                if let binary = BundleBinary(path, in: files.tree) { components[owner].binaries.append(binary) }
            }
        }
    }

    /// Reads a file with code by itself.
    /// - Returns: nil if it contains no code.
    package init?(ofFile path: ContainerPath, in container: Container) {
        guard let binary = BundleBinary(path, in: container.tree) else { return nil }
        (information, items, isForMac) = (.dictionary(PropertyListDictionary()), [], false)
        let name = path.lastComponent.map { String(decoding: $0, as: UTF8.self) } ?? ""
        var file = Component(path: path, name: name, isFramework: false, isMain: true, informationPath: path)
        file.binaries = [binary]
        components = [file]
    }

    /// Reads the property lists of the components.
    /// - Returns: The executables that they name.
    private mutating func readInformation(_ files: BundleFiles) -> Set<ContainerPath> {
        var found: Set<ContainerPath> = []
        for (index, component) in components.enumerated() {
            let inside = component.path.relative(to: files.root) ?? .root
            let layout = component.isMain ? files.layout : files.layout(of: inside)
            let parts = component.isMain ? ContainerPath.root : inside.appending(layout.root)
            let list = component.isMain ? files.information : files.list(parts.appending(layout.information))
            if let list {
                components[index].information = list
                // A framework has no interface that the system loads; on macOS resources have a directory of their own.
                if !component.isFramework, !layout.isOfMac, !files.isCut, files.problems.isEmpty {
                    components[index].absentInterfaces = NamedInterface.all(in: list).filter {
                        !$0.exists(in: files, at: inside)
                    }
                }
            }
            let name = list?["CFBundleExecutable"]?.stringValue ?? component.name
            let directory = files.root.appending(parts).appending(layout.code)
            if let path = directory.appending(name: Array(name.utf8)) { found.insert(path) }
        }
        return found
    }

    /// Returns the index of the innermost component that has an item.
    private static func owner(of path: ContainerPath, _ places: [ContainerPath: Int]) -> Int? {
        var directory = path.parent
        while let place = directory {
            if let index = places[place] { return index }
            directory = place.parent
        }
        return nil
    }
}
