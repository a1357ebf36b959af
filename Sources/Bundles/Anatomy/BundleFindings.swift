package import ContainerModel
import ContainerStore
import FileTree
import Formats
import Reports

/// A mistake in an app's bundle. JSON keys are stable.
package struct BundleFinding: Encodable, Hashable, Sendable {
    /// The identifier, stable across releases: "bundle.artwork-size".
    package let rule: BundleFindingRule
    /// The path below the bundle; nil for the bundle itself. Not sanitized.
    package let path: String?
    /// What is the matter with the item; not sanitized.
    package let detail: String
    /// The rule in one sentence.
    package let sentence: String
    /// The document, and where it stands there.
    package let source: String

    init(_ rule: BundleFindingRule, at path: String? = nil, _ detail: String) {
        (self.rule, self.path, self.detail) = (rule, path, detail)
        (sentence, source) = (rule.sentence, rule.source)
    }

    /// The finding in one line.
    package var line: String {
        "\(path.map { "\($0): " } ?? "")\(detail). \(sentence)  (\(rule.rawValue): \(source))"
    }
}

/// Finds the mistakes in an app's bundle.
struct BundleFindings {
    private let files: BundleFiles
    private let anatomy: BundleAnatomy

    private static let maxFindings = 200
    /// The files that should not depend on a language, by their extensions: pictures, video and sound.
    private static let media: Set<String> = [
        "png", "jpg", "jpeg", "gif", "heic", "tiff", "webp", "mp4", "m4v", "mov", "mp3", "m4a", "aac", "wav", "caf",
        "aif", "aiff",
    ]
    /// The size in bytes of the parts in which such files are compared, and how many bytes of a bundle are.
    private static let comparedAtOnce = 1 << 20
    private static let maxCompared: UInt64 = 512 << 20

    /// - Parameter anatomy: The parts of the bundle that have been read already.
    init(_ files: BundleFiles, _ anatomy: BundleAnatomy) { (self.files, self.anatomy) = (files, anatomy) }

    /// The mistakes, in the order of the table; none for a bundle that is not an app.
    var all: [BundleFinding] {
        guard files.part == nil, files.information.dictionaryValue?.isEmpty == false else { return [] }
        let parts: [[BundleFinding]] = [
            executable, artwork, launchImages, resources, languages, media, libraries, dynamicLibraries, capabilities,
        ]
        return Array(parts.joined().prefix(Self.maxFindings))
    }

    private var executable: [BundleFinding] {
        let bundle = String(decoding: files.name, as: UTF8.self)
        guard let name = anatomy.code.name, bundle.hasSuffix(".app"), String(bundle.dropLast(4)) != name else {
            return []
        }
        // Another rule tells that an executable is missing.
        guard anatomy.code.isPresent else { return [] }
        return [BundleFinding(.executableName, at: name, "the bundle is called \(bundle)")]
    }

    private var artwork: [BundleFinding] {
        var found: [BundleFinding] = []
        let icons = anatomy.icons.distributionIcons
        for icon in icons {
            let wanted = icon.path.contains("@2x") ? 1_024 : 512
            if icon.width != wanted || icon.height != wanted {
                let size = icon.width == 0 ? "not a picture" : "\(icon.width) × \(icon.height) pixels"
                found.append(BundleFinding(.artworkSize, at: icon.path, size))
            }
        }
        for path in files.top(where: { $0.hasPrefix("iTunesArtwork") && $0.contains(".") }) {
            found.append(BundleFinding(.artworkName, at: path.reportText, "it has an extension"))
        }
        if anatomy.profile?.distribution == "ad hoc", !icons.contains(where: { $0.path == "iTunesArtwork" }) {
            found.append(
                BundleFinding(.adHocIcon, "the profile is for ad hoc distribution, and there is no iTunesArtwork"))
        }
        return found
    }

    private var launchImages: [BundleFinding] {
        anatomy.launchImages.flatMap { image -> [BundleFinding] in
            guard image.width > 0 else { return [BundleFinding(.launchImageSize, at: image.path, "not a picture")] }
            let size = "\(image.width) × \(image.height) pixels"
            var found: [BundleFinding] = []
            if image.screens.isEmpty { found.append(BundleFinding(.launchImageSize, at: image.path, size)) }
            let isTurned =
                image.path.contains("-Portrait") && image.width > image.height
                || image.path.contains("-Landscape") && image.width < image.height
            if isTurned { found.append(BundleFinding(.launchImageOrientation, at: image.path, size)) }
            return found
        }
    }

    /// Plain resources in directories of the app's own.
    private var resources: [BundleFinding] {
        var directories: [String: Int] = [:]
        for item in anatomy.items where item.role == .resource {
            // Frameworks and libraries outside of Frameworks are findings of their own.
            guard let slash = item.path.firstIndex(of: "/"), !item.path[..<slash].hasSuffix(".framework"),
                !item.path.hasSuffix(".dylib")
            else { continue }
            directories[String(item.path[..<slash]), default: 0] += 1
        }
        return directories.sorted { $0.key < $1.key }.map { name, count in
            BundleFinding(.nestedResource, at: name, "a directory with \(Pluralized.files(count))")
        }
    }

