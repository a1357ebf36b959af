import TOMLKit

/// The settings in `config.toml`; all of them are optional.
package struct Settings: Hashable, Sendable {
    /// The initial sort order of a listing.
    package enum SortKey: String, CaseIterable, Hashable, Sendable {
        case name
        case size
        case time
        case kind
    }

    /// A theme's name or the path of its file; nil for the one that suits the terminal.
    package var theme: String?
    /// Whether the mouse is reported to the program; if not, the terminal's own selection works.
    package var mouse = true
    /// The initial sort order of a listing.
    package var sort = SortKey.name
    /// Whether entries whose names begin with a dot are shown.
    package var hidden = false

    /// The number of seconds without a key after which the screen is covered; nil for never.
    package var coverAfter: Int?
    /// Whether losing the focus covers the screen; off if a terminal's focus reports are a nuisance.
    package var coverOnFocusLoss = true
    /// Whether the program ends instead of stopping when it is suspended.
    package var exitOnSuspend = false

    /// Creates the default settings.
    package init() {}

    /// Parses a time such as `90`, `90s`, `5m` or `1h` into seconds; nil for anything else, zero, and more than a day.
    package static func seconds(_ text: String) -> Int? {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.utf8.count <= 5,
            let number = Int(digits), number > 0, number * (unit ?? 1) <= 86_400
        else { return nil }
        return number * (unit ?? 1)
    }

    /// Reads `config.toml`, or returns the default settings if it does not exist.
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
            case "cover-on-focus-loss":
                guard let isOn = value.bool else { throw wrong(key, "This must be true or false.") }
                coverOnFocusLoss = isOn
            case "exit-on-suspend":
                guard let isOn = value.bool else { throw wrong(key, "This must be true or false.") }
                exitOnSuspend = isOn
            case "cover-after":
                guard let seconds = value.string.flatMap(Self.seconds) else {
                    throw wrong(key, "This must be a time in quotes, up to a day: \"90s\", \"5m\", \"1h\".")
                }
                coverAfter = seconds
            case "sort":
                let names = SortKey.allCases.map(\.rawValue)
                guard let sortKey = value.string.flatMap(SortKey.init) else {
                    throw wrong(
                        key, "Unknown sort order." + Suggestion.sentence(for: value.string ?? "", among: names))
                }
                sort = sortKey
            default:
                let names = [
                    "cover-after", "cover-on-focus-loss", "exit-on-suspend", "hidden", "mouse", "sort", "theme",
                ]
                throw wrong(key, "Unknown setting." + Suggestion.sentence(for: key, among: names))
            }
        }
    }
}
