import ContainerModel
import ContainerStore
import FileTree
import TestSupport
import Testing
import Transactions

@testable import FileSharing

@Suite("The operation pipeline in read-only mode", .onManyThreads)
struct ReadOnlyModeTests {
    private let fixture: Fixture
    private let pipeline: OperationPipeline
    private let home = TemporaryDirectory()

    init() throws {
        fixture = try Fixture([.fileSharing: .yes])
        pipeline = OperationPipeline(
            fixture.open,
            in: TransactionEnvironment(
                stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8)),
            isReadOnly: true)
    }

    private func error(_ operation: FileOperation, as actor: ActingParty = .owner) -> OperationError? {
        do throws(OperationError) {
            _ = try pipeline.planOperation(operation, for: Requester(actor))
            return nil
        } catch {
            return error
        }
    }

    @Test("every operation but an export is refused with the same sentence", arguments: SampleOperation.allCases)
    func operations(sample: SampleOperation) throws {
        #expect(error(sample.operation(fixture)) == (sample == .export ? nil : .readOnlyMode))
    }

    @Test("editing, undo and redo are refused, on this computer too")
    func others() {
        let operations: [FileOperation] = [
            .edit(fixture.item("Documents/x")), .edit(fixture.hostItem("file.txt"), asBytes: true), .undo(.number(1)),
            .undo(.last(standingIn: nil)), .redo(.lastIn([fixture.container.root])),
            .move([fixture.item("Documents/x")], to: .directory(fixture.hostItem("empty"))),
        ]
        for operation in operations { #expect(error(operation) == .readOnlyMode, "\(operation)") }
        #expect(OperationError.readOnlyMode.code == .refused)
    }

    @Test(
        "nothing is copied out to a directory of this computer that lies in a container",
        arguments: ["Documents", "Documents/new", "tmp/new.txt", ""])
    func intoContainer(path: String) {
        let inside = ItemAddress(Root(.directory, at: Array("/".utf8)), ContainerPath(fixture.path(path)) ?? .root)
        let items: ItemSet = [fixture.item("Documents/x")]
        for destination: Destination in [.directory(inside), .path(inside), .name(inside), .newDirectory(inside)] {
            #expect(error(.copy(items, to: destination)) == .readOnlyMode)
        }
    }

    @Test("an export is carried out")
    func export() throws {
        let preparation = try pipeline.planOperation(SampleOperation.export.operation(fixture), for: Requester())
        guard case .completed(let completion) = pipeline.runOperation(preparation) else { return #expect(Bool(false)) }
        #expect(completion.state == .done)
        #expect(String(decoding: try readFile(fixture.host + "/empty/sub/y"), as: UTF8.self) == "text")
    }
}
