import Configuration

extension HelpTopic {
    /// Themes and colours.
    static let themes = HelpTopic("themes", "Themes", summary: "The themes; colours and characters.", text: themesText)

    private static var themesText: String {
        let themes = ThemeLoader().list().map { theme in
            "\(theme.name) :: \(theme.description)\(theme.isBuiltIn ? "" : " (your own)")"
        }
        return """
            \(themes.joined(separator: "\n"))

            Your own themes are `$XDG_CONFIG_HOME/sandglass/themes/NAME.toml` (or `~/.config/…`). `--theme NAME|FILE`,
            or `theme` in `config.toml`, chooses one. The default, `auto`, follows the terminal: `dark` or `light` as
            its background is, `eight` with 8 colours, `mono` with none.

            $ sandglass themes dark > mine.toml :: Print a theme as a starting point.
            $ sandglass --theme mine.toml App.xcappdata :: Use it.

            # The background

            With `auto`, the browser starts with `dark` and asks the terminal for its background (OSC 11); a terminal
            with a light one gets `light` as soon as it answers. Terminals that report changes (mode 2031) change the
            theme of a running browser, too. A terminal that does not answer, such as an old tmux, keeps `dark`: choose
            `light` by name there. No terminal is asked anything if a theme is named, unless `auto` is chosen in the
            palette (`:set theme auto`).

            # Colours and characters

            Directories, links, executables, pictures, recordings, archives, and data (databases, property lists and
            JSON) have colours of their own in lists, the files by the endings of their names. With `ls-colors = true`
            in `config.toml`, these colours are those of `LS_COLORS`, as far as it has them.

            `NO_COLOR` is honoured, and terminals with fewer colours get the nearest ones. The browser uses plain ASCII
            where the locale is not UTF-8. On the Linux console (`TERM=linux`), whose fonts lack the symbols, the flags
            are ASCII characters. The hidden cursor of the terminal stands on the selected row, where screen readers and
            magnifiers find it.
            """
    }
}
