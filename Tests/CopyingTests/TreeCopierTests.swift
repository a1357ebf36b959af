import ContainerModel
import FileTree
import Jobs
import Synchronization
import System
import TestSupport
import Testing

@testable import Copying

@Suite
struct TreeCopierTests {
    @Test("a tree with every kind of item is copied as by cp -a", arguments: ["/tmp", "/dev/shm"])
    func everything(_ parent: String) throws {
        // Within one file system the kernel copies the contents; between two they are read and written.
        guard access(parent, W_OK) == 0 else { return }
        try withTemporaryDirectory { directory in
            try withTemporaryDirectory(on: parent) { other in
                try MixedTree.make("tree", in: directory)
                let report = try directory.copy("tree", to: "copy", in: other)
                #expect(report.failures.first == [])
                #expect(report.skipped.isEmpty && !report.isCancelled && report.isTopItemMade)
                let reference = try runCommand(["cp", "-a", directory("tree"), other("reference")])
                #expect(reference.status == 0)
                let expected = try TreeDescription.of(other("reference"))
                #expect(try TreeDescription.of(other("copy")) == expected)
                #expect(report.lost.first == [])
                #expect(report.files + report.links + report.directories == expected.count)
            }
        }
    }

    @Test("hard links are kept across the top-level items of a copy")
    func hardLinks() throws {
        try withTemporaryDirectory { directory in
            try directory.write("shared", to: "one/below/first")
            try directory.makeDirectory("two")
            for name in ["one/second", "two/third", "fourth"] {
                #expect(System.link(directory("one/below/first"), directory(name)) == 0)
            }
            let copier = TreeCopier.plain()
            var reports: [CopyReport] = []
            for name in ["one", "two", "fourth"] {
                reports.append(try directory.copy(name, to: "copy of \(name)", with: copier))
            }
            let script = "import os, sys; print(*[os.stat(name).st_ino for name in sys.argv[1:]], sep='\\n')"
            let names = ["copy of one/below/first", "copy of one/second", "copy of two/third", "copy of fourth"]
            let inodes = try Python.lines(script, names.map { directory($0) } + [directory("fourth")])
            #expect(Set(inodes.prefix(4)).count == 1 && inodes[4] != inodes[0])
            // Their bytes are counted once.
            #expect(reports.map(\.files) == [2, 1, 1] && reports.map(\.bytes).reduce(0, +) == 6)
        }
    }

    @Test("a hard link whose copy has been moved away is copied separately and reported")
    func lostHardLink() throws {
        try withTemporaryDirectory { directory in
            try directory.write("shared", to: "one/first")
            #expect(System.link(directory("one/first"), directory("second")) == 0)
            let copier = TreeCopier.plain()
            _ = try directory.copy("one", to: "copy", with: copier)
            #expect(rename(directory("copy"), directory("elsewhere")) == 0)
            let report = try directory.copy("second", to: "copy of second", with: copier)
            #expect(report.isComplete && report.lost.first.map(\.kind) == [.hardLink])
            #expect(try runCommand(["cat", directory("copy of second")]).stdout == Array("shared".utf8))
        }
    }

    @Test("holes in sparse files are kept")
    func sparse() throws {
        try withTemporaryDirectory { directory in
            try Python.run(
                """
                import os, sys
                with open(sys.argv[1], "wb") as file:
                    file.write(b"a" * 4096)
                    for place in [1 << 20, 100 << 20, (2 << 30) + 5]: file.seek(place); file.write(b"b" * 70000)
                    file.truncate(4 << 30)
                open(sys.argv[2], "wb").truncate(1 << 30)
                """, [directory("sparse"), directory("hole")])
            let report = try directory.copy("sparse", to: "copy")
            #expect(report.isComplete && report.bytes == 4 << 30)
            #expect(try directory.copy("hole", to: "copy of hole").isComplete)
            let script = """
                import os, sys
                one, other = open(sys.argv[1], "rb"), open(sys.argv[2], "rb")
                for place in [0, 1 << 20, 100 << 20, (2 << 30) - 4096, (4 << 30) - 200000]:
                    one.seek(place); other.seek(place); assert one.read(200000) == other.read(200000)
                sizes = [os.stat(name) for name in sys.argv[1:]]
                print(sizes[1].st_size, sizes[1].st_blocks <= sizes[0].st_blocks + 64, sizes[3].st_size,
                      sizes[3].st_blocks <= 8)
                """
            let names = ["sparse", "copy", "hole", "copy of hole"].map { directory($0) }
            #expect(try Python.lines(script, names) == ["\(4 << 30) True \(1 << 30) True"])
        }
    }

