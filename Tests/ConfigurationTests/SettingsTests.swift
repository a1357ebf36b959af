import Configuration
import ContainerModel
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
        home.write("config.toml", "notify = \"osc9\"\n")
        expected = Settings()
        expected.notify = .osc9
        #expect(load().settings == expected)
    }

    @Test(
        "read-only mode is on where the file asks for it, even if that or anything else in the file is wrong",
        arguments: [
            ("read-only = true", true), ("read-only = false", false), ("read-only = \"no\"", true),
            ("read-only = true\n[[", true), ("theme = [[", false), ("", false),
        ])
    func readOnly(toml: String, isOn: Bool) {
        home.write("config.toml", toml)
        #expect(load().settings.readOnly == isOn)
    }

    @Test(
        "a mistake is reported with its key and a remedy",
        arguments: [
            ("thme = \"x\"", "thme", "Did you mean \"theme\"?"),
            (
                "thme = \"x\"", "thme",
                "hidden, mouse, notify, read-only, remember, sort, theme."
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
