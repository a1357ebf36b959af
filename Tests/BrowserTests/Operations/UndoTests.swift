import ContainerModel
import FileSharing
import Jobs
import Screen
import Testing
import Transactions

@testable import Browser

@Suite("Undo after an operation that changed nothing")
struct UndoTests {
    private static let file = ItemAddress(Scene.oddRoot, "Library/Caches/image 1.png")
    private static let undo = FileOperation.undo(.lastIn([Scene.oddRoot]))
    private static let exclusion = FileOperation.setExclusion([file], excludes: true)
    private static let older = "Undo would take back: delete of a.txt (5 minutes ago)."

    private func planned(_ scene: Scene) -> [FileOperation] {
        scene.history.compactMap { if case .operation(_, .plan(let operation, _)) = $0 { operation } else { nil } }
    }

    private func carriedOut(_ scene: Scene) -> [Ticket] {
        scene.history.compactMap { if case .operation(let ticket, .run(_, _)) = $0 { ticket } else { nil } }
    }

    private func last(_ scene: Scene) -> Ticket { scene.state.tasks.operations.last?.ticket ?? .none }

    /// Presses `u`, and answers with the operation that it would undo.
    /// - Returns: The ticket of the undo.
    private func undo(_ scene: inout Scene) -> Ticket {
        scene.press("Esc", "u")
        let ticket = last(scene)
        #expect(scene.state.tasks[ticket]?.operation == Self.undo)
        scene.send(.operation(ticket, .planned(.sample(invert: Self.undo))))
        return ticket
    }

