import TOMLKit

/// What `config.toml` says; all of it may be left out.
package struct Settings: Hashable, Sendable {
    /// What a listing is sorted by at first.
    package enum SortKey: String, CaseIterable, Hashable, Sendable {
        case name
        case size
        case time
        case kind
    }

    /// A theme's name or the path of its file; nil for the one that suits the terminal.
    package var theme: String?
    /// Whether the mouse is used; without it the terminal's own selection works.
    package var mouse = true
    package var sort = SortKey.name
    /// Whether entries whose name begins with a dot are shown.
    package var hidden = false

    package init() {}

    /// Reads `config.toml`; where there is none, all is as it is without.
    package static func load(
        directory: ConfigurationDirectory = .fromEnvironment()
    ) throws(ConfigurationError) -> Settings {
        guard let path = directory.file("config.toml") else { return Settings() }
        do {
            return try Settings(ConfigurationFile.read(path), file: path)
        } catch  where error.code == .notFound {
            return Settings()
        }
    }

    private init(_ table: TOMLTable, file: String) throws(ConfigurationError) {
        func wrong(_ key: String, _ message: String) -> ConfigurationError {
            ConfigurationError(.value, file: file, key: key, message)
        }
        for key in table.keys {
            guard let value = table[key] else { continue }
            switch key {
            case "theme":
                guard let name = value.string else { throw wrong(key, "This must be a theme's name in quotes.") }
                theme = name
            case "mouse":
                guard let isOn = value.bool else { throw wrong(key, "This must be true or false.") }
                mouse = isOn
            case "hidden":
                guard let isOn = value.bool else { throw wrong(key, "This must be true or false.") }
                hidden = isOn
            case "sort":
                let names = SortKey.allCases.map(\.rawValue)
                guard let sortKey = value.string.flatMap(SortKey.init) else {
                    throw wrong(
                        key, "Nothing is sorted by this." + Suggestion.sentence(for: value.string ?? "", among: names))
                }
                sort = sortKey
            default:
                let names = ["hidden", "mouse", "sort", "theme"]
                throw wrong(key, "There is no such setting." + Suggestion.sentence(for: key, among: names))
            }
        }
    }
}
