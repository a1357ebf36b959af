import ContainerModel
import ContainerStore
import FileTree
import Formats
import System
import TestSupport
import Testing
import Transactions

@testable import FileSharing

/// AppleDouble files go where their files go, in one operation that is undone as a whole.
@Suite("AppleDouble files of items", .onManyThreads)
struct AppleDoubleTests {
    /// A container whose `Documents/a.txt` has an AppleDouble file, and a directory of this computer.
    private struct Scene {
        let directory: TemporaryDirectory
        let home = TemporaryDirectory()
        let container: Container
        let pipeline: OperationPipeline

        init(_ given: TemporaryDirectory? = nil) throws {
            directory = given ?? TemporaryDirectory()
            for path in ["App/Documents/b.txt", "App/Documents/._b.txt", "App/Library/x", "App/tmp/x", "out/x"] {
                try directory.write("\(path)".utf8, to: path)
            }
            try directory.write("alpha".utf8, to: "App/Documents/a.txt")
            // Beside `b.txt` is a file that only has the name of an AppleDouble file.
            try AppleDoubleScript.write(
                directory("App/Documents/._a.txt"), ExclusionAttribute.standard.name, "com.apple.quarantine")
            let opened = try ContainerStore.open(Array(directory("App").utf8))
            guard case .container(let found, _) = opened else { throw CommandError(call: "open", number: 0) }
            container = found
            pipeline = OperationPipeline(
                OpenRoots(found),
                in: TransactionEnvironment(
                    stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8)))
        }

        func item(_ path: String) -> ItemAddress { ItemAddress(container.root, ContainerPath(path) ?? .root) }

        func out(_ path: String = "") -> ItemAddress {
            ItemAddress(Root(.directory, at: Array(directory("out").utf8)), ContainerPath(path) ?? .root)
        }

        /// The paths of all files with checksums of their contents.
        func state() throws -> [String] {
            try runCommand(["sh", "-c", "cd \"$0\" && find . -type f | sort | xargs -d '\\n' cksum", directory.path])
                .lines.map(String.init)
        }

        /// The names in a directory.
        func names(_ path: String) throws -> [String] {
            try runCommand(["ls", "-A", directory(path)]).lines.map(String.init).sorted()
        }

