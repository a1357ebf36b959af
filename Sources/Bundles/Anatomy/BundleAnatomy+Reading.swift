import ContainerModel
package import ContainerStore
import FileTree
import Formats
import FoundationEssentials

extension BundleAnatomy {
    /// Reads the bundle of a container. Blocks while its files are listed and small ones are read.
    /// - Parameter now: The time that determines what has expired, in seconds since 1970; nil for the current time.
    /// - Returns: nil if the container has no bundle.
    package init?(of container: Container, now: Double? = nil) {
        guard let root = container.bundlePath else { return nil }
        var files = BundleFiles(of: container, at: root)
        path = root.reportText
        code = BundleCode(files)
        icons = BundleIcons(files)
        // Only the app has an icon on the home screen, and asks the user.
        if files.part != nil { icons.missing = [] }
        settings = BundleSettings(&files)
        localizations = BundleLocalizations(&files)
        profile = BundleProfile(files, now: now ?? Date().timeIntervalSince1970)
        usage = BundleUsage(files.information, frameworks: files.part == nil ? code.systemFrameworks : [])
        declarations = BundleDeclarations(files.information)
        plugIns = Self.plugIns(files)
        let roles = BundleRoles(files.information, code, icons)
        items = files.entries.filter { $0.kind != .directory }.map {
            Item(path: $0.path.reportText, role: roles.role(of: $0.path))
        }
        isCut = files.isCut
        problems = files.problems
        launchImages = Self.launchImages(files)
        parts = BundleItemRule.all.filter { files.part == nil || $0.isOfEveryBundle }.map { part($0, files) }
        findings = BundleFindings(files, self).all
    }

    private static func launchImages(_ files: BundleFiles) -> [LaunchImage] {
        let paths = files.top { name in
            name.hasSuffix(".png") && (name.hasPrefix("Default") || name.hasPrefix("LaunchImage"))
        }
        return paths.map { path in
            let picture = BundleIcons.icon(path, files, [])
            let (width, height) = (picture.width, picture.height)
            return LaunchImage(
                path: picture.path, width: width, height: height,
                orientation: width == 0 ? nil : width > height ? .landscape : .portrait,
                screens: LaunchImageRule.screens(width: width, height: height))
        }
    }

    private static func plugIns(_ files: BundleFiles) -> [PlugIn] {
        files.entries.filter { entry in
            // Debug symbols lie beside the code that they are of.
            guard entry.kind == .directory, entry.path.depth == 2,
                entry.path.lastComponent?.ends(with: Array(".dSYM".utf8)) == false
            else { return false }
            return ["PlugIns", "Extensions", "Watch", "AppClips"].contains {
                entry.path.isInside(ContainerPath($0) ?? .root)
            }
        }.compactMap { entry in
            let list = files.list(entry.path.appending("Info.plist"))
            return PlugIn(
                path: entry.path.reportText, identifier: list?["CFBundleIdentifier"]?.stringValue,
                extensionPoint: list?["NSExtension"]?["NSExtensionPointIdentifier"]?.stringValue
                    ?? list?["EXAppExtensionAttributes"]?["EXExtensionPointIdentifier"]?.stringValue)
        }
    }

    private func part(_ rule: BundleItemRule, _ files: BundleFiles) -> Part {
        let count = items.count { $0.role == rule.role }
        let (isPresent, detail) = finding(rule.role, files, count)
        return Part(
            role: rule.role, requirement: rule.requirement, isPresent: isPresent, detail: detail,
            source: files.part == nil ? BundleItemRule.source : BundleItemRule.sourceOfEveryBundle)
    }