    private var languages: [BundleFinding] {
        anatomy.localizations.languages.filter { !BundleLocalizations.isLanguage($0.name) }.map {
            BundleFinding(.languageName, at: "\($0.name).lproj", "\($0.name) is not a language code")
        }
    }

    /// The same picture, video or sound in several languages.
    private var media: [BundleFinding] {
        var byName: [String: [BundleFiles.Entry]] = [:]
        for entry in files.entries where entry.kind == .file && entry.path.depth == 2 {
            let name = String(decoding: entry.path.lastComponent ?? [], as: UTF8.self)
            guard let dot = name.lastIndex(of: "."), Self.media.contains(name[dot...].dropFirst().lowercased()),
                entry.path.topDirectory.bytes.suffix(6).elementsEqual(".lproj".utf8)
            else { continue }
            byName[name, default: []].append(entry)
        }
        var left = Self.maxCompared
        return byName.sorted { $0.key < $1.key }.compactMap { name, entries -> BundleFinding? in
            guard entries.count > 1, Set(entries.map(\.size)).count == 1 else { return nil }
            // Files that are too large to be compared are not said to be the same.
            let (cost, overflows) = entries[0].size.multipliedReportingOverflow(by: UInt64(entries.count))
            guard !overflows, cost <= left else { return nil }
            left -= cost
            guard
                entries.dropFirst().allSatisfy({ haveSameContents($0, entries[0]) })
            else { return nil }
            let languages = entries.map { String(decoding: $0.path.topDirectory.bytes.dropLast(6), as: UTF8.self) }
            return BundleFinding(
                .localizedTwice, at: entries.map(\.path).min()?.reportText,
                "\(name) is the same in \(entries.count) languages: \(Self.listed(languages))")
        }
    }

    /// Returns whether two files of the same size have the same contents.
    private func haveSameContents(_ one: BundleFiles.Entry, _ other: BundleFiles.Entry) -> Bool {
        guard let first = try? files.tree.openFile(files.root.appending(one.path)),
            let second = try? files.tree.openFile(files.root.appending(other.path))
        else { return false }
        for start in stride(from: 0, to: one.size, by: Self.comparedAtOnce) {
            let length = Int(min(UInt64(Self.comparedAtOnce), one.size - start))
            guard let left = try? MachOFile.bytes(first, start, length),
                let right = try? MachOFile.bytes(second, start, length), left == right
            else { return false }
        }
        return true
    }

    /// Archives of object files: `.a`, and frameworks whose binary is one.
    private var libraries: [BundleFinding] {
        files.entries.filter { $0.kind == .file }.compactMap { entry -> BundleFinding? in
            let name = Array(entry.path.lastComponent ?? [])
            let directory = entry.path.parent?.lastComponent.map { Array($0) } ?? []
            let isBinary = directory == name + Array(".framework".utf8)
            let hasSuffix = name.count > 2 && name.suffix(2).elementsEqual(".a".utf8)
            guard isBinary || hasSuffix, isArchive(entry.path) else { return nil }
            return BundleFinding(
                .staticLibrary, at: entry.path.reportText,
                isBinary ? "the binary of a static framework" : "a static library")
        }
    }

    /// Returns the first of some names, separated by commas.
    private static func listed(_ names: [String]) -> String {
        names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }

    private static let frameworks = Array("Frameworks".utf8)

    /// Dynamic libraries and frameworks that do not lie in a directory Frameworks: of the bundle, or of one in it. Xcode
    /// puts the libraries of a debug build elsewhere, which the rules on what development leaves behind name.
    private var dynamicLibraries: [BundleFinding] {
        files.entries.compactMap { entry -> BundleFinding? in
            let names = entry.path.components.map { Array($0) }
            guard let last = names.last, !names.dropLast().contains(Self.frameworks) else { return nil }
            let name = String(decoding: last, as: UTF8.self)
            let isLibrary =
                name.hasSuffix(".dylib") && entry.kind == .file
                || name.hasSuffix(".framework") && entry.kind == .directory
            // What lies in a framework is told with it.
            let isTold = names.dropLast().contains { $0.ends(with: Array(".framework".utf8)) }
            guard isLibrary, !isTold,
                !names.contains(where: { DebugLeftoverRule.of(String(decoding: $0, as: UTF8.self)) != nil })
            else { return nil }
            let place =
                entry.path.depth == 1
                ? "at the top level of the bundle" : "in \(entry.path.parent?.reportText ?? "another directory")"
            return BundleFinding(.dynamicLibrary, at: entry.path.reportText, place)
        }
    }

    private func isArchive(_ path: ContainerPath) -> Bool {
        guard let file = try? files.tree.openFile(files.root.appending(path)) else { return false }
        return (try? MachOFile.bytes(file, 0, 8)).map { StaticLibraryMember.isArchive($0) } ?? false
    }

    private var capabilities: [BundleFinding] {
        guard anatomy.declarations.capabilities.isEmpty else { return [] }
        return [BundleFinding(.noCapabilities, "Info.plist declares none")]
    }
}
