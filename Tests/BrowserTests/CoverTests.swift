import AppLifecycle
import ContainerModel
import ContainerStore
import Screen
import Testing

@testable import Browser

@Suite("The cover")
struct CoverTests {
    /// Returns the text on the screen of a covered container.
    private func coveredText(_ cover: (inout Scene) -> Void) -> String {
        var scene = Scene.opened(.odd, at: "Documents")
        cover(&scene)
        #expect(scene.state.isCovered)
        return scene.frame().text
    }

    @Test("Z and the loss of focus cover everything, whatever is open")
    func covered() {
        let covers: [(inout Scene) -> Void] = [
            { $0.perform("Z") }, { $0.send(.input(.focusLost)) },
            { scene in
                scene.perform("/")
                scene.type("secret")
                scene.send(.input(.focusLost))
            },
            { scene in
                scene.perform("c")
                scene.send(.input(.focusLost))
            },
            { scene in
                scene.send(.input(.focusLost))
                scene.send(.failed("secret.txt: no such file or directory"))
            },
        ]
        for cover in covers {
            let text = coveredText(cover)
            #expect(text.contains("sandglass") && text.contains("covered"))
            for word in ["Documents", "Library", "secret", "file", "Other", "MB", "KB"] {
                #expect(!text.contains(word))
            }
        }
    }

    @Test(
        "any key lifts the cover and does nothing else", arguments: ["j", "q", "l", "Enter", "Esc"] as [KeySequence])
    func lifted(key: KeySequence) {
        var scene = Scene.opened(.odd, at: "Documents")
        let before = scene.frame()
        scene.perform("Z")
        _ = scene.takeEffects()
        scene.press(key)
        #expect(!scene.state.isCovered)
        #expect(lifecycleActions(of: scene.takeEffects()) == [.redraw])
        #expect(scene.frame() == before)
    }

    @Test("gaining focus lifts the cover, and clicks and pastes do not")
    func focus() {
        var scene = Scene.opened(.odd, at: "Documents")
        let before = scene.frame()
        scene.perform("/")
        scene.send(.input(.focusLost))
        scene.send(.input(.paste(Array("secret".utf8))))
        scene.send(.input(.mouse(MouseEvent(action: .press, position: Position(column: 60, row: 9)))))
        #expect(scene.state.isCovered)
        scene.send(.input(.focusGained))
        #expect(!scene.state.isCovered)
        scene.perform("Esc")
        #expect(scene.frame() == before)
    }

    @Test("answers are received under the cover")
    func background() {
        var scene = Scene.opened(.odd)
        scene.press("g c")
        scene.send(.input(.focusLost))
        scene.answer()
        #expect(scene.state.isCovered && scene.names.count == 200)
    }

    @Test("resuming the program lifts the cover and redraws everything")
    func resumed() {
        var scene = Scene.opened()
        scene.perform("Z")
        _ = scene.takeEffects()
        scene.send(.lifecycle(.resume(secondsAway: 5)))
        #expect(!scene.state.isCovered)
        let actions = lifecycleActions(of: scene.takeEffects())
        #expect(actions == [.enterScreen, .drawCover, .flush, .redraw, .retireSnapshot])
    }

    @Test("after more than a minute the cover stays until a key is pressed, and says so")
    func resumedLate() {
        var scene = Scene.opened(.odd, at: "Documents")
        let before = scene.frame()
        scene.send(.lifecycle(.suspend))
        scene.send(.lifecycle(.resume(secondsAway: 61)))
        _ = scene.takeEffects()
        #expect(scene.frame().text.contains("any key brings it back"))
        scene.send(.input(.focusGained))
        #expect(scene.state.isCovered)
        scene.press("j")
        #expect(lifecycleActions(of: scene.takeEffects()) == [.redraw])
        #expect(scene.frame() == before)
    }

    @Test("the browser exits on suspend if the app or the option says so, and stops otherwise")
    func exitsOnSuspend() {
        for (answer, asked, exits) in [(Answer.yes, false, true), (.no, false, false), (.no, true, true)] {
            var world = World.weightTracker
            let known = world.description
            var app = known.app
            app.exitsOnSuspend = answer
            world.description = ContainerDescription(
                kind: known.kind, source: known.source, hostPath: known.hostPath, app: app)
            var scene = Scene(world, exitsOnSuspend: asked)
            scene.open()
            _ = scene.takeEffects()
            scene.send(.lifecycle(.suspend))
            let actions = lifecycleActions(of: scene.takeEffects())
            #expect(actions?.last == (exits ? .exit(status: 0) : .stop))
            #expect(actions?.contains(.takeSnapshot) == !exits)
        }
    }

    /// Returns the lifecycle actions if all effects are such, or nil.
    private func lifecycleActions(of effects: [BrowserEffect]) -> [Lifecycle.Action]? {
        let actions = effects.compactMap { effect in
            if case .lifecycle(let action) = effect { action } else { Lifecycle.Action?.none }
        }
        return actions.count == effects.count ? actions : nil
    }
}
