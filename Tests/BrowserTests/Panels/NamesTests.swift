import ContainerModel
import FileSharing
import FileTree
import Jobs
import Screen
import Testing
import Transactions

@testable import Browser

@Suite("Edited lists of names")
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
        let edited = scene.history.compactMap { if case .outside(.editNames(let items)) = $0 { items } else { nil } }
        #expect(edited == [Self.items])
        return scene
    }

    /// Returns the same browser after both names have been changed in the editor.
    private func edited() throws -> Scene {
        var scene = try opened()
        scene.send(.outside(.editorClosed(.sample([Array("a".utf8), Array("b".utf8)], in: Self.list))))
        return scene
    }

    private func editedAgain(_ scene: Scene) -> [NamesRejection] {
        scene.history.compactMap { if case .outside(.editNamesAgain(let rejection)) = $0 { rejection } else { nil } }
    }

    private func givenUp(_ scene: Scene) -> [EditingTicket] {
        scene.history.compactMap { if case .outside(.giveUpEditing(let ticket)) = $0 { ticket } else { nil } }
    }

    @Test("a rejected list can be edited again or kept, and the focus is on No")
    func rejected() throws {
        var scene = try opened()
        scene.send(.outside(.editorClosed(.rejected(Self.mistake))))
        let text = scene.frame().text
        #expect(text.contains("Nothing was renamed") && text.contains("line 2: the name x is given twice"))
        var other = scene
        var escaped = scene
        scene.press("y", "Enter")
        #expect(editedAgain(scene) == [Self.mistake] && givenUp(scene).isEmpty)
        other.press("Enter")
        #expect(givenUp(other) == [Self.list.ticket] && editedAgain(other).isEmpty && other.state.panels.current == nil)
        other.send(.report(title: "rename", [Notice("kept in /tmp/x/names.txt")]))
        #expect(other.frame().text.contains("kept in /tmp/x/names.txt"))
        escaped.press("Esc")
        #expect(givenUp(escaped) == [Self.list.ticket])
    }

    @Test("a failed editor is reported, with the path where the names are kept")
    func failed() throws {
        var scene = try opened()
        let error = OperationError(.data, "the editor vi failed with status 1")
        scene.send(.outside(.editorClosed(.failed(.rename, error, [Notice("kept in /tmp/x/names.txt")]))))
        #expect(scene.state.panels.message?.text == error.message && scene.state.panels.message?.isError == true)
        #expect(scene.frame().text.contains("kept in /tmp/x/names.txt") && editedAgain(scene).isEmpty)
        #expect(scene.ineffective?.kind == .rename)
    }

    /// The ways in which a rename with edited names can end without renaming.
    static let ends: [@Sendable (Ticket) -> BrowserEvent] = [
        { .operation($0, .failed(OperationError(.noInput, "no such directory"))) },
        { .operation($0, .ended(.sampleFailed("taken back, since something failed"))) },
        { .operation($0, .ended(.sampleCancelled)) },
        { .operation($0, .planned(.sampleRefused(operation, Self.items[0]))) },
    ]

    @Test("names that a rule or the disk refuses can be edited again", arguments: ends.indices)
    func refused(end: Int) throws {
        var scene = try edited()
        let ticket = try #require(scene.state.tasks.operations.last).ticket
        scene.send(.operation(ticket, .planned(.sample(Self.operation, items: 2))))
        scene.send(Self.ends[end](ticket))
        // The refusal, with its alternatives, is shown first.
        if end == 3 { scene.press("Esc") }
        #expect(scene.frame().text.contains("Edit the names again?"))
        scene.press("y", "Enter")
        #expect(editedAgain(scene).count == 1 && givenUp(scene).isEmpty)
    }

    @Test("abandoning the question about a taken name offers to edit the names again")
    func taken() throws {
        var scene = try edited()
        let ticket = try #require(scene.state.tasks.operations.last).ticket
        let question = ConflictQuestion.sample(ItemAddress(Scene.oddRoot, "Library/Caches/a"))
        scene.send(.operation(ticket, .planned(.sample(Self.operation, items: 2, conflicts: [question]))))
        scene.press("End", "Enter")
        #expect(scene.frame().text.contains("Edit the names again?"))
    }

    @Test("no question follows a rename that succeeds or a list without changes")
    func used() throws {
        var scene = try edited()
        let ticket = try #require(scene.state.tasks.operations.last).ticket
        scene.send(.operation(ticket, .planned(.sample(Self.operation, items: 2))))
        scene.send(.operation(ticket, .ended(.sampleDone())))
        #expect(scene.state.panels.current == nil && givenUp(scene).isEmpty)
        scene = try opened()
        scene.send(.outside(.editorClosed(.sample(Self.items.map { Array($0.name) }, in: Self.list))))
        #expect(scene.state.tasks.operations.isEmpty && scene.state.panels.current == nil)
        #expect(scene.state.panels.message?.text == "rename: no name was changed")
    }
}
