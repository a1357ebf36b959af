import ArgumentParser
import Configuration
import Screen
import Themes

struct ThemesCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "themes",
        abstract: "List the themes, or print one to start from.",
        discussion: """
            Your own themes are $XDG_CONFIG_HOME/sandglass/themes/NAME.toml (or ~/.config/…).

              sandglass themes dark > ~/.config/sandglass/themes/mine.toml
              sandglass --theme mine App.xcappdata
            """
    )

    @Argument(help: "The built-in theme to print.", completion: Completions.themes)
    var name: String?

    func perform() throws {
        guard let name else {
            for theme in ThemeLoader().list() {
                let padding = String(repeating: " ", count: max(1, 16 - theme.name.count))
                let origin = theme.isBuiltIn ? "" : " (your own)"
                try writeLine("\(DisplayText(theme.name))\(padding)\(DisplayText(theme.description))\(origin)")
            }
            return
        }
        guard let toml = Themes.toml(name) else {
            throw Failure(
                .noInput,
                "there is no built-in theme \(DisplayText(name)); `sandglass themes` lists them")
        }
        try writeLine(String(decoding: toml, as: UTF8.self))
    }
}
