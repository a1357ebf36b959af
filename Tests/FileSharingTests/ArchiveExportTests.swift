import ContainerModel
import ContainerStore
import FileSharing
import Jobs
import System
import TestSupport
import Testing
import Transactions

@testable import FileTree

@Suite("Exporting from an archive", .onManyThreads)
struct ArchiveExportTests {
    static let formats = ["App.zip", "App.tar", "App.tar.gz"]
    /// The result of an export of `Documents`.
    static let documents = [
        "Documents/", "Documents/a.txt alpha", "Documents/sub/", "Documents/sub/b.txt beta", "Documents/sub/deep/",
        "Documents/sub/deep/c c",
    ]

    @Test("an export is recorded in the journal, and can be undone and redone", arguments: formats)
    func undoAndRedo(_ name: String) throws {
        let scene = try ArchiveScene(name)
        let pipeline = scene.pipeline()
        let preparation = try pipeline.planOperation(scene.export("Documents"))
        #expect(try scene.exported() == [])
        #expect(preparation.conflicts.isEmpty && preparation.plan?.counts.files == 3)
        let completion = try scene.complete(preparation, by: pipeline)
        #expect(completion.state == .done && completion.isUndoable, "\(completion.summary) \(completion.notices)")
        #expect(try scene.exported() == Self.documents)
        #expect(try pipeline.history().map(\.title) == ["export"])
        #expect(try scene.complete(pipeline.planOperation(.undo(.number(1))), by: pipeline).state == .done)
        #expect(try scene.exported() == [])
        // A redo reads the archive again, by its path.
        let later = scene.pipeline()
        #expect(try scene.complete(later.planOperation(.redo(.number(1))), by: later).state == .done)
        #expect(try scene.exported() == Self.documents)
    }

    @Test(
        "a name that is taken is a question, and its answer is executed and can be undone",
        arguments: [
            (ConflictPolicy.skip, ["a.txt mine"]), (.keepBoth, ["a 2.txt alpha", "a.txt mine"]),
            (.replace, ["a.txt alpha"]),
        ])
    func conflicts(answer: ConflictPolicy, result: [String]) throws {
        let scene = try ArchiveScene()
        scene.directory.write("out/a.txt", "mine")
        let pipeline = scene.pipeline()
        let preparation = try pipeline.planOperation(scene.export("Documents/a.txt"))
        let question = try #require(preparation.conflicts.first)
        #expect(preparation.conflicts.count == 1 && question.newSize == 5 && question.refusalToReplace == nil)
        let completion = try scene.complete(preparation, [answer], by: pipeline)
        #expect(completion.state == .done, "\(completion.notices)")
        #expect(try scene.exported() == result)
        guard completion.isUndoable else { return #expect(answer == .skip) }
        #expect(try scene.complete(pipeline.planOperation(.undo(.number(1))), by: pipeline).state == .done)
        #expect(try scene.exported() == ["a.txt mine"])
    }

    @Test("progress counts each item and byte once, and ends at the bytes expected by the plan", arguments: formats)
    func progress(_ name: String) throws {
        let scene = try ArchiveScene(name, "files['Documents/large'] = b'l' * 3_000_000")
        let pipeline = scene.pipeline()
        let meter = ProgressMeter()
        let preparation = try pipeline.planOperation(scene.export("Documents", "Library/x"))
        #expect(try scene.complete(preparation, by: pipeline, progress: meter).state == .done)
        let progress = meter.progress
        #expect((progress.bytesDone, progress.bytesTotal) == (3_000_011, 3_000_011))
        // The count includes links and directories.
        #expect((progress.filesDone, progress.filesTotal) == (8, 8))
    }

    @Test("cancelling in the middle of a file leaves no part of it, and keeps finished items")
    func cancellation() throws {
        let scene = try ArchiveScene("App.zip", "files['Documents/sub/large'] = os.urandom(3_000_000)")
        let cancellation = Cancellation()
        let tree = CancellingTree(scene.container.tree, cancellation, in: "large")
        let pipeline = scene.pipeline(reading: tree)
        let preparation = try pipeline.planOperation(scene.export("Documents/a.txt", "Documents/sub/large", "tmp/t"))
        let completion = try scene.complete(preparation, by: pipeline, cancellation: cancellation)
        #expect(completion.state == .cancelled && completion.isUndoable, "\(completion.summary)")
        #expect(try scene.exported() == ["a.txt alpha"])
        #expect(try scene.complete(pipeline.planOperation(.undo(.number(1))), by: pipeline).state == .done)
        #expect(try scene.exported() == [])
    }

    @Test("cancelling inside a directory keeps its finished files, and leaves no part of the next one")
    func cancellationInside() throws {
        let scene = try ArchiveScene("App.tar", "files['Documents/sub/large'] = os.urandom(3_000_000)")
        let cancellation = Cancellation()
        let pipeline = scene.pipeline(reading: CancellingTree(scene.container.tree, cancellation, in: "large"))
        let completion = try scene.complete(
            pipeline.planOperation(scene.export("Documents")), by: pipeline, cancellation: cancellation)
        #expect(completion.state == .cancelled, "\(completion.summary)")
        #expect(try scene.exported() == Self.documents)
    }

    @Test("an export reports an archive that is gone, and a redo does not need it")
    func gone() throws {
        let scene = try ArchiveScene()
        let pipeline = scene.pipeline()
        _ = try scene.complete(pipeline.planOperation(scene.export("Documents")), by: pipeline)
        _ = try scene.complete(pipeline.planOperation(.undo(.number(1))), by: pipeline)
        _ = try runCommand(["rm", scene.archive])
        let later = OperationPipeline(OpenRoots(), in: scene.environment)
        // The undo put the exported items into the trash.
        #expect(try scene.complete(later.planOperation(.redo(.number(1))), by: later).state == .done)
        #expect(try scene.exported() == Self.documents)
        let preparation = try later.planOperation(scene.export("Library/x"))
        #expect(preparation.isEmpty)
        let lines = preparation.notices.flatMap(\.lines)
        #expect(lines.contains { $0.contains("no such file") }, "\(lines)")
    }

    // MARK: Bombs

    /// Zeros that a zip compresses to a thousandth: four files of a million bytes.
    private static let zeros = "for name in 'abcd': files['Documents/zeros/' + name] = bytes(1_000_000)"

    @Test(
        "one limit of unpacked bytes holds for all items of an export, in a directory or named one by one",
        arguments: [false, true])
    func bomb(oneByOne: Bool) throws {
        let scene = try ArchiveScene("App.zip", Self.zeros)
        var limits = ArchiveLimits()
        limits.unsuspicious = 2_500_000
        limits.ratio = 1
        let pipeline = scene.pipeline(reading: try scene.tree(within: limits))
        let names = ["a", "b", "c", "d"].map { "Documents/zeros/\($0)" }
        let operation =
            oneByOne ? scene.export(names[0], names[1], names[2], names[3]) : scene.export("Documents/zeros")
        let completion = try scene.complete(pipeline.planOperation(operation), by: pipeline)
        #expect(completion.state == .partly && completion.outcome?.failures.count == 2, "\(completion.summary)")
        let lines = completion.notices.flatMap(\.lines)
        #expect(lines.contains { $0.contains("the archive would unpack to more than 2.4 MB") }, "\(lines)")
        #expect(try scene.exported().filter { $0.hasSuffix("1000000") }.count == 2)
    }

    @Test("the limit grows with the size of the archive")
    func ratio() throws {
        let scene = try ArchiveScene("App.zip", Self.zeros)
        let size = try ItemStatus(of: Descriptor(owning: open(scene.archive, O_RDONLY | O_CLOEXEC)), path: .root).size
        for (maximum, arrived) in [(UInt64(3_500_000), 3), (4_500_000, 4)] {
            var limits = ArchiveLimits()
            limits.unsuspicious = 1_000
            limits.ratio = maximum / size
            let pipeline = scene.pipeline(reading: try scene.tree(within: limits))
            let completion = try scene.complete(
                pipeline.planOperation(scene.export("Documents/zeros")), by: pipeline)
            #expect(completion.outcome?.failures.count == 4 - arrived, "\(completion.summary)")
            #expect(try scene.exported().filter { $0.hasSuffix("1000000") }.count == arrived)
            #expect(
                try scene.complete(pipeline.planOperation(.undo(.lastIn([scene.container.root]))), by: pipeline).state
                    == .done)
        }
    }

