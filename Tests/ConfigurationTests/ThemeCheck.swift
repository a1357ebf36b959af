import Screen
import Themes

@testable import Configuration

/// The parts of a theme file other than its styles, to check the themes that come with the program.
struct ThemeCheck: Sendable {
    /// The roles that the file itself sets, without the inherited ones.
    let roles: Set<Role>
    /// The theme's description in one line.
    let description: String
    /// The colours behind "default" that the theme was designed for.
    let assumedForeground: Color?
    let assumedBackground: Color?

    /// Reads a theme that comes with the program.
    init(builtIn name: String) throws(ConfigurationError) {
        let text = String(decoding: Themes.toml(name) ?? [], as: UTF8.self)
        let theme = try ThemeFile(ConfigurationFile.parse(text, file: name), file: name)
        roles = Set(theme.styles.keys)
        description = theme.description
        assumedForeground = theme.assumedForeground
        assumedBackground = theme.assumedBackground
    }
}
