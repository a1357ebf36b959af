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
    /// What languages lack.
    package internal(set) var gaps: [Gap] = []

    private static let mostFiles = 2_000
    private static let mostKeys = 50

    /// Reads the strings files of all languages.
    init(_ files: inout BundleFiles) {
        developmentRegion = files.information["CFBundleDevelopmentRegion"]?.stringValue
        var counts: [String: Int] = [:]
        var strings: [String: [String: Set<String>]] = [:]
        var read = 0
        for entry in files.entries where entry.path.depth >= 1 {
            var components = entry.path.components
            guard let top = components.next().map({ String(decoding: $0, as: UTF8.self) }), top.hasSuffix(".lproj")
            else { continue }
            let language = String(top.dropLast(6))
            counts[language] = counts[language, default: 0] + (entry.kind == .file ? 1 : 0)
            let name = String(decoding: entry.path.lastComponent ?? [], as: UTF8.self)
            guard entry.kind == .file, entry.path.depth == 2, name.hasSuffix(".strings"), read < Self.mostFiles else {
                continue
            }
            read += 1
            let list = files.listNotingProblems(entry.path)?.dictionaryValue
            strings[name, default: [:]][language] = Set(list.map { Array($0.keys) } ?? [])
        }
        languages = counts.keys.sorted().map { Language(name: $0, files: counts[$0] ?? 0) }
        let listed = files.information["CFBundleLocalizations"]?.strings ?? []
        absentLanguages = listed.filter { counts[$0] == nil }.sorted()
        // Base has what all languages share.
        let names = counts.keys.filter { $0 != "Base" }.sorted()
        for (file, tables) in strings.sorted(by: { $0.key < $1.key }) {
            let all = tables.values.reduce(into: Set<String>()) { $0.formUnion($1) }
            for language in names {
                let missing = all.subtracting(tables[language] ?? []).sorted()
                guard !missing.isEmpty else { continue }
                gaps.append(
                    Gap(
                        language: language, file: file, isWholeFile: tables[language] == nil, count: missing.count,
                        keys: Array(missing.prefix(Self.mostKeys))))
            }
        }
    }
}
