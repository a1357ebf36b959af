import ContainerModel
import ContainerStore
import TestSupport
import Testing
import Transactions

@testable import FileSharing

@Suite("New items with the directories on the way", .onManyThreads)
struct NewPathTests {
    private let fixture: Fixture
    private let home = TemporaryDirectory()
    private let pipeline: OperationPipeline

    init() throws {
        fixture = try Fixture()
        pipeline = OperationPipeline(
            fixture.open,
            in: TransactionEnvironment(
                stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8)))
    }

    private func run(_ operation: FileOperation) throws -> Completion {
        let preparation = try pipeline.planOperation(operation, for: Requester(.app))
        guard case .completed(let completion) = pipeline.runOperation(preparation, []) else {
            throw CommandError(call: "complete the operation", number: 0)
        }
        return completion
    }

    private func path(_ path: String, isDirectory: Bool) -> FileOperation {
        .makePath(fixture.item("Documents/" + path), below: fixture.item("Documents"), isDirectory: isDirectory)
    }

    /// The items of Documents with their kinds, according to `find`.
    private func items() throws -> [String] {
        try runCommand(["sh", "-c", "cd \"$0\" && find . -printf '%p %y\\n' | sort", fixture.path("Documents")])
            .lines.map(String.init)
    }

    @Test(
        "the missing directories and the item are made in one step, which undo takes back",
        arguments: [
            ("a/b/c", true, ["./a d", "./a/b d", "./a/b/c d"]), ("a/b.txt", false, ["./a d", "./a/b.txt f"]),
            ("sub/a/b", true, ["./sub/a d", "./sub/a/b d"]), ("sub/a", true, ["./sub/a d"]),
        ])
    func made(name: String, isDirectory: Bool, new: [String]) throws {
        let before = try items()
        let completion = try run(path(name, isDirectory: isDirectory))
        #expect(completion.state == .done && completion.isUndoable, "\(completion.summary)")
        #expect(try Set(items()).subtracting(before).sorted() == new)
        #expect(try run(.undo(.lastIn([fixture.container.root]))).state == .done)
        #expect(try items() == before)
    }

    @Test("a file on the way is no directory, and an item that exists stays")
    func obstacles() throws {
        let before = try items()
        for name in ["x/a", "x/a/b"] {
            let preparation = try? pipeline.planOperation(path(name, isDirectory: true), for: Requester(.app))
            let isRun = preparation.map { !$0.isEmpty } ?? false
            if isRun { #expect(try run(path(name, isDirectory: true)).state != .done, "\(name)") }
        }
        #expect(try items() == before)
    }

    @Test("the rules decide about each directory on the way")
    func refused() throws {
        let rules = fixture.rules()
        let system = fixture.item("SystemData")
        #expect(rules.makeDirectory(fixture.item("SystemData/a/b"), below: system).changes.isEmpty)
        let made = rules.makeFile(fixture.item("tmp/a/b/c"), below: fixture.item("tmp")).changes
        #expect(
            made == [
                .makeDirectory(fixture.item("tmp/a")), .makeDirectory(fixture.item("tmp/a/b")),
                .writeFile(fixture.item("tmp/a/b/c"), []),
            ])
        #expect(rules.makeFile(fixture.item("tmp/a/b/c")).changes.count == 1, "nothing is made that was not asked for")
    }
}