    private func finding(_ role: BundleRole, _ files: BundleFiles, _ count: Int) -> (Bool, String) {
        switch role {
        case .executable: return (code.isPresent, code.summary)
        case .informationList:
            let isPresent = files.kind(files.layout.information) == .file
            let isRead = files.information.dictionaryValue?.isEmpty == false
            return (isPresent, isPresent ? isRead ? "Info.plist" : "it cannot be read" : "no Info.plist")
        case .icon:
            let assets = icons.hasAssetCatalog ? ", others may be in Assets.car" : ""
            let isPresent = !icons.icons.isEmpty || icons.hasAssetCatalog
            return (
                isPresent,
                isPresent ? "\(Pluralized.files(icons.icons.count))\(assets)" : "neither files nor an asset catalog"
            )
        case .launchImage:
            let images = Pluralized.files(count)
            if count > 0 { return (true, images) }
            return launch(files)
        case .mainInterface:
            guard let named = NamedInterface.all(in: files.information).first(where: { $0.purpose == .main }) else {
                return (false, "the app makes its interface in code")
            }
            let (key, name) = (named.key, named.name)
            let found = named.exists(in: files)
            return (found, found ? "\(name) (\(key))" : "\(key) names \(name), which does not exist")
        case .distributionIcon:
            let names = icons.distributionIcons.map { "\($0.path) \($0.width) × \($0.height)" }
            let isRight = icons.distributionIcons.contains {
                $0.path == "iTunesArtwork" && $0.width == 512 && $0.height == 512
            }
            return (isRight, names.joined(separator: ", "))
        case .settings:
            let keys = settings?.specifiers.count { $0.key != nil } ?? 0
            return (settings != nil, settings == nil ? "" : "sets \(Pluralized.some(keys, "preference"))")
        case .localization:
            let names = localizations.languages.map(\.name)
            return (!names.isEmpty, names.joined(separator: ", "))
        default: return (count > 0, count > 0 ? Pluralized.files(count) : "")
        }
    }

    /// The launch screen that replaces launch images, if there are none.
    private func launch(_ files: BundleFiles) -> (Bool, String) {
        if let named = NamedInterface.all(in: files.information).first(where: { $0.purpose == .launch }) {
            let (key, name) = (named.key, named.name)
            let found = named.exists(in: files)
            return (found, found ? "storyboard \(name) instead" : "\(key) names \(name), which does not exist")
        }
        if let key = declarations.launch, key.hasPrefix("UILaunchScreen") {
            return (true, "\(key) in Info.plist instead")
        }
        guard let key = declarations.launch else { return (false, "neither images nor a storyboard") }
        guard icons.hasAssetCatalog else {
            return (false, "\(key) names images, and there are neither such files nor an asset catalog")
        }
        return (true, "may be in Assets.car")
    }
}

/// The roles of the items of a bundle, by what Info.plist names and by the table.
struct BundleRoles {
    private let executable: [UInt8]
    private let icons: Set<ContainerPath>
    private let documentIcons: Set<ContainerPath>
    private let mainNames: Set<[UInt8]>
    private let launchNames: Set<[UInt8]>

    init(_ information: PropertyListValue, _ code: BundleCode, _ icons: BundleIcons) {
        executable = Array((code.name ?? "").utf8)
        self.icons = icons.paths
        documentIcons = icons.documentPaths
        let interfaces = NamedInterface.all(in: information)
        func names(_ purpose: NamedInterface.Purpose) -> Set<[UInt8]> {
            interfaces.filter { $0.purpose == purpose }.reduce(into: []) { $0.formUnion($1.itemNames) }
        }
        (mainNames, launchNames) = (names(.main), names(.launch))
    }

    /// Returns the role of an item.
    /// - Parameter path: The path below the bundle.
    func role(of path: ContainerPath) -> BundleRole {
        if path.bytes == executable { return .executable }
        if icons.contains(path) { return .icon }
        if documentIcons.contains(path) { return .documentIcon }
        let components = path.components.map { Array($0) }
        // A nested bundle has its own interfaces.
        if let inside = components.prefix(3).first(where: { mainNames.contains($0) || launchNames.contains($0) }) {
            return mainNames.contains(inside) ? .mainInterface : .launchInterface
        }
        return BundleRoleRule.all.first { Self.matches($0.mark, components) }?.role ?? .resource
    }

    private static func matches(_ mark: BundleRoleRule.Mark, _ components: [[UInt8]]) -> Bool {
        switch mark {
        case .top(let name): components.first?.elementsEqual(name.utf8) ?? false
        case .suffix(let suffix):
            components.contains { $0.count > suffix.utf8.count && $0.ends(with: Array(suffix.utf8)) }
        case .topName(let prefix, let suffix):
            components.count == 1 && components[0].starts(with: prefix.utf8)
                && components[0].ends(with: Array(suffix.utf8))
        }
    }
}
