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

    private static let operation = FileOperation.rename([], from: list)
    private static let list = NamesList.sample(items)
    private static let mistake = NamesRejection(list, "line 2: the name x is given twice", code: .data)

    private func opened() throws -> Scene {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "Space")
        scene.press("r")
        let edited = scene.history.compactMap { if case .editNames(let items) = $0 { items } else { nil } }
        #expect(edited == [Self.items])
        return scene
    }

    /// The same, with names that can be given.
    private func edited() throws -> Scene {
        var scene = try opened()
        scene.send(.editorClosed(.sample([Array("a".utf8), Array("b".utf8)], in: Self.list)))
        return scene
    }

    private func editedAgain(_ scene: Scene) -> [NamesRejection] {
        scene.history.compactMap { if case .editNamesAgain(let rejection) = $0 { rejection } else { nil } }
    }

    private func givenUp(_ scene: Scene) -> [EditingTicket] {
        scene.history.compactMap { if case .giveUpEditing(let ticket) = $0 { ticket } else { nil } }
    }

    @Test("a list that is wrong is edited again as it was left, or kept; No is where the focus is")
    func rejected() throws {
        var scene = try opened()
        scene.send(.editorClosed(.rejected(Self.mistake)))
        let text = scene.frame().text
        #expect(text.contains("Nothing was renamed") && text.contains("line 2: the name x is given twice"))
        var other = scene
        var escaped = scene
        scene.press("y", "Enter")
        #expect(editedAgain(scene) == [Self.mistake] && givenUp(scene).isEmpty)
        other.press("Enter")
        #expect(givenUp(other) == [Self.list.ticket] && editedAgain(other).isEmpty && other.state.panel == nil)
        other.send(.report(title: "rename", [Notice("kept in /tmp/x/names.txt")]))
        #expect(other.frame().text.contains("kept in /tmp/x/names.txt"))
        escaped.press("Esc")
        #expect(givenUp(escaped) == [Self.list.ticket])
    }

    @Test("an editor that failed says so, and where the names are kept")
    func failed() throws {
        var scene = try opened()
        let error = OperationError(.data, "the editor vi failed with status 1")
        scene.send(.editorClosed(.failed(title: "rename", error, [Notice("kept in /tmp/x/names.txt")])))
        #expect(scene.state.message?.text == error.message && scene.state.message?.isError == true)
        #expect(scene.frame().text.contains("kept in /tmp/x/names.txt") && editedAgain(scene).isEmpty)
        #expect(scene.state.ineffective?.title == "rename")
    }

    /// How a rename with edited names can end without giving them.
    static let ends: [@Sendable (Ticket) -> BrowserEvent] = [
        { .operationFailed($0, OperationError(.noInput, "no such directory")) },
        { .operationEnded($0, .sampleFailed("taken back, since something failed")) },
        { .operationEnded($0, .sampleCancelled) },
        { .prepared($0, .sampleRefused(operation, Self.items[0])) },
    ]

    @Test("names that a rule or the disk refuses are not lost", arguments: ends.indices)
    func refused(end: Int) throws {
        var scene = try edited()
        let ticket = try #require(scene.state.operations.entries.last).ticket
        scene.send(.prepared(ticket, .sample(Self.operation, items: 2)))
        scene.send(Self.ends[end](ticket))
        // The refusal, with what would work instead, comes first.
        if end == 3 { scene.press("Esc") }
        #expect(scene.frame().text.contains("Edit the names again?"))
        scene.press("y", "Enter")
        #expect(editedAgain(scene).count == 1 && givenUp(scene).isEmpty)
    }

    @Test("a name that is taken asks, and who gives up there can edit again")
    func taken() throws {
        var scene = try edited()
        let ticket = try #require(scene.state.operations.entries.last).ticket
        let question = ConflictQuestion.sample(ItemAddress(Scene.oddRoot, "Library/Caches/a"))
        scene.send(.prepared(ticket, .sample(Self.operation, items: 2, conflicts: [question])))
        scene.press("End", "Enter")
        #expect(scene.frame().text.contains("Edit the names again?"))
    }

    @Test("once the names are given, or none was changed, nobody is asked about the list")
    func used() throws {
        var scene = try edited()
        let ticket = try #require(scene.state.operations.entries.last).ticket
        scene.send(.prepared(ticket, .sample(Self.operation, items: 2)))
        scene.send(.operationEnded(ticket, .sampleDone()))
        #expect(scene.state.panel == nil && givenUp(scene).isEmpty)
        scene = try opened()
        scene.send(.editorClosed(.sample(Self.items.map { Array($0.name) }, in: Self.list)))
        #expect(scene.state.operations.entries.isEmpty && scene.state.panel == nil)
        #expect(scene.state.message?.text == "rename: no name was changed")
    }
}
