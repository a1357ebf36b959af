import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

struct DirectoryReaderTests {
    /// A script that creates odd names, some not UTF-8, and prints the names of `os.listdir` in hexadecimal.
    private static let oddNames = """
        import os, sys
        root = os.fsencode(sys.argv[1])
        names = [b"\\xff\\xfe", b"line\\nbreak", b"\\x1b[31mred", b"x" * 255, b"\\xc3\\x28", b" ", b"...",
                 b".hidden", b"-rf", b"\\xed\\xa0\\x80", b"\\\\", b"\\x7f", b"\\x01", "\\u202e".encode(),
                 "e\\u0301".encode(), "\\u00e9".encode()]
        for name in names: open(os.path.join(root, name), "w").close()
        for name in os.listdir(root): print(name.hex())
        """

    private func hexadecimal(_ name: [UInt8]) -> String {
        name.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("names are read byte for byte, even if they are not UTF-8")
    func bytes() throws {
        try withTemporaryDirectory { directory in
            let expected = try Python.lines(Self.oddNames, [directory.path])
            let entries = try directory.entries()
            #expect(expected.count == 16)
            #expect(Set(entries.names.map(hexadecimal)) == Set(expected))
            #expect(entries.count == expected.count)
            let hidden = (0..<entries.count).filter { entries.isHidden($0) }.map { Array(entries.name($0)) }
            #expect(Set(hidden) == [Array("...".utf8), Array(".hidden".utf8)])
        }
    }

    @Test(
        "a list knows whether any name belongs to an AppleDouble file",
        arguments: [
            ([], false), (["a", "b", "_"], false), ([".a", "_.", "a._b"], false), (["a", "._a", "b"], true),
            (["._"], true),
        ])
    func appleDoubles(names: [String], hasAny: Bool) throws {
        try withTemporaryDirectory { directory in
            for name in names { try directory.write("", to: name) }
            #expect(try directory.entries().hasAppleDoubles == hasAny)
            #expect(EntryList(names.map { (Array($0.utf8), .file) }).hasAppleDoubles == hasAny)
        }
    }

    @Test("20,000 entries are read in the same order as by Python")
    func many() throws {
        let script = """
            import os, random, sys
            random.seed(7)
            os.chdir(sys.argv[1])
            for number in range(20000):
                open(f"{random.getrandbits(64):x}" * random.randrange(1, 5) + str(number), "w").close()
            print("\\n".join(os.listdir(".")))
            """
        try withTemporaryDirectory { directory in
            let expected = try Python.lines(script, [directory.path])
            let entries = try directory.entries()
            #expect(expected.count == 20_000)
            #expect(entries.names == expected.map { Array($0.utf8) })
            #expect((0..<entries.count).allSatisfy { entries.kind($0) == .file })
        }
    }

    @Test("every kind of entry is recognized")
    func kinds() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            try directory.makeDirectory("directory")
            try directory.link("link", to: "directory")
            try directory.link("dangling", to: "nowhere")
            mkfifo(directory("fifo"), 0o600)
            mknod(directory("socket"), mode_t(S_IFSOCK) | 0o600, 0)
            var expected: [String: ItemKind] = [
                "file": .file, "directory": .directory, "link": .link, "dangling": .link, "fifo": .fifo,
                "socket": .socket,
            ]
            if mknod(directory("character"), mode_t(S_IFCHR) | 0o600, 0x0103) == 0 {
                expected["character"] = .characterDevice
            }
            if mknod(directory("block"), mode_t(S_IFBLK) | 0o600, 0x0700) == 0 { expected["block"] = .blockDevice }
            let entries = try directory.entries()
            #expect(entries.count == expected.count)
            let root = try directory.rooted()
            for (name, kind) in expected {
                #expect(entries.kind(of: name) == kind)
                #expect(try root.status(#require(ContainerPath(name))).kind == kind)
            }
        }
    }

    @Test("an empty directory has no entries")
    func empty() throws {
        try withTemporaryDirectory { directory in
            let entries = try directory.entries()
            #expect(entries.isEmpty)
            #expect(entries.arranged(by: EntryOrder(), filter: EntryFilter()).isEmpty)
        }
    }

    @Test("a directory removed before it is read is reported as not found")
    func removed() throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("gone")
            let opened = try directory.rooted().openDirectory("gone")
            #expect(rmdir(directory("gone")) == 0)
            let error = try diskError {
                _ = try DirectoryReader.read(opened, path: "gone", cancellation: Cancellation())
            }
            #expect(error?.code == .notFound)
            #expect(error?.path == "gone")
        }
    }

    @Test("entries removed between two batches are left out without a trap")
    func removedMeanwhile() throws {
        try withTemporaryDirectory { directory in
            let name = String(repeating: "n", count: 200)
            for number in 0..<3_000 { try directory.write("", to: "d/\(name)\(number)") }
            let opened = try directory.rooted().openDirectory("d")
            var batches = 0
            let outcome = try diskError {
                _ = try DirectoryReader.read(opened, path: "d", cancellation: Cancellation()) { _ in
                    batches += 1
                    if batches == 1 { _ = try? runCommand(["rm", "-rf", directory("d")]) }
                }
            }
            #expect(batches >= 1)
            #expect(outcome == nil || outcome?.code == .notFound)
        }
    }

    @Test("a cancelled reading has no result and stops after the current batch")
    func cancelled() throws {
        try withTemporaryDirectory { directory in
            let name = String(repeating: "n", count: 200)
            for number in 0..<3_000 { try directory.write("", to: "\(name)\(number)") }
            let cancellation = Cancellation()
            var batches = 0
            let entries = try DirectoryReader.read(
                directory.rooted().openDirectory(.root), path: .root, cancellation: cancellation
            ) {
                #expect($0.count < 3_000)
                batches += 1
                cancellation.cancel()
            }
            #expect(entries == nil)
            #expect(batches == 1)
        }
    }

    @Test("entries that come and go during a reading cause no trap, and those that stay are all read")
    func changing() throws {
        try withTemporaryDirectory { directory in
            let staying = Set((0..<500).map { "stay\($0)" })
            for name in staying { try directory.write("", to: name) }
            let stop = Cancellation()
            let stopped = Semaphore()
            let pool = WorkerPool(threads: 2)
            for hand in 0..<2 {
                pool.submit {
                    var generator = SeededGenerator(seed: UInt64(hand))
                    while !stop.isCancelled {
                        let name = "\(String(repeating: "c", count: .random(in: 1...200, using: &generator)))\(hand)"
                        try? directory.write("", to: name)
                        if Bool.random(using: &generator) { unlink(directory(name)) }
                    }
                    stopped.signal()
                }
            }
            for _ in 0..<300 {
                let names = Set(try directory.entries().names.map { String(decoding: $0, as: UTF8.self) })
                #expect(staying.isSubset(of: names))
            }
            stop.cancel()
            for _ in 0..<2 { stopped.wait() }
        }
    }
}
