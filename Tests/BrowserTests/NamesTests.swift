import ContainerModel
import FileSharing
import FileTree
import Jobs
import Screen
import Testing
import Transactions

@testable import Browser

@Suite("Edited names that cannot be given")
struct NamesTests {
    private static let items = ["image 1.png", "image 2.png"].map {
        ItemAddress(Scene.oddRoot, ContainerPath("Library/Caches/\($0)")!)
    }

    private func opened() throws -> (Scene, NamesList) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "Space")
        scene.press("r")
        let lists = scene.history.compactMap { if case .editNames(let list, nil) = $0 { list } else { nil } }
        let list = try #require(lists.first)
        #expect(list.items == Self.items)
        return (scene, list)
    }

    private func editedAgain(_ scene: Scene) -> [String] {
        scene.history.compactMap { if case .editNames(_, let problem?) = $0 { problem } else { nil } }
    }

    private func kept(_ scene: Scene) -> [NamesList] {
        scene.history.compactMap { if case .keepNames(let list) = $0 { list } else { nil } }
    }

    private func dropped(_ scene: Scene) -> [NamesList] {
        scene.history.compactMap { if case .dropNames(let list) = $0 { list } else { nil } }
    }

    @Test("a list that is wrong is edited again as it was left, or kept; No is where the focus is")
    func rejected() throws {
        var (scene, list) = try opened()
        scene.send(.namesRejected(list, "nothing was renamed: line 2: the name x is given twice"))
        let text = scene.frame().text
        #expect(text.contains("Nothing was renamed") && text.contains("line 2: the name x is given twice"))
        var other = scene
        scene.press("y", "Enter")
        #expect(editedAgain(scene) == ["nothing was renamed: line 2: the name x is given twice"])
        #expect(kept(scene).isEmpty && dropped(scene).isEmpty)
        other.press("Enter")
        #expect(kept(other) == [list] && editedAgain(other).isEmpty && other.state.panel == nil)
        other.send(.report(title: "rename", [Notice("kept in /tmp/x/names.txt")]))
        #expect(other.frame().text.contains("kept in /tmp/x/names.txt"))
        var escaped = try opened().0
        escaped.send(.namesRejected(list, "wrong"))
        escaped.press("Esc")
        #expect(kept(escaped) == [list])
    }

    /// How a rename with edited names can end without giving them.
    static let ends: [@Sendable (Ticket) -> BrowserEvent] = [
        { .operationFailed($0, OperationError(.noInput, "no such directory")) },
        { .operationEnded($0, .sampleFailed("taken back, since something failed")) },
        { .operationEnded($0, .sampleCancelled) },
        { .prepared($0, .sampleRefused(.rename([]), Self.items[0])) },
    ]

    @Test("names that a rule or the disk refuses are not lost", arguments: ends.indices)
    func refused(end: Int) throws {
        var (scene, list) = try opened()
        scene.send(.namesEdited(list, [Array("a".utf8), Array("b".utf8)]))
        let ticket = try #require(scene.state.operations.entries.last).ticket
        scene.send(.prepared(ticket, .sample(.rename([]), items: 2)))
        scene.send(Self.ends[end](ticket))
        // The refusal, with what would work instead, comes first.
        if end == 3 { scene.press("Esc") }
        #expect(scene.frame().text.contains("Edit the names again?"))
        scene.press("y", "Enter")
        #expect(editedAgain(scene).count == 1 && dropped(scene).isEmpty)
    }

    @Test("a name that is taken asks, and who gives up there can edit again")
    func taken() throws {
        var (scene, list) = try opened()
        scene.send(.namesEdited(list, [Array("a".utf8), Array("b".utf8)]))
        let ticket = try #require(scene.state.operations.entries.last).ticket
        let question = ConflictQuestion.sample(ItemAddress(Scene.oddRoot, "Library/Caches/a"))
        scene.send(.prepared(ticket, .sample(.rename([]), items: 2, conflicts: [question])))
        scene.press("End", "Enter")
        #expect(scene.frame().text.contains("Edit the names again?"))
    }

    @Test("once the names are given, or none was changed, the list goes")
    func used() throws {
        var (scene, list) = try opened()
        scene.send(.namesEdited(list, [Array("a".utf8), Array("b".utf8)]))
        let ticket = try #require(scene.state.operations.entries.last).ticket
        scene.send(.prepared(ticket, .sample(.rename([]), items: 2)))
        #expect(dropped(scene).isEmpty)
        scene.send(.operationEnded(ticket, .sampleDone()))
        #expect(dropped(scene) == [list] && scene.state.panel == nil)
        (scene, list) = try opened()
        scene.send(.namesEdited(list, Self.items.map { Array($0.name) }))
        #expect(dropped(scene) == [list] && scene.state.operations.entries.isEmpty)
    }
}
