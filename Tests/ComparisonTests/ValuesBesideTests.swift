import ContainerModel
import FileTree
import Jobs
import TestSupport
import Testing

@testable import Comparison

/// Values of databases that lie in files beside them: bodies of URL caches, external data of Core Data stores.
@Suite("Values beside a database", .onManyThreads)
struct ValuesBesideTests {
    struct Store: Sendable, CustomTestStringConvertible {
        let name: String
        /// Python that makes the database `a.db`.
        let script: String
        /// The path of the file with a value.
        let file: String
        /// Where the database has that value.
        let address: String
        /// A statement that changes the row with the value.
        let change: String

        var testDescription: String { name }
    }

    static let stores = [
        Store(
            name: "Core Data",
            script: CoreDataScript.withModel + """

                run('UPDATE ZNOTE SET ZPHOTO = ? WHERE Z_PK = 2', [b'\\x02F00D\\x00'])
                """,
            file: ".a_SUPPORT/_EXTERNAL_DATA/F00D", address: "Note/2/photo",
            change: "UPDATE ZNOTE SET ZTITLE = ZTITLE || '!' WHERE Z_PK = 2"),
        Store(
            name: "URL cache", script: URLCacheScript.cache,
            file: "fsCachedData/D2B6A8C4-1111-2222-3333-444455556666", address: "2/body",
            change: "UPDATE cfurl_cache_response SET storage_policy = 1 WHERE entry_ID = 2"),
    ]

    /// Two directories with the same database and another value beside it.
    private struct Pair {
        let before = TemporaryDirectory()
        let after = TemporaryDirectory()

        /// - Parameters:
        ///   - copying: The function of Python that gives the second directory the database of the first.
        ///   - change: A statement for the second one's; empty for none.
        init(_ store: Store, copying: String = "shutil.copy2", change: String = "") throws {
            try DatabaseScript.run(store.script + "\nconnection.close()", in: before)
            try Python.run(
                """
                import os, shutil, sqlite3, sys
                one, other, file, change = sys.argv[1:]
                \(copying)(one + '/a.db', other + '/a.db')
                for side, text in ((one, 'before'), (other, 'after')):
                    path = os.path.join(side, file)
                    os.makedirs(os.path.dirname(path))
                    with open(path, 'w') as opened: opened.write(text)
                if change:
                    connection = sqlite3.connect(other + '/a.db')
                    connection.execute(change)
                    connection.commit(); connection.close()
                """, [before.path, after.path, store.file, change])
        }

        /// Compares the databases alone, or the directories.
        func differences(of path: ContainerPath) throws -> (lines: [String], problems: [String]) {
            func side(_ directory: TemporaryDirectory) throws -> ComparedSide {
                .item(path, of: try HostTree.open(Array(directory.path.utf8)), in: nil)
            }
            var lines: [String] = []
            let summary = try SideComparison.compareSides(try side(before), try side(after)) {
                lines.append($0.line)
                return true
            }
            return (lines, summary.problems.first.map(\.reason))
        }
    }

    private static let database = ContainerPath("a.db")
    /// `before` and `after` in base64.
    private static let values = #" "YmVmb3Jl" "YWZ0ZXI=""#

    @Test(
        "of two databases with the same bytes, they are compared", arguments: stores, ["shutil.copy2", "os.link"])
    func alone(store: Store, copying: String) throws {
        let found = try Pair(store, copying: copying).differences(of: Self.database)
        #expect(found.lines.count == 1 && found.lines[0].hasSuffix(":\(store.address)\(Self.values)"), "\(found)")
        #expect(found.problems.isEmpty)
    }

    @Test("of two databases that differ, they are compared once", arguments: stores)
    func changed(store: Store) throws {
        let found = try Pair(store, change: store.change).differences(of: Self.database)
        #expect(found.lines.count { $0.hasSuffix(":\(store.address)\(Self.values)") } == 1, "\(found)")
        #expect(found.lines.count == 2, "\(found)")
    }

    @Test(
        "of directories, they are compared as the files that they are, and told once", arguments: stores, [true, false])
    func directories(store: Store, isChanged: Bool) throws {
        let found = try Pair(store, change: isChanged ? store.change : "").differences(of: .root)
        #expect(found.lines.contains(#"changed value \#(store.file) "before" "after""#), "\(found)")
        #expect(!found.lines.contains { $0.contains(store.address) }, "\(found)")
        #expect(found.lines.count == (isChanged ? 2 : 1), "\(found)")
    }

    @Test("a directory with values that cannot be examined on one side is not the same", arguments: stores)
    func unreadable(store: Store) throws {
        let sides = try Pair(store)
        let directory = store.file.split(separator: "/").first.map(String.init) ?? ""
        #expect(try runCommand(["rm", "-r", sides.after(directory)]).status == 0)
        #expect(try runCommand(["ln", "-s", sides.before(directory), sides.after(directory)]).status == 0)
        let found = try sides.differences(of: Self.database)
        #expect(found.lines.isEmpty && found.problems.count == 1, "\(found)")
        #expect(
            found.problems.first?.hasPrefix("\(store.address) was not compared: a symbolic link") == true, "\(found)")
    }

    @Test("a value whose file is missing on one side is told", arguments: stores)
    func missing(store: Store) throws {
        let sides = try Pair(store)
        #expect(try runCommand(["rm", sides.after(store.file)]).status == 0)
        let found = try sides.differences(of: Self.database)
        #expect(found.lines.count == 1 && found.lines[0].contains("missing"), "\(found)")
    }
}
