import ContainerModel
import Copying
import FileTree
import System
import TestSupport
import Testing

@Suite("Atomic files")
struct AtomicFileTests {
    private func root(_ directory: TemporaryDirectory) throws -> RootedDirectory {
        try RootedDirectory(hostPath: Array(directory.path.utf8))
    }

    private func listing(_ directory: TemporaryDirectory) throws -> String {
        let result = try runCommand(["find", directory.path, "-mindepth", "1", "-printf", "%m %y %P\\n"])
        return String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").sorted().joined(separator: "\n")
    }

    @Test("a file is created and replaced with access for its owner only")
    func write() throws {
        let directory = TemporaryDirectory()
        let root = try root(directory)
        try AtomicFile.makeDirectories("a/b", below: root)
        try AtomicFile.makeDirectories("a/b", below: root)
        directory.write("a/b/file", "old and longer")
        for contents in ["new", "", String(repeating: "x", count: 100_000)] {
            try AtomicFile.write(Array(contents.utf8), to: "a/b/file", below: root)
            #expect(try readFile(directory("a/b/file")) == Array(contents.utf8))
        }
        #expect(try listing(directory) == "600 f a/b/file\n700 d a\n700 d a/b")
    }

    @Test("a descriptor of the old file still reads all of it")
    func whole() throws {
        let directory = TemporaryDirectory()
        let root = try root(directory)
        try AtomicFile.write(Array("old".utf8), to: "file", below: root)
        let opened = try root.openFile("file")
        try AtomicFile.write(Array("newer".utf8), to: "file", below: root)
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(opened.number, &bytes, bytes.count) == 3 && bytes.starts(with: "old".utf8))
    }

    @Test("a failed write leaves nothing behind")
    func failure() throws {
        let directory = TemporaryDirectory()
        let root = try root(directory)
        try directory.makeDirectory("taken/full")
        try directory.makeDirectory("elsewhere")
        try directory.link("link", to: "elsewhere")
        for path in ["taken", "absent/file", "link/file", ""] {
            let path = try #require(ContainerPath(path))
            #expect(throws: ItemFailure.self) { try AtomicFile.write([1], to: path, below: root) }
        }
        #expect(throws: ItemFailure.self) { try AtomicFile.makeDirectories("link/sub", below: root) }
        directory.write("file", "x")
        #expect(throws: ItemFailure.self) { try AtomicFile.makeDirectories("file/sub", below: root) }
        #expect(throws: ItemFailure.self) { try AtomicFile.makeDirectories("file", below: root) }
        #expect(
            try listing(directory).split(separator: "\n").map { $0.dropFirst(4) }.sorted() == [
                "d elsewhere", "d taken", "d taken/full", "f file", "l link",
            ])
    }

    @Test("a symbolic link in the file's place is replaced, not followed")
    func link() throws {
        let directory = TemporaryDirectory()
        directory.write("other", "other")
        try directory.link("file", to: "other")
        try AtomicFile.write(Array("new".utf8), to: "file", below: root(directory))
        #expect(try readFile(directory("other")) == Array("other".utf8))
        #expect(try readFile(directory("file")) == Array("new".utf8))
    }

    @Test("removing a missing file succeeds, and a directory is not removed")
    func remove() throws {
        let directory = TemporaryDirectory()
        let root = try root(directory)
        directory.write("file", "x")
        for _ in 0..<2 { try AtomicFile.remove("file", below: root) }
        try directory.makeDirectory("sub")
        #expect(throws: ItemFailure.self) { try AtomicFile.remove("sub", below: root) }
        #expect(throws: ItemFailure.self) { try AtomicFile.remove("absent/file", below: root) }
        #expect(try listing(directory).hasSuffix("d sub"))
    }

    @Test("a temporary left by a crash does not prevent writing")
    func leftover() throws {
        let directory = TemporaryDirectory()
        directory.write(".sandglass-\(getpid())-file-0", "left")
        try AtomicFile.write([1], to: "file", below: root(directory))
        #expect(try readFile(directory("file")) == [1])
    }
}
