package import Screen
import System
import Themes

/// Finds themes by name, the person's own before those that are built in, or by path.
package struct ThemeLoader: Sendable {
    /// The theme for those who have not chosen one.
    package static let defaultName = "dark"

    /// The same for a terminal of so many colours; 0 where it has none, or the person wants none.
    package static func defaultName(colorCount: Int) -> String {
        switch colorCount {
        case 16...: defaultName
        case 8..<16: "eight"
        default: "mono"
        }
    }

    private let directory: ConfigurationDirectory

    package init(directory: ConfigurationDirectory = .fromEnvironment()) { self.directory = directory }

    /// One line of the list of themes.
    package struct Summary: Hashable, Sendable {
        package let name: String
        /// One line; for a theme that cannot be read what is wrong with it.
        package let description: String
        /// Whether it comes with the program.
        package let isBuiltIn: Bool
        package let isReadable: Bool
    }

    /// Loads a theme.
    ///
    /// - Parameter nameOrPath: a path if it contains "/" or ends in ".toml", else a name.
    package func load(_ nameOrPath: String) throws(ConfigurationError) -> Theme {
        var styles: [Role: Style] = [:]
        var next: String? = nameOrPath
        var visited: [String] = []
        while let wanted = next {
            let (file, theme) = try read(wanted, after: visited)
            // What is nearer to the person wins.
            styles.merge(theme.styles) { nearer, _ in nearer }
            visited.append(file)
            next = theme.inherits
        }
        return Theme(name: Self.name(of: nameOrPath), styles: styles)
    }

    /// All themes by name.
    package func list() -> [Summary] {
        let own = ownNames().map { summary($0, isBuiltIn: false) }
        let builtIn = Themes.all.map(\.name).filter { name in !own.contains { $0.name == name } }
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

    /// Reads one file. One that was visited already is passed over: a theme of the name of a built-in one may
    /// inherit from that, but not from itself.
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
                // Then one that is built in.
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
        let names = Set(Themes.all.map(\.name) + ownNames()).sorted()
        let suggestion = Suggestion.sentence(for: name, among: names)
        let message = "There is no theme \"\(name)\"." + suggestion
        guard let file = visited.last else { return ConfigurationError(.notFound, file: name, message) }
        return ConfigurationError(.value, file: file, key: "inherits", message)
    }

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
