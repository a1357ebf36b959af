import ContainerModel
import FileTree
import Jobs
import Synchronization
import System
import TestSupport
import Testing

@Suite("Trees in archives")
struct ArchiveTreeTests {
    static let formats = ["a.zip", "a.tar", "a.tar.gz", "a.tar.xz", "a.tar.bz2"]

    @Test("a tree lists its items, including directories without an entry", arguments: formats)
    func lists(_ name: String) throws {
        try withTemporaryDirectory { directory in
            let tree = try openArchive(
                try directory.archive(
                    name,
                    [
                        .directory("Documents"), .file("Documents/a.txt", "alpha"), .file("Library/Caches/deep/b", ""),
                        .link("Documents/link", to: "../Library"), .file("./tmp//c", "see"),
                    ]))
            #expect(
                tree.lines() == [
                    "Documents directory", "Documents/a.txt file 5", "Documents/link link ../Library",
                    "Library directory", "Library/Caches directory", "Library/Caches/deep directory",
                    "Library/Caches/deep/b file 0", "tmp directory", "tmp/c file 3",
                ])
            #expect(tree.problems == [])
            #expect(tree.text("Documents/a.txt") == "alpha")
            // A second read begins at the start of the file again.
            #expect(tree.text("Documents/a.txt") == "alpha")
            #expect(tree.text("Library/Caches/deep/b") == "")
            #expect(
                try tree.root.subdirectory(Array("tmp".utf8)[...]).head(of: Array("c".utf8)[...], length: 2) == [
                    115, 101,
                ])
            #expect(tree.destination(ofLink: "Documents/link") == .inside("Library", .directory))
            let file = try tree.status("Documents/a.txt")
            #expect((file.permissions, file.links) == (0o640, 1))
            #expect(try tree.status("Documents").permissions == 0o750)
            if name != "a.zip" { #expect(file.modified == 1_580_608_922) }
            #expect(try tree.statusIfPresent("Documents/absent") == nil)
            #expect(tree.writable == nil)
        }
    }

    @Test("names keep their bytes, even if they are not UTF-8 or not normalized")
    func bytes() throws {
        try withTemporaryDirectory { directory in
            try Python.run(Script.text("archive_tree_bytes"), [directory.path])
            let two: [[UInt8]] = [Array("Cafe\u{301}".utf8), Array("Caf\u{e9}".utf8), Array("旅".utf8)]
            func names(_ name: String) throws -> [[UInt8]] {
                try openArchive(directory(name)).root.entries(path: .root)?.names ?? []
            }
            #expect(try names("a.zip") == two)
            #expect(try names("a\(1).tar") == two + [Array("bad".utf8) + [0xff]])
            #expect(try names("a\(2).tar") == two + [Array("bad".utf8) + [0xff]])
            #expect(try names("b.zip") == [Array("bad".utf8) + [0xff, 0xfe]])
        }
    }

    @Test("a tree is counted like a directory, and a file with hard links once")
    func counted() throws {
        try withTemporaryDirectory { directory in
            let tree = try openArchive(
                try directory.archive(
                    "a.tar",
                    [
                        .file("a/one", "123"), .hardLink("b/two", to: "a/one"), .file("b/three", "4"),
                        .link("l", to: "a"),
                    ]
                ))
            let found = Mutex<[ContainerPath: DirectoryTotal]>([:])
            let done = Semaphore()
            SizeCounter(of: tree, pool: WorkerPool(threads: 1))
                .count([.root, "a", "b", "absent"], cancellation: Cancellation()) { totals in
                    found.withLock { $0 = totals }
                    done.signal()
                }
            done.wait()
            let totals = found.withLock { $0 }
            #expect(totals[.root].map { [Int($0.bytes), $0.items] } == [4, 6])
            #expect(totals["a"].map { [Int($0.bytes), $0.items] } == [3, 1])
            #expect(totals["b"].map { [Int($0.bytes), $0.items] } == [4, 2])
            #expect(totals["absent"] == nil)
            #expect(totals.values.allSatisfy { $0.isComplete })
            #expect(tree.text("b/two") == "123")
        }
    }

    @Test("attributes are read from AppleDouble files beside an item or in __MACOSX, and from a tar")
    func attributes() throws {
        try withTemporaryDirectory { directory in
            let tree = try openArchive(
                try directory.archive(
                    "a.zip", [.file("d/x"), .file("__MACOSX/d/._x", "double"), .file("d/y"), .file("d/._y", "beside")]))
            let folder = try tree.directory(at: "d")
            #expect(try folder.appleDoubleHead(of: Array("x".utf8)[...], length: 100)?.bytes == Array("double".utf8))
            #expect(try folder.appleDoubleHead(of: Array("y".utf8)[...], length: 3)?.bytes == Array("bes".utf8))
            #expect(try folder.appleDoubleHead(of: Array("._y".utf8)[...], length: 3) == nil)
            try Python.run(
                """
                import sys, tarfile
                with tarfile.open(sys.argv[1], 'w', format=tarfile.PAX_FORMAT) as archive:
                    info = tarfile.TarInfo('z')
                    info.pax_headers = {'SCHILY.xattr.user.note': 'kept'}
                    archive.addfile(info)
                """, [directory("x.tar")])
            let root = try openArchive(directory("x.tar")).root
            #expect(root.attributeNames(of: Array("z".utf8)[...]) == [Array("user.note".utf8)])
            #expect(root.attribute(Array("user.note".utf8), of: Array("z".utf8)[...]) == Array("kept".utf8))
        }
    }

    @Test(
        "the extended attributes of a tar entry are read up to the longest header that libarchive reads, or it stops there",
        arguments: [(300_000, true), (999_900, true), (1_000_000, false), (2_000_000, false)])
    func largeAttributes(size: Int, isRead: Bool) throws {
        try withTemporaryDirectory { directory in
            try Python.run(
                """
                import sys, tarfile
                with tarfile.open(sys.argv[1], 'w', format=tarfile.PAX_FORMAT) as archive:
                    archive.addfile(tarfile.TarInfo('a'))
                    info = tarfile.TarInfo('z')
                    info.pax_headers = {'SCHILY.xattr.user.a': 'small', 'SCHILY.xattr.user.b': 'v' * int(sys.argv[2])}
                    archive.addfile(info)
                """, [directory("x.tar"), String(size)])
            let tree = try openArchive(directory("x.tar"))
            #expect((tree.loss == nil) == isRead, "\(tree.problems)")
            guard isRead else { return }
            let value = tree.root.attribute(Array("user.b".utf8), of: Array("z".utf8)[...])
            #expect(value == [UInt8](repeating: UInt8(ascii: "v"), count: size))
            #expect(tree.root.attribute(Array("user.a".utf8), of: Array("z".utf8)[...]) == Array("small".utf8))
        }
    }

    @Test("AppleDouble files in __MACOSX are listed beside their items; what belongs to no item stays there")
    func doubles() throws {
        try withTemporaryDirectory { directory in
            let whole = try openArchive(
                try directory.archive(
                    "a.zip", [.file("d/x"), .file("__MACOSX/d/._x", "double"), .file("__MACOSX/._d", "of d")]))
            #expect(try whole.names() == ["._d", "d"])
            #expect(try whole.subtree("d").names() == ["._x", "x"])
            #expect(whole.text("d/._x") == "double" && whole.text("._d") == "of d")
            #expect(try whole.status("d/._x").size == 6)
            let odd = try openArchive(
                try directory.archive(
                    "b.zip", [.file("x"), .file("__MACOSX/._x", "double"), .file("__MACOSX/._y", "of nothing")]))
            #expect(try odd.names() == ["._x", "__MACOSX", "x"])
        }
    }

    @Test("reading can be cancelled, and fails once the archive has been changed")
    func changes() throws {
        try withTemporaryDirectory { directory in
            let path = try directory.archive("a.zip", [.file("a", "first"), .file("b", "second")])
            let cancelled = Cancellation()
            cancelled.cancel()
            #expect(throws: FileTreeError(errno: ECANCELED, operation: "read the archive")) {
                try openArchive(path, cancellation: cancelled)
            }
            let tree = try openArchive(path)
            #expect(tree.text("a") == "first")
            _ = try runCommand(["sh", "-c", "printf more >> \(path)"])
            #expect(tree.text("b").contains("the archive has changed since it was opened"))
        }
    }
}

extension FileTree {
    /// The names in the root, sorted.
    fileprivate func names() throws -> [String] {
        let entries = try #require(
            try root.entries(path: .root, cancellation: Cancellation(), progress: { _ in }))
        return (0..<entries.count).map { String(decoding: entries.name($0), as: UTF8.self) }.sorted()
    }
}
