import Configuration
import Screen
import System
import TestSupport
import Testing

@Suite("Loading themes")
struct ThemeLoaderTests {
    let home = TemporaryDirectory()
    var loader: ThemeLoader { ThemeLoader(directory: ConfigurationDirectory(path: home.path)) }

    /// Loads a theme, and returns the error or nil.
    private func failure(_ nameOrPath: String) -> ConfigurationError? {
        do {
            _ = try loader.load(nameOrPath)
            return nil
        } catch {
            return error
        }
    }

    private func failure(toml: String) -> ConfigurationError? { failure(home.write("themes/wrong.toml", toml)) }

    @Test("colours can be spelled in every way, with attributes")
    func colors() throws {
        home.write(
            "themes/mine.toml",
            """
            description = "Mine"
            text = "#0a0B0c"
            dimmed = 244
            heading = "bright-blue"
            separator = "7"
            file = "default"
            link = "brand"
            cursor = { fg = "black", bg = "brand", bold = true, dim = true, italic = true, underline = true, reverse = true }
            selected = { bg = 255, bold = false }
            [palette]
            brand = "#ff8000"
            """
        )
        let theme = try loader.load("mine")
        #expect(theme.name == "mine")
        #expect(theme[.text] == Style(foreground: .rgb(10, 11, 12)))
        #expect(theme[.dimmed] == Style(foreground: .palette(244)))
        #expect(theme[.heading] == Style(foreground: .palette(12)))
        #expect(theme[.separator] == Style(foreground: .palette(7)))
        #expect(theme[.file] == .plain)
        #expect(theme[.link] == Style(foreground: .rgb(255, 128, 0)))
        #expect(
            theme[.cursor]
                == Style(
                    foreground: .palette(0),
                    background: .rgb(255, 128, 0),
                    attributes: [.bold, .dim, .italic, .underline, .reverse]
                )
        )
        #expect(theme[.selected] == Style(background: .palette(255)))
        #expect(theme[.prompt] == theme[.text])
    }

    @Test("a theme inherits the values that it does not set")
    func inherits() throws {
        home.write("themes/child.toml", "inherits = \"parent\"\nlink = \"red\"")
        home.write("themes/parent.toml", "inherits = \"dark\"\nlink = \"blue\"\nfile = \"green\"")
        let theme = try loader.load("child")
        #expect(theme[.link] == Style(foreground: .palette(1)))
        #expect(theme[.file] == Style(foreground: .palette(2)))
        #expect(theme[.badgeRead] == (try loader.load("dark"))[.badgeRead])
    }

    @Test("a theme with the name of a built-in one hides it and may inherit from it")
    func shadows() throws {
        home.write("themes/dark.toml", "inherits = \"dark\"\nlink = \"red\"")
        let theme = try loader.load("dark")
        #expect(theme[.link] == Style(foreground: .palette(1)))
        #expect(theme[.badgeRead].foreground != .terminalDefault)
    }

    @Test("a theme is loaded from a path anywhere")
    func path() throws {
        let path = home.write("elsewhere/own.toml", "link = \"red\"")
        let theme = try loader.load(path)
        #expect(theme.name == "own")
        #expect(theme[.link] == Style(foreground: .palette(1)))
    }

    @Test("circular inheritance is refused")
    func circles() {
        home.write("themes/a.toml", "inherits = \"b\"")
        home.write("themes/b.toml", "inherits = \"a\"")
        #expect(failure("a") != nil)
        let path = home.path + "/own.toml"
        home.write("own.toml", "inherits = \"\(path)\"")
        #expect(failure(path)?.key == "inherits")
    }

    @Test(
        "a mistake is reported with its key and a remedy",
        arguments: [
            ("badge-reed = 1", "badge-reed", "Did you mean \"badge-read\"?"),
            ("link = \"gren\"", "link", "Did you mean \"green\"?"),
            ("link = \"#12345\"", "link", "#rrggbb"),
            ("link = \"#12345g\"", "link", "#rrggbb"),
            ("link = 256", "link", "0 to 255"),
            ("link = -1", "link", "0 to 255"),
            ("link = 1.5", "link", "must be a colour"),
            ("link = [1]", "link", "must be a colour"),
            ("link = { fg = \"nope\" }", "link.fg", "is not a colour"),
            ("link = { bold = 1 }", "link.bold", "true or false"),
            ("link = { blink = true }", "link.blink", "no such key"),
            ("description = 1", "description", "text in quotes"),
            ("palette = 1", "palette", "table"),
            ("[palette]\nx = \"y\"", "palette.x", "is not a colour"),
            ("inherits = \"darc\"", "inherits", "Did you mean \"dark\"?"),
        ]
    )
    func mistakes(toml: String, key: String, says: String) {
        let error = failure(toml: toml)
        #expect(error?.code == .value)
        #expect(error?.key == key)
        #expect(error?.file.hasSuffix("wrong.toml") == true)
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    }

    @Test("a syntax error is reported with its line")
    func syntax() {
        let error = failure(toml: "link = 1\n\nfile = = 2\n")
        #expect(error?.code == .syntax)
        #expect(error?.line == 3)
        #expect(error.map { "\($0)" }?.contains("wrong.toml:3: ") == true)
        #expect(failure(toml: "link = 1\nlink = 2")?.line == 2)
    }

    @Test("a file that is not readable text is refused without blocking")
    func files() {
        #expect(failure(home.path + "/none.toml")?.code == .notFound)
        #expect(failure("nonesuch")?.code == .notFound)
        #expect(failure("drak")?.message.contains("Did you mean \"dark\"?") == true)
        mkdir(home.path + "/directory.toml", 0o755)
        #expect(failure(home.path + "/directory.toml")?.code == .unreadable)
        mkfifo(home.path + "/pipe.toml", 0o600)
        #expect(failure(home.path + "/pipe.toml")?.code == .unreadable)
        let large = home.write("large.toml", [UInt8](repeating: 0x23, count: (1 << 20) + 1))
        #expect(failure(large)?.code == .unreadable)
        #expect(failure(home.write("zero.toml", Array("a".utf8) + [0]))?.code == .syntax)
        #expect(failure(home.write("latin.toml", [0x23, 0xe4]))?.code == .syntax)
        #expect(failure(home.write("most.toml", [UInt8](repeating: 0x23, count: 1 << 20))) == nil)
        #expect(failure(home.write("empty.toml", "")) == nil)
    }

    @Test("the list contains the built-in themes and the user's own, including broken ones")
    func list() {
        home.write("themes/mine.toml", "description = \"Mine\"")
        home.write("themes/dark.toml", "description = \"My dark\"")
        home.write("themes/broken.toml", "x")
        home.write("themes/notes.txt", "x")
        let list = loader.list()
        #expect(list.map(\.name) == ["broken", "dark", "eight", "high-contrast", "light", "mine", "mono"])
        #expect(list.filter { !$0.isReadable }.map(\.name) == ["broken"])
        #expect(list.first { $0.name == "dark" }?.description == "My dark")
        #expect(list.filter(\.isBuiltIn).count == 4)
        #expect(ThemeLoader(directory: ConfigurationDirectory(path: nil)).list().count == 5)
    }
}
