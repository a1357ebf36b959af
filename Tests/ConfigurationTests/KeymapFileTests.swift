import Configuration
import Screen
import TestSupport
import Testing

@Suite("Keymap file")
struct KeymapFileTests {
    let home = TemporaryDirectory()

    private static let table = KeyTable(
        contexts: [
            .init(
                name: "browser",
                rows: [
                    .init(name: "top", keys: ["g g", "Home"]), .init(name: "exclude", keys: ["x"]),
                    .init(name: "delete", keys: ["d", "F8"]), .init(name: "purge-plan", keys: ["P"]),
                    .init(name: "quit", keys: ["q"]), .init(name: "palette", keys: [":"]),
                ], exits: ["quit", "palette"]),
            .init(
                name: "viewer", rows: [.init(name: "viewer-close", keys: ["q"])], exits: ["viewer-close"]),
            .init(
                name: "panel",
                rows: [.init(name: "panel-close", keys: ["Esc"]), .init(name: "panel-down", keys: ["j"])],
                exits: ["panel-close"], input: .singleKeys),
            .init(
                name: "prompt",
                rows: [.init(name: "prompt-cancel", keys: ["Esc"]), .init(name: "prompt-end", keys: ["^e"])],
                exits: ["prompt-cancel"], input: .text),
            .init(name: "tasks", rows: [.init(name: "tasks-cancel", keys: ["x"])], exits: [], input: .singleKeys),
        ],
        presets: [("vim", Keymap()), ("mc", Keymap(["palette": ["F9", ":"], "delete": ["F8"]]))])

    private func read(_ toml: String) -> KeymapFile {
        home.write("keymap.toml", toml)
        return KeymapFile(Self.table, directory: ConfigurationDirectory(path: home.path))
    }

    @Test("without a file the keys are the table's")
    func none() {
        let directory = ConfigurationDirectory(path: home.path)
        #expect(KeymapFile.ofUser({ Self.table }, directory: directory) == nil)
        let file = KeymapFile(Self.table, directory: directory)
        #expect(file.keymap == Keymap() && file.preset == "vim" && file.problems.isEmpty)
    }

    @Test("an action has the keys of the file, one, several or none, and a key leaves the action that had it")
    func keys() {
        let file = read("[keys]\nexclude = \"X\"\ndelete = [\"d d\", \"<C-x>\"]\npurge-plan = []\ntop = \"x\"\n")
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(
            file.keymap.keys == ["exclude": ["X"], "delete": ["d d", "^x"], "purge-plan": [], "top": ["x"]])
        #expect(read("[keys]\ntop = \"x\"\n").keymap.keys == ["top": ["x"], "exclude": []])
        // Each context has its own keys.
        #expect(read("[keys]\nviewer-close = \"x\"\n").keymap.keys == ["viewer-close": ["x"]])
    }

    @Test("panels, prompts and the viewer have their own tables, with whole or short names")
    func tables() {
        let file = read(
            "[viewer]\nclose = \"x\"\n[panel]\ndown = [\"^n\", \"1\"]\npanel-close = \"x\"\n"
                + "[prompt]\nend = \"M-e\"\n[tasks]\ncancel = []\n[keys]\nprompt-cancel = \"F2\"\n")
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(
            file.keymap.keys == [
                "viewer-close": ["x"], "panel-down": ["^n", "1"], "panel-close": ["x"], "prompt-end": ["M-e"],
                "tasks-cancel": [], "prompt-cancel": ["F2"],
            ])
    }

    @Test("a preset comes first, and the keys of the file replace some of it")
    func presets() {
        let file = read("preset = \"mc\"\n[keys]\ndelete = \"d\"\n")
        #expect(file.preset == "mc" && file.keymap.keys == ["palette": ["F9", ":"], "delete": ["d"]])
        let other = KeymapFile(Self.table, preset: "vim", directory: ConfigurationDirectory(path: home.path))
        #expect(other.keymap == Keymap())
    }

