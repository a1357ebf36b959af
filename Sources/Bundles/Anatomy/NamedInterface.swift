import ContainerModel
import Formats
import Reports

/// A storyboard or nib file that an Info.plist names, and that the system loads when it launches the app.
package struct NamedInterface: Hashable, Sendable {
    /// The purpose.
    package enum Purpose: Hashable, Sendable {
        /// The app's or a scene's interface, without which the launch fails.
        case main
        /// What the system shows until the app has launched.
        case launch
    }

    /// The purpose.
    package let purpose: Purpose
    /// The way to the value: the key, or the keys and the index around it.
    package let address: [String]
    /// The name in Info.plist; not sanitized.
    package let name: String

    /// The key.
    package var key: String { address.last ?? "" }
}

extension NamedInterface {
    private static let variants = ["", "~ipad", "~iphone"]
    private static let mainKeys = ["UIMainStoryboardFile", "NSMainNibFile", "NSMainStoryboardFile"]
    private static let launchKey = "UILaunchStoryboardName"

    /// Returns the storyboards and nib files that an Info.plist names: those of the app, of its scenes, of an
    /// extension, and of its launch, each for all devices or for one.
    static func all(in information: PropertyListValue) -> [NamedInterface] {
        var found: [NamedInterface] = []
        func add(_ purpose: Purpose, _ address: [String], _ value: PropertyListValue?) {
            guard let name = value?.stringValue, !name.isEmpty else { return }
            found.append(NamedInterface(purpose: purpose, address: address, name: name))
        }
        for key in mainKeys {
            for variant in variants { add(.main, [key + variant], information[key + variant]) }
        }
        for variant in variants {
            let (manifest, configurations) = ("UIApplicationSceneManifest" + variant, "UISceneConfigurations")
            let roles = information[manifest]?[configurations]?.dictionaryValue ?? PropertyListDictionary()
            for (role, scenes) in roles {
                for (index, scene) in (scenes.arrayValue ?? []).enumerated() {
                    let key = "UISceneStoryboardFile"
                    add(.main, [manifest, configurations, role, "\(index)", key], scene[key])
                }
            }
        }
        let (extensionKey, storyboard) = ("NSExtension", "NSExtensionMainStoryboard")
        add(.main, [extensionKey, storyboard], information[extensionKey]?[storyboard])
        for variant in variants { add(.launch, [launchKey + variant], information[launchKey + variant]) }
        return found
    }

    /// The names of the items that it may be: compiled storyboards and nib files, for all devices or for one.
    var itemNames: Set<[UInt8]> {
        let ending = [".storyboard", ".storyboardc", ".xib", ".nib"].first { name.hasSuffix($0) && name != $0 }
        let stem = String(name.dropLast(ending?.utf8.count ?? 0))
        let names = Self.variants.flatMap { ["\(stem)\($0).storyboardc", "\(stem)\($0).nib"] }
        return Set((names + [name]).map { Array($0.utf8) })
    }

    /// Returns whether a bundle has it, at the top level or in a language.
    /// - Parameter directory: The bundle, or one in it.
    func exists(in files: BundleFiles, at directory: ContainerPath = .root) -> Bool {
        let names = itemNames
        return files.entries.contains { entry in
            guard let last = entry.path.lastComponent, names.contains(Array(last)),
                let path = entry.path.relative(to: directory), path.depth <= 2
            else { return false }
            return path.depth == 1 || path.topDirectory.bytes.ends(with: Array(".lproj".utf8))
        }
    }
}
