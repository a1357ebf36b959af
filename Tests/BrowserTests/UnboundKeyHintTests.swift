import ContainerModel
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("Keys of other programs")
struct UnboundKeyHintTests {
    @Test("each answer names keys that exist, and no key that is bound")
    func answers() {
        let state = Scene.opened().state
        for hint in UnboundKeyHint.all {
            let answer = hint.answer(state)
            // An action without a key would be named as the palette finds it.
            #expect(!Action.all.contains { answer.contains(":\($0.name)") }, "\(answer) names an action without a key")
            #expect(!answer.contains("{") && !answer.contains("}"), "\(answer)")
            for key in hint.keys {
                let bound = Action.all.filter { action in action.keys.contains { $0.keys.starts(with: key.keys) } }
                #expect(bound.isEmpty, "\(key) is bound to \(bound.map(\.name))")
            }
        }
    }

    @Test(
        "an unbound key says what to press instead",
        arguments: [
            ("Q", "q quits"), (",", "s sorts"), (";", "! starts a shell"), ("^w", "Tab goes to the next pane"),
            ("{", "g b shows another container"), ("F11", ": finds commands"), ("F18", "F18 (Shift-F6)"),
            ("M-?", "f finds by name"), ("F24", "? shows the keys"),
            ("^\\", "g r lists recent containers, ' goes to a mark; pressed twice, it ends the program"),
        ] as [(KeySequence, String)])
    func unbound(key: KeySequence, said: String) {
        var scene = Scene.opened()
        scene.perform(key)
        #expect(
            scene.state.panels.message?.text.contains(said) == true, "\(scene.state.panels.message?.text ?? "nothing")")
    }

    @Test(
        "the second key of a sequence of another program does nothing",
        arguments: ["^w", "^x", "@", "\""] as [KeySequence])
    func sequences(prefix: KeySequence) {
        var scene = Scene.opened(at: "Library")
        scene.perform(prefix, "h")
        #expect(scene.path == "Library")
        scene.perform("h")
        #expect(scene.path == .root)
    }

    @Test("a message that is longer than the line takes several, and none of it is lost", arguments: [140, 80, 50, 30])
    func longMessages(columns: Int) {
        var scene = Scene.opened(columns: columns, rows: 24)
        let words = (1...12).map { "word\($0)" }
        scene.change { $0.warn(words.joined(separator: " ")) }
        let text = scene.frame().text
        #expect(words.allSatisfy { text.contains($0) }, "\(text)")
    }

    @Test("a number before a key that takes none says so with the key")
    func counts() {
        var scene = Scene.opened()
        scene.perform("3", "E")
        #expect(scene.state.panels.message?.text == "E takes no number before it")
    }
}

@Suite("Movement on the screen")
struct ScrollingTests {
    @Test("H, M and L go to the first, the middle and the last row on the screen")
    func onScreen() {
        var scene = Scene.opened(.odd, at: "Library/Caches", rows: 24)
        scene.perform("1", "0", "0", "G")
        let (top, rows) = (scene.state.panes.listing?.top ?? 0, scene.state.paneRows)
        scene.perform("H")
        #expect(scene.state.panes.listing.map { $0.cursor - $0.top } == 2 || scene.state.panes.listing?.cursor == top)
        scene.perform("L")
        #expect((scene.state.panes.listing?.cursor ?? 0) >= top + rows - 3)
        scene.perform("M")
        let middle = top + rows / 2
        #expect(abs((scene.state.panes.listing?.cursor ?? 0) - middle) <= 3)
    }

    @Test("z t, z z and z b scroll the row under the cursor, which stays on it")
    func scrolling() {
        var scene = Scene.opened(.odd, at: "Library/Caches", rows: 24)
        scene.perform("1", "0", "0", "G")
        let rows = scene.state.paneRows
        scene.perform("z", "t")
        let top = scene.state.panes.listing?.top ?? 0
        scene.perform("z", "b")
        let bottom = scene.state.panes.listing?.top ?? 0
        scene.perform("z", "z")
        let middle = scene.state.panes.listing?.top ?? 0
        #expect(scene.state.panes.listing?.cursor == 99)
        #expect(bottom < middle && middle < top && top - bottom >= rows - 6)
    }

    @Test("n and N go to the names that match the last filter, around the ends")
    func matches() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("n")
        #expect(scene.state.panels.message?.text.contains("no filter to repeat") == true)
        scene.perform("/")
        scene.type("9.")
        scene.perform("Enter", "Esc")
        let wanted = scene.names.indices.filter { scene.names[$0].contains("9.") }
        scene.perform("g", "g")
        for row in wanted {
            scene.perform("n")
            #expect(scene.state.panes.listing?.cursor == row)
        }
        scene.perform("n")
        #expect(scene.state.panes.listing?.cursor == wanted.first)
        scene.perform("N")
        #expect(scene.state.panes.listing?.cursor == wanted.last)
        scene.perform("3", "N")
        #expect(scene.state.panes.listing?.cursor == wanted[wanted.count - 4])
    }

    @Test("a filter that is cancelled leaves the cursor where it was, and the filter that was in use")
    func cancelled() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("5", "0", "G", "/")
        scene.type("zzz")
        scene.answer()
        #expect(scene.names.isEmpty)
        scene.perform("Esc")
        #expect(scene.state.panes.listing?.cursor == 49)
        scene.perform("/")
        scene.type("9")
        scene.perform("Enter", "/")
        scene.type("8")
        scene.perform("Esc")
        #expect(scene.names.allSatisfy { $0.contains("9") } && !scene.names.isEmpty)
    }

    @Test("a filter with a mistake is not kept")
    func mistakes() {
        var scene = Scene.opened(at: "Library", columns: 80, rows: 24)
        scene.perform("/")
        scene.type("size>1Q")
        scene.perform("Enter")
        #expect(scene.state.panels.prompt != nil)
        #expect(scene.frame().text.contains("size takes a number"))
        scene.perform("Esc")
        scene.perform("/")
        scene.type("is:foo")
        let text = scene.frame().text
        #expect(
            ["purgeable", "excluded", "shared", "protected", "misplaced"].allSatisfy { text.contains($0) }, "\(text)")
    }
}
