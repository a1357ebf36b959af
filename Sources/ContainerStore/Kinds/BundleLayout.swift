package import ContainerModel
package import FileTree

/// Where the parts of a bundle are: in its directory, as on iOS, or as on macOS in `Contents`, and of a framework in
/// `Versions/A` (Apple's Bundle Programming Guide, "Bundle Structures").
package struct BundleLayout: Hashable, Sendable {
    /// The directory of the parts, below the bundle's.
    package let root: ContainerPath
    /// Info.plist, below `root`.
    package let information: ContainerPath
    /// The directory of the executable, below `root`.
    package let code: ContainerPath

    /// The layout of iOS.
    package static let flat = BundleLayout(root: .root, information: "Info.plist", code: .root)
    private static let contents = BundleLayout(root: "Contents", information: "Info.plist", code: "MacOS")

    private static let versions: ContainerPath = "Versions"

    private init(root: ContainerPath, information: ContainerPath, code: ContainerPath) {
        (self.root, self.information, self.code) = (root, information, code)
    }

    /// Whether it is one of macOS.
    package var isOfMac: Bool { self != .flat }

    /// Finds the layout of a bundle.
    /// - Parameters:
    ///   - kind: Returns the kind of an item below the bundle's directory, without following links.
    ///   - versions: The names of the directories in `Versions`.
    package init(kind: (ContainerPath) -> ItemKind?, versions: () -> [[UInt8]]) {
        func has(_ layout: BundleLayout) -> Bool { kind(layout.root.appending(layout.information)) == .file }
        guard !has(.flat), kind("_CodeSignature") != .directory else {
            self = .flat
            return
        }
        if has(.contents) {
            self = .contents
            return
        }
        // `Versions/Current` is a link to one of them, and there is hardly ever another.
        let places = kind(Self.versions) == .directory ? versions() : []
        let found = places.sorted { $1.lexicographicallyPrecedes($0) }.prefix(32).compactMap { name in
            Self.versions.appending(name: name).map {
                BundleLayout(root: $0, information: "Resources/Info.plist", code: .root)
            }
        }.first(where: has)
        self = found ?? .flat
    }

    /// Finds the layout of a bundle in a tree.
    package init(of bundle: ContainerPath = .root, in tree: any FileTree) {
        self.init(
            kind: { (try? tree.status(bundle.appending($0)))?.kind },
            versions: {
                guard let entries = try? tree.directory(at: bundle.appending(Self.versions)).entries(path: .root) else {
                    return []
                }
                return (0..<entries.count).filter { entries.kind($0) == .directory }.map { Array(entries.name($0)) }
            })
    }
}

extension ContainerPath {
    /// The directory of a bundle, by that of its parts.
    package var bundleDirectory: ContainerPath {
        if lastComponent.map({ $0.elementsEqual("Contents".utf8) }) == true { return parent ?? .root }
        let outer = parent.flatMap(\.lastComponent)
        return outer.map { $0.elementsEqual("Versions".utf8) } == true ? parent?.parent ?? .root : self
    }
}
