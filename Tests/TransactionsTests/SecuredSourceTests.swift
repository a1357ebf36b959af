import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Sources removed by others while they are set aside, in a move that fails then", .onManyThreads)
struct SecuredSourceTests {
    /// The failing operation.
    enum Fault: String, CaseIterable, Sendable {
        /// The comparison of the source with its copy, since the source is gone.
        case comparison
        /// Writing to the journal that the copy will be put in place.
        case journal
    }

    private func scene() throws -> Scene {
        let scene = try Scene(hostOn: "/dev/shm")
        try scene.write("host/item", "the only one")
        try scene.write("container/Documents/other", "another")
        return scene
    }

    private func move(_ scene: Scene) -> [String] {
        ["move", "host:\(scene.host)", "container:\(scene.container)", "item", "Documents/item"]
    }

    @Test("the copy stays, and the next start puts it in place", arguments: Fault.allCases)
    func kept(fault: Fault) throws {
        let other = try scene()
        let before = try other.callsBefore(renaming: "item", of: "write", in: move(other))
        let scene = try scene()
        let isComparison = fault == .comparison
        var isRemoved = false
        let stop = ProbeStop(
            call: isComparison ? "renameat2" : "write", number: (isComparison ? before.renames : before.calls) + 1,
            error: isComparison ? nil : "ENOSPC"
        ) {
            let aside = try #require(DiskState.names(in: scene.host).first { $0.hasPrefix(".sandglass-") })
            #expect(unlink(scene.host + "/" + aside) == 0)
            isRemoved = true
        }
        // A journal that cannot be written ends it without an outcome.
        let outcome = try? scene.probe(move(scene), stops: [stop])
        #expect(isRemoved && outcome?.items.map(\.result) == (isComparison ? ["failed"] : nil))
        scene.closeRoots()
        let report = try Journal(environment: scene.environment).recover()
        #expect(report.items.map(\.result) == [.finished] && report.items.flatMap(\.problems) == [])
        #expect(try readFile(scene.container + "/Documents/item") == Array("the only one".utf8))
        #expect(try scene.undo().state == .done)
        #expect(try readFile(scene.host + "/item") == Array("the only one".utf8))
        try scene.expectNoRests()
    }
}
