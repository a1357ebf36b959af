import ContainerModel
import FileTree
import Jobs
import Synchronization
import System
import TestSupport
import Testing

@Suite("Both ways of opening items below a root")
struct RootedDirectoryTests {
    typealias Strategy = RootedDirectory.Strategy

    private func code(_ body: () throws -> Void) throws -> FileTreeError.Code? { try diskError(body)?.code }

    @Test("directories and files below the root are opened", arguments: Strategy.allCases)
    func opens(strategy: Strategy) throws {
        try withTemporaryDirectory { directory in
            try directory.write("contents", to: "a/b/file")
            let root = try directory.rooted(strategy)
            #expect(try FileContents.read("a/b/file", in: root, limit: 100) == Array("contents".utf8))
            #expect(try root.status("a/b").kind == .directory)
            #expect(try root.status("a/b/file").size == 8)
            #expect(try root.status(.root).kind == .directory)
            let inner = try root.subdirectory("a/b")
            #expect(try FileContents.read("file", in: inner, limit: 8) == Array("contents".utf8))
            let entry = try RootedDirectory.openEntry(Array("b".utf8)[...], in: root.openDirectory("a"))
            #expect(try ItemStatus(of: entry, path: "a/b").inode == root.status("a/b").inode)
        }
    }

    @Test("no path through a symbolic link is opened, wherever the link is", arguments: Strategy.allCases)
    func links(strategy: Strategy) throws {
        try withTemporaryDirectory { directory in
            try directory.write("inside", to: "real/sub/file")
            try directory.link("toDirectory", to: "real")
            try directory.link("toFile", to: "real/sub/file")
            try directory.link("real/up", to: "..")
            try directory.link("absolute", to: "/etc")
            try directory.link("dangling", to: "nowhere")
            try directory.link("loop", to: "loop")
            try directory.link("magic", to: "/proc/self/cwd")
            let root = try directory.rooted(strategy)
            for path: ContainerPath in [
                "toDirectory", "toDirectory/sub", "real/up", "real/up/real", "absolute", "absolute/ssl", "dangling",
                "loop",
                "loop/x", "magic", "magic/x", "dangling/x",
            ] {
                #expect(try code { _ = try root.openDirectory(path) } == .throughLink, "\(path)")
                #expect(try code { _ = try root.subdirectory(path) } == .throughLink, "\(path)")
            }
            for path: ContainerPath in [
                "toFile", "toDirectory/sub/file", "real/up/real/sub/file", "absolute/passwd", "loop",
            ] {
                #expect(try code { _ = try root.openFile(path) } == .throughLink, "\(path)")
            }
            #expect(try root.status("toFile").kind == .link)
            #expect(try code { _ = try root.status("toDirectory/sub") } == .throughLink)
        }
    }

