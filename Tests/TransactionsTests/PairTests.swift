import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Transactions

/// An item and its AppleDouble file, which has its attributes (formats.md, "The backup-exclusion attribute").
@Suite("Pairs of a file and its AppleDouble file", .serialized, .onManyThreads)
struct PairTests {
    enum Kind: String, CaseIterable, Sendable {
        case replacing, replacingDistant, replacingWithout, moving, movingDistant, deleting, deletingAll
        case undoing, undoingDistant

        fileprivate var isDistant: Bool {
            switch self {
            case .replacingDistant, .movingDistant, .undoingDistant: true
            default: false
            }
        }

        fileprivate func words(_ scene: Scene) -> [String] {
            let (container, host) = ("container:\(scene.container)", "host:\(scene.host)")
            let pair = ["Documents/a", "a", "Documents/._a", "._a"]
            switch self {
            case .replacing, .replacingDistant: return ["copy", container, host] + pair + ["--replace"]
            case .replacingWithout: return ["copy", container, host, "Documents/a", "a", "--replace"]
            case .moving, .movingDistant: return ["move", container, host] + pair + ["--replace"]
            case .deleting: return ["trash", host, "a", "._a"]
            case .deletingAll: return ["trash-all", host, ""]
            case .undoing, .undoingDistant: return ["undo"]
            }
        }
    }

    private func scene(_ kind: Kind) throws -> Scene {
        let scene = try Scene(on: "/dev/shm", hostOn: kind.isDistant ? "/tmp" : nil)
        for name in ["a", "._a"] {
            try scene.write("container/Documents/\(name)", "new \(name)")
            try scene.write("host/\(name)", "old \(name)")
        }
        if kind == .deletingAll { try scene.write("host/b", "b") }
        if kind == .undoing || kind == .undoingDistant {
            let result = try runCommand(scene.probe(Kind.replacing.words(scene)))
            #expect(result.status == 0, "\(result.errors)")
        }
        return scene
    }

    /// Returns what both sides have of the pair.
    private func pair(_ scene: Scene) throws -> [String] {
        ["\(scene.container)/Documents", scene.host].flatMap { directory in
            ["a", "._a"].map { name in
                (try? readFile("\(directory)/\(name)")).map { String(decoding: $0, as: UTF8.self) } ?? "none"
            }
        }
    }

    private func counts(_ kind: Kind, _ calls: [String]) throws -> (before: [String], after: [String], [String: Int]) {
        let scene = try scene(kind)
        let before = try pair(scene)
        let log = scene.home("trace")
        let result = try runCommand(
            ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(calls.joined(separator: ","))"]
                + scene.probe(kind.words(scene)))
        #expect(result.status == 0, "\(result.errors)")
        let text = String(decoding: try readFile(log), as: UTF8.self)
        let counts = calls.map { call in (call, text.split(separator: "\n").count { $0.contains("\(call)(") }) }
        return (before, try pair(scene), Dictionary(uniqueKeysWithValues: counts))
    }

    @Test(
        "after a kill before any rename, the next start makes a pair wholly old or wholly new", arguments: Kind.allCases
    )
    func killed(kind: Kind) throws {
        let (before, after, counts) = try counts(kind, ["renameat2"])
        #expect(before != after)
        for number in 1...max(1, counts["renameat2"] ?? 0) {
            let scene = try scene(kind)
            _ = try runCommand(
                [
                    "strace", "-f", "-qq", "-o", "/dev/null", "-e",
                    "inject=renameat2:signal=SIGKILL:when=\(number)",
                ] + scene.probe(kind.words(scene)))
            let report = try scene.journal.recover()
            let now = try pair(scene)
            #expect(now == before || now == after, "\(kind), killed before rename \(number): \(now): \(report)")
            try scene.expectNoRests("\(kind) \(number)")
        }
    }

    @Test("if one of a pair cannot be renamed, both stay as they were", arguments: Kind.allCases)
    func failed(kind: Kind) throws {
        let (before, after, counts) = try counts(kind, ["renameat2"])
        for number in 1...max(1, counts["renameat2"] ?? 0) {
            let scene = try scene(kind)
            let result = try runCommand(
                ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=renameat2:error=EIO:when=\(number)"]
                    + scene.probe(kind.words(scene)))
            _ = try scene.journal.recover()
            let now = try pair(scene)
            // Among many items, the failure may belong to another one.
            #expect(
                now == before || kind == .deletingAll && now == after,
                "\(kind), rename \(number) failed: \(now): \(result.text)")
            #expect(result.status != 0)
            try scene.expectNoRests("\(kind) \(number)")
        }
    }

    @Test("an item is refused with its AppleDouble file")
    func refused() throws {
        let scene = try Scene()
        // The name of the AppleDouble file is too long.
        let name = String(repeating: "n", count: 254)
        for file in ["a", "._a"] { try scene.write("host/\(file)", file) }
        let plan = try scene.plan([
            .copy(scene.onHost("a"), to: scene.inContainer("Documents/\(name)")),
            .copy(scene.onHost("._a"), to: scene.inContainer("Documents/._\(name)")),
        ])
        #expect(plan.items.isEmpty && plan.refusals.count == 2)
        #expect(plan.refusals.last?.reason.contains("its AppleDouble file ._a") == true, "\(plan.refusals)")
    }

    @Test("the journal and the outcome count both, and an undo does, too")
    func counted() throws {
        let scene = try scene(.replacing)
        let copies: [Change] = try ["a", "._a"].map { name in
            .copy(try scene.inContainer("Documents/\(name)"), to: try scene.onHost(name))
        }
        let outcome = try scene.execute(try scene.plan(copies, .replace))
        #expect(outcome.items.map(\.result) == [.done, .done] && outcome.doneCount == 2)
        #expect(try scene.journal.entries().first?.itemCount == 2)
        #expect(try scene.undo().inverted == [.file: 2])
    }
}
