import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Recovery of operations whose directories are gone", .onManyThreads)
struct AbsentRootTests {
    enum Source: String, CaseIterable, Sendable { case present, gone, archive }

    /// Leaves the remains of a process that is killed while it copies from the host directory to the container: its
    /// journal, as versions up to now wrote it, and a temporary.
    private func interrupt(_ scene: Scene, isOnDevice: Bool = false) throws -> Int {
        try scene.write("host/file", "contents")
        let (from, to) = (try scene.onHost("file"), try scene.inContainer("Documents/file"))
        // The reservation also names items beside the source, where nothing is ever created.
        let (_, id) = try scene.beginLog("import", verb: "copy", from: from, to: to, isOnDevice: isOnDevice)
        try scene.write("container/Documents/\(String(decoding: id.temporaryPrefix, as: UTF8.self))1", "conte")
        scene.closeRoots()
        return id.number
    }

    @Test("an interrupted copy is rolled back without its source", arguments: Source.allCases)
    func source(source: Source) throws {
        let scene = try Scene()
        _ = try interrupt(scene)
        if source != .present { _ = try runCommand(["rm", "-r", scene.host]) }
        if source == .archive { try scene.home.write("not a directory", to: "host") }
        let report = try scene.journal.recover()
        #expect(report.items.map(\.result) == [.rolledBack] && report.items.allSatisfy(\.problems.isEmpty), "\(report)")
        #expect(DiskState.names(in: scene.container + "/Documents") == [])
        #expect(try scene.journal.recover().isEmpty)
    }

    @Test("an interrupted copy waits for its destination, names it and its file, and holds up nothing")
    func destination() throws {
        let scene = try Scene()
        let number = try interrupt(scene)
        #expect(rename(scene.container, scene.home("elsewhere")) == 0)
        let report = try scene.journal.recover()
        let item = try #require(report.items.first)
        #expect(item.result == .postponed && item.id.number == number && item.title == "import")
        let problem = item.problems.joined()
        #expect(problem.contains(scene.container) && problem.contains("--abandon \(number)"), "\(problem)")
        try scene.execute(.makeDirectory(scene.onHost("new")))
        try scene.undo()
        try scene.redo()
        #expect(DiskState.names(in: scene.host) == ["file", "new"])
        #expect(rename(scene.home("elsewhere"), scene.container) == 0)
        scene.closeRoots()
        #expect(try scene.journal.recover().items.map(\.result) == [.rolledBack])
        #expect(DiskState.names(in: scene.container + "/Documents") == [])
    }

    @Test("an interrupted operation does not prevent that an earlier one is redone")
    func redo() throws {
        let scene = try Scene()
        try scene.execute(.makeDirectory(scene.onHost("new")))
        try scene.undo()
        _ = try interrupt(scene)
        #expect(rename(scene.container, scene.home("elsewhere")) == 0)
        #expect(try scene.journal.recover().items.map(\.result) == [.postponed])
        #expect(try scene.redo().state == .done)
    }

    @Test("an interrupted copy to a device waits for it; without a device of that path nothing is touched")
    func device() throws {
        let scene = try Scene()
        _ = try interrupt(scene, isOnDevice: true)
        for isConnected in [false, true] {
            let journal = Journal(environment: scene.environment, openingDevicesWith: { _ in isConnected })
            let item = try #require(try journal.recover().items.first)
            #expect(item.result == .awaitsDevice && item.awaited == Array(scene.container.utf8), "\(item)")
        }
        #expect(DiskState.names(in: scene.container + "/Documents").count == 1)
        try scene.execute(.makeDirectory(scene.onHost("new")))
        try scene.undo()
    }
}
