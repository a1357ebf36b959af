import ContainerModel
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("Keymap of the browser")
struct KeymapTests {
    private func opened(_ keys: [String: [KeySequence]]) -> Scene {
        var scene = Scene.opened(columns: 140, rows: 40)
        scene.change { $0.keys.keymap = Keymap(keys) }
        return scene
    }

    /// Returns the keys of the first row of help with a title.
    private func keys(of title: String, in rows: [PanelRow]) -> [String]? {
        rows.first { $0.text.description == title }?.keys.map(\.description)
    }

    @Test("an action answers to the user's keys, and no longer to those it had")
    func keys() {
        var scene = opened(["caches": ["C", "g x"], "containers": []])
        scene.perform("g", "c")
        #expect(scene.path == .root && scene.state.panels.message?.text.contains("g c is not bound") == true)
        scene.perform("C")
        #expect(scene.path == "Library/Caches")
        scene.perform("~", "g", "x")
        #expect(scene.path == "Library/Caches")
    }

    @Test("everything on the screen that names a key names the user's")
    func shown() {
        var scene = opened([
            "help": ["F12"], "palette": ["g :"], "quit": ["Q"], "documents": ["g D"], "paste": [],
        ])
        #expect(scene.frame().text.contains("F12 help  g : commands  Q quit"), "\(scene.frame().text)")
        scene.perform("g")
        #expect(scene.frame().text.contains("D Documents") && scene.frame().text.contains(": Commands by name"))
        scene.perform("Esc", "y")
        #expect(scene.state.panels.message?.text.contains("; :paste pastes") == true)
        scene.perform("F12")
        let rows = HelpPanel().rows(scene.state)
        #expect(keys(of: "Documents", in: rows) == ["g D"])
        #expect(keys(of: "Paste the copied or cut items", in: rows) == [":paste"])
        scene.perform("Esc", "^h")
        #expect(scene.state.panels.message?.text.contains("F12 shows the keys") == true)
    }

    @Test("a click on a hint of several keys presses them all")
    func clicks() throws {
        var scene = opened(["palette": ["g :"]])
        let part = try #require(scene.state.hintLine.parts.first { $0.text == "g :" })
        scene.mouse(.press, Position(column: part.column + 2, row: scene.state.screen.size.rows - 1))
        #expect(scene.state.panels.current?.content is PalettePanel)
    }

