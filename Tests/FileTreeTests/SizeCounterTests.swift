import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

struct SizeCounterTests {
    private static let threads = [1, 2, 8]

    @Test("nested directories are each counted in full", arguments: threads)
    func nested(threads: Int) throws {
        try withTemporaryDirectory { directory in
            try directory.write("12345", to: "Library/Caches/a/b/file")
            try directory.write("123", to: "Library/Caches/file")
            try directory.write("1", to: "Library/other/file")
            try directory.write("22", to: "Documents/file")
            try directory.makeDirectory("tmp")
            try directory.link("Documents/link", to: "../Library")
            let asked: [ContainerPath] = [
                .root, "Library/Caches/a", "Library", "Documents", "Library/Caches", "tmp", "absent",
            ]
            #expect(
                try directory.rooted().count(asked + asked, threads: threads) == [
                    .root: DirectoryTotal(11, items: 12),
                    "Library": DirectoryTotal(9, items: 7),
                    "Library/Caches": DirectoryTotal(8, items: 4),
                    "Library/Caches/a": DirectoryTotal(5, items: 2),
                    "Documents": DirectoryTotal(2, items: 2),
                    "tmp": DirectoryTotal(0, items: 0),
                ]
            )
            // Without the root above them, they are counted as roots.
            #expect(
                try directory.rooted().count(
                    ["Library/Caches/a", "Library/other", "Library/none/at/all"], threads: threads) == [
                        "Library/Caches/a": DirectoryTotal(5, items: 2),
                        "Library/other": DirectoryTotal(1, items: 1),
                    ]
            )
        }
    }

    @Test("a file with hard links counts once in every directory above it", arguments: threads)
    func hardLinks(threads: Int) throws {
        try withTemporaryDirectory { directory in
            try directory.write("1234567", to: "a/x/one")
            try directory.makeDirectory("a/y")
            try directory.makeDirectory("b")
            for name in ["a/x/two", "a/y/three", "b/four"] { #expect(link(directory("a/x/one"), directory(name)) == 0) }
            #expect(
                try directory.rooted().count([.root, "a", "a/x", "a/y", "b"], threads: threads) == [
                    .root: DirectoryTotal(7, items: 8),
                    "a": DirectoryTotal(7, items: 5),
                    "a/x": DirectoryTotal(7, items: 2),
                    "a/y": DirectoryTotal(7, items: 1),
                    "b": DirectoryTotal(7, items: 1),
                ]
            )
        }
    }

    @Test("an item that is not a directory is not counted", arguments: threads)
    func noDirectory(threads: Int) throws {
        try withTemporaryDirectory { directory in
            try directory.write("12345", to: "file")
            try directory.makeDirectory("outside")
            try directory.link("Documents", to: "outside")
            let root = try directory.rooted()
            #expect(root.count(["file", "Documents", "Documents/Inbox", "file/x"], threads: threads) == [:])
            let nested = root.count([.root, "file", "Documents"], threads: threads)
            #expect(nested == [.root: DirectoryTotal(5, items: 3)])
        }
    }

    @Test("the total of a listing counts each file once, like the total of the tree")
    func flatTotal() throws {
        try withTemporaryDirectory { directory in
            try directory.write("12345", to: "file")
            try directory.write("123", to: "other")
            #expect(link(directory("file"), directory("again")) == 0)
            try directory.link("link", to: "a/target/with/a/length")
            let opened = try directory.rooted().openDirectory(.root)
            let entries = try directory.entries()
            let table = MetadataTable.scan(entries, in: .host(opened), cancellation: Cancellation())
            #expect(table?.totalSize == 8)
            #expect(table?.sizes.reduce(0, +) == 8 + 5 + 22)
            #expect(try directory.rooted().count([.root])[.root]?.bytes == 8)
        }
    }

    @Test("sums that overflow saturate at the maximum")
    func overflow() throws {
        // The largest possible files; together they exceed 2⁶⁴ bytes.
        try withTemporaryDirectory(on: "/dev/shm") { directory in
            for name in ["a/1", "a/2", "b/1", "b/2", "c/1"] { try directory.makeSparseFile(name, size: .max) }
            #expect(link(directory("c/1"), directory("b/3")) == 0)
            let totals = try directory.rooted().count([.root, "a", "b", "c"])
            #expect(totals["a"] == DirectoryTotal(UInt64.max - 1, items: 2))
            #expect(totals["b"] == DirectoryTotal(.max, items: 3))
            #expect(totals["c"] == DirectoryTotal(UInt64(Int64.max), items: 1))
            #expect(totals[.root] == DirectoryTotal(.max, items: 9))
            let flat = try withTemporaryDirectory(on: "/dev/shm") { directory in
                for name in ["1", "2", "3"] { try directory.makeSparseFile(name, size: .max) }
                let entries = try directory.entries()
                let opened = try directory.rooted().openDirectory(.root)
                let table = MetadataTable.scan(entries, in: .host(opened), cancellation: Cancellation())
                #expect(table?.totalSize == .max)
                return try directory.rooted().count([.root])
            }
            #expect(flat == [.root: DirectoryTotal(.max, items: 3)])
        }
    }

    /// A script that makes a random tree with hard links, sparse files, symbolic links and FIFOs, and prints some
    /// directories of it.
    private static let randomTree = Script.text("size_counter_random_tree")

    @Test("random trees have the totals of os.walk", arguments: 0..<5)
    func random(seed: Int) throws {
        try withTemporaryDirectory { directory in
            let paths = [""] + (try Python.lines(Self.randomTree, [directory.path, String(seed)]))
            let expected = try Walk.totals(directory, paths)
            let asked = try paths.map { try #require(ContainerPath($0)) }
            let root = try directory.rooted(seed % 2 == 0 ? .resolveBeneath : .componentWise)
            for threads in [1, 3, 8] { #expect(root.count(asked, threads: threads) == expected) }
        }
    }

    @Test("a directory of 50,000 entries is counted once, by one thread or several")
    func large() throws {
        let script = """
            import os, sys
            os.chdir(sys.argv[1])
            for number in range(50000): open(f"entry-with-a-name-{number}", "w").close()
            with open("entry-with-a-name-7", "w") as file: file.write("1234567")
            os.mkdir("d"); open("d/inside", "w").write("123")
            """
        try withTemporaryDirectory { directory in
            try Python.run(script, [directory.path])
            for threads in [1, 4] {
                let totals = try directory.rooted().count([.root], threads: threads)
                #expect(totals == [.root: DirectoryTotal(10, items: 50_002)])
            }
        }
    }

    @Test("a count of no directories reports nothing")
    func nothing() throws {
        try withTemporaryDirectory { directory in
            let totals = try directory.rooted().count([])
            #expect(totals == [:])
        }
    }

    @Test("a pool with fewer threads than requested completes the count")
    func fewThreads() throws {
        try withTemporaryDirectory { directory in
            for number in 0..<50 { try directory.write("1", to: "d\(number)/f") }
            let pool = WorkerPool(threads: 1)
            let done = Semaphore()
            SizeCounter(of: try directory.rooted(), pool: pool, threads: 8)
                .count([.root], cancellation: Cancellation()) { totals in
                    if totals[.root]?.isComplete == true {
                        #expect(totals == [.root: DirectoryTotal(50, items: 100)])
                        done.signal()
                    }
                }
            done.wait()
        }
    }
}
