package import ContainerModel
package import Screen
import TOMLKit

/// The settings in `config.toml`; all of them are optional.
package struct Settings: Hashable, Sendable {
    /// A theme's name or the path of its file; nil or `auto` for the one that suits the terminal.
    package var theme: String?
    /// Whether the mouse is reported to the program; if not, the terminal's own selection works.
    package var mouse = true
    /// The initial sort order of a listing.
    package var sort = SortKey.name
    /// Whether entries whose names begin with a dot are shown.
    package var hidden = false

    /// How the terminal is notified of the end of a long task.
    package enum Notify: String, CaseIterable, Hashable, Sendable {
        case off
        case bell
        case osc9
    }

    /// How the terminal is notified of the end of a task that took longer than ten seconds.
    package var notify = Notify.off

    /// How pictures are shown.
    package var pictures = PictureSetting.auto

    /// Whether files have the colours that the environment variable `LS_COLORS` gives them, instead of those of the theme.
    package var lsColors = false

    /// The number of seconds without a key after which the screen is covered; nil for never.
    package var coverAfter: Int?
    /// Whether losing the focus covers the screen; off if a terminal's focus reports are a nuisance.
    package var coverOnFocusLoss = true
    /// Whether the program ends instead of stopping when it is suspended.
    package var exitOnSuspend = false
    /// Whether containers are remembered: where one was in them, marks and tags.
    package var remember = true
    /// Whether nothing in a container is changed: if the file says so, or if it cannot be told whether it does.
    package var readOnly = false

    /// Why it cannot be told whether the file asks for read-only mode.
    package struct Doubt: Hashable, Sendable {
        /// What is wrong with the file.
        package let problem: ConfigurationError
        /// Whether read-only mode may be meant: the file mentions it, or cannot be read.
        package let mayMeanReadOnly: Bool
        /// A sentence that says what follows. The file's path in it is not safe for a terminal.
        package var sentence: String {
            "\(problem.file) leaves open whether read-only mode is meant; nothing is changed until it is corrected"
        }
    }

    /// Why it cannot be told whether the file asks for read-only mode; nil if it can.
    package private(set) var doubt: Doubt?

    /// Creates the default settings.
    package init() {}

    /// Parses an idle time such as `90`, `90s`, `5m` or `1h` into seconds; nil for anything else, zero, and more than a
    /// day.
    package static func seconds(_ text: String) -> Int? { TimeSpan.seconds(text, in: 1...86_400).map(Int.init) }

    /// Reads `config.toml`. A setting that is wrong or missing has its default; if the file does not exist, all have.
    /// - Returns: The settings, and every mistake in the file.
    package static func load(
        directory: ConfigurationDirectory = .fromEnvironment()
    ) -> (settings: Settings, problems: [ConfigurationError]) {
        var settings = Settings()
        guard let path = directory.file("config.toml") else { return (settings, []) }
        var problems: [ConfigurationError] = []
        do throws(ConfigurationError) {
            problems = settings.read(try ConfigurationFile.read(path), file: path)
        } catch {
            guard error.code != .notFound else { return (settings, []) }
            problems = [error]
        }
        // A mistake elsewhere in the file must not take away the protection that it asks for.
        if let problem = problems.first(where: { $0.code != .value }) {
            settings.readOnly = true
            settings.doubt = Doubt(
                problem: problem, mayMeanReadOnly: ConfigurationFile.mayMention(Self.readOnlyWords, in: path))
        }
        return (settings, problems)
    }

    /// How one may write `read-only`, whatever the encoding.
    private static let readOnlyWords = ["read-only", "read_only", "readonly", "read only"]

    private static let names = [
        "cover-after", "cover-on-focus-loss", "exit-on-suspend", "hidden", "ls-colors", "mouse", "notify", "pictures",
        "read-only", "remember", "sort", "theme",
    ]

    /// Takes the settings from a table.
    /// - Returns: The mistakes.
    private mutating func read(_ table: TOMLTable, file: String) -> [ConfigurationError] {
        table.keys.compactMap { key in
            table[key].flatMap { read($0, for: key) }.map {
                ConfigurationError(Self.names.contains(key) ? .value : .unknownKey, file: file, key: key, $0)
            }
        }
    }

    /// Takes a setting.
    /// - Returns: The mistake in it, and the allowed values; nil if there is no mistake.
    private mutating func read(_ value: any TOMLValueConvertible, for key: String) -> String? {
        switch key {
        case "theme":
            guard let name = value.string else {
                return "This must be \"auto\", a theme's name, or the path of its file, in quotes."
            }
            theme = name
        case "mouse": return read(value, into: \.mouse)
        case "hidden": return read(value, into: \.hidden)
        case "ls-colors": return read(value, into: \.lsColors)
        case "remember": return read(value, into: \.remember)
        case "cover-on-focus-loss": return read(value, into: \.coverOnFocusLoss)
        case "exit-on-suspend": return read(value, into: \.exitOnSuspend)
        case "read-only":
            // If it is mistyped, it was hardly meant to be off.
            guard let problem = read(value, into: \.readOnly) else { return nil }
            readOnly = true
            return problem + " Until then, read-only mode is on."
        case "cover-after":
            guard let seconds = value.string.flatMap(Self.seconds) else {
                return "This must be a time in quotes, up to a day: \"90s\", \"5m\", \"1h\"."
            }
            coverAfter = seconds
        case "sort":
            let names = SortKey.allCases.map(\.title)
            guard let sortKey = value.string.flatMap({ SortKey(title: $0) }) else {
                return "This must be a sort order in quotes." + Suggestion.sentence(for: value.string, among: names)
            }
            sort = sortKey
        case "pictures": return read(value, into: \.pictures)
        case "notify": return read(value, into: \.notify)
        default: return "There is no such setting." + Suggestion.sentence(for: key, among: Self.names)
        }
        return nil
    }

    private mutating func read(
        _ value: any TOMLValueConvertible,
        into setting: WritableKeyPath<Settings, Bool>
    ) -> String? {
        guard let isOn = value.bool else { return "This must be true or false, without quotes." }
        self[keyPath: setting] = isOn
        return nil
    }

    private mutating func read<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: any TOMLValueConvertible,
        into setting: WritableKeyPath<Settings, Choice>
    ) -> String? {
        guard let choice = value.string.flatMap({ Choice(rawValue: $0) }) else {
            let names = Choice.allCases.map(\.rawValue)
            return "This must be one of these, in quotes." + Suggestion.sentence(for: value.string, among: names)
        }
        self[keyPath: setting] = choice
        return nil
    }
}
