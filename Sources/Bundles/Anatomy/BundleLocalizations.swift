import ContainerModel
import Formats

/// The languages of a bundle and the keys that some of them lack. JSON keys are stable.
package struct BundleLocalizations: Encodable, Sendable {
    /// A language.
    package struct Language: Encodable, Hashable, Sendable {
        /// The name of the directory without `.lproj`: "en", "Base".
        package let name: String
        /// The number of files in it.
        package let files: Int
    }

    /// Keys of a strings file that a language lacks, though another one has them.
    package struct Gap: Encodable, Hashable, Sendable {
        /// The language.
        package let language: String
        /// The strings file.
        package let file: String
        /// Whether the whole file is missing.
        package let isWholeFile: Bool
        /// The number of keys that are missing.
        package let count: Int
        /// The keys, the first ones of many; not sanitized.
        package let keys: [String]
    }

    /// The languages, in order.
    package internal(set) var languages: [Language] = []
    /// `CFBundleDevelopmentRegion`.
    package internal(set) var developmentRegion: String?
    /// Languages that Info.plist lists and that have no directory.
    package internal(set) var absentLanguages: [String] = []
    /// The gaps in languages.
    package internal(set) var gaps: [Gap] = []

    private static let maxFiles = 2_000
    private static let maxKeys = 50
    /// The directory `Base.lproj`: interfaces and strings in the development language.
    private static let base = "Base"

    /// The two-letter codes of ISO 639-1.
    private static let codes = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo
        es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg
        ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn
        no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta
        te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """.split { $0.isWhitespace }.map(String.init))

    /// Returns whether a directory is named after a language: a code of ISO 639-1, or one of three letters for a language
    /// that has none, with a script or a region; or the base of all languages.
    static func isLanguage(_ name: String) -> Bool {
        guard name != base else { return true }
        guard let code = name.split(whereSeparator: { $0 == "-" || $0 == "_" }).first else { return false }
        return codes.contains(String(code))
            || code.count == 3 && code.allSatisfy { $0.isASCII && $0.isLowercase }
    }

    /// Returns the name of a compiled interface or of another file whose strings are translated in files of that name.
    private static func interface(_ name: String) -> String? {
        [".storyboardc", ".nib", ".intentdefinition"].first { name.hasSuffix($0) }.map {
            String(name.dropLast($0.count))
        }
    }

    /// Whether a directory belongs to the development language: `en` or `English` for `en`, `en` for `en-US`.
    private func isDevelopmentLanguage(_ language: String) -> Bool {
        func code(_ name: String) -> String {
            Self.oldNames[name] ?? name.replacing("_", with: "-").lowercased()
        }
        guard let region = developmentRegion.map(code) else { return false }
        return code(language) == region || region.hasPrefix(code(language) + "-")
    }

    /// The directories that are named as in the first versions of Mac OS X (Apple, "Internationalization and
    /// Localization Guide").
    private static let oldNames = [
        "English": "en", "French": "fr", "German": "de", "Italian": "it", "Japanese": "ja", "Spanish": "es",
        "Dutch": "nl",
    ]

    /// Reads the strings files of all languages.
    init(_ files: inout BundleFiles) {
        developmentRegion = files.information["CFBundleDevelopmentRegion"]?.stringValue
        var counts: [String: Int] = [:]
        var strings: [String: [String: Set<String>]] = [:]
        var interfaces: Set<String> = []
        var read = 0
        for entry in files.entries where entry.path.depth >= 1 {
            var components = entry.path.components
            guard let top = components.next().map({ String(decoding: $0, as: UTF8.self) }), top.hasSuffix(".lproj")
            else { continue }
            let language = String(top.dropLast(6))
            counts[language] = counts[language, default: 0] + (entry.kind == .file ? 1 : 0)
            let name = String(decoding: entry.path.lastComponent ?? [], as: UTF8.self)
            if language == Self.base, entry.path.depth == 2, let stem = Self.interface(name) { interfaces.insert(stem) }
            guard entry.kind == .file, entry.path.depth == 2, name.hasSuffix(".strings"), read < Self.maxFiles else {
                continue
            }
            read += 1
            let list = files.listNotingProblems(entry.path)?.dictionaryValue
            strings[name, default: [:]][language] = Set(list.map { Array($0.keys) } ?? [])
        }
        languages = counts.keys.sorted().map { Language(name: $0, files: counts[$0] ?? 0) }
        let listed = files.information["CFBundleLocalizations"]?.strings ?? []
        let hasBase = counts[Self.base] != nil
        absentLanguages = listed.filter { counts[$0] == nil && !(hasBase && isDevelopmentLanguage($0)) }.sorted()
        // Base has what all languages share, in the development language.
        let names = counts.keys.filter { $0 != Self.base }.sorted()
        for (file, tables) in strings.sorted(by: { $0.key < $1.key }) {
            let all = tables.values.reduce(into: Set<String>()) { $0.formUnion($1) }
            for language in names {
                var own = tables[language]
                if isDevelopmentLanguage(language) {
                    // The texts are in the interface itself.
                    if interfaces.contains(String(file.dropLast(8))) { continue }
                    if let shared = tables[Self.base] { own = (own ?? []).union(shared) }
                }
                let missing = all.subtracting(own ?? []).sorted()
                guard !missing.isEmpty else { continue }
                gaps.append(
                    Gap(
                        language: language, file: file, isWholeFile: own == nil, count: missing.count,
                        keys: Array(missing.prefix(Self.maxKeys))))
            }
        }
    }
}
