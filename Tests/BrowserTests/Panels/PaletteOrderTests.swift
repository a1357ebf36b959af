import ContainerModel
import Screen
import Testing

@testable import Browser

/// The first hit of the palette: what Enter does.
@Suite("The palette's first hit")
struct PaletteOrderTests {
    private func opened(_ text: String) -> Scene {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform(":")
        scene.type(text)
        return scene
    }

    private func titles(_ scene: Scene) -> [String] {
        scene.state.panels.current?.content.rows(scene.state).map(\.text.description) ?? []
    }

    @Test(
        "names and titles typed as a whole come first, then words at their beginnings, then arguments",
        arguments: [
            ("select all", "Select everything in the list"), ("select everything", "Select everything in the list"),
            ("new tab", "Sharing mode: another container on the right"), ("sort by size", "Set sort = size"),
            ("sort by time", "Set sort = time"), ("move to trash", "Move to the trash; asks first"),
            ("new file", "New file, or directory if the name ends in /"), ("new directory", "New directory"),
            ("find by name", "Find by name, in everything below"),
            ("find contents", "Search the contents of the files below"),
            ("go to a path", "Go to a path"), ("go to documents", "Go to Documents"),
            ("copy host path", "Copy the path on this computer"),
            ("duplicate", "Paste the copied or cut items"), ("select *.png", "Select: *.png"),
            ("find new", "Find by name: new"),
            ("mkdir new tab", "New directory: new tab"), ("touch a", "New file: a"),
        ])
    func first(text: String, title: String) {
        let titles = titles(opened(text))
        let isSame = titles.first == title || text == "duplicate" && titles.contains(title)
        #expect(isSame, "\(titles.prefix(5))")
    }

    @Test(
        "what follows a command that takes no argument does not make it perform",
        arguments: ["undo 3", "exclude foo", "new x", "create x", "paste x", "redo all x"])
    func arguments(text: String) {
        var scene = opened(text)
        scene.perform("Enter")
        #expect(scene.state.tasks.operations.isEmpty && !scene.history.contains { $0.isOperation }, "\(text)")
    }

    /// The actions that change something at once, and the beginning of a word of each.
    private static let changing: [(name: String, text: String)] = Action.all
        .filter { ($0.isChange || $0.reachesOutside) && !$0.asksFirst }
        .flatMap { action in
            let words = PaletteCommand.words(of: action.title).filter { $0.count > 3 }
            return words.map { (action.name, String($0.dropLast())) }
        }

    @Test("no first hit changes anything unless it is typed as a whole: Enter writes it out", arguments: changing)
    func partial(name: String, text: String) throws {
        var scene = opened(text)
        let first = titles(scene).first
        let action = try #require(Action.named(name))
        guard first == action.title, !PaletteCommand(action, note: "").isCalled(text) else { return }
        scene.perform("Enter")
        #expect(scene.state.panels.current?.content is PalettePanel && scene.state.panels.prompt == nil)
        #expect(scene.state.panels.current?.content.search?.text == name && titles(scene).first == action.title)
        #expect(scene.state.panels.message?.text.contains(action.title) == true)
        #expect(!scene.history.contains { $0.isOperation })
        scene.perform("Enter")
        #expect(!(scene.state.panels.current?.content is PalettePanel))
    }

    @Test("Enter on another hit than the first one performs it")
    func second() throws {
        var scene = opened("cut")
        scene.perform("Enter")
        #expect(scene.state.clipboard?.isCut == true, "typed as a whole")
        scene = opened("exc")
        scene.perform("Enter", "Enter")
        #expect(scene.history.contains { $0.isOperation })
    }

    @Test(
        "where nothing matches, the nearest commands are offered",
        arguments: [
            ("exprot", "Export to this computer"), ("renmae", "Rename; several in $EDITOR"),
            ("undi", "Undo the last operation here"),
            ("usege", "Disk usage by storage class"),
            ("fliter now", "Filter as you type"),
        ])
    func nearest(text: String, title: String) {
        let titles = titles(opened(text))
        #expect(titles.first == "No command matches. The nearest:" && titles.dropFirst().first == title, "\(titles)")
        #expect(titles.count <= 6)
    }

    @Test("the nearest commands are found for any text, and none takes long", arguments: [1, 4, 64, 65, 4_000])
    func anyLength(count: Int) {
        var scene = opened("")
        scene.send(.input(.paste(Array("xqzw ".utf8) + Array(repeating: UInt8(ascii: "e"), count: count))))
        #expect(titles(scene).count <= 6)
    }
}

extension BrowserEffect {
    fileprivate var isOperation: Bool {
        switch self {
        case .operation, .outside: true
        default: false
        }
    }
}
