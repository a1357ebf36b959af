import System
import TestSupport
import Testing

@testable import Transactions

/// A change that another process makes during an import.
enum Disturbance: String, CaseIterable, Sendable {
    case sourceVanishes, sourceGrows, sourceShrinks, sourceBecomesLink, sourceBecomesFIFO, targetBecomesLink

    /// The errno of the failure that it causes; nil if it causes none.
    var failure: Int32? {
        switch self {
        case .sourceVanishes: ENOENT
        case .sourceBecomesLink, .targetBecomesLink: ELOOP
        case .sourceGrows, .sourceShrinks, .sourceBecomesFIFO: nil
        }
    }
}

@Suite("Transactions disturbed by another process", .onManyThreads)
struct DisturbanceTests {
    private func scene() throws -> Scene {
        let scene = try Scene()
        for name in ["first.txt", "Album/a", "Album/b", "Album/c", "last.txt"] { try scene.write("host/\(name)", name) }
        try scene.home.makeDirectory("container/Library")
        try scene.home.write("nobody may read this", to: "outside/secret")
        return scene
    }

    /// Runs an import and makes the change at the critical moment.
    private func disturbed(_ disturbance: Disturbance, _ policy: ErrorPolicy, _ scene: Scene) throws -> ToldOutcome {
        let words =
            [
                "copy", "host:\(scene.host)", "container:\(scene.container)", "first.txt", "Documents/first.txt",
                "Album", "Documents/Album", "last.txt", "Library/last.txt",
            ] + (policy == .rollBack ? ["--roll-back"] : [])
        let file = scene.host + "/Album/b"
        switch disturbance {
        case .sourceVanishes, .sourceBecomesLink, .sourceBecomesFIFO:
            // The plan reads the whole directory with two calls; after the third the copy has its names.
            return try scene.probe(words, stoppedAfter: "getdents64", number: 3, about: scene.host + "/Album") {
                unlink(file)
                if disturbance == .sourceBecomesLink { symlink("../../outside/secret", file) }
                if disturbance == .sourceBecomesFIFO { mkfifo(file, 0o600) }
            }
        case .sourceGrows, .sourceShrinks:
            return try scene.probe(words, stoppedAfter: "pread64", number: 1, about: file) {
                try scene.write("host/Album/b", disturbance == .sourceGrows ? "longer than it was" : "")
            }
        case .targetBecomesLink:
            return try scene.probe(words, stoppedAfter: "syncfs", number: 1) {
                let temporaries = try scene.temporaries()
                #expect(!temporaries.isEmpty)
                rename(scene.container + "/Documents", scene.container + "/Moved")
                symlink("../outside", scene.container + "/Documents")
            }
        }
    }

    @Test(
        "an item arrives whole or is reported, and nothing from outside the source is imported",
        arguments: Disturbance.allCases, ErrorPolicy.allCases)
    func disturbance(disturbance: Disturbance, policy: ErrorPolicy) throws {
        let scene = try scene()
        let outcome = try disturbed(disturbance, policy, scene)
        let source = try scene.state("host").map { $0.replacing("host./", with: "") }
        let arrived = try scene.state("container").map {
            $0.replacing("container./Documents/", with: "").replacing("container./Library/", with: "")
        }.filter { !$0.hasPrefix("container") }
        #expect(Set(outcome.failures.map(\.errno)) == (disturbance.failure.map { [$0] } ?? []))
        switch (disturbance, policy) {
        case (.targetBecomesLink, .goOn):
            #expect(outcome.items.map(\.result) == ["failed", "failed", "done"])
            #expect(arrived == source.filter { $0.hasPrefix("last.txt ") })
        case (.sourceVanishes, .goOn), (.sourceBecomesLink, .goOn):
            #expect(outcome.items.map(\.result) == ["done", "partly", "done"])
            #expect(outcome.failures.map(\.path) == [scene.host + "/Album/b"])
            #expect(arrived.sorted() == source.filter { !$0.hasPrefix("Album/b ") })
        case (_, .rollBack) where disturbance.failure != nil:
            #expect(outcome.state == "rolledBack")
            #expect(arrived == [])
        case (.sourceBecomesFIFO, _):
            #expect(outcome.state == "done")
            #expect(outcome.notes.map(\.path) == [scene.host + "/Album/b"])
            #expect(outcome.notes.map(\.note) == ["skipped: a pipe (FIFO)"])
            #expect(arrived.sorted() == source.filter { !$0.hasPrefix("Album/b ") })
        default:
            #expect(outcome.state == "done")
            #expect(arrived.sorted() == source)
        }
        let outside = try runCommand(["ls", "-A", scene.home("outside")])
        #expect(String(decoding: outside.stdout, as: UTF8.self) == "secret\n")
        try scene.expectNoRests()
    }
}
