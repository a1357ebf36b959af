import ContainerModel
import Jobs
import Screen
import Testing
import Transactions

@testable import Browser
@testable import FileSharing

@Suite("Preparations in the browser")
struct PreparationTests {
    private static let file = ItemAddress(Scene.oddRoot, "Library/Caches/image 1.png")
    private static let copy = FileOperation.copy([file], to: .directory(ItemAddress(Scene.oddRoot, "tmp")))

    /// A way in which a prepared operation has nothing left to do.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: @Sendable (Ticket) -> BrowserEvent
    }

    static let ways: [Way] = [
        Way(testDescription: "refused by a rule") { .operation($0, .planned(.sampleRefused(copy, file))) },
        Way(testDescription: "nothing to do") {
            .operation($0, .planned(Preparation(copy, PolicyDecision(actor: .app), .nothing)))
        },
        Way(testDescription: "no destination to suggest") {
            .operation($0, .planned(.sample(copy, asking: file, suggesting: nil, canBeDirectory: false)))
        },
        Way(testDescription: "failed") { .operation($0, .failed(OperationError(.inputOutput, "no room"))) },
    ]

    @Test("the preparation of an operation that cannot run is discarded before the next one begins", arguments: ways)
    func discarded(way: Way) {
        var scene = Scene.opened(.odd)
        scene.change { _ = $0.beginOperation(Self.copy) }
        let ticket = scene.state.tasks.operations.last!.ticket
        scene.press("u")
        let undo = scene.state.tasks.operations.last!.ticket
        scene.send(way.answer(ticket))
        guard case .cancel(.operation(ticket))? = scene.history.dropLast().last,
            case .operation(undo, .plan(_, _))? = scene.history.last
        else {
            Issue.record("\(scene.history.suffix(2))")
            return
        }
    }

    @Test("the question of a delete speaks of one item or of several")
    func several() {
        let other = ItemAddress(Scene.oddRoot, "Library/Caches/image 2.png")
        for (items, words) in [
            ([Self.file], "It goes to the trash; u restores it."),
            ([Self.file, other], "They go to the trash; u restores them."),
        ] {
            var scene = Scene.opened(.odd, at: "Library/Caches", columns: 120)
            scene.change { _ = $0.beginOperation(.delete(ItemSet(items))) }
            scene.send(
                .operation(scene.state.tasks.operations.last!.ticket, .planned(.sample(.delete(ItemSet(items))))))
            #expect(scene.frame().text.contains(words), "\(scene.frame().text)")
        }
    }

    @Test("the question of a delete promises that u restores the items only if undo has no limits")
    func deletion() {
        let losses: [UndoLimit] = [.loss(.owner, Self.file, others: 0)]
        for limits in [[], losses] {
            var scene = Scene.opened(.odd, at: "Library/Caches")
            scene.press("d")
            scene.send(
                .operation(
                    scene.state.tasks.operations.last!.ticket,
                    .planned(.sample(.delete([Self.file]), undoLimits: limits))))
            let text = scene.frame().text
            #expect(text.contains("It goes to the trash"))
            #expect(text.contains("u restores it") == limits.isEmpty, "\(text)")
            #expect(text.contains("warning: undo restores") == !limits.isEmpty, "\(text)")
        }
    }
}
