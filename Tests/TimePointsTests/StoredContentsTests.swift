import FileTree
import TestSupport
import Testing

@testable import TimePoints

@Suite("Looking up contents in a store", .onManyThreads)
struct StoredContentsTests {
    private let directory = TemporaryDirectory()

    /// The digest whose name in the store is 64 times the given digit.
    private func digest(_ digit: UInt8) -> [UInt8] { Array(repeating: digit << 4 | digit, count: 32) }

    private func contents(lookups: Int) throws -> StoredContents {
        StoredContents(try RootedDirectory(hostPath: Array(directory.path.utf8)), lookups: lookups)
    }

    // 0: directories are not read; 25,600: a directory is read up to 1,600 entries.
    @Test("only files with the whole name are contents", arguments: [0, 25_600], [0, 2_000])
    func lookups(lookups: Int, others: Int) throws {
        try Python.run(Script.text("stored_contents_lookups"), [directory.path, "\(others)"])
        let contents = try contents(lookups: lookups)
        #expect((1...5).map { contents.has(digest($0)) } == [true, false, false, false, true])
        #expect(contents.open(digest(1), size: 5) != nil)
        #expect(contents.open(digest(1), size: 4) == nil && contents.open(digest(4), size: 0) == nil)
    }
}
