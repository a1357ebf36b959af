import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Copying

@Suite
struct TreeComparisonTests {
    private func compare(
        _ directory: TemporaryDirectory,
        _ closeness: TreeComparison.Closeness = .contents
    ) throws -> ComparisonReport {
        let handle = try directory.handle()
        return TreeComparison(closeness, progress: ProgressMeter(), cancellation: Cancellation())
            .compare(Array("tree".utf8)[...], in: handle, with: Array("copy".utf8)[...], in: handle)
    }

    @Test("a copy made by cp -a is equal", arguments: TreeComparison.Closeness.allCases)
    func equal(_ closeness: TreeComparison.Closeness) throws {
        try withTemporaryDirectory { directory in
            try MixedTree.make("tree", in: directory)
            #expect(try runCommand(["cp", "-a", directory("tree"), directory("copy")]).status == 0)
            let report = try compare(directory, closeness)
            #expect(report.isEqual)
            #expect(report.items == (try TreeDescription.of(directory("tree")).count))
        }
    }

    /// Commands that change a copy of a tree with a `folder/file` of 300,000 bytes and a `link`, and the difference.
    private static let spoilings: [(String, ContainerPath, ComparisonReport.Difference.Kind)] = [
        ("rm copy/folder/file", "tree/folder/file", .missing),
        ("rm -r copy/folder", "tree/folder", .missing),
        ("rm -r copy", "tree", .missing),
        ("rm copy/folder/file; mkdir copy/folder/file", "tree/folder/file", .otherKind),
        ("rm -r copy/folder; ln -s ../tree/folder copy/folder", "tree/folder", .otherKind),
        ("truncate -s -1 copy/folder/file", "tree/folder/file", .otherSize),
        ("printf x | dd of=copy/folder/file conv=notrunc bs=1 seek=0", "tree/folder/file", .otherContents),
        ("printf x | dd of=copy/folder/file conv=notrunc bs=1 seek=299999", "tree/folder/file", .otherContents),
        ("ln -sfn folder/other copy/link", "tree/link", .otherDestination),
    ]

    @Test("every kind of difference is found and reported", arguments: spoilings)
    func different(_ command: String, _ path: ContainerPath, _ kind: ComparisonReport.Difference.Kind) throws {
        try withTemporaryDirectory { directory in
            try directory.write([UInt8](repeating: 0, count: 300_000), to: "tree/folder/file")
            try directory.link("tree/link", to: "folder/file")
            #expect(try runCommand(["cp", "-a", directory("tree"), directory("copy")]).status == 0)
            #expect(try compare(directory).isEqual)
            #expect(try runCommand(["sh", "-c", "cd \(directory.path); \(command)"]).status == 0)
            let report = try compare(directory)
            #expect(report.differences.first == [.init(path: path, kind: kind)] && !report.isEqual)
        }
    }

    @Test("a copy is not equal if the original is unreadable or the comparison is cancelled")
    func unreadable() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/file")
            #expect(try runCommand(["cp", "-a", directory("tree"), directory("copy")]).status == 0)
            if isRoot { _ = try runCommand(["chown", "-R", "nobody", directory.path]) }
            #expect(chmod(directory("tree/file"), 0) == 0)
            let report = try withoutPrivileges { try compare(directory) }
            #expect(report.differences.first == [.init(path: "tree/file", kind: .unreadable(EACCES))])
            let cancellation = Cancellation()
            cancellation.cancel()
            let handle = try directory.handle()
            let cancelled = TreeComparison(.sizes, progress: ProgressMeter(), cancellation: cancellation)
                .compare(Array("tree".utf8)[...], in: handle, with: Array("copy".utf8)[...], in: handle)
            #expect(cancelled.isCancelled && !cancelled.isEqual)
        }
    }
}
