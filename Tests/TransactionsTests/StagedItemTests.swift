import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Items as recorded before their sources are set aside", .onManyThreads)
struct StagedItemTests {
    @Test("the step that sets sources aside is also found in records of earlier versions, which have nothing else")
    func earlierVersions() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        let (source, aside) = (try scene.inContainer("Documents/a"), try scene.inContainer("Documents/.sandglass-1-1"))
        let (temporary, place) = (try scene.onHost(".sandglass-1-2"), try scene.onHost("a"))
        let fingerprint = Fingerprint(
            try RootedDirectory(hostPath: Array(scene.container.utf8)).status("Documents/a"))
        let setting = Step.rename(from: source, to: aside, fingerprint)
        var item = StagedItem(index: 0, steps: [setting])
        #expect(item.settingAside == [setting])
        item.steps.append(.rename(from: temporary, to: place, fingerprint))
        item.cleanups = [.removeAside(aside, of: source, copy: place)]
        #expect(item.settingAside == [setting])
    }

    /// Leaves the remains of a process of an earlier version that is killed when it has set the source of a move aside.
    private func interrupt(_ scene: Scene) throws {
        try scene.write("host/file", "contents")
        let (from, to) = (try scene.onHost("file"), try scene.inContainer("Documents/file"))
        let (log, id) = try scene.beginLog("move", verb: "move", from: from, to: to)
        let prefix = String(decoding: id.temporaryPrefix, as: UTF8.self)
        let setting = Step.rename(
            from: from, to: try scene.onHost(prefix + "1"), Fingerprint(try scene.roots.status(from)))
        try log.append([.setAside(id.number, [StagedItem(index: 0, steps: [setting])])])
        #expect(rename(scene.host + "/file", scene.host + "/" + prefix + "1") == 0)
        try scene.write("container/Documents/" + prefix + "2", "conte")
        scene.closeRoots()
    }

    @Test("a move that an earlier version was killed in, with its source set aside, is rolled back")
    func recovery() throws {
        let scene = try Scene()
        try interrupt(scene)
        let report = try scene.journal.recover()
        #expect(report.items.map(\.result) == [.rolledBack] && report.items.allSatisfy(\.problems.isEmpty), "\(report)")
        #expect(try readFile(scene.host + "/file") == Array("contents".utf8))
        try scene.expectNoRests()
    }
}