    @Test("each export starts with the full limit")
    func again() throws {
        let scene = try ArchiveScene("App.zip", Self.zeros)
        var limits = ArchiveLimits()
        limits.unsuspicious = 1_500_000
        limits.ratio = 1
        let pipeline = scene.pipeline(reading: try scene.tree(within: limits))
        for name in ["a", "b", "c"] {
            let completion = try scene.complete(
                pipeline.planOperation(scene.export("Documents/zeros/\(name)")), by: pipeline)
            #expect(completion.state == .done, "\(completion.notices)")
        }
    }
}

/// A tree that cancels its reader as soon as the first part of a file has been copied.
private struct CancellingTree: FileTree {
    let root: TreeDirectory
    let base: any FileTree

    init(_ base: any FileTree, _ cancellation: Cancellation, in name: String) {
        self.base = base
        if case .listing(let listing) = base.root {
            root = .listing(IndexedDirectory(CancellingItems(listing.tree, cancellation, Array(name.utf8))))
        } else {
            root = base.root
        }
    }

    var medium: String? { base.medium }
    var problems: [String] { base.problems }
    var maxBytes: UInt64? { base.maxBytes }
    var identity: FileIdentity { get throws(FileTreeError) { try base.identity } }
}

private final class CancellingItems: IndexedTree {
    private let base: any IndexedTree
    private let cancellation: Cancellation
    private let name: [UInt8]

    init(_ base: any IndexedTree, _ cancellation: Cancellation, _ name: [UInt8]) {
        self.base = base
        self.cancellation = cancellation
        self.name = name
    }

    var index: TreeIndex { base.index }

    func status(of node: TreeIndex.Node) -> ItemStatus { base.status(of: node) }

    func forEachEntry(of directory: TreeIndex.Node, _ body: (UnsafeBufferPointer<UInt8>, ItemKind) -> Void) {
        base.forEachEntry(of: directory, body)
    }

    func entry(_ name: ArraySlice<UInt8>, of directory: TreeIndex.Node) -> TreeIndex.Node? {
        base.entry(name, of: directory)
    }

    func appleDouble(of node: TreeIndex.Node) -> TreeIndex.Node? { base.appleDouble(of: node) }

    func open(_ node: TreeIndex.Node) throws(FileTreeError) -> Descriptor { try base.open(node) }

    func head(_ node: TreeIndex.Node, _ length: Int) throws(FileTreeError) -> [UInt8] { try base.head(node, length) }

    func copy(
        _ node: TreeIndex.Node, to target: Descriptor, _ cancellation: Cancellation, _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        try base.copy(node, to: target, cancellation) { bytes in
            progress(bytes)
            if index.name(node).elementsEqual(name) { self.cancellation.cancel() }
        }
    }
}
