import ContainerModel
import ContainerStore
import FileTree
import Jobs
import TestSupport
import Testing
import Transactions

@testable import FileSharing

/// An operation of each kind that the rules allow, for the container of the fixture.
enum SampleOperation: String, CaseIterable, Sendable {
    case `import`, export, copy, move, rename, makeDirectory, makeFile, delete, empty, exclude, purge, deliver
    case removeSnapshots

    func operation(_ fixture: Fixture) -> FileOperation {
        func items(_ paths: String...) -> ItemSet { ItemSet(paths.map { fixture.item($0) }) }
        let documents = Destination.directory(fixture.item("Documents"))
        return switch self {
        case .import: .copy([fixture.hostItem("file.txt"), fixture.hostItem("tree")], to: documents)
        case .export: .copy(items("Documents/sub"), to: .directory(fixture.hostItem("empty")))
        case .copy: .copy(items("Documents/x"), to: .directory(fixture.item("Documents/sub")))
        case .move: .move(items("Documents/sub"), to: .directory(fixture.item("tmp")))
        case .rename:
            .rename([
                FileOperation.NewName(item: fixture.item("Documents/x"), name: Array("sub".utf8)),
                FileOperation.NewName(item: fixture.item("Documents/sub"), name: Array("x".utf8)),
            ])
        case .makeDirectory: .makeDirectory(fixture.item("Documents/new"))
        case .makeFile: .makeFile(fixture.item("Documents/new.txt"))
        case .delete: .delete(items("Documents/sub", "tmp/x"))
        case .empty: .empty(items("Documents"))
        case .exclude: .setExclusion(items("Documents/x", "Documents/sub"), excludes: true)
        case .purge: .purge(.lowStorage, items("tmp/x", "Library/Caches/x"))
        case .deliver: .deliver([fixture.hostItem("file.txt")], to: fixture.container.root, from: .mail)
        case .removeSnapshots: .removeSnapshots(items("Library/Caches/Snapshots/x"))
        }
    }
}

@Suite("The operation pipeline", .onManyThreads)
struct OperationPipelineTests {
    /// A fixture, and a pipeline with its own journal and trash.
    private struct Scene {
        let fixture: Fixture
        let home = TemporaryDirectory()
        let pipeline: OperationPipeline

        init(_ keys: [AppInfoOverrides.Key: Answer] = [:]) throws {
            fixture = try Fixture(keys)
            pipeline = OperationPipeline(
                fixture.open,
                in: TransactionEnvironment(
                    stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8)))
        }

        func complete(
            _ preparation: Preparation,
            _ answers: [ConflictPolicy] = []
        ) throws -> Completion {
            guard case .completed(let completion) = pipeline.runOperation(preparation, answers) else {
                throw CommandError(call: "complete the operation", number: 0)
            }
            return completion
        }

