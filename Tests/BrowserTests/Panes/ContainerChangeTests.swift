import ContainerModel
import ContainerStore
import FileSharing
import Jobs
import Screen
import Testing
import Transactions

@testable import Browser

@Suite("Operations when another container is opened")
struct ContainerChangeTests {
    private static func item(_ path: ContainerPath) -> ItemAddress { ItemAddress(Scene.oddRoot, path) }

    private func last(_ scene: Scene) -> Ticket { scene.state.tasks.operations.last?.ticket ?? .none }

    private func isCancelled(_ ticket: Ticket, in scene: Scene) -> Bool {
        scene.history.contains { if case .cancel(.operation(ticket)) = $0 { true } else { false } }
    }

    private func hasRun(_ ticket: Ticket, in scene: Scene) -> Bool {
        scene.history.contains { if case .operation(ticket, .run(_, _)) = $0 { true } else { false } }
    }

    private func isOpening(_ scene: Scene) -> Bool {
        scene.history.contains { if case .opening(.container) = $0 { true } else { false } }
    }

    /// Returns a browser that is preparing a copy, its ticket, and the preparation, which asks a question.
    private func preparing() -> (Scene, Ticket, Preparation) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("y", "g t", "p")
        let ticket = last(scene)
        let operation = scene.state.tasks[ticket]!.operation
        let conflict = ConflictQuestion.sample(Self.item("tmp/image 1.png"), otherName: "image 1 2.png")
        return (scene, ticket, .sample(operation!, conflicts: [conflict]))
    }

    /// Opens another container, leaving earlier effects unanswered.
    private func change(_ scene: inout Scene) {
        _ = scene.takeEffects()
        scene.world = .weightTracker
        scene.open()
        scene.answer()
    }

    /// Presses `u`, and answers with the operation that it would undo.
    private func undo(_ scene: inout Scene) -> Ticket {
        scene.press("u")
        let ticket = last(scene)
        scene.send(.operation(ticket, .planned(.sample(invert: .undo(.lastIn([Scene.root]))))))
        // It was done before this session.
        scene.press("y", "Enter")
        return ticket
    }

    @Test(
        "no other container is opened while an operation is being prepared or asks a question",
        arguments: [false, true])
    func refused(isAsking: Bool) {
        var (scene, ticket, preparation) = preparing()
        scene.press("c")
        if isAsking { scene.send(.operation(ticket, .planned(preparation))) }
        scene.press("Enter")
        #expect(!isOpening(scene))
        #expect(scene.state.panels.message?.text.contains("once all operations have finished") == true)
        // The operation continues, and another container can be opened afterwards.
        scene.press("Esc")
        if !isAsking { scene.send(.operation(ticket, .planned(preparation))) }
        #expect(scene.frame().text.contains("tmp/image 1.png already exists"))
        scene.press("Enter")
        #expect(hasRun(ticket, in: scene))
        scene.send(.operation(ticket, .ended(.sampleDone())))
        scene.press("c", "Enter")
        #expect(isOpening(scene))
    }

    @Test(
        "opening another container drops operations that have not begun, and undo does not wait for them",
        arguments: [false, true])
    func dropped(isAsking: Bool) {
        var (scene, ticket, preparation) = preparing()
        scene.press("u")
        let deferred = last(scene)
        if isAsking { scene.send(.operation(ticket, .planned(preparation))) }
        change(&scene)
        #expect(scene.state.tasks.operations.isEmpty && scene.state.panels.current == nil)
        #expect(isCancelled(ticket, in: scene) && isCancelled(deferred, in: scene))
        #expect(scene.state.panels.message?.text == "copy: nothing was changed, since another container was opened")
        if !isAsking { scene.send(.operation(ticket, .planned(preparation))) }
        #expect(scene.state.panels.current == nil && !hasRun(ticket, in: scene))
        let prepared = scene.history.count { if case .operation(_, .plan) = $0 { true } else { false } }
        #expect(prepared == 1, "the undo that waited for the copy does not begin")
        let next = undo(&scene)
        #expect(hasRun(next, in: scene))
    }

    @Test("opening another container lets a running operation continue")
    func running() {
        var (scene, ticket, _) = preparing()
        scene.send(.operation(ticket, .planned(.sample(scene.state.tasks[ticket]!.operation!))))
        scene.send(.operation(ticket, .begun))
        change(&scene)
        #expect(scene.state.tasks.running?.ticket == ticket && !isCancelled(ticket, in: scene))
        scene.send(.operation(ticket, .ended(.sampleDone())))
        #expect(scene.state.tasks[ticket]?.isOver == true)
    }

    @Test("u does not ask about an operation of the previous container")
    func ineffective() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("d")
        let file = Self.item("Library/Caches/image 1.png")
        scene.send(.operation(last(scene), .planned(.sampleRefused(.delete([file]), file))))
        scene.press("Esc")
        change(&scene)
        let ticket = undo(&scene)
        #expect(hasRun(ticket, in: scene) && !scene.frame().text.contains("was refused"))
    }

    @Test("a report that arrives while the container is being opened is shown in it")
    func report() {
        var scene = Scene(.odd)
        scene.showOpening(World.odd.description.hostPath)
        scene.send(.report(title: "Recovery", [Notice("copy of a.txt was finished")]))
        #expect(!scene.frame().text.contains("Recovery"))
        scene.open()
        scene.answer()
        #expect(scene.frame().text.contains("Recovery"))
        #expect(scene.frame().text.contains("copy of a.txt was finished"))
    }

    @Test("a list of names that waits to be edited again is released when another container is opened")
    func names() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        let list = NamesList.sample([Self.item("Library/Caches/image 1.png")])
        scene.press("c")
        scene.send(.outside(.editorClosed(.rejected(NamesRejection(list, "a name cannot be empty")))))
        change(&scene)
        let ticket = list.ticket
        #expect(scene.history.contains { if case .outside(.giveUpEditing(ticket)) = $0 { true } else { false } })
        #expect(scene.state.panels.current == nil && scene.state.panels.waiting.isEmpty)
    }

    @Test("another container begins without the filter of what was on the right")
    func filterOnTheRight() {
        var state = Scene.opened(.odd).state
        state.panes.computerFilterText = Array("x".utf8)
        _ = state.update(.opening(.opened(World.odd.description, at: ContainerStart(directory: .root))))
        #expect(state.panes.computerFilterText.isEmpty)
    }
}