        /// Carries out an operation, expects it to succeed, and returns the plan, which an undo lacks.
        @discardableResult
        func run(_ operation: FileOperation, _ answers: [ConflictPolicy] = []) throws -> Plan? {
            let preparation = try pipeline.planOperation(operation)
            guard case .completed(let completion) = pipeline.runOperation(preparation, answers) else {
                throw CommandError(call: "complete", number: 0)
            }
            #expect(completion.state == .done, "\(completion.summary) \(completion.notices)")
            return preparation.plan
        }
    }

    private enum Kind: String, CaseIterable, Sendable {
        case delete, move, copy, rename, export, `import`

        func operation(_ scene: Scene) throws -> FileOperation {
            let items: ItemSet = [scene.item("Documents/a.txt")]
            switch self {
            case .delete: return .delete(items)
            case .move: return .move(items, to: .directory(scene.item("tmp")))
            case .copy: return .copy(items, to: .name(scene.item("Library/c.txt")))
            case .rename: return .rename([.init(item: scene.item("Documents/a.txt"), name: Array("c.txt".utf8))])
            case .export: return .copy(items, to: .directory(scene.out()))
            case .import:
                try scene.directory.write("new".utf8, to: "out/new.txt")
                try AppleDoubleScript.write(scene.directory("out/._new.txt"), "com.apple.quarantine")
                return .copy([scene.out("new.txt")], to: .directory(scene.item("Documents")))
            }
        }

        /// The directory where the file is afterwards, and its name.
        var result: (directory: String, name: String)? {
            switch self {
            case .delete: nil
            case .move: ("App/tmp", "a.txt")
            case .copy: ("App/Library", "c.txt")
            case .rename: ("App/Documents", "c.txt")
            case .export: ("out", "a.txt")
            case .import: ("App/Documents", "new.txt")
            }
        }
    }

    @Test(
        "each operation takes the AppleDouble file along, counts it, and is undone as a whole", arguments: Kind.allCases
    )
    private func operations(kind: Kind) throws {
        let scene = try Scene()
        let operation = try kind.operation(scene)
        let before = try scene.state()
        let plan = try #require(try scene.run(operation))
        #expect(plan.itemCount == 2 && plan.counts.files == 2 && plan.companionCount == 1)
        if let (directory, name) = kind.result {
            let names = try scene.names(directory)
            #expect(names.contains(name) && names.contains("._" + name))
        }
        let isGone = kind == .delete || kind == .move || kind == .rename
        #expect(try scene.names("App/Documents").contains("._a.txt") != isGone)
        try scene.run(.undo(.number(1)), [])
        #expect(try scene.state() == before)
    }

    @Test(
        "a taken name is one question, and the answer holds for the attributes as well",
        arguments: [
            (ConflictPolicy.skip, ["._a.txt 5 other", "a.txt mine"]),
            (.keepBoth, ["._a 2.txt ours", "._a.txt 5 other", "a 2.txt alpha", "a.txt mine"]),
            (.replace, ["._a.txt ours", "a.txt alpha"]),
        ])
    func conflicts(answer: ConflictPolicy, expected: [String]) throws {
        let scene = try Scene()
        try scene.directory.write("mine".utf8, to: "out/a.txt")
        try scene.directory.write("other".utf8, to: "out/._a.txt")
        let before = try scene.state()
        let preparation = try scene.pipeline.planOperation(
            .copy([scene.item("Documents/a.txt")], to: .directory(scene.out())))
        #expect(preparation.conflicts.count == 1)
        guard case .completed(let completion) = scene.pipeline.runOperation(preparation, [answer]) else {
            return #expect(Bool(false))
        }
        #expect(completion.state == .done)
        let ours = try runCommand(["cat", scene.directory("App/Documents/._a.txt")]).stdout
        let found = try scene.names("out").filter { $0 != "x" }.map { name in
            let bytes = try runCommand(["cat", scene.directory("out/" + name)]).stdout
            if bytes == ours { return name + " ours" }
            let text = String(decoding: bytes, as: UTF8.self)
            return name + " " + (text == "other" ? "5 other" : text)
        }
        #expect(found == expected.sorted())
        guard answer != .skip else { return }
        try scene.run(.undo(.number(1)))
        #expect(try scene.state() == before)
    }

    @Test("the attributes of a replaced file leave with it, also if the new file has none")
    func replaced() throws {
        let scene = try Scene()
        let before = try scene.state()
        let operation = FileOperation.copy([scene.out("x")], to: .name(scene.item("Documents/a.txt")))
        try scene.run(operation, [.replace])
        #expect(try !scene.names("App/Documents").contains("._a.txt"))
        try scene.run(.undo(.number(1)))
        #expect(try scene.state() == before)
        // If both are kept, they stay with their file.
        try scene.run(operation, [.keepBoth])
        #expect(try scene.names("App/Documents").contains("._a.txt"))
    }

    @Test("a file that only has an AppleDouble file's name stays, and so does a place's AppleDouble file")
    func others() throws {
        let scene = try Scene()
        #expect(try scene.run(.delete([scene.item("Documents/b.txt")]))?.itemCount == 1)
        #expect(try scene.names("App/Documents").contains("._b.txt"))
        try AppleDoubleScript.write(scene.directory("App/._Documents"), "com.apple.quarantine")
        try scene.run(.delete([scene.item("Documents")]))
        #expect(try scene.names("App/Documents") == [] && scene.names("App").contains("._Documents"))
    }

    @Test(
        "both are named by the user: each is changed once, and undone, also with the trash on another device",
        arguments: [Kind.delete, .move, .copy, .export], [false, true])
    private func bothNamed(kind: Kind, isReversed: Bool) throws {
        let scene = try Scene(try TemporaryDirectory(on: "/dev/shm"))
        let names = ["Documents/._a.txt", "Documents/a.txt"].map { scene.item($0) }
        let items = ItemSet(isReversed ? names.reversed() : names)
        let before = try scene.state()
        let operation: FileOperation =
            switch kind {
            case .move: .move(items, to: .directory(scene.item("tmp")))
            case .copy: .copy(items, to: .directory(scene.item("Library")))
            case .export: .copy(items, to: .directory(scene.out()))
            default: .delete(items)
            }
        let plan = try scene.run(operation)
        #expect(plan?.itemCount == 2 && plan?.counts.files == 2 && plan?.refusals.isEmpty == true)
        if kind != .delete {
            let names = try scene.names(kind == .move ? "App/tmp" : kind == .copy ? "App/Library" : "out")
            #expect(names == ["._a.txt", "a.txt", "x"])
        }
        try scene.run(.undo(.number(1)))
        #expect(try scene.state() == before)
    }

    @Test("two files that swap their names swap their attributes")
    func swap() throws {
        let scene = try Scene()
        try AppleDoubleScript.write(scene.directory("App/Documents/._b.txt"), "com.apple.FinderInfo")
        let before = try AppleDoubleScript.read(scene.directory("App/Documents/._a.txt"))
        try scene.run(
            .rename([
                .init(item: scene.item("Documents/a.txt"), name: Array("b.txt".utf8)),
                .init(item: scene.item("Documents/b.txt"), name: Array("a.txt".utf8)),
            ]))
        #expect(try AppleDoubleScript.read(scene.directory("App/Documents/._b.txt")) == before)
        #expect(try AppleDoubleScript.read(scene.directory("App/Documents/._a.txt")).first == "com.apple.FinderInfo x")
    }

    @Test("of many selected files those that have an AppleDouble file take it along", arguments: [false, true])
    func many(hasConflict: Bool) throws {
        let scene = try Scene()
        for number in 0..<1_100 { try scene.directory.write([], to: "App/Documents/\(number)") }
        if hasConflict { try scene.directory.write("mine".utf8, to: "out/a.txt") }
        let documents = scene.item("Documents")
        let entries = try scene.pipeline.open.names(in: documents)
        var names = EntrySelection(of: entries)
        for index in 0..<entries.count where !AppleDoubleName.isOne(entries.name(index)) { names.insert(index) }
        let items = ItemSet([], [ItemSet.Group(names, in: documents)])
        let plan = try scene.run(.copy(items, to: .directory(scene.out())), hasConflict ? [.keepBoth] : [])
        #expect(plan?.counts.files == 1_103)
        let copied = try scene.names("out")
        #expect(copied.contains(hasConflict ? "._a 2.txt" : "._a.txt") && !copied.contains("._b.txt"))
        #expect(!hasConflict || !copied.contains("._a.txt"))
    }

    @Test("an export from a zip archive brings the attributes in __MACOSX along")
    func archive() throws {
        let scene = try ArchiveScene(
            "App.zip",
            """
            files['__MACOSX/Documents/._a.txt'] = bytes.fromhex('00051607' '00020000') + bytes(18)
            files['__MACOSX/Documents/sub/._b.txt'] = bytes.fromhex('00051607' '00020000') + bytes(18)
            """)
        let pipeline = scene.pipeline()
        #expect(
            try scene.complete(pipeline.planOperation(scene.export("Documents/a.txt", "Documents/sub")), by: pipeline)
                .state
                == .done)
        let names = try runCommand(["sh", "-c", "cd \"$0\" && find . -type f | sort", scene.directory("out")]).lines
        #expect(names == ["./._a.txt", "./a.txt", "./sub/._b.txt", "./sub/b.txt", "./sub/deep/c"])
    }
}
