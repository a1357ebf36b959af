package import Screen
import Themes

/// The parts of a theme file other than its styles, to check the themes that come with the program.
package struct ThemeCheck: Sendable {
    /// The roles that the file itself sets, without the inherited ones.
    package let roles: Set<Role>
    /// The theme's description in one line.
    package let description: String
    /// The colours behind "default" that the theme was designed for.
    package let assumedForeground: Color?
    package let assumedBackground: Color?

    /// Reads a theme that comes with the program.
    package init(builtIn name: String) throws(ConfigurationError) {
        let text = String(decoding: Themes.toml(name) ?? [], as: UTF8.self)
        let theme = try ThemeFile(ConfigurationFile.parse(text, file: name), file: name)
        roles = Set(theme.styles.keys)
        description = theme.description
        assumedForeground = theme.assumedForeground
        assumedBackground = theme.assumedBackground
    }
}
