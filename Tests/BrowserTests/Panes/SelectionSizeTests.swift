import ContainerModel
import FileSharing
import FileTree
import Jobs
import Screen
import Testing

@testable import Browser

@Suite("The size of a selection")
struct SelectionSizeTests {
    private static let deep: ContainerPath = "tmp/a/b/c"

    /// A directory with a directory of one byte, and files of 10 and 20.
    private var world: World {
        var world = World.odd
        world.directories["tmp"]?.append(World.Entry("one", size: 10))
        world.directories["tmp"]?.append(World.Entry("two", size: 20))
        return world
    }

    private func selected(_ world: World) -> Scene {
        var scene = Scene.opened(world, at: "tmp")
        scene.perform("^a")
        #expect(scene.state.selection.bytes == 31 && scene.state.selection.uncounted == 0)
        return scene
    }

    private func changed(_ paths: ContainerPath...) -> BrowserEvent {
        .directory(.changed(Set(paths.map { ItemAddress(Scene.oddRoot, $0) })))
    }

    /// Answers what reads directories, without facts, and nothing that counts or measures.
    private func answerReadings(_ scene: inout Scene) {
        for effect in scene.takeEffects() {
            guard case .readDirectory = effect else { continue }
            for event in scene.world.answers(to: effect) {
                guard case .directory(.read(var snapshot)) = event else { continue }
                snapshot.facts = [:]
                scene.send(.directory(.read(snapshot)))
            }
        }
    }

    @Test(
        "it stays when the directory is read again, before anything is counted or measured", arguments: [true, false])
    func carried(isAsked: Bool) {
        var scene = selected(world)
        scene.world.directories["tmp"]?.insert(World.Entry("0", size: 1_000), at: 0)
        if isAsked { scene.press("^l") } else { scene.send(changed("tmp")) }
        answerReadings(&scene)
        #expect(scene.names.count == 4, "it was read")
        #expect(scene.state.selection.bytes == 31 && scene.state.selection.uncounted == 0)
        let status = scene.frame().text.split(separator: "\n").last ?? ""
        #expect(status.hasSuffix("3 selected · 31 B"), "\(status)")
    }

    @Test(
        "it follows files and directories that have changed, on screen or not",
        arguments: ["g t", "g d"] as [KeySequence])
    func followed(place: KeySequence) {
        var scene = selected(world)
        scene.perform(place)
        scene.world.directories["tmp"]?[1].size = 100
        scene.world.directories[Self.deep]?[0].size = 50
        scene.send(changed("tmp", Self.deep))
        scene.answer()
        scene.perform("g t")
        #expect(scene.state.selection.bytes == 170 && scene.state.selection.uncounted == 0)
        scene.world.directories[Self.deep]?[0].size = 60
        scene.perform("^l")
        #expect(scene.state.selection.bytes == 180)
    }

    @Test("a name that has become something else has no size of before")
    func otherKind() {
        var scene = selected(world)
        scene.world.directories["tmp"]?[1] = World.Entry("one", .directory)
        scene.world.directories["tmp/one"] = []
        scene.send(changed("tmp"))
        answerReadings(&scene)
        #expect(scene.state.selection.bytes == 21 && scene.state.selection.uncounted == 1)
    }

    @Test("that of twenty thousand files stays as well")
    func many() {
        var world = World.odd
        world.directories["tmp"] = (0..<20_000).map { World.Entry("item \($0)", size: 10) }
        var scene = Scene.opened(world, at: "tmp")
        scene.perform("^a")
        scene.world.directories["tmp"]?.insert(World.Entry("0", size: 1_000), at: 0)
        scene.world.directories["tmp"]?.remove(at: 1)
        scene.press("^l")
        answerReadings(&scene)
        #expect(scene.state.selection.count == 19_999 && scene.state.selection.bytes == 199_990)
        #expect(scene.state.selection.uncounted == 0)
        scene.answer()
        #expect(scene.state.selection.bytes == 199_990)
    }
}
