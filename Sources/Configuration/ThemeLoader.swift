package import Screen
import System
import Themes

/// Finds themes by name, the user's own before the built-in ones, or by path.
package struct ThemeLoader: Sendable {
    /// The default theme.
    package static let defaultName = "dark"
    /// The name that stands for the theme that suits the terminal.
    package static let automaticName = "auto"

    /// Returns the theme that suits a terminal.
    /// - Parameters:
    ///   - colorCount: The number of its colours; 0 if it has none or the user wants none.
    ///   - background: Its background. With fewer than 16 colours, one theme suits both.
    package static func defaultName(colorCount: Int, on background: Background = .dark) -> String {
        switch colorCount {
        case 16...: background == .dark ? defaultName : "light"
        case 8..<16: "eight"
        default: "mono"
        }
    }

    private let directory: ConfigurationDirectory

    /// Creates a loader for the user's themes in `directory` and the built-in ones.
    package init(directory: ConfigurationDirectory = .fromEnvironment()) { self.directory = directory }

    /// An entry in the list of themes.
    package struct Summary: Hashable, Sendable {
        package let name: String
        /// The theme's description in one line; if the theme cannot be read, the reason.
        package let description: String
        /// Whether the theme comes with the program.
        package let isBuiltIn: Bool
        /// Whether the theme can be read.
        package let isReadable: Bool
    }

    /// Loads a theme.
    ///
    /// - Parameter nameOrPath: A path if it contains "/" or ends in ".toml", otherwise a name.
    package func load(_ nameOrPath: String) throws(ConfigurationError) -> Theme {
        var styles: [Role: Style] = [:]
        var next: String? = nameOrPath
        var visited: [String] = []
        while let wanted = next {
            let (file, theme) = try read(wanted, after: visited)
            // A theme overrides those that it inherits from.
            styles.merge(theme.styles) { nearer, _ in nearer }
            visited.append(file)
            next = theme.inherits
        }
        return Theme(name: Self.name(of: nameOrPath), styles: styles)
    }

    /// Returns all themes, sorted by name.
    package func list() -> [Summary] {
        let own = ownNames().map { summary($0, isBuiltIn: false) }
        let builtIn = Themes.names.filter { name in !own.contains { $0.name == name } }
            .map { summary($0, isBuiltIn: true) }
        return (own + builtIn).sorted { $0.name < $1.name }
    }

    private func summary(_ name: String, isBuiltIn: Bool) -> Summary {
        do {
            let theme = try read(name, after: []).theme
            return Summary(name: name, description: theme.description, isBuiltIn: isBuiltIn, isReadable: true)
        } catch {
            return Summary(name: name, description: error.message, isBuiltIn: isBuiltIn, isReadable: false)
        }
    }

    /// Reads one file, skipping one that was visited already: a theme may inherit from the built-in theme of the same
    /// name, but not from itself.
    private func read(
        _ nameOrPath: String,
        after visited: [String]
    ) throws(ConfigurationError) -> (file: String, theme: ThemeFile) {
        if Self.isPath(nameOrPath) {
            try refuseCircle(nameOrPath, visited)
            return (nameOrPath, try ThemeFile(ConfigurationFile.read(nameOrPath), file: nameOrPath))
        }
        if let path = directory.file("themes/\(nameOrPath).toml"), !visited.contains(path) {
            do {
                return (path, try ThemeFile(ConfigurationFile.read(path), file: path))
            } catch  where error.code == .notFound {
                // Fall back to a built-in theme.
            }
        }
        guard let toml = Themes.toml(nameOrPath) else { throw notFound(nameOrPath, visited) }
        try refuseCircle(nameOrPath, visited)
        let text = String(decoding: toml, as: UTF8.self)
        return (nameOrPath, try ThemeFile(ConfigurationFile.parse(text, file: nameOrPath), file: nameOrPath))
    }

    private func refuseCircle(_ name: String, _ visited: [String]) throws(ConfigurationError) {
        guard visited.contains(name) else { return }
        throw ConfigurationError(
            .value,
            file: visited.last ?? name,
            key: "inherits",
            "\"\(name)\" inherits from itself. Take this line out."
        )
    }

    private func notFound(_ name: String, _ visited: [String]) -> ConfigurationError {
        let suggestion = Suggestion.sentence(for: name, among: names())
        let message = "Unknown theme \"\(name)\"." + suggestion
        guard let file = visited.last else { return ConfigurationError(.notFound, file: name, message) }
        return ConfigurationError(.value, file: file, key: "inherits", message)
    }

    /// Returns the names of all themes in order, without reading them.
    package func names() -> [String] { Set(Themes.names + ownNames()).sorted() }

    private func ownNames() -> [String] {
        guard let path = directory.file("themes"), let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".toml"), !name.hasPrefix(".") { names.append(String(name.dropLast(5))) }
        }
        return names
    }

    private static func isPath(_ nameOrPath: String) -> Bool {
        nameOrPath.utf8.contains(UInt8(ascii: "/")) || nameOrPath.hasSuffix(".toml")
    }

    private static func name(of nameOrPath: String) -> String {
        guard isPath(nameOrPath) else { return nameOrPath }
        let last = nameOrPath.split(separator: "/").last ?? ""
        return String(last.hasSuffix(".toml") ? last.dropLast(5) : last)
    }
}
