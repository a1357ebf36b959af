import ContainerModel
import Jobs
import Screen
import Testing

@testable import Browser

@Suite("Undo after an operation that changed nothing")
struct UndoTests {
    private static let file = ItemAddress(Scene.oddRoot, "Library/Caches/image 1.png")
    private static let older = "Undo would take back: delete of a.txt (5 minutes ago)."

    private func planned(_ scene: Scene) -> [Errand] {
        scene.history.compactMap { if case .plan(_, let errand, _, _) = $0 { errand } else { nil } }
    }

    private func carriedOut(_ scene: Scene) -> [Ticket] {
        scene.history.compactMap { if case .carryOut(let ticket, _) = $0 { ticket } else { nil } }
    }

    private func last(_ scene: Scene) -> Ticket { scene.state.errands.entries.last?.ticket ?? .none }

    /// Presses `u` and answers with what would be undone.
    /// - Returns: the undo.
    private func undo(_ scene: inout Scene) -> Ticket {
        scene.press("Esc", "u")
        let ticket = last(scene)
        #expect(scene.state.errands[ticket]?.errand == .undo)
        scene.send(.planned(ticket, ErrandPlan(items: 1, warnings: [Self.older])))
        return ticket
    }

    /// A way in which an operation of the person's changes nothing, and what is said of it.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let said: String
        let happen: @Sendable (inout Scene) -> Void
    }

    private static func ended(_ outcome: ErrandOutcome) -> @Sendable (inout Scene) -> Void {
        { scene in
            scene.press("x")
            let ticket = scene.state.errands.entries.last!.ticket
            scene.send(.planned(ticket, ErrandPlan(items: 1)))
            scene.send(.errandEnded(ticket, outcome))
        }
    }

    private static let refusal = Verdict(
        outcome: .refused, rule: RuleCitation(identifier: "test", sentence: "It may not.", sources: []), warnings: [],
        alternatives: [], unknowns: [])

    static let ways: [Way] = [
        Way(testDescription: "refused by a rule", said: "exclude from backup, was refused") { scene in
            scene.press("x")
            scene.send(.refused(scene.state.errands.entries.last!.ticket, refusal, of: file.path))
            scene.press("Esc")
        },
        Way(testDescription: "failed before it began", said: "exclude from backup, failed") { scene in
            scene.press("x")
            scene.send(.errandFailed(scene.state.errands.entries.last!.ticket, "no room"))
        },
        Way(
            testDescription: "failed", said: "exclude from backup, failed",
            happen: ended(ErrandOutcome(.failed, "1 failed"))),
        Way(
            testDescription: "cancelled", said: "exclude from backup, was cancelled",
            happen: ended(ErrandOutcome(.cancelled, "cancelled"))),
        Way(
            testDescription: "nothing to do", said: "exclude from backup, changed nothing",
            happen: ended(ErrandOutcome(.done, "nothing was done"))),
        Way(testDescription: "No to its question", said: "move to the trash, was given up") { scene in
            scene.press("d")
            scene.send(.planned(scene.state.errands.entries.last!.ticket, ErrandPlan(items: 1, asks: true)))
            scene.press("Enter")
        },
        Way(testDescription: "nothing saved", said: "edit, changed nothing") { $0.send(.edited(file, saved: nil)) },
        Way(testDescription: "a file of this computer", said: "edit, changed a file of this computer") {
            $0.send(.edited(ItemAddress(.computer, "home/me/a.txt"), saved: nil))
        },
        Way(testDescription: "the editor failed", said: "edit, failed") { $0.send(.editorFailed(["no editor"])) },
        Way(testDescription: "a name that is none", said: "new file, was refused") { scene in
            scene.press("a")
            scene.type("a/b")
            scene.press("Enter")
        },
        Way(testDescription: "a path that is not there", said: "import, failed") { scene in
            scene.press("i")
            scene.type("/none")
            scene.press("Enter")
            scene.send(.failed("/none: it is not there"))
        },
    ]

    @Test("u says so and names the older operation, and takes it back only after a yes", arguments: ways)
    func asks(way: Way) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        way.happen(&scene)
        let ticket = undo(&scene)
        #expect(!carriedOut(scene).contains(ticket))
        let text = scene.frame().text
        #expect(text.contains("The last operation, \(way.said)"), "\(text)")
        #expect(text.contains(Self.older), "\(text)")
        scene.press("Enter")
        #expect(!carriedOut(scene).contains(ticket) && scene.state.panel == nil)
        let again = undo(&scene)
        scene.press("Down", "Enter")
        #expect(carriedOut(scene).last == again)
        scene.send(.errandEnded(again, ErrandOutcome(.done, "delete of a.txt (5 minutes ago)", isUndoable: true)))
        #expect(scene.state.message?.text == "undo: delete of a.txt (5 minutes ago); ^r does it again")
        let third = undo(&scene)
        #expect(carriedOut(scene).last == third, "the person knows by now that u goes on")
    }

    @Test("after an operation that changed something, u asks nothing")
    func effective() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        Self.ended(ErrandOutcome(.failed, "1 failed"))(&scene)
        Self.ended(ErrandOutcome(.done, "1 item", isUndoable: true))(&scene)
        let ticket = undo(&scene)
        #expect(carriedOut(scene).last == ticket)
        scene.send(.errandEnded(ticket, ErrandOutcome(.failed, "something else stands at a.txt now")))
        let again = undo(&scene)
        #expect(carriedOut(scene).last == again, "an undo that failed is about the same operation as the next")
    }

    @Test("what was changed since is asked about, and goes to the trash only after a yes", arguments: ["u", "^r"])
    func changedSince(key: String) {
        let question = [
            "/App/Documents/a.txt was changed since.",
            "Undo it all the same? What was changed since goes to the trash as it is.",
        ]
        let yes = "Yes, undo it: what was changed since goes to the trash as it is"
        var scene = Scene.opened(.odd, at: "Library/Caches")
        // The question that comes first is answered once.
        Self.ended(ErrandOutcome(.failed, "1 failed"))(&scene)
        scene.press(KeySequence(stringLiteral: key))
        let ticket = last(scene)
        scene.send(.planned(ticket, ErrandPlan(items: 1, warnings: [Self.older])))
        if key == "u" { scene.press("Down", "Enter") }
        #expect(carriedOut(scene).last == ticket)
        scene.send(.errandBegun(ticket))
        let count = carriedOut(scene).count
        scene.send(.planned(ticket, ErrandPlan(items: 1, warnings: question, asks: true, yes: yes)))
        #expect(carriedOut(scene).count == count)
        let text = scene.frame().text
        for part in ["a.txt was changed since.", "all the same?", "No, leave it as it is", "Yes, undo it:"] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(!text.contains("The last operation") && !text.contains("bytes."), "\(text)")
        var other = scene
        scene.press("Enter")
        #expect(carriedOut(scene).count == count && scene.state.panel == nil)
        #expect(scene.state.message?.text.hasSuffix(": nothing was done") == true)
        #expect(scene.history.contains { if case .cancelErrand(ticket) = $0 { true } else { false } })
        other.press("Down", "Enter")
        #expect(carriedOut(other).count == count + 1 && carriedOut(other).last == ticket)
        other.send(.errandBegun(ticket))
        other.send(.errandEnded(ticket, ErrandOutcome(.done, "import of a.txt (just now)", isUndoable: true)))
        #expect(other.state.message?.text.contains("import of a.txt (just now); ") == true)
    }

    @Test("what the journal says has failed is asked about, too")
    func failedBefore() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("u")
        let ticket = last(scene)
        scene.send(.planned(ticket, ErrandPlan(items: 1, warnings: ["The last failed.", Self.older], asks: true)))
        #expect(carriedOut(scene).isEmpty && scene.frame().text.contains("The last failed."))
    }

    @Test("u pressed before an operation has ended waits to know how it ends", arguments: [true, false])
    func waits(isUndoable: Bool) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("x")
        let first = last(scene)
        scene.press("u", "u")
        let undos = scene.state.errands.entries.suffix(2).map(\.ticket)
        #expect(planned(scene).count == 1, "an undo is not looked at before that")
        scene.send(.planned(first, ErrandPlan(items: 1)))
        scene.send(.errandEnded(first, ErrandOutcome(isUndoable ? .done : .failed, "ended", isUndoable: isUndoable)))
        #expect(planned(scene).suffix(1) == [.undo])
        scene.send(.planned(undos[0], ErrandPlan(items: 1, warnings: [Self.older])))
        #expect((carriedOut(scene).last == undos[0]) == isUndoable)
        if !isUndoable {
            #expect(scene.frame().text.contains("failed and changed nothing"))
            scene.press("Down", "Enter")
        }
        #expect(planned(scene).count == 2, "the second waits for the first")
        scene.send(.errandEnded(undos[0], ErrandOutcome(.done, "a", isUndoable: true)))
        scene.send(.planned(undos[1], ErrandPlan(items: 1, warnings: [Self.older])))
        #expect(carriedOut(scene).last == undos[1])
    }

    @Test("an undo that waits can be given up, and is done before the end that was asked for")
    func waitingIsWork() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("x")
        let first = last(scene)
        scene.send(.planned(first, ErrandPlan(items: 1)))
        scene.send(.errandBegun(first))
        scene.press("u")
        let ticket = last(scene)
        scene.press("q", "Down", "Enter")
        scene.send(.errandEnded(first, ErrandOutcome(.done, "ended", isUndoable: true)))
        func hasQuit(_ scene: Scene) -> Bool { scene.history.contains { if case .quit = $0 { true } else { false } } }
        #expect(!hasQuit(scene))
        scene.send(.planned(ticket, ErrandPlan(items: 1, warnings: [Self.older])))
        scene.send(.errandEnded(ticket, ErrandOutcome(.done, "a", isUndoable: true)))
        #expect(hasQuit(scene))

        scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("x")
        scene.press("u")
        scene.press("^c", "^c")
        #expect(scene.state.errands.entries.isEmpty && carriedOut(scene).isEmpty)
    }
}