        /// Returns the items in the container and on this computer with their attributes, according to `find` and
        /// `getfattr`.
        func state() throws -> String {
            let script = """
                cd "$0" && find . ! -path '*/.com.apple*' -printf '%p %y %m %i %l\\n' | sort
                cd "$1" && find . -printf '%p %y %m\\n' | sort
                cd "$0" && getfattr -R -d -m '^user' --absolute-names . 2>/dev/null
                """
            let container = String(fixture.path("").dropLast())
            return try runCommand(["sh", "-c", script, container, fixture.host]).text
        }
    }

    @Test(
        "every operation is prepared without a change, executed, recorded in the journal, undone and redone",
        arguments: SampleOperation.allCases)
    func everyOperation(sample: SampleOperation) throws {
        let scene = try Scene([.fileSharing: .yes])
        let before = try scene.state()
        let operation = sample.operation(scene.fixture)
        let preparation = try scene.pipeline.planOperation(operation, for: Requester(.app))
        #expect(try scene.state() == before)
        #expect(!preparation.isEmpty && preparation.conflicts.isEmpty, "\(preparation.notices)")
        #expect((preparation.confirmation?.reasons.contains(.takesAway) == true) == operation.kind.takesAway)
        let completion = try scene.complete(preparation)
        #expect(completion.state == .done && completion.isUndoable, "\(completion.summary) \(completion.notices)")
        #expect(try scene.state() != before)
        #expect(try scene.pipeline.history().map(\.title) == [operation.title])
        let undo = try scene.pipeline.planOperation(.undo(.lastIn([scene.fixture.container.root])))
        #expect(undo.history?.number == 1 && undo.confirmation == nil)
        #expect(try scene.complete(undo).state == .done)
        #expect(try scene.state() == before)
        let redo = try scene.pipeline.planOperation(.redo(.lastIn([scene.fixture.container.root])))
        #expect(try scene.complete(redo).state == .done)
        #expect(try scene.state() != before)
    }

    private func lines(_ notices: [Notice]) -> [String] { notices.flatMap(\.lines) }

    @Test("a refusal names its rule, and nothing is changed")
    func refusal() throws {
        let scene = try Scene()
        let before = try scene.state()
        let preparation = try scene.pipeline.planOperation(.delete([scene.fixture.item("StoreKit/x")]))
        #expect(preparation.isEmpty && preparation.questions.isEmpty)
        let lines = lines(preparation.notices)
        #expect(lines.first?.hasPrefix("refused: ") == true && lines.contains { $0.hasPrefix("instead: ") })
        #expect(try scene.complete(preparation).outcome == nil)
        #expect(try scene.state() == before)
    }

    @Test(
        "a name that is taken is a question, and its answer is executed",
        arguments: [
            (ConflictPolicy.skip, ["x: text", "x 2: "]), (.keepBoth, ["x: text", "x 2: from here"]),
            (.replace, ["x: from here", "x 2: "]),
        ])
    func conflicts(answer: ConflictPolicy, contents: [String]) throws {
        let scene = try Scene()
        _ = try runCommand(["cp", scene.fixture.host + "/file.txt", scene.fixture.host + "/x"])
        let operation = FileOperation.copy(
            [scene.fixture.hostItem("x")], to: .directory(scene.fixture.item("Documents")))
        let preparation = try scene.pipeline.planOperation(operation)
        let question = try #require(preparation.conflicts.first)
        #expect(preparation.conflicts.count == 1 && question.refusalToReplace == nil && question.newSize == 9)
        #expect(question.occupant == "a file of 4 bytes" && question.target == scene.fixture.item("Documents/x"))
        let completion = try scene.complete(preparation, [answer])
        #expect(completion.state == .done)
        let found = try ["x", "x 2"].map { name in
            "\(name): \(try runCommand(["cat", scene.fixture.path("Documents/" + name)]).text)"
        }
        #expect(found == contents)
    }

    @Test("a missing destination is asked about, and each answer leads to its destination")
    func destinations() throws {
        let scene = try Scene()
        func operation(_ destination: Destination) -> FileOperation {
            .copy([scene.fixture.hostItem("file.txt"), scene.fixture.hostItem("tree")], to: destination)
        }
        let near = scene.fixture.item("Documents/subb")
        let question = try #require(
            try scene.pipeline.planOperation(operation(.path(near))).destinationQuestion)
        #expect(question.suggestion == scene.fixture.item("Documents/sub"))
        #expect(question.canBeDirectory && !question.canBeName && question.answers == [.suggestion, .directory])
        #expect(
            question.answers.map { question.title(of: $0) { String(decoding: $0.suffix(5), as: UTF8.self) } }
                == ["Yes, s/sub", "No, create the directory /subb"])
        #expect(
            question.sentence { String(decoding: $0.suffix(4), as: UTF8.self) }
                == "subb: no such file or directory. Did you mean /sub?")
        let suggested = try #require(question.destination(.suggestion))
        #expect(try scene.complete(scene.pipeline.planOperation(operation(suggested))).state == .done)
        #expect(scene.fixture.exists("Documents/sub/file.txt") && !scene.fixture.exists("Documents/subb"))
        let made = try #require(question.destination(.directory))
        #expect(try scene.complete(scene.pipeline.planOperation(operation(made))).state == .done)
        #expect(scene.fixture.exists("Documents/subb/tree/inner/a"))
        #expect(question.destination(.name) == nil)
    }

    @Test(
        "all or nothing does nothing if a rule refuses an item or an item is missing",
        arguments: [
            ("StoreKit/x", OperationError.Code.refused), ("Documents/none", .noInput),
        ])
    func allOrNothing(path: String, code: OperationError.Code) throws {
        let scene = try Scene()
        let items: ItemSet = [scene.fixture.item("Documents/x"), scene.fixture.item(path)]
        let before = try scene.state()
        let preparation = try scene.pipeline.planOperation(
            .delete(items), OperationOptions(onError: .rollBack))
        #expect(preparation.isEmpty && preparation.hindrance?.code == code)
        #expect(try scene.complete(preparation).error?.code == code)
        #expect(try scene.state() == before)
        let others = try scene.complete(scene.pipeline.planOperation(.delete(items)))
        #expect(others.state == .done && !scene.fixture.exists("Documents/x"))
    }

    @Test("the notice that undo is impossible comes first when notices are sorted by gravity")
    func gravestFirst() throws {
        let scene = try Scene()
        // A trash below a file cannot be made.
        let pipeline = OperationPipeline(
            scene.fixture.open,
            in: TransactionEnvironment(
                stateDirectory: Array(scene.home("state").utf8),
                trashDirectory: Array((scene.fixture.host + "/file.txt/Trash").utf8)))
        let preparation = try pipeline.planOperation(
            .copy(
                [scene.fixture.hostItem("file.txt"), scene.fixture.hostItem("tree"), scene.fixture.hostItem("none")],
                to: .directory(scene.fixture.item("Documents"))))
        let notices = preparation.noticesGravestFirst()
        #expect(lines(notices).first?.contains("undo cannot revert this") == true, "\(notices)")
        #expect(Set(notices) == Set(preparation.notices) && notices.count == preparation.notices.count)
        #expect(lines(preparation.notices).first?.contains("undo") == false, "\(preparation.notices)")
    }

    @Test("an undo asks before it discards a later change")
    func changedSince() throws {
        let scene = try Scene()
        let root = scene.fixture.container.root
        let operation = SampleOperation.import.operation(scene.fixture)
        #expect(try scene.complete(scene.pipeline.planOperation(operation)).state == .done)
        _ = try runCommand(["sh", "-c", "echo more >> \"$0\"", scene.fixture.path("Documents/file.txt")])
        guard
            case .asks(let next) = scene.pipeline.runOperation(try scene.pipeline.planOperation(.undo(.lastIn([root]))))
        else {
            Issue.record("nothing was asked")
            return
        }
        #expect(scene.fixture.exists("Documents/file.txt"))
        #expect(next.confirmation?.reasons == [.changedSince] && next.confirmation?.yes?.isEmpty == false)
        #expect(lines(next.notices).contains { $0.contains("has been changed since") })
        #expect(try scene.complete(next).state == .done)
        #expect(!scene.fixture.exists("Documents/file.txt"))
    }

    @Test("an undo asks if the last operation was in another container than the current one")
    func elsewhere() throws {
        let scene = try Scene()
        let other = try Scene()
        #expect(
            try scene.complete(scene.pipeline.planOperation(SampleOperation.delete.operation(scene.fixture))).state
                == .done)
        var open = scene.fixture.open
        open.add(other.fixture.container)
        let pipeline = OperationPipeline(
            open,
            in: TransactionEnvironment(
                stateDirectory: Array(scene.home("state").utf8), trashDirectory: Array(scene.home("Trash").utf8)))
        for (standing, isAsked) in [
            (nil, true), (other.fixture.container.root, true), (scene.fixture.container.root, false),
        ] {
            let preparation = try pipeline.planOperation(.undo(.last(standingIn: standing)))
            #expect((preparation.confirmation?.reasons == [.elsewhere]) == isAsked)
        }
    }

    @Test("items beside the container in a package are copied, and not changed")
    func besideContainer() throws {
        let scene = try Scene()
        for name in ["AppData/Documents/x", "AppData/Library/x", "notes.txt"] {
            try scene.fixture.writeOnHost("P.xcappdata/" + name)
        }
        let item = scene.fixture.hostItem("P.xcappdata/notes.txt")
        let items = ItemSet([item])
        let others: [FileOperation] = [
            .delete(items), .rename([.init(item: item, name: Array("x".utf8))]), .edit(item), .makeFile(item),
            .makeDirectory(scene.fixture.hostItem("P.xcappdata/new")),
        ]
        for operation in others {
            let error = #expect(throws: OperationError.self) { try scene.pipeline.planOperation(operation) }
            #expect(error?.code == .refused && error?.message.contains("is in a package") == true, "\(operation)")
        }
        let error = #expect(throws: OperationError.self) {
            try scene.pipeline.planOperation(.move(items, to: .directory(scene.fixture.item("Documents"))))
        }
        #expect(
            error?.code == .refused && error?.message.contains("is in a package") == true,
            "\(String(describing: error))")
        #expect(error?.message.contains("copy it instead") == true)
        let copy = try scene.pipeline.planOperation(.copy(items, to: .directory(scene.fixture.item("Documents"))))
        #expect(try scene.complete(copy).state == .done)
    }

    // MARK: Editing

    /// Makes a file ready for the editor, runs `editor` on it, and saves it.
    private func edit(
        _ path: String,
        _ scene: Scene,
        meanwhile: () throws -> Void = {},
        by editor: String
    ) throws -> Completion {
        let item = scene.fixture.item(path)
        guard case .editing(let file) = scene.pipeline.runOperation(try scene.pipeline.planOperation(.edit(item)))
        else {
            throw CommandError(call: "make the file ready", number: 0)
        }
        _ = try runCommand(["sh", "-c", editor, String(decoding: file.hostPath, as: UTF8.self)])
        try meanwhile()
        return try scene.complete(scene.pipeline.planOperation(.save(item, try #require(file.ticket))))
    }

    @Test("a saved edit replaces the file and is undone as one operation")
    func editing() throws {
        let scene = try Scene()
        let before = try scene.state()
        let completion = try edit("Documents/x", scene, by: "echo new > \"$0\"")
        #expect(completion.state == .done && completion.isUndoable)
        #expect(try runCommand(["cat", scene.fixture.path("Documents/x")]).text == "new\n")
        #expect(try scene.complete(scene.pipeline.planOperation(.undo(.number(1)))).state == .done)
        #expect(try scene.state() == before)
    }

    @Test("preparing an edit plans the move out of Inbox, and plans nothing for other files")
    func planOfFirstSave() throws {
        let scene = try Scene()
        let before = try scene.state()
        let inbox = scene.fixture.item("Documents/Inbox/x")
        let preparation = try scene.pipeline.planOperation(.edit(inbox))
        let target = try #require(preparation.decision.editDestination)
        #expect(preparation.plan?.items.map(\.change) == [.move(inbox, to: target)])
        #expect(preparation.plan?.refusals.isEmpty == true && !preparation.isEmpty && preparation.questions.isEmpty)
        #expect(
            preparation.lines { String(decoding: $0, as: UTF8.self) } == [
                "edit  \(scene.fixture.path("Documents/Inbox/x")) → \(scene.fixture.path("Documents/x"))"
            ])
        let stays = try scene.pipeline.planOperation(.edit(scene.fixture.item("Documents/x")))
        #expect(stays.plan == nil && stays.hindrance == nil && !stays.isEmpty)
        #expect(try scene.state() == before)
    }

    /// The script of an editor, whether it fails, how the editing ends, and whether the copy is kept.
    static let editors: [(script: String, fails: Bool, ends: String, isKept: Bool)] = [
        ("echo new > \"$0\"", false, "save", false), ("true", false, "edit: nothing was changed", false),
        ("echo new > \"$0\"", true, "the editor failed", true), ("true", true, "the editor failed", false),
    ]

    @Test("an editor ends in an operation, in nothing, or in a failure that names the kept copy", arguments: editors)
    func editorEnds(script: String, fails: Bool, ends: String, isKept: Bool) throws {
        let scene = try Scene()
        let editor = Editor { (path) throws(EditorError) in
            _ = try? runCommand(["sh", "-c", script, String(decoding: path, as: UTF8.self)])
            if fails { throw EditorError(.failed(status: 1), "the editor failed") }
        }
        let pipeline = OperationPipeline(scene.fixture.open, editor: editor)
        let item = scene.fixture.item("Documents/x")
        guard case .editing(let file) = pipeline.runOperation(try pipeline.planOperation(.edit(item))) else {
            Issue.record("the file is not ready")
            return
        }
        let ending = pipeline.openEditor(file)
        if case .changed(.save(item, let ticket)) = ending {
            #expect(ends == "save" && ticket == file.ticket)
            #expect(pipeline.giveUp(ticket).count == 1)
        } else {
            #expect(ending.summary == ends)
        }
        let copy = String(decoding: file.hostPath, as: UTF8.self)
        if case .failed(let kind, let error, let kept) = ending {
            #expect(kind == .edit && error.code == .data && !kept.isEmpty == isKept)
            #expect(lines(kept).allSatisfy { $0.contains(copy) })
        }
        _ = try runCommand(["rm", "-rf", String(copy.dropLast(2))])
        let here = scene.fixture.hostItem("file.txt")
        guard case .editing(let own) = pipeline.runOperation(try pipeline.planOperation(.edit(here))) else {
            Issue.record("the file of this computer is not ready")
            return
        }
        #expect(pipeline.openEditor(own).summary == (fails ? ends : "edited in place: file.txt"))
    }

    @Test("saving the same bytes changes nothing")
    func unchanged() throws {
        let scene = try Scene()
        let before = try scene.state()
        let completion = try edit("Documents/x", scene, by: "printf text > \"$0\"")
        #expect(completion.state == .done && completion.outcome == nil && completion.summary == "nothing was changed")
        #expect(try scene.state() == before)
    }

    @Test("a file that another process has changed stays, and the edited file is saved beside it")
    func changedOutside() throws {
        let scene = try Scene()
        let path = scene.fixture.path("Documents/x")
        let completion = try edit(
            "Documents/x", scene, meanwhile: { _ = try runCommand(["sh", "-c", "echo theirs > \"$0\"", path]) },
            by: "echo mine > \"$0\"")
        #expect(completion.state == .done && completion.isBeside)
        #expect(lines(completion.notices).contains { $0.contains("changed by another process") })
        #expect(try runCommand(["cat", path]).text == "theirs\n")
        #expect(try runCommand(["cat", scene.fixture.path("Documents/x 2")]).text == "mine\n")
    }

    @Test("an edit that is given up is kept, and its path is reported")
    func givenUp() throws {
        let scene = try Scene()
        let item = scene.fixture.item("Documents/x")
        guard case .editing(let file) = scene.pipeline.runOperation(try scene.pipeline.planOperation(.edit(item)))
        else {
            Issue.record("the file is not ready")
            return
        }
        let copy = String(decoding: file.hostPath, as: UTF8.self)
        let ticket = try #require(file.ticket)
        _ = try runCommand(["sh", "-c", "echo mine > \"$0\"", copy])
        let notices = scene.pipeline.giveUp(ticket)
        #expect(lines(notices).contains { $0.contains(copy) })
        #expect(try runCommand(["cat", copy]).text == "mine\n")
        _ = try runCommand(["rm", "-r", String(copy.dropLast(2))])
        #expect(throws: OperationError.self) { try scene.pipeline.planOperation(.save(item, ticket)) }
    }
}
