import Bundles
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Screen
import Testing

@testable import Browser

@Suite("The seal of a bundle in the browser")
struct SealActionTests {
    /// The sample container, as a bundle.
    private static let bundle: World = {
        var world = World.odd
        let known = world.description
        world.description = ContainerDescription(
            kind: .bundle, source: known.source, hostPath: known.hostPath, app: known.app)
        return world
    }()

    @Test("a bundle is verified once when it is opened, and no other container is")
    func opening() {
        var scene = Scene.opened(Self.bundle)
        scene.perform("j", "k", "Tab")
        #expect(scene.asked(SealQuery.self).count == 1)
        #expect(Scene.opened(.odd).asked(SealQuery.self).isEmpty)
    }

    @Test("it is verified again after a change in it, but not after one elsewhere")
    func changes() {
        var scene = Scene.opened(Self.bundle)
        let root = Self.bundle.description.root
        scene.send(.directory(.changed([ItemAddress(Root(.directory, at: Array("/elsewhere".utf8)), .root)])))
        scene.answer()
        #expect(scene.asked(SealQuery.self).count == 1)
        scene.send(.directory(.changed([ItemAddress(root, .root)])))
        scene.answer()
        scene.perform("j")
        #expect(scene.asked(SealQuery.self).count == 2)
    }

    @Test("keys ask for the seal and for the bundle's anatomy")
    func actions() {
        var scene = Scene.opened(Self.bundle)
        scene.perform("g", "v")
        #expect(scene.asked(SealQuery.self).count == 2)
        scene.perform("g", "B")
        #expect(scene.asked(BundleQuery.self).count == 1)
    }
}
