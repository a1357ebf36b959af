import ContainerModel
import ContainerStore
import FileTree
import Formats

/// The icons of a bundle, with the sizes that are present and missing. JSON keys are stable.
package struct BundleIcons: Encodable, Sendable {
    /// An icon.
    package struct Icon: Encodable, Hashable, Sendable {
        /// The path below the bundle; invalid UTF-8 is replaced.
        package let path: String
        /// The width in pixels; 0 if it is not a readable picture.
        package let width: Int
        /// The height in pixels.
        package let height: Int
        /// Whether Xcode optimized it for iOS (CgBI), which other programs do not show.
        package let isOptimized: Bool
        /// The uses of icons of this size.
        package let uses: [String]
    }

    /// A size that the system uses and that no file has.
    package struct MissingSize: Encodable, Hashable, Sendable {
        /// The width and height in pixels.
        package let pixels: Int
        /// The use of the icon.
        package let use: String
        /// The device.
        package let device: String
    }

    /// The icons, in the order of a walk.
    package internal(set) var icons: [Icon] = []
    /// The sizes for the app's devices that no file has.
    package internal(set) var missing: [MissingSize] = []
    /// Whether the bundle has a compiled asset catalog, in which Xcode puts the other sizes.
    package internal(set) var hasAssetCatalog = false
    /// Names in Info.plist without a file; not sanitized.
    package internal(set) var absentNames: [String] = []
    /// iTunesArtwork and its double size.
    package internal(set) var distributionIcons: [Icon] = []
    /// The icons of document types, by the names in Info.plist; not sanitized.
    package internal(set) var documentIcons: [DocumentIcon] = []

    /// The icon of a document type.
    package struct DocumentIcon: Encodable, Hashable, Sendable {
        /// `CFBundleTypeName` or the identifier of the type.
        package let type: String
        /// The file's name in Info.plist.
        package let name: String
        /// Whether there is a file of that name.
        package let isPresent: Bool
    }

    /// The names of the files that are app icons.
    private(set) var paths: Set<ContainerPath> = []
    private(set) var documentPaths: Set<ContainerPath> = []

    private enum CodingKeys: String, CodingKey {
        case icons, missing, hasAssetCatalog, absentNames, distributionIcons, documentIcons
    }

    /// Reads the icons.
    init(_ files: BundleFiles) {
        let information = files.information
        hasAssetCatalog = files.kind("Assets.car") == .file
        let sets = ["CFBundleIcons", "CFBundleIcons~ipad"].compactMap { information[$0]?["CFBundlePrimaryIcon"] }
        var names = sets.flatMap { $0["CFBundleIconFiles"]?.strings ?? $0.strings }
        names += (information["CFBundleIconFiles"]?.strings ?? []) + (information["CFBundleIconFile"]?.strings ?? [])
        for name in Set(names).sorted() {
            let found = Self.files(named: name, files)
            paths.formUnion(found)
            if found.isEmpty, !hasAssetCatalog { absentNames.append(name) }
        }
        paths.formUnion(
            files.top { ($0.hasPrefix("Icon") || $0.hasPrefix("AppIcon")) && $0.hasSuffix(".png") })
        let minimum = information["MinimumOSVersion"]?.stringValue
        let rules = AppIconRule.all.filter { $0.isUsed(since: minimum) }
        icons = paths.sorted().map { Self.icon($0, files, rules) }
        distributionIcons = files.top { $0 == "iTunesArtwork" || $0 == "iTunesArtwork@2x" }.map {
            Self.icon($0, files, [])
        }
        let devices = Self.devices(information)
        let sizes = Set(icons.filter { $0.width == $0.height }.map(\.width))
        missing = rules.filter { devices.contains($0.device) && !sizes.contains($0.pixels) }.map {
            MissingSize(pixels: $0.pixels, use: $0.use, device: $0.device)
        }
        readDocumentIcons(files)
    }

    /// `UIDeviceFamily`: 1 is the iPhone, 2 the iPad; without the key, the iPhone.
    private static func devices(_ information: PropertyListValue) -> Set<String> {
        let family = information["UIDeviceFamily"]
        let numbers = family?.arrayValue ?? family.map { [$0] } ?? [.integer(1)]
        let values = Set(numbers.compactMap { $0.integerValue ?? $0.stringValue.flatMap { Int64($0) } })
        return Set((values.contains(1) ? ["iPhone"] : []) + (values.contains(2) ? ["iPad"] : []))
    }

    /// Returns the files that a name in Info.plist stands for: with and without extension, scale and device.
    private static func files(named name: String, _ files: BundleFiles) -> [ContainerPath] {
        let stem = name.hasSuffix(".png") ? String(name.dropLast(4)) : name
        guard !stem.isEmpty else { return [] }
        return files.top { file in
            guard file.hasPrefix(stem) else { return false }
            let rest = file.dropFirst(stem.count)
            return rest.isEmpty || rest.first == "@" || rest.first == "~" || rest.first == "."
        }
    }

    /// Reads the size of a picture, and finds the uses of icons of that size.
    static func icon(_ path: ContainerPath, _ files: BundleFiles, _ rules: [AppIconRule]) -> Icon {
        let whole = files.root.appending(path)
        var header: PictureHeader?
        if let file = try? files.tree.openFile(whole), let size = try? files.tree.status(whole).size {
            header = PictureHeader(
                FileBytes(size: size) { (try? MachOFile.bytes(file, $0, min($1, 1 << 16))) ?? [] })
        }
        let (width, height) = (header?.width ?? 0, header?.height ?? 0)
        let uses = rules.filter { width == height && $0.pixels == width }.map { "\($0.device) \($0.use)" }
        return Icon(
            path: path.reportText, width: width, height: height,
            isOptimized: header?.traits.contains("optimized for iOS") ?? false, uses: uses)
    }

    private mutating func readDocumentIcons(_ files: BundleFiles) {
        let types = [
            ("CFBundleDocumentTypes", "CFBundleTypeName", "CFBundleTypeIconFiles"),
            ("CFBundleDocumentTypes", "CFBundleTypeName", "CFBundleTypeIconFile"),
            ("UTExportedTypeDeclarations", "UTTypeIdentifier", "UTTypeIconFiles"),
            ("UTImportedTypeDeclarations", "UTTypeIdentifier", "UTTypeIconFiles"),
        ]
        for (key, title, icons) in types {
            for type in files.information[key]?.arrayValue ?? [] {
                for name in type[icons]?.strings ?? [] where documentIcons.count < 500 {
                    let found = Self.files(named: name, files)
                    documentPaths.formUnion(found)
                    documentIcons.append(
                        DocumentIcon(
                            type: type[title]?.stringValue ?? "unnamed", name: name, isPresent: !found.isEmpty))
                }
            }
        }
    }
}
