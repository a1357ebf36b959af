import Configuration
import TestSupport
import Testing

@Suite("Settings")
struct SettingsTests {
    let home = TemporaryDirectory()

    private func load() throws -> Settings { try Settings.load(directory: ConfigurationDirectory(path: home.path)) }

    @Test("without a file everything has its default")
    func none() throws {
        #expect(try load() == Settings())
        #expect(try Settings.load(directory: ConfigurationDirectory(path: nil)) == Settings())
    }

    @Test("what the file says is taken, the rest stays")
    func some() throws {
        home.write("config.toml", "theme = \"light\"\nmouse = false\n")
        var expected = Settings()
        expected.theme = "light"
        expected.mouse = false
        #expect(try load() == expected)
        home.write("config.toml", "sort = \"time\"\nhidden = false\n")
        expected = Settings()
        expected.sort = .time
        expected.hidden = false
        #expect(try load() == expected)
    }

    @Test(
        "a mistake is told with its key and what to do",
        arguments: [
            ("thme = \"x\"", "thme", "Did you mean \"theme\"?"),
            ("theme = 1", "theme", "in quotes"),
            ("mouse = \"yes\"", "mouse", "true or false"),
            ("hidden = 1", "hidden", "true or false"),
            ("sort = \"siz\"", "sort", "Did you mean \"size\"?"),
            ("sort = 4", "sort", "name, size, time, kind"),
        ]
    )
    func mistakes(toml: String, key: String, says: String) {
        home.write("config.toml", toml)
        do {
            _ = try load()
            Issue.record("nothing was found wrong")
        } catch let error as ConfigurationError {
            #expect(error.key == key)
            #expect(error.message.contains(says), "\(error.message)")
        } catch {
            Issue.record(error)
        }
    }
}
