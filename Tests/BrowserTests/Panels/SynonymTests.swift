import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("Words for commands")
struct SynonymTests {
    private func rows(_ text: String, in scene: Scene = .opened()) -> [PanelRow] {
        var search = PanelSearch(isActive: true)
        search.insert(text)
        return PalettePanel(search: search).rows(scene.state)
    }

    private func titles(_ text: String) -> [String] { rows(text).map(\.text.description) }

    private func sentence(_ answer: PaletteAnswer) -> String {
        Scene.opened().state.keys.namingKeys(in: answer.sentence)
    }

    @Test(
        "each word for an action finds it in the palette",
        arguments: Action.all.filter { !$0.words.isEmpty }.map(\.name))
    func words(name: String) throws {
        let action = try #require(Action.all.first { $0.name == name })
        for word in Action.named(name)?.words ?? [] {
            #expect(word == word.lowercased() && word != name, "\(word)")
            #expect(titles(word).contains(action.title), "\(word)")
        }
    }

    @Test(
        "what people look for comes first",
        arguments: [
            ("legend", "Meaning of the badges"), ("badges", "Meaning of the badges"),
            ("Legend", "Meaning of the badges"), ("legen", "Meaning of the badges"), ("manual", "Help"),
            ("reset", "State of the app and the device"), ("secret", "Search the contents of the files below"),
            ("privacy", "Cover the screen now"), ("why", "Explain this item"),
            ("mv", "Rename; several in $EDITOR"), ("permissions", "Explain this item"),
            ("tab", "Sharing mode: another container on the right"),
            ("cmp", "Compare the item with another side, a time point or a container"),
        ])
    func first(text: String, title: String) {
        #expect(titles(text).first == title, "\(titles(text).prefix(4))")
    }

    @Test(
        "a word that means several actions finds all of them",
        arguments: [
            ("secret", ["cover", "find-contents"]), ("reset", ["clear", "reload", "device-state"]),
            ("history", ["tasks", "undo", "recent", "back"]),
            ("compare", ["compare", "compare-container", "beside", "backup-set"]),
            ("clipboard", ["yank", "copy-host-path"]),
        ])
    func several(text: String, names: [String]) {
        for name in names {
            #expect(titles(text).contains { $0 == Action.named(name)?.title }, "\(name) in \(titles(text))")
        }
    }

    @Test(
        "the beginning of a word finds no action that changes something without asking",
        arguments: ["rev", "hist", "downl", "uplo"])
    func consequences(text: String) {
        let changing = Action.all.filter { ($0.isChange || $0.reachesOutside) && !$0.asksFirst }.map(\.title)
        #expect(!titles(text).contains { changing.contains($0) }, "\(titles(text))")
    }

    @Test("each word for something that no action does is answered", arguments: PaletteAnswer.limits.indices)
    func limits(index: Int) {
        let answer = PaletteAnswer.limits[index]
        for word in answer.words { #expect(titles(word).contains(sentence(answer)), "\(word): \(titles(word))") }
    }

    @Test("each word for something that has another way is answered first", arguments: PaletteAnswer.elsewhere.indices)
    func elsewhere(index: Int) {
        let answer = PaletteAnswer.elsewhere[index]
        for word in answer.words { #expect(titles(word).first == sentence(answer), "\(word): \(titles(word))") }
    }

    @Test(
        "if nothing is found, the beginning of a word is answered, and so is one with an argument",
        arguments: [
            ("chmod 644 a.txt", "does not change modes"), ("sha25", "SHA-256"), ("openss", "does not encrypt"),
            ("CHMOD", "does not change modes"), ("tabs", "has no tabs"),
        ])
    func beginnings(text: String, part: String) {
        #expect(titles(text).contains { $0.contains(part) }, "\(titles(text))")
    }

    @Test(
        "words for values, queries and other computers name what does it",
        arguments: [
            ("sql", "changes a cell"), ("query", "queries it in SQL"), ("change", "{viewer-edit} there changes one"),
            ("ssh", "`sandglass ssh://HOST`"),
        ])
    func values(text: String, part: String) {
        let named = Scene.opened().state.keys.namingKeys(in: part)
        #expect(titles(text).first?.contains(named) == true, "\(titles(text))")
        #expect(!PaletteAnswer.nothing.contains("connect"))
    }

    @Test("no two answers share a word, and each names keys of actions that exist")
    func table() {
        let all = PaletteAnswer.limits + PaletteAnswer.elsewhere
        let words = all.flatMap(\.words)
        #expect(Set(words).count == words.count)
        for answer in all {
            #expect(answer.words.allSatisfy { $0 == $0.lowercased() })
            #expect(!sentence(answer).contains { "{}".contains($0) }, "\(answer.sentence)")
            #expect(!Action.all.contains { sentence(answer).contains(":\($0.name)") }, "\(answer.sentence)")
        }
    }

    @Test("an answer is shown as a whole, at every width, and Enter says it", arguments: [140, 80, 50, 30])
    func wrapped(columns: Int) {
        var scene = Scene.opened(columns: columns, rows: 24)
        scene.perform(":")
        scene.type("chmod")
        let text = scene.frame().text
        for word in ["modes", "owners", "access", "control", "lists", "badges", "starts", "shell", "chmod"] {
            #expect(text.contains(word), "\(word) in \(text)")
        }
        scene.perform("Enter")
        #expect(scene.state.panels.current == nil)
        #expect(scene.state.panels.message?.text.contains("! starts a shell for chmod") == true)
    }

    @Test("where nothing is found, the palette says what the program does not do", arguments: ["zzz", "7q7q"])
    func unknown(text: String) {
        #expect(rows(text).allSatisfy { $0.choose == nil })
        #expect(titles(text) == [PaletteAnswer.nothing])
    }
}
