import ContainerModel
import FileSharing
import Jobs
import Screen
import Testing

@testable import Browser

@Suite("The question about a missing destination")
struct DestinationPanelTests {
    private static func address(_ path: String) -> ItemAddress {
        ItemAddress(Scene.oddRoot, ContainerPath(path) ?? .root)
    }
    private static let items: ItemSet = [address("Library/Caches/image 1.png")]

    private func planned(_ scene: Scene) -> [FileOperation] {
        scene.history.compactMap { if case .operation(_, .plan(let operation, _)) = $0 { operation } else { nil } }
    }

    /// Returns a browser that asks about the missing destination of a copy or move, and the ticket of that operation.
    private func asked(isMove: Bool = false, canBeDirectory: Bool = true, isSuggested: Bool = true) -> (Scene, Ticket) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        let destination = Destination.directory(Self.address("Documents/Photo"))
        let operation = isMove ? FileOperation.move(Self.items, to: destination) : .copy(Self.items, to: destination)
        scene.change { _ = $0.beginOperation(operation) }
        let ticket = scene.state.tasks.operations.last!.ticket
        scene.send(
            .operation(
                ticket,
                .planned(
                    .sample(
                        operation, asking: destination.item,
                        suggesting: isSuggested ? Self.address("Documents/Photos") : nil, canBeDirectory: canBeDirectory
                    ))))
        return (scene, ticket)
    }

    @Test("a missing destination is questioned, with the focus on the answer that changes nothing")
    func cancelled() {
        for keys in [["Enter"], ["Esc"]] as [[KeySequence]] {
            var (scene, ticket) = asked()
            let text = scene.frame().text
            #expect(text.contains("Documents/Photo: no such file or directory. Did you mean"))
            #expect(text.contains("│ Documents/Photos?"))
            for key in keys { scene.press(key) }
            #expect(scene.state.tasks[ticket] == nil && scene.state.panels.current == nil)
            #expect(scene.state.panels.message?.text == "copy: nothing was changed" && planned(scene).isEmpty)
        }
    }

    @Test("an answer begins the operation again with the chosen destination", arguments: [false, true])
    func answered(isMove: Bool) {
        let meant: [(keys: [KeySequence], destination: Destination)] = [
            (["j", "Enter"], .path(Self.address("Documents/Photos"), isDirectory: true)),
            (["j", "j", "Enter"], .newDirectory(Self.address("Documents/Photo"))),
        ]
        for (keys, destination) in meant {
            var (scene, ticket) = asked(isMove: isMove)
            for key in keys { scene.press(key) }
            let operation =
                isMove ? FileOperation.move(Self.items, to: destination) : .copy(Self.items, to: destination)
            #expect(planned(scene) == [operation] && scene.state.tasks[ticket] == nil)
            #expect(scene.state.tasks.operations.map(\.operation) == [operation] && scene.state.panels.current == nil)
        }
    }

    @Test("an error message is shown if there is nothing to choose")
    func nothingToChoose() {
        var (scene, _) = asked(canBeDirectory: false, isSuggested: false)
        #expect(scene.state.panels.current == nil && scene.state.panels.message?.isError == true)
        #expect(scene.frame().text.contains("Documents/Photo: no such file or directory; nor is there a directory"))
    }
}
