import Formats

/// The resource seal of a bundle, as Xcode makes it (formats.md, "The bundle's resource seal").
enum CodeResources {
    /// Returns the seal of files.
    /// - Parameter files: The contents of each file by its path below the bundle, except the executable's.
    static func seal(_ files: [(path: String, bytes: [UInt8])]) -> [UInt8] {
        var first: [(String, PropertyListValue)] = []
        var second: [(String, PropertyListValue)] = []
        for (path, bytes) in files.sorted(by: { $0.path < $1.path }) {
            let sha1 = PropertyListValue.data(Digest.of(bytes, .sha1))
            let isOptional = path.contains(".lproj/") && !path.hasPrefix("Base.lproj/")
            first.append((path, isOptional ? ["hash": sha1, "optional": true] : sha1))
            guard path != "Info.plist", path != "PkgInfo" else { continue }
            let sha256 = PropertyListValue.data(Digest.of(bytes, .sha256))
            let pairs: [(String, PropertyListValue)] = [("hash", sha1), ("hash2", sha256)]
            let all = isOptional ? pairs + [("optional", true)] : pairs
            second.append((path, .dictionary(PropertyListDictionary(all))))
        }
        return PropertyListWriter.xml([
            "files": .dictionary(PropertyListDictionary(first)),
            "files2": .dictionary(PropertyListDictionary(second)),
            "rules": rules,
            "rules2": secondRules,
        ])
    }

    private static let rules: PropertyListValue = [
        "^.*": true,
        "^.*\\.lproj/": ["optional": true, "weight": .real(1_000)],
        "^.*\\.lproj/locversion.plist$": ["omit": true, "weight": .real(1_100)],
        "^Base\\.lproj/": ["weight": .real(1_010)],
        "^version.plist$": true,
    ]

    private static let secondRules: PropertyListValue = [
        ".*\\.dSYM($|/)": ["weight": .real(11)],
        "^(.*/)?\\.DS_Store$": ["omit": true, "weight": .real(2_000)],
        "^.*": true,
        "^.*\\.lproj/": ["optional": true, "weight": .real(1_000)],
        "^.*\\.lproj/locversion.plist$": ["omit": true, "weight": .real(1_100)],
        "^Base\\.lproj/": ["weight": .real(1_010)],
        "^Info\\.plist$": ["omit": true, "weight": .real(20)],
        "^PkgInfo$": ["omit": true, "weight": .real(20)],
        "^embedded\\.provisionprofile$": ["weight": .real(20)],
        "^version\\.plist$": ["weight": .real(20)],
    ]
}
