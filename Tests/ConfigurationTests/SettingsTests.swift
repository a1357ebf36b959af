import Configuration
import ContainerModel
import Screen
import System
import TestSupport
import Testing

@Suite("Settings")
struct SettingsTests {
    let home = TemporaryDirectory()

    private func load() -> (settings: Settings, problems: [ConfigurationError]) {
        Settings.load(directory: ConfigurationDirectory(path: home.path))
    }

    @Test("without a file every setting has its default")
    func none() {
        #expect(load().settings == Settings())
        #expect(Settings.load(directory: ConfigurationDirectory(path: nil)).settings == Settings())
    }

    @Test("the settings of the file replace the defaults, and the others stay")
    func some() {
        home.write("config.toml", "theme = \"light\"\nmouse = false\n")
        var expected = Settings()
        expected.theme = "light"
        expected.mouse = false
        #expect(load().settings == expected)
        home.write("config.toml", "sort = \"time\"\nhidden = false\n")
        expected = Settings()
        expected.sort = .time
        expected.hidden = false
        #expect(load().settings == expected)
        home.write("config.toml", "cover-after = \"5m\"\ncover-on-focus-loss = false\nexit-on-suspend = true\n")
        expected = Settings()
        expected.coverAfter = 300
        expected.coverOnFocusLoss = false
        expected.exitOnSuspend = true
        #expect(load().settings == expected)
        home.write("config.toml", "pictures = \"sixel\"\n")
        expected = Settings()
        expected.pictures = .sixel
        #expect(load().settings == expected)
        home.write("config.toml", "ls-colors = true\n")
        expected = Settings()
        expected.lsColors = true
        #expect(load().settings == expected)
        home.write("config.toml", "notify = \"osc9\"\n")
        expected = Settings()
        expected.notify = .osc9
        #expect(load().settings == expected)
    }

    @Test(
        "read-only mode is on where the file asks for it, or leaves that open",
        arguments: [
            ("read-only = true", true), ("read-only = false", false), ("read-only = \"no\"", true),
            ("read-only = true\n[[", true), ("theme = [[", true), ("", false), ("sort = \"up\"", false),
            ("thme = \"x\"", true), ("read_only = true", true), ("[settings]\nread-only = true", true),
        ])
    func readOnly(toml: String, isOn: Bool) {
        home.write("config.toml", toml)
        #expect(load().settings.readOnly == isOn)
    }

    @Test("whatever the encoding, a file that may mean read-only mode is told from one that does not")
    func doubt() throws {
        let words = "# R\u{e9}glages\nREAD-ONLY = true\n"
        for bytes in [
            Array(words.unicodeScalars.map { UInt8($0.value) }), words.utf16.flatMap { [UInt8($0 & 255), 0] },
        ] {
            home.write("config.toml", bytes)
            #expect(load().settings.doubt?.mayMeanReadOnly == true)
        }
        home.write("config.toml", [0x23, 0xe9, 0x0a])
        #expect(load().settings.doubt?.mayMeanReadOnly == false)
        home.write("config.toml", Array("read-only = true\n".utf8) + [UInt8](repeating: 0x23, count: 3 << 20))
        #expect(load().settings.doubt?.mayMeanReadOnly == true)
        #expect(unlink(home("config.toml")) == 0 && symlink("nowhere", home("config.toml")) == 0)
        #expect(load().settings.doubt?.mayMeanReadOnly == true)
        #expect(unlink(home("config.toml")) == 0 && mkfifo(home("config.toml"), 0o600) == 0)
        #expect(load().settings.doubt?.mayMeanReadOnly == true)
        #expect(unlink(home("config.toml")) == 0)
        #expect(load().settings == Settings())
        let nowhere = ConfigurationDirectory(path: "/dev/null/.config/sandglass")
        #expect(Settings.load(directory: nowhere).settings == Settings())
        // A directory that a link leads to, which is not there, as one on a disk that is not mounted.
        #expect(symlink("/nowhere/dotfiles", home("linked")) == 0)
        for path in ["linked", "linked/sandglass"] {
            let directory = ConfigurationDirectory(path: home(path))
            #expect(Settings.load(directory: directory).settings.doubt?.mayMeanReadOnly == true)
        }
        home.write("file", "")
        let file = ConfigurationDirectory(path: home("file"))
        #expect(Settings.load(directory: file).settings.doubt?.mayMeanReadOnly == true)
    }

    @Test(
        "a mistake is reported with its key and a remedy",
        arguments: [
            ("thme = \"x\"", "thme", "Did you mean \"theme\"?"),
            (
                "thme = \"x\"", "thme",
                "hidden, ls-colors, mouse, notify, pictures, read-only, remember, sort, theme."
            ),
            ("read-only = \"off\"", "read-only", "Until then, read-only mode is on."),
            ("theme = 1", "theme", "in quotes"),
            ("mouse = \"yes\"", "mouse", "true or false"),
            ("hidden = 1", "hidden", "true or false"),
            ("sort = \"siz\"", "sort", "Did you mean \"size\"?"),
            ("sort = \"siz\"", "sort", "name, size, time, created, added, kind"),
            ("cover-after = 5", "cover-after", "in quotes"),
            ("cover-after = \"soon\"", "cover-after", "\"5m\""),
            ("cover-on-focus-loss = 0", "cover-on-focus-loss", "true or false"),
            ("exit-on-suspend = \"yes\"", "exit-on-suspend", "true or false"),
            ("pictures = true", "pictures", "auto, kitty, sixel, iterm, cells, none"),
            ("pictures = \"kity\"", "pictures", "Did you mean \"kitty\"?"),
            ("notify = true", "notify", "off, bell, osc9"),
            ("notify = \"osc\"", "notify", "Did you mean \"osc9\"?"),
            ("sort = 4", "sort", "name, size, time, created, added, kind"),
        ]
    )
    func mistakes(toml: String, key: String, says: String) throws {
        home.write("config.toml", toml)
        let problem = try #require(load().problems.first)
        #expect(problem.key == key && problem.file == home("config.toml"))
        #expect(problem.message.contains(says), "\(problem.message)")
    }

    @Test("every mistake of a file is reported, and the settings without one count")
    func several() {
        home.write("config.toml", "mouse = 1\nthme = \"light\"\nsort = \"size\"\ncover-after = \"soon\"\n")
        let (settings, problems) = load()
        #expect(Set(problems.compactMap(\.key)) == ["mouse", "thme", "cover-after"] && problems.count == 3)
        #expect(settings.sort == .size && settings.mouse && settings.coverAfter == nil)
    }

    @Test(
        "times are numbers with a unit",
        arguments: [
            ("90", 90), ("90s", 90), ("5m", 300), ("1h", 3_600), ("24h", 86_400), ("25h", nil), ("0m", nil), ("", nil),
            ("m", nil), ("-5m", nil), ("5 m", nil), ("1.5h", nil), ("99999999999999999999", nil), ("٥m", nil),
        ] as [(String, Int?)]
    )
    func times(text: String, seconds: Int?) { #expect(Settings.seconds(text) == seconds) }
}