    /// A way in which an operation changes nothing, and how `u` describes it.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let said: String
        let happen: @Sendable (inout Scene) -> Void
    }

    private static func ended(_ ending: OperationEnding) -> @Sendable (inout Scene) -> Void {
        { scene in
            scene.press("x")
            let ticket = scene.state.tasks.operations.last!.ticket
            scene.send(.operation(ticket, .planned(.sample(exclusion))))
            scene.send(.operation(ticket, .ended(ending)))
        }
    }

    static let ways: [Way] = [
        Way(testDescription: "refused by a rule", said: "exclude, was refused") { scene in
            scene.press("x")
            scene.send(
                .operation(scene.state.tasks.operations.last!.ticket, .planned(.sampleRefused(exclusion, file))))
            scene.press("Esc")
        },
        Way(testDescription: "failed before it began", said: "exclude, failed") { scene in
            scene.press("x")
            scene.send(
                .operation(scene.state.tasks.operations.last!.ticket, .failed(OperationError(.inputOutput, "no room"))))
        },
        Way(
            testDescription: "failed", said: "exclude, failed",
            happen: ended(.sampleFailed())),
        Way(
            testDescription: "cancelled", said: "exclude, was cancelled",
            happen: ended(.sampleCancelled)),
        Way(
            testDescription: "nothing to do", said: "exclude, changed nothing",
            happen: ended(.sampleNothing)),
        Way(testDescription: "No to its question", said: "delete, was abandoned") { scene in
            scene.press("d")
            scene.send(.operation(scene.state.tasks.operations.last!.ticket, .planned(.sample(.delete([file])))))
            scene.press("Enter")
        },
        Way(testDescription: "nothing saved", said: "edit, changed nothing") {
            $0.send(.outside(.editorClosed(.unchanged(.edit))))
        },
        Way(testDescription: "a file of this computer", said: "edit, changed a file on this computer") {
            $0.send(.outside(.editorClosed(.inPlace(ItemAddress(.computer, "home/me/a.txt")))))
        },
        Way(testDescription: "the editor failed", said: "edit, failed") {
            $0.send(.outside(.editorClosed(.failed(.edit, OperationError(.data, "no editor"), []))))
        },
        Way(testDescription: "a path that is not there", said: "import, failed") { scene in
            scene.press("i")
            scene.type("/none")
            scene.press("Enter")
            scene.send(.failed("/none: no such file or directory"))
        },
    ]

    @Test("u describes an operation without effect, and undoes the older one only after a yes", arguments: ways)
    func asks(way: Way) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        way.happen(&scene)
        let ticket = undo(&scene)
        #expect(!carriedOut(scene).contains(ticket))
        let text = scene.frame().text
        #expect(text.contains("The last operation, \(way.said)"), "\(text)")
        #expect(text.contains(Self.older), "\(text)")
        scene.press("Enter")
        #expect(!carriedOut(scene).contains(ticket) && scene.state.panels.current == nil)
        let again = undo(&scene)
        scene.press("Down", "Enter")
        #expect(carriedOut(scene).last == again)
        scene.send(.operation(again, .ended(.sampleDone("undo", "delete of a.txt (5 minutes ago)"))))
        #expect(scene.state.panels.message?.text == "undo: delete of a.txt (5 minutes ago); ^r redoes it")
        let third = undo(&scene)
        #expect(carriedOut(scene).last == third, "the person knows by now that u goes on")
    }

    @Test("u asks nothing after an operation that changed something")
    func effective() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        Self.ended(.sampleFailed())(&scene)
        Self.ended(.sampleDone())(&scene)
        let ticket = undo(&scene)
        #expect(carriedOut(scene).last == ticket)
        scene.send(.operation(ticket, .ended(.sampleFailed("something else stands at a.txt now"))))
        let again = undo(&scene)
        #expect(carriedOut(scene).last == again, "an undo that failed is about the same operation as the next")
    }

    @Test("undoing or redoing an item changed since asks, and continues only after a yes", arguments: ["u", "^r"])
    func changedSince(key: String) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        // The question about the failed operation comes before the one about the change.
        Self.ended(.sampleFailed())(&scene)
        scene.press(KeySequence(stringLiteral: key))
        let ticket = last(scene)
        let operation = key == "u" ? Self.undo : .redo(.lastIn([Scene.oddRoot]))
        scene.send(.operation(ticket, .planned(.sample(invert: operation))))
        if key == "u" { scene.press("Down", "Enter") }
        #expect(carriedOut(scene).last == ticket)
        scene.send(.operation(ticket, .begun))
        let count = carriedOut(scene).count
        scene.send(.operation(ticket, .ended(.asks(.sample(invert: operation).sampleAskingAboutChange()))))
        #expect(carriedOut(scene).count == count)
        let text = scene.frame().text
        for part in [
            "a.txt has been changed since.", "anyway?", "No, leave it unchanged",
            key == "u" ? "Yes, undo it:" : "Yes, redo it:",
        ] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(!text.contains("The last operation") && !text.contains("bytes."), "\(text)")
        var other = scene
        scene.press("Enter")
        #expect(carriedOut(scene).count == count && scene.state.panels.current == nil)
        #expect(scene.state.panels.message?.text.hasSuffix(": nothing was changed") == true)
        #expect(scene.history.contains { if case .cancel(.operation(ticket)) = $0 { true } else { false } })
        other.press("Down", "Enter")
        #expect(carriedOut(other).count == count + 1 && carriedOut(other).last == ticket)
        other.send(.operation(ticket, .begun))
        other.send(.operation(ticket, .ended(.sampleDone(operation.title, "import of a.txt (just now)"))))
        #expect(other.state.panels.message?.text.contains("import of a.txt (just now); ") == true)
    }

    @Test("u as the first key asks before it undoes what another session has done, once")
    func otherSession() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        let ticket = undo(&scene)
        #expect(carriedOut(scene).isEmpty)
        let text = scene.frame().text
        #expect(text.contains("This was done before this session, or by another process."), "\(text)")
        #expect(text.contains(Self.older), "\(text)")
        scene.press("Enter")
        #expect(carriedOut(scene).isEmpty && scene.state.panels.current == nil)
        let again = undo(&scene)
        scene.press("y", "Enter")
        #expect(carriedOut(scene) == [again] && ticket != again)
        scene.send(.operation(again, .ended(.sampleDone("undo"))))
        let third = undo(&scene)
        #expect(carriedOut(scene) == [again, third], "the person knows by now that u goes on")
    }

    @Test("u asks about an operation that failed according to the journal")
    func failedBefore() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("u")
        let ticket = last(scene)
        scene.send(.operation(ticket, .planned(.sample(invert: Self.undo, lastFailed: true))))
        #expect(carriedOut(scene).isEmpty && scene.frame().text.contains("The last operation, import of a.txt"))
    }

    @Test("u pressed during an operation waits for its end", arguments: [true, false])
    func waits(isUndoable: Bool) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("x")
        let first = last(scene)
        scene.press("u", "u")
        let undos = scene.state.tasks.operations.suffix(2).map(\.ticket)
        #expect(planned(scene).count == 1, "an undo is not looked at before that")
        scene.send(.operation(first, .planned(.sample(Self.exclusion))))
        scene.send(.operation(first, .ended(isUndoable ? .sampleDone() : .sampleFailed())))
        #expect(planned(scene).suffix(1) == [Self.undo])
        scene.send(.operation(undos[0], .planned(.sample(invert: Self.undo))))
        #expect((carriedOut(scene).last == undos[0]) == isUndoable)
        if !isUndoable {
            #expect(scene.frame().text.contains("failed and changed nothing"))
            scene.press("Down", "Enter")
        }
        #expect(planned(scene).count == 2, "the second waits for the first")
        scene.send(.operation(undos[0], .ended(.sampleDone())))
        scene.send(.operation(undos[1], .planned(.sample(invert: Self.undo))))
        #expect(carriedOut(scene).last == undos[1])
    }

    /// What an undo or a redo has changed, and where the cursor is then.
    static let places: [(changes: [Change], cursor: String)] = {
        func item(_ path: ContainerPath) -> ItemAddress { ItemAddress(Scene.oddRoot, path) }
        let trash = ItemAddress(Root(.trash, at: Array("/trash".utf8)), "a")
        return [
            ([.move(trash, to: item("Library/Caches/image 150.png"))], "image 150.png"),
            (
                [
                    .move(trash, to: item("Library/Caches/image 150.png")),
                    .move(trash, to: item("Library/Caches/image 120.png")),
                ], "image 120.png"
            ),
            ([.setAttribute(item("Library/Caches/image 9.png"), name: "a", value: nil)], "image 9.png"),
            // Elsewhere, below the directory, gone, and passed through.
            ([.move(trash, to: item("Documents/image 150.png"))], "image 100.png"),
            ([.move(trash, to: item("Library/Caches/a/image 150.png"))], "image 100.png"),
            ([.trash(item("Library/Caches/image 150.png"))], "image 100.png"),
            (
                [
                    .move(item("Documents/a"), to: item("Library/Caches/image 1.png")),
                    .move(item("Library/Caches/image 1.png"), to: item("Library/Caches/image 7.png")),
                ], "image 7.png"
            ),
        ]
    }()

    @Test("after an undo or a redo the cursor is on what came back or changed", arguments: places, ["u", "^r"])
    func cursor(place: (changes: [Change], cursor: String), key: String) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("1", "0", "0", "G")
        scene.press(KeySequence(stringLiteral: key))
        let operation = key == "u" ? Self.undo : .redo(.lastIn([Scene.oddRoot]))
        scene.send(.operation(last(scene), .planned(.sample(invert: operation))))
        scene.send(.operation(last(scene), .ended(.sampleInverted(place.changes))))
        scene.answer()
        #expect(scene.current == place.cursor)
    }

    @Test("what an undo brings back while the directory is being read again is found by the next reading")
    func cursorAfterWatching() throws {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        let world = scene.world
        let item = ItemAddress(Scene.oddRoot, "Library/Caches/image 150.png")
        scene.world.directories["Library/Caches"]?.removeAll { $0.name.elementsEqual(item.name) }
        scene.perform("^l")
        scene.perform("u")
        scene.press("Down", "Enter")
        _ = scene.takeEffects()
        scene.send(.directory(.changed([ItemAddress(Scene.oddRoot, "Library/Caches")])))
        let early = scene.takeEffects()
        scene.send(.operation(last(scene), .ended(.sampleRestored([item]))))
        // The reading that began before has not seen the item.
        for effect in early { for event in scene.world.answers(to: effect) { scene.send(event) } }
        scene.world = world
        scene.answer()
        #expect(scene.current == "image 150.png")
    }

    @Test("excluding from backups says so in words, with the key that cuts, which other programs have there")
    func exclusionInWords() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        Self.ended(.sampleDone())(&scene)
        #expect(scene.state.panels.message?.text == "excluded from backups: 1 item; u undoes it, X cuts")
        let ticket = scene.beginOperation(.setExclusion([Self.file], excludes: false))
        scene.send(.operation(ticket, .ended(.sampleDone())))
        #expect(scene.state.panels.message?.text == "included in backups again: 1 item; u undoes it")
        Self.ended(.sampleFailed())(&scene)
        #expect(scene.state.panels.message?.text.hasPrefix("exclude: ") == true)
    }

    @Test("a waiting undo can be cancelled, and is done before quitting")
    func waitingIsWork() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("x")
        let first = last(scene)
        scene.send(.operation(first, .planned(.sample(Self.exclusion))))
        scene.send(.operation(first, .begun))
        scene.press("u")
        let ticket = last(scene)
        scene.press("q", "Down", "Enter")
        scene.send(.operation(first, .ended(.sampleDone())))
        func hasQuit(_ scene: Scene) -> Bool { scene.history.contains { if case .quit = $0 { true } else { false } } }
        #expect(!hasQuit(scene))
        scene.send(.operation(ticket, .planned(.sample(invert: Self.undo))))
        scene.send(.operation(ticket, .ended(.sampleDone())))
        #expect(hasQuit(scene))

        scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("x")
        scene.press("u")
        scene.press("^c", "^c")
        #expect(scene.state.tasks.operations.isEmpty && carriedOut(scene).isEmpty)
    }
}
