import ContainerModel
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Undoing operations one after the other, with the trash on another device", .onManyThreads)
struct RepeatedUndoTests {
    /// The item that is moved and deleted, and how it is made.
    enum Item: String, CaseIterable, Sendable {
        case file, link, directory, tree

        func make(_ path: String, _ directory: TemporaryDirectory) throws {
            switch self {
            case .file: try directory.write("contents", to: path)
            case .link: try directory.link(path, to: "target")
            case .directory: try directory.makeDirectory(path)
            case .tree:
                try directory.write("contents", to: "\(path)/sub/file")
                try directory.link("\(path)/link", to: "target")
            }
        }
    }

    private func scene(_ item: Item? = nil, at path: String = "a/x") throws -> (Scene, TemporaryDirectory) {
        let scene = try Scene(hostOn: "/dev/shm")
        let other = try #require(scene.other)
        for name in ["a", "b", "c"] { try other.makeDirectory("host/\(name)") }
        if let item { try item.make("host/\(path)", other) }
        return (scene, other)
    }

    @Test("an item that was moved and deleted gets back to its place, and the same again", arguments: Item.allCases)
    func movedAndDeleted(item: Item) throws {
        let (scene, _) = try scene(item)
        let before = try scene.state()
        try scene.execute(.move(scene.onHost("a/x"), to: scene.onHost("b/x")))
        try scene.execute(.trash(scene.onHost("b/x")))
        for _ in 0..<2 {
            try scene.undo(.number(2))
            try scene.undo(.number(1))
            #expect(try scene.state() == before)
            try scene.redo(.number(1))
            try scene.redo(.number(2))
        }
    }

    @Test("an item in a directory that was deleted gets back to its place", arguments: Item.allCases)
    func insideDeleted(item: Item) throws {
        let (scene, _) = try scene(item)
        let before = try scene.state()
        try scene.execute(.move(scene.onHost("a/x"), to: scene.onHost("b/x")))
        try scene.execute(.move(scene.onHost("b"), to: scene.onHost("c/b")))
        try scene.execute(.trash(scene.onHost("c")))
        for number in [3, 2, 1] { try scene.undo(.number(number)) }
        #expect(try scene.state() == before)
    }

    @Test("an item that was created and deleted is removed", arguments: Item.allCases)
    func createdAndDeleted(item: Item) throws {
        let (scene, _) = try scene(item)
        let before = try scene.state()
        try scene.execute(.copy(scene.onHost("a/x"), to: scene.onHost("b/x")))
        try scene.execute(.trash(scene.onHost("b/x")))
        for number in [2, 1] { try scene.undo(.number(number)) }
        #expect(try scene.state() == before)
    }

    @Test("a file that has a time in the future has not been changed since for that reason")
    func timeInTheFuture() throws {
        let (scene, other) = try scene(.tree)
        let before = try scene.state()
        let times = [timespec](repeating: timespec(tv_sec: 7_258_118_400, tv_nsec: 0), count: 2)
        try #require(utimensat(AT_FDCWD, other("host/a/x/sub/file"), times, 0) == 0)
        try scene.execute(.copy(scene.onHost("a/x"), to: scene.onHost("b/x")))
        try scene.execute(.trash(scene.onHost("b/x")))
        for number in [2, 1] { try scene.undo(.number(number)) }
        #expect(try scene.state() == before)
    }

