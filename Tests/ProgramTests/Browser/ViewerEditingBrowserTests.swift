import Screen
import TestSupport
import Testing

@Suite("Changing values in the viewer of the browser", .onManyThreads)
struct ViewerEditingBrowserTests {
    private let browser: SharingBrowser
    private let list: String

    init() throws {
        browser = try SharingBrowser()
        list = browser.container.path + "/Documents/note 1.txt"
        try python(
            """
            import plistlib, sys
            with open(sys.argv[1], 'wb') as file:
                plistlib.dump({'theme': 'light', 'group': {'size': 12}, 'last': True}, file,
                    fmt=plistlib.FMT_BINARY, sort_keys=False)
            """, list)
    }

    private func value() throws -> String {
        try python("import plistlib, sys; print(plistlib.load(open(sys.argv[1], 'rb')))", list)
    }

    @Test("a value is changed, added and removed, what is shown follows, and undo brings the bytes back")
    func whole() throws {
        let before = try readFile(list)
        let states = [
            "{'theme': 'light', 'group': {'size': 12}, 'last': True}\n",
            "{'theme': 'dark', 'group': {'size': 12}, 'last': True}\n",
            "{'theme': 'dark', 'group': {'size': 12, 'color': 3}, 'last': True}\n",
            "{'theme': 'dark', 'group': {'size': 12, 'color': 3}}\n",
        ]
        func waitFor(_ state: Int, _ terminal: PseudoTerminal) throws {
            try terminal.waitUntil("state \(state)") { _ in try value() == states[state] }
        }
        let terminal = try browser.start()
        try terminal.send("\r")
        try terminal.waitFor("theme")
        try terminal.send("/theme\r")
        try terminal.waitFor("row 2 of")
        try terminal.send("e")
        try terminal.waitFor("theme (string): ")
        try terminal.send("dark\r")
        try terminal.waitFor("theme  \"dark\"")
        try waitFor(1, terminal)
        try terminal.send("/size\r")
        try terminal.waitFor("row 4 of")
        try terminal.send("a")
        try terminal.waitFor("new key in group: ")
        try terminal.send("color\r")
        try terminal.waitFor("color (")
        try terminal.send("int:3\r")
        try waitFor(2, terminal)
        try terminal.waitUntil("the new key") { $0.text.contains("color") && !$0.text.contains("color (") }
        try terminal.send("/last\r")
        try terminal.waitFor("row 6 of")
        try terminal.send("d")
        try terminal.waitFor("Remove the value?")
        try terminal.send("y")
        for state in [3, 2, 1, 0] {
            try waitFor(state, terminal)
            if state > 0 { try terminal.send("u") }
        }
        #expect(try readFile(list) == before)
        try terminal.waitFor("redoes it")
        try terminal.send("q")
        #expect(try terminal.quit() == .exited(0))
    }
}
