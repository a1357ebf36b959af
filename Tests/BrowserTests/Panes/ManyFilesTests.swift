import ContainerModel
import FileTree
import Inspection
import Screen
import Search
import Testing

@testable import Browser

@Suite("Directories with many files")
struct ManyFilesTests {
    @Test(
        "files that are counted anyway are not asked for their sizes as well until one is selected",
        arguments: [(19_999, false), (20_000, false), (20_000, true)])
    func measured(count: Int, hasDirectory: Bool) throws {
        var scene = Scene.opened(.odd)
        scene.press("g c")
        let request = try #require(
            scene.takeEffects().compactMap { effect -> DirectoryRequest? in
                if case .readDirectory(let request) = effect { request } else { nil }
            }.first)
        let before = scene.asked(MeasureQuery.self).count
        let entries = EntryList(
            (0..<count).map { (Array("f\($0)".utf8), hasDirectory && $0 == count - 1 ? .directory : .file) })
        scene.send(
            .directory(
                .read(
                    DirectorySnapshot(
                        ticket: request.ticket, path: request.path, entries: entries,
                        order: (0..<UInt32(count)).map { $0 }, stage: .complete))))
        let isMeasured = count < 20_000 || hasDirectory
        #expect(scene.asked(MeasureQuery.self).count == before + (isMeasured ? 1 : 0))
        guard !isMeasured else { return }

        #expect(scene.asked(CountQuery.self).contains { $0.directories.contains(request.path) })
        var total = DirectoryTotal()
        total.bytes = 3_000_000
        let effect = scene.state.panes.count(.container, [request.path])
        scene.reply(to: effect, CountQuery.self, [request.path: total])
        #expect(!scene.frame().text.contains("in files"))
        total.isComplete = true
        scene.reply(to: effect, CountQuery.self, [request.path: total])
        #expect(scene.frame().text.contains("1 of 20,000 · 2.9 MB in files"))

        scene.press("Space", "Space")
        #expect(scene.asked(MeasureQuery.self).count == before + 1)
    }
}