    @Test(
        "an error names the file, line and key, and leaves the entry's default",
        arguments: [
            ("[keys]\n\ndelte = \"x\"", 3, "delte", "Did you mean \"delete\"?"),
            ("[keys]\ndelete = \"Entre\"", 2, "delete", "Did you mean \"Enter\"?"),
            ("[keys]\ndelete = \"dd\"", 2, "delete", "\"d d\""),
            ("[keys]\ndelete = \"^i\"", 2, "delete", "Write \"Tab\""),
            ("[keys]\ndelete = \"g\"", 2, "delete", "begins \"g g\", the keys of \"top\""),
            ("[keys]\ndelete = \"x y\"", 2, "delete", "it begins with \"x\", the key of \"exclude\""),
            ("[keys]\ndelete = [\"y\", \"y y\"]", 2, "delete", "begins \"y y\""),
            ("[keys]\nexclude = \"y\"\n# again\ndelete = \"y\"", 4, "delete", "belongs to \"exclude\" already"),
            ("[keys]\ndelete = \"5\"", 2, "delete", "number before a key"),
            ("[keys]\ndelete = 5", 2, "delete", "or [] for no key"),
            ("[keys]\ndelete = \"\"", 2, "delete", "or [] for no key"),
            ("[keys]\ndelete = [1]", 2, "delete", "or [] for no key"),
            ("[keys]\nquit = []\npalette = []", 3, "palette", "no key would get you out"),
            ("[keys]\nviewer-close = []", 2, "viewer-close", "no key would get you out"),
            ("[keys]\ndelete = \"a b c d e f g h i\"", 2, "delete", "At most 8"),
            ("preset = \"emacs\"", 1, "preset", "vim, mc"),
            ("[panel]\n\ndwn = \"x\"", 3, "dwn", "no such action in this table"),
            ("[panel]\ndelete = \"x\"", 2, "delete", "no such action in this table"),
            ("[panel]\ndown = \"g g\"", 2, "panel-down", "one key is pressed at a time"),
            ("[panel]\ndown = \"Esc\"", 2, "panel-down", "no key would get you out"),
            ("[panel]\nclose = []", 2, "panel-close", "no key would get you out"),
            ("[prompt]\nend = \"e\"", 2, "prompt-end", "is text here"),
            ("panel = 1", 1, "panel", "There is no such setting"),
            ("prest = \"mc\"", 1, "prest", "Did you mean \"preset\"?"),
            ("delete = \"x\"", 1, "delete", "below a line with [keys]"),
            ("\nkeys = 1", 2, "keys", "[keys]"),
            ("keys.\"delete\" = \"g\"", 1, "delete", "begins"),
        ])
    func mistakes(toml: String, line: Int, key: String, says: String) throws {
        for toml in [toml, toml.replacing("\n", with: "\r\n")] {
            let file = read(toml)
            let problem = try #require(file.problems.first)
            #expect(file.problems.count == 1 && problem.file == home("keymap.toml"))
            #expect(problem.line == line && problem.key == key, "\(problem)")
            #expect(problem.message.contains(says), "\(problem)")
            #expect(file.keymap.keys[key] == nil && file.preset == "vim")
        }
    }

    @Test("a file that is not TOML leaves all keys, and its line is reported")
    func syntax() throws {
        let file = read("[keys]\ndelete = \n")
        #expect(try #require(file.problems.first).line == 2 && file.keymap == Keymap())
    }

    @Test("the entries without a mistake count, also where another one gives its keys back")
    func several() {
        let file = read("[keys]\ndelete = \"g\"\nexclude = \"d\"\nquit = \"Q\"\n")
        // d stays with exclude, which was asked for; delete keeps its own F8.
        #expect(file.problems.map(\.key) == ["delete"])
        #expect(file.keymap.keys == ["exclude": ["d"], "delete": ["F8"], "quit": ["Q"]])
    }

    @Test("a file of a megabyte is read or refused without delay")
    func large() {
        let keys = (0..<100_000).map { "\"M-x \($0 % 10)\"" }.joined(separator: ",")
        #expect(read("[keys]\ndelete = [\(keys)]\n").problems.first?.message.contains("up to 16 keys") == true)
        let names = (0..<30_000).map { "unknown-\($0) = \"x\"" }.joined(separator: "\n")
        #expect(read("[keys]\n\(names)\n").problems.count <= 30_000)
    }
}
