import ContainerModel
import Jobs
import Synchronization
import System
import TestSupport
import Testing

@testable import FileTree

@Suite("Reading everything below a directory")
struct DescendantReaderTests {
    private static let threads = [1, 2, 8]
    private let pool = WorkerPool(threads: 8)

    private func read(
        _ directory: TemporaryDirectory, threads: Int, closed: Set<[UInt8]> = [], from path: ContainerPath = .root
    ) throws -> DescendantReader.Found? {
        let tree = try directory.rooted()
        return try DescendantReader(pool: pool, threads: threads).read(
            below: try tree.directory(at: path), path: path, closed: closed, cancellation: Cancellation())
    }

    private func texts(_ found: DescendantReader.Found?) -> [String] {
        guard let entries = found?.entries else { return [] }
        return (0..<entries.count).map { index in
            String(decoding: entries.name(index), as: UTF8.self) + (entries.kind(index) == .directory ? "/" : "")
        }
    }

    private func tree() throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        for index in 0..<40 {
            for inner in 0..<(index % 7) { try directory.write("x", to: "d\(index % 5)/e\(index)/f\(inner).txt") }
        }
        try directory.write("x", to: "top")
        try directory.makeDirectory("empty/inner")
        try directory.link("link", to: "d1")
        return directory
    }

    @Test("it finds what find(1) finds, with one thread and with many", arguments: threads)
    func same(threads: Int) throws {
        let directory = try tree()
        let found = try runCommand(
            [
                "find", directory.path, "-mindepth", "1", "(", "-type", "d", "-printf", "%P/\\n", ")", "-o", "-printf",
                "%P\\n",
            ])
        let expected = String(decoding: found.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(texts(try read(directory, threads: threads)).sorted() == expected.sorted())
    }

    @Test("the entries of a directory follow each other", arguments: threads)
    func together(threads: Int) throws {
        let found = texts(try read(try tree(), threads: threads))
        let parents = found.map { name in
            let path = name.hasSuffix("/") ? name.dropLast() : name[...]
            return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        }
        var seen: Set<String> = []
        for (parent, next) in zip(parents, parents.dropFirst().map(Optional.some) + [nil]) where parent != next {
            #expect(seen.insert(parent).inserted)
        }
    }

    @Test("the contents of closed directories are left out; the directories themselves are not", arguments: threads)
    func closed(threads: Int) throws {
        let found = texts(try read(try tree(), threads: threads, closed: [Array("d1/e1".utf8), Array("empty".utf8)]))
        #expect(found.contains("d1/e1/") && !found.contains { $0.hasPrefix("d1/e1/f") })
        #expect(found.contains("empty/") && !found.contains("empty/inner/"))
    }

    @Test("a directory that cannot be read is counted, and the rest is read")
    func unreadable() throws {
        let directory = try tree()
        #expect(chmod(directory("d2"), 0) == 0 && chmod(directory.path, 0o755) == 0)
        defer { chmod(directory("d2"), 0o755) }
        let found = try withoutPrivileges { try read(directory, threads: 1) }
        #expect(found?.unreadable == 1 && texts(found).contains("top"))
    }

    @Test("a reading that is cancelled returns nothing")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let tree = try tree().rooted()
        let found = try DescendantReader(pool: pool).read(
            below: try tree.directory(at: .root), path: .root, cancellation: cancellation)
        #expect(found == nil)
    }

    @Test("interim results only grow, and are the beginning of the whole")
    func progress() throws {
        let directory = try tree()
        let reports = Mutex<[EntryList]>([])
        let tree = try directory.rooted()
        let found = try DescendantReader(pool: pool, threads: 4).read(
            below: try tree.directory(at: .root), path: .root, cancellation: Cancellation(), interval: 0
        ) { found in reports.withLock { $0.append(found.entries) } }
        let lists = reports.withLock(\.self) + [found?.entries ?? EntryList()]
        #expect(lists.count > 10)
        #expect(zip(lists, lists.dropFirst()).allSatisfy { $1.begins(with: $0) })
    }

    @Test("sizes and times of everything below match the items", arguments: [ContainerPath.root, "d1"])
    func metadata(path: ContainerPath) throws {
        let directory = try tree()
        try directory.write("123456789", to: "d1/e1/nine")
        let found = try read(directory, threads: 2, from: path)
        let entries = found?.entries ?? EntryList()
        let tree = try directory.rooted()
        let table = try #require(
            MetadataTable.scan(entries, below: path, of: tree, helpers: pool, cancellation: Cancellation()))
        for index in 0..<entries.count {
            let inside = try #require(ContainerPath(bytes: entries.name(index)))
            let status = try tree.status(path.appending(inside))
            #expect(table.sizes[index] == (status.kind == .directory ? 0 : status.size))
            #expect(table.times[index] == status.modified)
        }
        #expect(table.sizes.contains(9))
    }
}
