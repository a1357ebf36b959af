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
        try Python.run(
            """
            import os, sys
            os.chdir(sys.argv[1])
            for digit in '1235': os.mkdir(digit * 2)
            open('11/' + '1' * 62, 'w').write('whole')
            os.mkdir('22/' + '2' * 62)
            open('33/' + '3' * 61, 'w')
            open('55/' + '5' * 62, 'w')
            for index in range(int(sys.argv[2])): open('11/%062d' % index, 'w')
            """, [directory.path, "\(others)"])
        let contents = try contents(lookups: lookups)
        #expect((1...5).map { contents.has(digest($0)) } == [true, false, false, false, true])
        #expect(contents.open(digest(1), size: 5) != nil)
        #expect(contents.open(digest(1), size: 4) == nil && contents.open(digest(4), size: 0) == nil)
    }
}
