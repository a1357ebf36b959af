import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import TestSupport
import Testing
import Transactions

/// The reference is what the kernel lets the app's user do: the user ID here is the one of the container's root.
@Suite(
    "Modes and owners inside of directories", .enabled(if: isRoot, "only root can do this"), .onManyThreads)
struct NestedPermissionTests {
    private static let user = 4_711
    /// Runs a command with the user and group ID of the app, and without others.
    private static let asApp = "setpriv --reuid \(user) --regid \(user) --clear-groups"

    /// A container with a tree whose items have modes, owners and access control lists drawn from a seed.
    private struct Scene {
        let fixture: Fixture
        let home = TemporaryDirectory()
        let pipeline: OperationPipeline

        init(seed: Int) throws {
            fixture = try Fixture([.fileSharing: .yes])
            pipeline = OperationPipeline(
                fixture.open,
                in: TransactionEnvironment(
                    stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8)))
            try Python.run(Script.text("nested_permission_as_app"), [fixture.path(""), "\(seed)", "\(user)"])
        }

        /// Returns the files below a directory, according to `find`.
        func files(in directory: String) throws -> [String] {
            try runCommand(["sh", "-c", "cd \"$0\" && find . -type f -printf '%P\\n' | sort", directory]).text
                .split(separator: "\n").map(String.init)
        }

        func complete(_ operation: FileOperation, for actor: ActingParty) throws -> Completion {
            let preparation = try pipeline.planOperation(operation, for: Requester(actor))
            guard case .completed(let completion) = pipeline.runOperation(preparation) else {
                throw CommandError(call: "complete the operation", number: 0)
            }
            return completion
        }
    }

    @Test("a copy by the app has the files that its user may read, one by the owner has all", arguments: 0..<12)
    func copy(seed: Int) throws {
        for actor in [ActingParty.app, .owner] {
            let scene = try Scene(seed: seed)
            let tree = scene.fixture.path("Documents/tree")
            let twin = scene.fixture.host + "/twin"
            let script =
                "mkdir -m 777 \"$1\" && \(actor == .app ? Self.asApp : "") cp -r \"$0\" \"$1/tree\" 2>/dev/null"
            let isWhole = try runCommand(["sh", "-c", script, tree, twin]).status == 0
            let destination = Destination.directory(scene.fixture.hostItem("empty"))
            let operation = FileOperation.copy([scene.fixture.item("Documents/tree")], to: destination)
            let plan = try scene.pipeline.planOperation(operation, for: Requester(actor)).plan
            let completion = try scene.complete(operation, for: actor)
            #expect(try scene.files(in: scene.fixture.host + "/empty/tree") == scene.files(in: twin + "/tree"))
            #expect((completion.state == .done) == isWhole, "\(completion.notices)")
            #expect(plan?.warnings.isEmpty == isWhole)
            if actor == .owner { #expect(isWhole) }
        }
    }

    @Test("the app deletes a directory exactly if `rm -r` by its user would", arguments: 0..<24)
    func delete(seed: Int) throws {
        let scene = try Scene(seed: seed)
        let tree = scene.fixture.path("Documents/tree")
        let twin = scene.fixture.path("Documents/twin")
        #expect(try runCommand(["cp", "-a", tree, twin]).status == 0)
        _ = try runCommand(["sh", "-c", "\(Self.asApp) rm -rf \"$0\" 2>/dev/null", twin])
        let isRemovable = try runCommand(["test", "-e", twin]).status != 0
        let deletion = FileOperation.delete([scene.fixture.item("Documents/tree")])
        let plan = try scene.pipeline.planOperation(deletion, for: Requester(.app)).plan
        #expect(plan?.refusals.map(\.code) == (isRemovable ? [] : [.denied]))
        _ = try scene.complete(deletion, for: .app)
        #expect(scene.fixture.exists("Documents/tree") != isRemovable)
        _ = isRemovable ? nil : try scene.complete(deletion, for: .owner)
        #expect(!scene.fixture.exists("Documents/tree"))
    }
}
