package import Screen
import Themes

/// What a theme's file says beyond the styles, for checks of the themes that come with the program.
package struct ThemeCheck: Sendable {
    /// The roles the file itself sets, without what it inherits.
    package let roles: Set<Role>
    package let description: String
    /// The colours behind "default" that the theme was made for.
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