    /// Waits until new files get a later time than those made before: the clock for them ticks some hundred times a
    /// second.
    private func awaitTick(in directory: TemporaryDirectory) throws {
        func now() throws -> [Int] {
            try directory.write("", to: "tick")
            var status = stat()
            #expect(stat(directory("tick"), &status) == 0)
            return [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
        let start = try now()
        try waitUntil("a tick") { try now() != start }
    }

    @Test(
        "another item that has taken its place since is not touched",
        arguments: [Item.link, .directory, .tree], [false, true])
    func replacedMeanwhile(item: Item, isInside: Bool) throws {
        let (scene, other) = try scene(item)
        try scene.execute(.move(scene.onHost("a/x"), to: scene.onHost("b/x")))
        try scene.execute(.trash(scene.onHost(isInside ? "b" : "b/x")))
        try scene.undo(.number(2))
        #expect(rename(other("host/b/x"), other("host/c/mine")) == 0)
        try awaitTick(in: other)
        try item.make("host/b/x", other)
        let now = try scene.state()
        let error = #expect(throws: TransactionError.self) { try scene.undo(.number(1)) }
        #expect(error?.code == .conflict && error?.message.contains("another item is at") == true)
        #expect(try scene.state() == now)
    }

    @Test("two items that get the same name one after the other replace each other", arguments: [false, true])
    func sameName(isTaken: Bool) throws {
        let (scene, _) = try scene()
        try scene.write("container/Documents/a/f", "a")
        try scene.write("container/Documents/b/f", "b")
        if isTaken { try scene.write("host/f", "old") }
        let before = try scene.state()
        let outcome = try scene.execute(
            .copy(scene.inContainer("Documents/a/f"), to: scene.onHost("f")),
            .copy(scene.inContainer("Documents/b/f"), to: scene.onHost("f")), conflicts: .replace)
        #expect(outcome.state == .done && outcome.failures.isEmpty, "\(outcome.failures)")
        #expect(DiskState.names(in: scene.host) == ["a", "b", "c", "f"])
        #expect(try readFile("\(scene.host)/f") == Array("b".utf8))
        #expect(try scene.trashed().count == (isTaken ? 2 : 1))
        try scene.undo()
        #expect(try scene.state() == before)
        try scene.redo()
        #expect(try readFile("\(scene.host)/f") == Array("b".utf8))
        try scene.expectNoRests("same name")
    }

    /// The operation on one of two hard links of a file.
    enum Operation: String, CaseIterable, Sendable { case attribute, move, delete, replace }

    @Test(
        "an operation on one name of a file does not prevent that the other one is undone",
        arguments: Operation.allCases, [false, true])
    func hardLinks(operation: Operation, isDistant: Bool) throws {
        let (scene, other) =
            isDistant ? try scene() : (try Scene(), try TemporaryDirectory(on: TestFiles.diskDirectory))
        let place = isDistant ? other : scene.home
        try place.write("contents", to: "host/source/one")
        try place.makeDirectory("host/d")
        let before = try scene.state()
        try scene.execute(.copy(scene.onHost("source"), to: scene.onHost("d/copy")))
        // The second name, made by another process before any later operation of the program.
        try place.makeDirectory("host/e")
        #expect(link(place("host/d/copy/one"), place("host/e/two")) == 0)
        let name = try scene.onHost("e/two")
        switch operation {
        case .attribute: try scene.execute(.setAttribute(name, name: "user.note", value: [1]))
        case .move: try scene.execute(.move(name, to: scene.onHost("e/three")))
        case .delete: try scene.execute(.trash(name))
        case .replace:
            try scene.write("container/Documents/new", "new")
            try scene.execute(.copy(scene.inContainer("Documents/new"), to: name), conflicts: .replace)
        }
        try scene.undo(.number(1))
        #expect(try scene.state().filter { $0.hasPrefix("host./d") } == before.filter { $0.hasPrefix("host./d") })
    }

    @Test("a file that another process changes after the program's own operation is not discarded")
    func changedAfterwards() throws {
        let scene = try Scene()
        try scene.write("host/one", "contents")
        try scene.execute(.copy(scene.onHost("one"), to: scene.inContainer("Documents/one")))
        #expect(link("\(scene.container)/Documents/one", scene.host + "/two") == 0)
        try scene.execute(.move(scene.onHost("two"), to: scene.onHost("three")))
        #expect(chmod(scene.host + "/three", 0o600) == 0)
        #expect(throws: TransactionError.self) { try scene.undo(.number(1)) }
    }

    /// What another program does to an item without changing it, so that only the change time tells.
    enum Touch: String, CaseIterable, Sendable {
        case owner, name

        func run(on path: String, _ home: TemporaryDirectory) throws {
            switch self {
            case .owner: try #require(chown(path, getuid(), getgid()) == 0)
            case .name:
                try #require(link(path, home("second")) == 0)
                try #require(unlink(home("second")) == 0)
            }
        }
    }

    @Test(
        "an item whose change time alone is later has not been changed since", arguments: Touch.allCases,
        ["one", "Album/a"])
    func touched(touch: Touch, path: String) throws {
        let scene = try Scene()
        try scene.write("host/Album/a", "album")
        try scene.write("host/one", "first")
        let before = try scene.state("container")
        // What a redo brings back from the trash has no original with which the files in it could be compared.
        for isRepeated in path == "one" ? [false, true] : [false] {
            if isRepeated {
                try scene.redo()
            } else {
                try scene.execute(
                    .copy(scene.onHost("Album"), to: scene.inContainer("Documents/Album")),
                    .copy(scene.onHost("one"), to: scene.inContainer("Documents/one")))
            }
            try awaitTick(in: scene.home)
            try touch.run(on: "\(scene.container)/Documents/\(path)", scene.home)
            try scene.undo()
            #expect(try scene.state("container") == before)
        }
    }

    @Test("a file of a copied directory that got other bytes of the same size and an old time has been changed since")
    func hiddenChange() throws {
        let scene = try Scene()
        try scene.write("host/Album/a", "album")
        try scene.execute(.copy(scene.onHost("Album"), to: scene.inContainer("Documents/Album")))
        try awaitTick(in: scene.home)
        let file = "\(scene.container)/Documents/Album/a"
        var status = stat()
        try #require(stat(file, &status) == 0)
        let opened = open(file, O_WRONLY | O_CLOEXEC)
        #expect(write(opened, "other", 5) == 5)
        close(opened)
        try #require(utimensat(AT_FDCWD, file, [status.st_atim, status.st_mtim], 0) == 0)
        let error = #expect(throws: TransactionError.self) { try scene.undo() }
        #expect(error?.code == .changed && error?.message.contains("Album/a has been changed since") == true)
        #expect(try readFile(file) == Array("other".utf8))
    }

    @Test("new contents and the attributes restored with them are undone and redone", arguments: [false, true])
    func attributes(isDistant: Bool) throws {
        let (scene, other) =
            isDistant ? try scene() : (try Scene(), try TemporaryDirectory(on: TestFiles.diskDirectory))
        let place = isDistant ? other : scene.home
        for name in ["file", "new"] { try place.write(name, to: "host/\(name)") }
        try place.setAttribute("user.note", Array("kept".utf8), on: "host/file")
        let file = try scene.onHost("file")
        func note() throws -> String {
            try runCommand(["getfattr", "--only-values", "-n", "user.note", scene.host + "/file"]).text
        }
        let outcome = try scene.execute(
            .copy(scene.onHost("new"), to: file),
            .setAttribute(file, name: "user.note", value: Array("kept".utf8)), conflicts: .replace)
        #expect(outcome.state == .done)
        for contents in ["file", "new", "file", "new"] {
            let undone = contents == "file" ? try scene.undo() : try scene.redo()
            #expect(undone.state == .done && undone.inverted == [.file: 1], "\(undone)")
            #expect(try readFile("\(scene.host)/file") == Array(contents.utf8))
            #expect(try note() == "kept")
        }
    }
}