    @Test("a missing item, or one of another kind, is reported", arguments: Strategy.allCases)
    func others(strategy: Strategy) throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            try directory.makeDirectory("directory")
            let root = try directory.rooted(strategy)
            #expect(try code { _ = try root.openDirectory("absent") } == .notFound)
            #expect(try code { _ = try root.openFile("directory/absent") } == .notFound)
            #expect(try code { _ = try root.openDirectory("file") } == .notADirectory)
            #expect(try code { _ = try root.openDirectory("file/x") } == .notADirectory)
            #expect(try code { _ = try root.openFile("file/x") } == .notADirectory)
            #expect(try diskError { _ = try root.openFile("directory") }?.errno == EISDIR)
            let long = try #require(ContainerPath(String(repeating: "n", count: 256)))
            #expect(try diskError { _ = try root.openFile(long) }?.errno == ENAMETOOLONG)
            let endless = try #require(ContainerPath(String(repeating: "n", count: 10_000)))
            #expect(try diskError { _ = try root.openFile(endless) }?.errno == ENAMETOOLONG)
            let error = try diskError { _ = try root.openDirectory("absent") }
            #expect(error?.path == "absent")
            #expect(error?.operation == "open the directory")
        }
        #expect(try code { _ = try RootedDirectory(hostPath: Array("/does/not/exist".utf8)) } == .notFound)
        #expect(try code { _ = try RootedDirectory(hostPath: Array("/etc/passwd".utf8)) } == .notADirectory)
    }

    @Test(
        "a path inside a container cannot contain `..`",
        arguments: ["..", "a/..", "../x", "a/../..", "/..", "./.."])
    func dots(path: String) { #expect(ContainerPath(path) == nil) }

    @Test("pipes, sockets and devices are refused without being opened", arguments: Strategy.allCases)
    func special(strategy: Strategy) throws {
        try withTemporaryDirectory { directory in
            mkfifo(directory("fifo"), 0o600)
            mknod(directory("socket"), mode_t(S_IFSOCK) | 0o600, 0)
            // /dev/tty of a process without a terminal: opening it fails with ENXIO.
            let hasDevice = mknod(directory("device"), mode_t(S_IFCHR) | 0o600, 0x0500) == 0
            let root = try directory.rooted(strategy)
            // Opening the FIFO would release a writer that waits for a reader.
            let writer = Mutex(false)
            let waiting = Semaphore()
            let through = Semaphore()
            WorkerPool(threads: 1).submit {
                waiting.signal()
                let opened = open(directory("fifo"), O_WRONLY)
                writer.withLock { $0 = true }
                close(opened)
                through.signal()
            }
            waiting.wait()
            for name in ["fifo", "socket"] + (hasDevice ? ["device"] : []) {
                let path = try #require(ContainerPath(name))
                for _ in 0..<20 {
                    #expect(try diskError { _ = try root.openFile(path) }?.errno == EINVAL, "\(name)")
                    #expect(try diskError { _ = try FileContents.read(path, in: root, limit: 9) }?.errno == EINVAL)
                    let bytes = Array(name.utf8)
                    #expect(
                        try diskError { _ = try FileContents.readEntry(bytes, in: root.descriptor, limit: 9) }?.errno
                            == EINVAL
                    )
                    #expect(
                        try diskError { _ = try FileContents.head(of: bytes, in: root.descriptor, length: 9) }?.errno
                            == EINVAL
                    )
                }
            }
            #expect(!writer.withLock { $0 })
            // Releases the writer.
            let reader = open(directory("fifo"), O_RDONLY | O_NONBLOCK)
            through.wait()
            close(reader)
        }
    }

    /// Returns the path of `name` below `depth` directories: `d/d/…`.
    private func path(_ depth: Int, to name: String = "") -> ContainerPath? {
        ContainerPath(bytes: Array(repeatElement(Array("d/".utf8), count: depth).joined()) + Array(name.utf8))
    }

    @Test(
        "items are opened 10,000 directories deep, beyond the path length of any system call")
    func deep() throws {
        try withTemporaryDirectory { directory in
            try makeDeepChain(10_000, in: directory)
            for strategy in Strategy.allCases {
                let root = try directory.rooted(strategy)
                for depth in [1_999, 2_000, 2_001, 4_000, 9_999] {
                    let file = try #require(path(depth, to: "f"))
                    #expect(try FileContents.read(file, in: root, limit: 9) == Array("x".utf8))
                    let missing = try #require(path(depth, to: "absent"))
                    #expect(try code { _ = try root.openDirectory(missing) } == .notFound)
                }
                let lowest = try #require(path(10_000))
                #expect(try root.openDirectory(lowest).number >= 0)
                #expect(try root.status(lowest).kind == .directory)
            }
        }
    }

    @Test(
        "a directory that is repeatedly exchanged with a link never opens an item outside",
        arguments: Strategy.allCases)
    func race(strategy: Strategy) throws {
        try withTemporaryDirectory { outer in
            try outer.write("outside", to: "outside/sub/file")
            try outer.write("inside", to: "root/real/sub/file")
            let outside = try outer.rooted().status("outside/sub").inode
            let root = try RootedDirectory(hostPath: Array(outer("root").utf8), strategy: strategy)
            let stop = Cancellation()
            let stopped = Semaphore()
            WorkerPool(threads: 1).submit {
                symlink("../outside", outer("root/link"))
                while !stop.isCancelled {
                    // Each exchange is two renames in a row, so that the name is missing only briefly.
                    rename(outer("root/real"), outer("root/kept"))
                    rename(outer("root/link"), outer("root/real"))
                    rename(outer("root/real"), outer("root/link"))
                    rename(outer("root/kept"), outer("root/real"))
                }
                stopped.signal()
            }
            var found = 0
            var refused = 0
            var tries = 0
            // On a busy machine the thread that exchanges may not run for a while.
            let deadline = MonotonicClock.now() + 120_000_000_000
            while tries < (runsLongTests ? 500_000 : 3_000)
                || (found == 0 || refused == 0) && MonotonicClock.now() < deadline
            {
                tries += 1
                do {
                    let contents = try FileContents.read("real/sub/file", in: root, limit: 100)
                    if contents != Array("inside".utf8) { Issue.record("read \(contents)") }
                    let sub = try root.openDirectory("real/sub")
                    if try ItemStatus(of: sub, path: "real/sub").inode == outside { Issue.record("outside was opened") }
                    found += 1
                } catch let error as FileTreeError {
                    refused += 1
                    // A link that has become a directory again by the second look is reported as not a directory.
                    if ![.throughLink, .notFound, .notADirectory].contains(error.code) { Issue.record("\(error)") }
                }
            }
            stop.cancel()
            stopped.wait()
            // Both happened, or there was no race.
            #expect(found > 0 && refused > 0)
        }
    }

    @Test("no descriptor is left open, whether opening succeeds or fails", arguments: Strategy.allCases)
    func leaks(strategy: Strategy) throws {
        try withTemporaryDirectory { directory in
            try directory.write("x", to: "a/b/file")
            try directory.link("a/link", to: "b")
            mkfifo(directory("a/fifo"), 0o600)
            let root = try directory.rooted(strategy)
            let before = TestFiles.openItems(below: directory.path)
            for _ in 0..<1_000 {
                for path: ContainerPath in ["a/b/file", "a/link/file", "a/absent", "a/fifo", "a/b", "a/b/file/x"] {
                    _ = try? root.openDirectory(path)
                    _ = try? FileContents.read(path, in: root, limit: 0)
                    _ = root.destination(ofLink: path)
                }
            }
            #expect(before == 1)
            #expect(TestFiles.openItems(below: directory.path) == before)
        }
    }
}
