import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("The first run")
struct IntroductionTests {
    private static let letters = "R read  W write  D delete  B backup"

    private func footer(_ scene: Scene) -> String {
        scene.state.render().text.split(separator: "\n", omittingEmptySubsequences: false)
            .last { !$0.isEmpty }.map(String.init) ?? ""
    }

    @Test(
        "the letters of the badges are explained at every width until a key is pressed", arguments: [200, 140, 80, 50])
    func letters(columns: Int) {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns, rows: 24)
        #expect(!footer(scene).contains(Self.letters))
        scene.change { $0.introduce() }
        #expect(footer(scene).contains(Self.letters), "\(footer(scene))")
        #expect(footer(scene).contains("? help"))
        scene.perform("j")
        #expect(!footer(scene).contains("R read"), "\(footer(scene))")
    }

    @Test("where there is no room for the letters, the words begin with them", arguments: [43, 40, 30, 26])
    func words(columns: Int) {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns, rows: 12)
        scene.change { $0.introduce() }
        #expect(footer(scene).contains("Read Write Delete Backup"), "\(footer(scene))")
        scene.perform("j")
        #expect(!footer(scene).contains("Read"), "\(footer(scene))")
    }

    @Test("each flag is explained on the first item that has it, and not again")
    func flags() {
        var scene = Scene.opened(.odd, at: "Library/Caches", columns: 80, rows: 24)
        scene.change { $0.introduce() }
        #expect(footer(scene).contains(Self.letters))
        scene.perform("j")
        #expect(footer(scene).contains("may be purged"), "\(scene.frame().text)")
        scene.perform("k")
        #expect(!footer(scene).contains("may be purged"), "\(footer(scene))")
    }

    @Test("behind a message, or without a container, nothing is explained, and a key ends no explanation")
    func unseen() {
        var scene = Scene.opened(.odd, at: "Documents", columns: 80, rows: 24)
        scene.change { $0.introduce() }
        scene.change { $0.say("something else") }
        scene.perform("j")
        #expect(footer(scene).contains(Self.letters), "\(footer(scene))")
        scene.perform("Esc")
        #expect(!footer(scene).contains("R read"))
        scene.perform("Esc", "k")
        #expect(!footer(scene).contains("R read"))

        var start = Scene(columns: 80, rows: 24)
        start.change { $0.introduce() }
        start.start(offering: World.recent)
        start.press("j")
        #expect(!start.frame().text.contains(Self.letters))
        start.open()
        start.answer()
        start.change { $0.panels.message = nil }
        #expect(footer(start).contains(Self.letters), "\(footer(start))")
    }

    @Test("the viewer shows no explanation, and its keys end none")
    func viewer() {
        var scene = Scene.opened(.odd, at: "Documents", columns: 80, rows: 24)
        while scene.current != "just now.txt" { scene.perform("j") }
        scene.perform("Enter")
        scene.change { $0.introduce() }
        #expect(scene.state.viewer != nil && !scene.frame().text.contains(Self.letters))
        scene.perform("j", "q")
        #expect(scene.state.viewer == nil && footer(scene).contains(Self.letters), "\(footer(scene))")
    }

    @Test("a panel and a message take precedence over the explanation")
    func precedence() {
        var scene = Scene.opened(.odd, at: "Documents", columns: 80, rows: 24)
        scene.change { $0.introduce() }
        scene.change { $0.say("something else") }
        #expect(footer(scene).contains("something else"))
        // The key that opens the palette ends the explanation of the letters.
        scene.perform(":")
        #expect(!footer(scene).contains("R read"))
    }
}