    @Test("the keymap counts in the viewer too")
    func viewer() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.change { $0.keys.keymap = Keymap(["viewer-close": ["x"], "viewer-help": ["F12"], "explain": ["^x"]]) }
        scene.perform("End")
        #expect(scene.frame().text.contains("^x explains"), "\(scene.frame().text)")
        scene.perform("F3")
        #expect(scene.state.viewer != nil && scene.frame().text.contains("F12 help"))
        scene.perform("q")
        #expect(scene.state.viewer != nil)
        scene.perform("x")
        #expect(scene.state.viewer == nil)
    }

    @Test("panels answer to the user's keys, their own ones first, and say so in their edge and in help")
    func panels() {
        var scene = opened([
            "panel-close": ["F2"], "panel-down": ["^x"], "panel-choose": ["M-Enter", "F3"], "sort-reverse": ["v"],
        ])
        scene.perform("s")
        let edge = scene.frame().text
        #expect(edge.contains("F2 closes") && !edge.contains("Esc closes"), "\(edge)")
        scene.perform("Esc", "q", "j")
        #expect(scene.state.panels.current?.cursor == 0)
        scene.perform("^x", "^x")
        #expect(scene.state.panels.current?.cursor == 2)
        scene.perform("r")
        #expect(!scene.state.panes.order.isReversed)
        scene.perform("v")
        #expect(scene.state.panes.order.isReversed)
        scene.perform("F2")
        #expect(scene.state.panels.current == nil)
        let rows = HelpPanel().rows(scene.state)
        #expect(keys(of: "Close the panel", in: rows) == ["F2"])
        #expect(keys(of: "Reverse the order", in: rows) == ["v"])
    }

    @Test("only Enter answers a question, whatever the keymap says, and the keys that move the focus can be bound")
    func questions() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.change {
            $0.keys.keymap = Keymap(["panel-choose": ["y", "F2"], "question-next": ["^n"], "question-yes": []])
        }
        scene.perform("j", "d")
        #expect(scene.frame().text.contains("^n moves") && scene.frame().text.contains("Enter answers"))
        scene.press("Tab")
        #expect(scene.state.panels.current?.cursor == 0)
        scene.press("^n", "y", "F2", "?", "Space")
        #expect(scene.state.panels.current?.cursor == 1)
        #expect(!scene.history.contains { if case .operation(_, .run) = $0 { true } else { false } })
        scene.press("Enter")
        #expect(scene.history.contains { if case .operation(_, .run) = $0 { true } else { false } })
    }

    @Test("a prompt answers to the user's keys, and shows them")
    func prompts() {
        var scene = opened(["prompt-accept": ["M-x"], "prompt-cancel": ["F2"], "prompt-start": ["^g"]])
        scene.perform("g /")
        #expect(scene.frame().text.contains("M-x accepts  F2 cancels"))
        scene.perform("o", "Esc", "Enter", "^a", "^g", "t")
        #expect(scene.state.panels.prompt?.bytes == Array("to".utf8))
        scene.perform("F2")
        #expect(scene.state.panels.prompt == nil)
    }

    @Test("no action has the name of another, and each of a context with a table is named after it")
    func names() {
        let names = Action.contexts.flatMap { $0.actions.map(\.name) }
        #expect(Set(names).count == names.count)
        for context in Action.contexts.dropFirst() {
            #expect(context.actions.allSatisfy { $0.name.hasPrefix(context.name + "-") }, "\(context.name)")
        }
    }

    @Test("no preset names an unknown action, and none has keys in conflict", arguments: ["vim", "mc"])
    func presets(name: String) throws {
        let table = Action.keyTable
        let keymap = try #require(table.presets.first { $0.name == name }).keymap
        let names = table.contexts.flatMap { $0.rows.map(\.name) }
        #expect(keymap.keys.keys.allSatisfy { names.contains($0) })
        for context in table.contexts {
            let sequences = context.rows.flatMap { keymap.keys[$0.name] ?? $0.keys }
            for (index, one) in sequences.enumerated() {
                for (other, two) in sequences.enumerated() where index != other {
                    #expect(!two.keys.starts(with: one.keys), "\(one) and \(two)")
                }
            }
        }
    }

    @Test(
        "the mc preset has mc's keys",
        arguments: [
            ("help", "F1"), ("view", "F3"), ("edit", "F4"), ("copy", "F5"), ("move", "F6"), ("new-directory", "F7"),
            ("delete", "F8"), ("palette", "F9"), ("quit", "F10"), ("select", "Ins"), ("select", "^t"),
            ("next-pane", "Tab"), ("select-inverted", "*"), ("reload", "^r"), ("viewer-close", "F10"),
            ("viewer-find", "F7"), ("select-pattern", "+"), ("deselect-pattern", "-"), ("deselect-pattern", "\\"),
        ] as [(String, KeySequence)])
    func midnightCommander(action: String, key: KeySequence) throws {
        let keymap = try #require(Action.keyTable.presets.first { $0.name == "mc" }).keymap
        let named = try #require(Action.named(action))
        #expect((keymap.keys[action] ?? named.keys).contains(key))
    }

    @Test("command-line actions are performed in order, once the listing is complete")
    func queue() {
        var scene = Scene.opened(columns: 140, rows: 40)
        scene.change { $0.perform(later: ["documents", "bottom", "reverse"].compactMap { Action.named($0) }) }
        scene.send(.settled)
        scene.answer()
        #expect(scene.path == "Documents" && scene.state.panes.order.isReversed && scene.state.keys.queued.isEmpty)
    }

    @Test("an action after a question is not performed, and that is said")
    func question() {
        var scene = Scene.opened(columns: 140, rows: 40)
        scene.change { $0.perform(later: ["go-to-path", "documents"].compactMap { Action.named($0) }) }
        scene.send(.settled)
        #expect(scene.state.panels.prompt != nil && scene.state.keys.queued.isEmpty && scene.path == .root)
        #expect(scene.state.panels.message?.text.hasPrefix("documents and what follows it were not performed") == true)
        scene = Scene.opened(columns: 140, rows: 40)
        scene.change { $0.perform(later: ["viewer-form"].compactMap { Action.named($0) }) }
        scene.send(.settled)
        #expect(scene.state.panels.message?.text == "viewer-form does nothing outside the viewer")
    }
}
