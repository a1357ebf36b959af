import ContainerModel
import ContainerStore
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("Tags")
struct TagTests {
    private func remembered(_ scene: inout Scene) -> [MemoryChange] {
        scene.takeEffects().compactMap { if case .remember(let change) = $0 { change } else { nil } }
    }

    @Test("a tag is chosen by its letter, shown beside the name with its letter, and taken away")
    func tag() {
        var scene = Scene.opened()
        scene.press("t")
        #expect(scene.frame().text.contains("orange"))
        scene.press("o")
        #expect(scene.state.panels.current == nil && scene.state.panels.message?.text == "1 item tagged orange")
        #expect(remembered(&scene) == [.tag(["Library"], .orange)])
        #expect(scene.frame().text.contains("Library/ ●o"), "\(scene.frame().text)")
        scene.press("t", "n")
        #expect(remembered(&scene) == [.tag(["Library"], nil)])
        #expect(scene.state.bookmarks.tags.isEmpty && !scene.frame().text.contains("●o"))
    }

    @Test("each colour has its own letter, and none that closes or moves")
    func letters() {
        let letters = TagColor.allCases.map(\.letter)
        #expect(Set(letters).count == letters.count && letters.allSatisfy { !"qjklnh?/".contains($0) })
    }

    @Test("tags read again replace the ones on the screen, and tags of a later version are left out")
    func read() {
        var scene = Scene.opened()
        var memory = ContainerMemory(hostPath: [], name: "")
        memory.tags = ["Library": "blue", "tmp": "ultraviolet"]
        memory.marks = ["x": "tmp"]
        scene.send(.memoryRead(memory))
        #expect(scene.state.bookmarks.tags == ["Library": .blue] && scene.state.bookmarks.marks == ["x": "tmp"])
        scene.open()
        #expect(scene.state.bookmarks.tags.isEmpty)
    }

    @Test("a computer's files have no tags")
    func computer() {
        var scene = Scene.opened()
        scene.perform("S", "Tab", "t")
        #expect(scene.state.panels.current == nil && scene.state.panels.message?.isError == true)
    }
}
