import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Items exchanged with others just before they are renamed", .onManyThreads)
struct ExchangedItemTests {
    /// The operations on `Documents/item`, which is a file when it is last checked.
    static let commands = ["copy --replace", "move", "trash"]

    private func scene() throws -> Scene {
        let scene = try Scene()
        try scene.write("container/Documents/item", "a file")
        try scene.write("host/item", "the new one")
        try scene.write("container/aside/kept", "in a directory")
        return scene
    }

    private func words(_ command: String, _ scene: Scene) -> [String] {
        let (container, host) = ("container:\(scene.container)", "host:\(scene.host)")
        return switch command {
        case "move": ["move", container, host, "Documents/item", "moved"]
        case "trash": ["trash", container, "Documents/item"]
        default: ["copy", host, container, "item", "Documents/item", "--replace"]
        }
    }

    /// Returns how many times the renaming thread calls `statx` and `renameat2` before it first renames the item.
    private func looks(_ command: String) throws -> (calls: Int, renames: Int) {
        let scene = try scene()
        return try scene.callsBefore(renaming: "item", of: "statx", in: words(command, scene))
    }

    /// Exchanges the names of the item and the one aside.
    private func exchange(_ item: String, _ aside: String) {
        for (from, to) in [(item, item + "-"), (aside, item), (item + "-", aside)] {
            #expect(rename(from, to) == 0)
        }
    }

    @Test("the other item stays in place, nothing is lost, and the failure is reported", arguments: commands)
    func exchanged(command: String) throws {
        let number = try looks(command).calls
        let scene = try scene()
        let (item, aside) = (scene.container + "/Documents/item", scene.container + "/aside")
        let outcome = try scene.probe(words(command, scene), stoppedAfter: "statx", number: number) {
            exchange(item, aside)
        }
        #expect(outcome.items.map(\.result) == ["failed"])
        #expect(outcome.failures.map(\.path) == [item] && outcome.failures.map(\.errno) == [ESTALE])
        #expect(try readFile(item + "/kept") == Array("in a directory".utf8))
        #expect(try readFile(aside) == Array("a file".utf8))
        #expect(try readFile(scene.host + "/item") == Array("the new one".utf8))
        #expect(try scene.trashed().filter { !$0.hasPrefix(". ") } == [])
        try scene.expectNoRests()
    }

    @Test(
        "an item exchanged back while the other one gets its name back stays there too",
        arguments: ["trash", "copy --replace"])
    func exchangedTwice(command: String) throws {
        let before = try looks(command)
        let scene = try scene()
        let (item, aside) = (scene.container + "/Documents/item", scene.container + "/aside")
        // The first rename takes the other item away, the second one gives it its name back.
        let outcome = try scene.probe(
            words(command, scene),
            stops: [
                ProbeStop(call: "statx", number: before.calls) { exchange(item, aside) },
                ProbeStop(call: "renameat2", number: before.renames + 2) { exchange(item, aside) },
            ])
        #expect(outcome.items.map(\.result) == ["failed"])
        #expect(try readFile(item) == Array("a file".utf8))
        #expect(try readFile(aside + "/kept") == Array("in a directory".utf8))
        #expect(try scene.trashed().filter { !$0.hasPrefix(". ") } == [])
        try scene.expectNoRests()
    }
}
