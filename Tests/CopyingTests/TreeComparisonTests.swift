import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Copying

@Suite
struct TreeComparisonTests {
    private func firstDifference(_ directory: TemporaryDirectory) throws -> ContainerPath? {
        let handle = try directory.handle()
        return TreeComparison.firstDifference(
            Array("tree".utf8)[...], in: handle, with: Array("copy".utf8)[...], in: handle)
    }

    @Test("a copy made by cp -a has no difference, nor has one with further items")
    func equal() throws {
        try withTemporaryDirectory { directory in
            try MixedTree.make("tree", in: directory)
            #expect(try runCommand(["cp", "-a", directory("tree"), directory("copy")]).status == 0)
            #expect(try firstDifference(directory) == nil)
            for name in ["copy/ ", "copy/zzz"] { try directory.write("more", to: name + "/file") }
            #expect(try firstDifference(directory) == nil)
        }
    }

    /// Commands that change a copy of a tree with a `folder/file` of 300,000 bytes and a `link`, and the item that differs.
    private static let spoilings: [(String, ContainerPath)] = [
        ("rm copy/folder/file", "tree/folder/file"),
        ("rm -r copy/folder", "tree/folder"),
        ("rm -r copy", "tree"),
        ("rm copy/folder/file; mkdir copy/folder/file", "tree/folder/file"),
        ("rm -r copy/folder; ln -s ../tree/folder copy/folder", "tree/folder"),
        ("truncate -s -1 copy/folder/file", "tree/folder/file"),
        ("printf x | dd of=copy/folder/file conv=notrunc bs=1 seek=0", "tree/folder/file"),
        ("printf x | dd of=copy/folder/file conv=notrunc bs=1 seek=299999", "tree/folder/file"),
        ("ln -sfn folder/other copy/link", "tree/link"),
    ]

    @Test("every kind of difference is found", arguments: spoilings)
    func different(_ command: String, _ path: ContainerPath) throws {
        try withTemporaryDirectory { directory in
            try directory.write([UInt8](repeating: 0, count: 300_000), to: "tree/folder/file")
            try directory.link("tree/link", to: "folder/file")
            #expect(try runCommand(["cp", "-a", directory("tree"), directory("copy")]).status == 0)
            #expect(try firstDifference(directory) == nil)
            #expect(try runCommand(["sh", "-c", "cd \(directory.path); \(command)"]).status == 0)
            #expect(try firstDifference(directory) == path)
        }
    }

    @Test("what is unreadable in the original differs")
    func unreadable() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/file")
            #expect(try runCommand(["cp", "-a", directory("tree"), directory("copy")]).status == 0)
            if isRoot { _ = try runCommand(["chown", "-R", "nobody", directory.path]) }
            #expect(chmod(directory("tree/file"), 0) == 0)
            #expect(try withoutPrivileges { try firstDifference(directory) } == "tree/file")
        }
    }
}
