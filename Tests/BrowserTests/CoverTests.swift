import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("The cover")
struct CoverTests {
    /// What is seen of a container that is covered.
    private func coveredText(_ cover: (inout Scene) -> Void) -> String {
        var scene = Scene.opened(.odd, at: "Documents")
        cover(&scene)
        #expect(scene.state.isCovered)
        return scene.frame().text
    }

    @Test("Z and the loss of the focus cover everything, whatever is open")
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
                scene.send(.failed("secret.txt: it is not there"))
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
        "a key takes the cover away and does nothing else", arguments: ["j", "q", "l", "Enter", "Esc"] as [KeySequence])
    func lifted(key: KeySequence) {
        var scene = Scene.opened(.odd, at: "Documents")
        let before = scene.frame()
        scene.perform("Z")
        _ = scene.takeEffects()
        scene.press(key)
        #expect(!scene.state.isCovered && scene.takeEffects().isEmpty)
        #expect(scene.frame() == before)
    }

    @Test("the focus takes the cover away; clicks and pastes do not")
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

    @Test("what is found out under the cover is shown when it is lifted")
    func background() {
        var scene = Scene.opened(.odd)
        scene.press("g c")
        scene.send(.input(.focusLost))
        scene.answer()
        #expect(scene.state.isCovered && scene.names.count == 200)
    }

    @Test("when the program is continued the cover is away and everything is drawn anew")
    func resumed() {
        var scene = Scene.opened()
        scene.perform("Z")
        _ = scene.takeEffects()
        scene.send(.resumed)
        #expect(!scene.state.isCovered)
        guard case .repaint? = scene.takeEffects().first else {
            Issue.record("nothing is repainted")
            return
        }
    }
}
