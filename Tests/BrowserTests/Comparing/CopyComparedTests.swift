import Comparison
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("Copying what differs")
struct CopyComparedTests {
    private static let other = Root(.container, at: Array("/home/me/before".utf8))

    /// Returns a browser with the list of what differs in Documents, and the cursor on an item.
    private func compared(_ name: String) -> Scene {
        var scene = Scene.opened(.changed)
        scene.enterAnotherPath("=")
        scene.type("/home/me/before")
        scene.perform("Enter")
        while scene.current != name, scene.current != scene.names.last { scene.perform("j") }
        return scene
    }

    private func prepared(_ scene: Scene) -> [FileOperation] {
        scene.history.compactMap { if case .operation(_, .plan(let operation, _)) = $0 { operation } else { nil } }
    }

    @Test("e and F5 copy an item to the same place on the other side", arguments: ["e", "F5"])
    func there(key: String) throws {
        var scene = compared("short.txt")
        #expect(scene.current == "short.txt")
        scene.perform(key == "e" ? "e" : "F5")
        #expect(
            prepared(scene) == [
                .copy(
                    ItemSet([scene.state.containerItem("Documents/short.txt")]),
                    to: .directory(ItemAddress(Self.other, "Documents")))
            ])
    }

    @Test("i brings an item from there; a moved one to its old place")
    func here() {
        let paths: [(String, ContainerPath)] = [
            ("gone.txt", "Documents/gone.txt"), ("long.txt", "Documents/old.txt"),
        ]
        for (name, old) in paths {
            var scene = compared(name)
            scene.perform("i")
            guard case .copy(let items, let target)? = prepared(scene).first else {
                Issue.record("nothing is copied")
                continue
            }
            #expect(items.first?.root == Self.other && items.first?.path == old)
            #expect(target.item.root == scene.state.root(of: .container))
        }
    }

    @Test(
        "what the side does not have is not copied, and that is said", arguments: [("gone.txt", "e"), ("a.json", "i")])
    func missing(name: String, key: String) {
        var scene = compared(name)
        #expect(scene.current == name)
        scene.perform(key == "e" ? "e" : "i")
        #expect(prepared(scene).isEmpty)
        #expect(scene.state.panels.message?.text.contains("does not have it") == true)
    }

    @Test("selected items are copied together")
    func selected() {
        var scene = compared("a.json")
        scene.perform("^a", "e")
        let copied = prepared(scene).flatMap { operation -> [ItemAddress] in
            if case .copy(let items, _) = operation { items.prefix(10) } else { [] }
        }
        #expect(copied.map { String(decoding: $0.name, as: UTF8.self) } == ["a.json", "long.txt", "short.txt"])
    }
}
