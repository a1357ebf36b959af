import FoundationEssentials
import TestSupport
import Testing

@Suite("Names that a phone or a Mac takes for the same", .onManyThreads)
struct MergedNamesTests {
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox(
            """
            write('App/Documents/Caf\\u00e9.txt', b'1'); write('App/Documents/Note.txt', b'2')
            write('host/Cafe\\u0301.txt', b'3'); write('host/NOTE.txt', b'4'); write('host/other.txt', b'5')
            """)
    }

    @Test(
        "an import asks on a terminal, which system merges the names, and only a yes imports",
        arguments: [("Cafe\u{301}.txt", "an iPhone and a Mac"), ("NOTE.txt", "but not an iPhone")],
        [("y\r", true), ("n\r", false), ("\r", false)])
    func importing(example: (name: String, system: String), answer: (keys: String, isYes: Bool)) throws {
        let terminal = try sandbox.terminal(["import", "host/\(example.name)", "--to", "App/Documents/"], columns: 200)
        try terminal.waitFor("Go on?")
        #expect(terminal.text.contains(example.system) && terminal.text.contains("for the same name"))
        try terminal.send(answer.keys)
        #expect(try terminal.waitForExit() == .exited(answer.isYes ? 0 : 130), "\(terminal.text)")
        #expect(try sandbox.has("App/Documents/\(example.name)") == answer.isYes)
    }

    @Test("without a terminal, an import warns; another name is no question")
    func warning() throws {
        let result = try sandbox.run("import", "host/NOTE.txt", "host/other.txt", "--to", "App/Documents/")
        #expect(result.status == 0 && result.errors.contains("take Note.txt and NOTE.txt for the same name"))
        #expect(!result.errors.contains("other"))
    }

    @Test("a copy has both items, and names them in a warning and in JSON", arguments: ["Copy.xcappdata", "Copy.zip"])
    func packing(name: String) throws {
        #expect(try sandbox.run("import", "host/Cafe\u{301}.txt", "--to", "App/Documents/").status == 0)
        let result = try sandbox.run("pack", "App", name, "--bundle-id", "com.example.notes")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("warning: Documents: an iPhone and a Mac take"), "\(result.errors)")
        let json = try sandbox.run("pack", "--json", "App", "2\(name)", "--bundle-id", "com.example.notes")
        struct Row: Decodable { let mergedNames: [String] }
        #expect(try JSONDecoder().decode(Row.self, from: Data(json.stdout)).mergedNames.count == 1)
        let list = try sandbox.run("ls", "\(name)/Documents")
        for name in ["Caf\u{e9}.txt", "Cafe\u{301}.txt"] {
            #expect(list.lines.contains { $0.utf8.suffix(name.utf8.count).elementsEqual(name.utf8) }, "\(list.text)")
        }
    }
}