    @Test("access times are preserved in the copy and in the original")
    func accessTimes() throws {
        try withTemporaryDirectory { directory in
            try directory.write("content", to: "tree/file")
            let script = "import os, sys; print(*[os.lstat(name).st_atime_ns for name in sys.argv[1:]], sep='\\n')"
            let stamp = "import os, sys\nfor name in sys.argv[1:]: os.utime(name, ns=(1234567890123456789, 10**18))"
            try Python.run(stamp, [directory("tree/file"), directory("tree")])
            #expect(try directory.copy("tree", to: "copy").isComplete)
            let names = ["tree/file", "tree", "copy/file", "copy"].map { directory($0) }
            #expect(try Python.lines(script, names) == Array(repeating: "1234567890123456789", count: 4))
        }
    }

    @Test("FIFOs, sockets and devices are skipped and reported")
    func specials() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/file")
            #expect(mkfifo(directory("tree/fifo"), 0o600) == 0)
            let script = "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])"
            try Python.run(script, [directory("tree/socket")])
            var expected: [CopyReport.SkippedItem] = [
                .init(path: "tree/fifo", kind: .fifo), .init(path: "tree/socket", kind: .socket),
            ]
            if mknod(directory("tree/device"), S_IFCHR | 0o600, 0x103) == 0 {
                expected.append(.init(path: "tree/device", kind: .characterDevice))
            }
            let report = try directory.copy("tree", to: "copy")
            #expect(Set(report.skipped.first) == Set(expected) && report.isComplete)
            #expect(try TreeDescription.of(directory("copy")).count == 2)
            let alone = TreeCopier.plain().copy(
                Array("fifo".utf8)[...], in: try directory.handle("tree"), to: Array("fifo".utf8)[...],
                in: try directory.handle())
            #expect(alone.skipped.first.map(\.kind) == [.fifo] && !alone.isTopItemMade, "\(alone)")
            #expect(access(directory("fifo"), F_OK) != 0)
        }
    }

    @Test("a directory is not copied into itself endlessly")
    func intoItself() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/below/file")
            let report = TreeCopier.plain().copy(
                Array("tree".utf8)[...], in: try directory.handle(), to: Array("copy".utf8)[...],
                in: try directory.handle("tree/below"))
            #expect(report.failures.first.map(\.errno) == [EINVAL])
            #expect(report.failures.first.map(\.path) == ["tree/below/copy"])
        }
    }

    @Test("an existing item at the destination is kept", arguments: ["file", "folder", "link"])
    func taken(_ taken: String) throws {
        try withTemporaryDirectory { directory in
            try directory.write("old", to: "file")
            try directory.write("old", to: "folder/file")
            try directory.link("link", to: "folder")
            try directory.write("new", to: "source")
            try directory.write("new", to: "tree/file")
            let before = try TreeDescription.of(directory.path)
            for source in ["source", "tree"] {
                let report = try directory.copy(source, to: taken)
                #expect(report.failures.first.map(\.errno) == [EEXIST] && report.files == 0)
            }
            #expect(try TreeDescription.of(directory.path) == before)
        }
    }

    @Test(
        "the destination directory's default access control list is not inherited")
    func inheritedAccess() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/below/file")
            try directory.makeDirectory("target")
            guard try runCommand(["setfacl", "-d", "-m", "u:4321:rwx", directory("target")]).status == 0 else { return }
            let target = try directory.handle("target")
            for name in ["tree", "tree/below/file"] {
                let last = Array(name.utf8).split(separator: UInt8(ascii: "/")).last ?? []
                let source = try directory.handle(name == "tree" ? "" : "tree/below")
                let report = TreeCopier.plain().copy(last, in: source, to: last, in: target)
                #expect(report.isComplete && report.lost.isEmpty)
                let copy = "target/\(String(decoding: last, as: UTF8.self))"
                #expect(try TreeDescription.of(directory(copy)) == TreeDescription.of(directory(name)))
            }
        }
    }

    /// A file system where little else is open, so that the descriptors of a copy can be counted.
    private static let quietPlace = "/dev/shm"

    @Test(
        "10,000 nested directories are compared, and copied and removed with few of them open",
        .enabled(if: access(quietPlace, W_OK) == 0, "/dev/shm cannot be written to"))
    func deep() throws {
        let parent = Self.quietPlace
        try withTemporaryDirectory(on: parent) { directory in
            try directory.makeDirectory("tree")
            let script = Script.text("tree_copier_deep")
            try Python.run(script, [directory("tree")])
            let open = OpenHandles(below: directory.path)
            let report = try directory.copy("tree", to: "copy")
            #expect(report.failures.first == [])
            #expect(report.files == 1_000 && report.directories == 10_001)
            #expect(open.maximum() <= 64)
            let handle = try directory.handle()
            let difference = TreeComparison.firstDifference(
                Array("tree".utf8)[...], in: handle, with: Array("copy".utf8)[...], in: handle)
            #expect(difference == nil)
            let openInRemoval = OpenHandles(below: directory.path)
            for name in ["tree", "copy"] {
                #expect(TreeRemover.remove(Array(name.utf8)[...], in: handle).isEmpty)
            }
            #expect(openInRemoval.maximum() <= 64)
            #expect(try TreeDescription.of(directory.path).count == 1)
        }
    }

    @Test("a cancelled copy leaves only complete files")
    func cancelled() throws {
        try withTemporaryDirectory { directory in
            for number in 0..<40 {
                try directory.write([UInt8](repeating: 7, count: 1 << 20), to: "tree/\(number % 4)/\(number)")
            }
            let before = Cancellation()
            before.cancel()
            let nothing = try directory.copy("tree", to: "nothing", with: .plain(cancellation: before))
            #expect(nothing.isCancelled && !nothing.isTopItemMade && access(directory("nothing"), F_OK) != 0)

            let cancellation = Cancellation()
            let progress = ProgressMeter()
            let stopped = Semaphore()
            WorkerPool(threads: 1).submit {
                while progress.progress.bytesDone < 5 << 20 {}
                cancellation.cancel()
                stopped.signal()
            }
            let report = try directory.copy(
                "tree", to: "copy", with: .plain(progress: progress, cancellation: cancellation))
            stopped.wait()
            let script =
                "import os, sys; [print(os.stat(os.path.join(p, f)).st_size) for p, d, fs in os.walk(sys.argv[1]) for f in fs]"
            let sizes = try Python.lines(script, [directory("copy")])
            #expect(sizes == Array(repeating: "\(1 << 20)", count: report.files) && report.isTopItemMade)
            #expect(report.isCancelled == (report.files < 40))
        }
    }

    @Test("the progress counts all items and bytes copied")
    func progress() throws {
        try withTemporaryDirectory { directory in
            try MixedTree.make("tree", in: directory)
            let progress = ProgressMeter()
            let report = try directory.copy("tree", to: "copy", with: .plain(progress: progress))
            let seen = progress.progress
            #expect(seen.filesDone == UInt64(report.files + report.links + report.directories))
            #expect(seen.bytesDone == report.bytes)
        }
    }
}

/// Records how many items of a directory this process has open.
final class OpenHandles: Sendable {
    private let stop = Cancellation()
    private let ended = Semaphore()
    private let seen = Mutex(0)

    /// - Parameter path: The path of the directory.
    init(below path: String) {
        WorkerPool(threads: 1).submit { [self] in
            while !stop.isCancelled {
                let count = TestFiles.openItems(below: path)
                seen.withLock { $0 = max($0, count) }
                // Leaves the processor to the work being watched.
                usleep(1_000)
            }
            ended.signal()
        }
    }

    /// Stops recording.
    /// - Returns: The maximum.
    func maximum() -> Int {
        stop.cancel()
        ended.wait()
        return seen.withLock { $0 }
    }
}
