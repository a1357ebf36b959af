import System
import TestSupport
import Testing

@Suite("Files written completely or not at all")
struct WholeFileTests {
    private func open(_ directory: TemporaryDirectory) -> Descriptor {
        Descriptor(owning: System.open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    private func write(_ contents: String, to name: String, in directory: Descriptor) throws {
        try WholeFile.write(Array(contents.utf8), to: name.utf8, in: directory.number, .untilPowerFails)
    }

    private func listing(_ directory: TemporaryDirectory) throws -> String {
        let result = try runCommand(["find", directory.path, "-mindepth", "1", "-printf", "%m %y %P\\n"])
        return String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").sorted().joined(separator: "\n")
    }

    @Test(
        "a file is created and replaced with access for its owner only",
        arguments: [WholeFile.Durability.durable, .untilPowerFails])
    func replacing(_ durability: WholeFile.Durability) throws {
        let directory = TemporaryDirectory()
        directory.write("file", "old and longer")
        let handle = open(directory)
        for contents in ["new", "", String(repeating: "x", count: 100_000)] {
            try WholeFile.write(Array(contents.utf8), to: "file".utf8, in: handle.number, durability)
            #expect(try readFile(directory("file")) == Array(contents.utf8))
        }
        #expect(try listing(directory) == "600 f file")
    }

    @Test("a symbolic link in the file's place is replaced, not followed")
    func link() throws {
        let directory = TemporaryDirectory()
        directory.write("other", "other")
        try directory.link("file", to: "other")
        try write("new", to: "file", in: open(directory))
        #expect(try readFile(directory("other")) == Array("other".utf8))
        #expect(try readFile(directory("file")) == Array("new".utf8))
    }

    @Test("a file is written by its path, through links to directories and with names that are not UTF-8")
    func path() throws {
        let directory = TemporaryDirectory()
        try directory.makeDirectory("real")
        try directory.link("link", to: "real")
        let name = Array("caf".utf8) + [0xe9]
        try WholeFile.write([1], at: Array(directory("link/").utf8) + name, .durable)
        let handle = Descriptor(owning: System.open(directory("real"), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        #expect(withNullTerminated(name) { faccessat(handle.number, $0, F_OK, 0) } == 0)
        #expect(throws: Errno.noSuchFileOrDirectory) {
            try WholeFile.write([1], at: Array(directory("absent/file").utf8), .durable)
        }
        #expect(throws: Errno.isDirectory) { try WholeFile.write([1], at: [0x2f], .durable) }
    }

    @Test("a file is complete before it appears, and does not appear if the closure throws")
    func beforeItAppears() throws {
        let directory = TemporaryDirectory()
        let handle = open(directory)
        var kept: Descriptor?
        try WholeFile.write([1, 2], to: "file".utf8, in: handle.number, .untilPowerFails) { file in
            #expect(access(directory("file"), F_OK) != 0)
            var status = stat()
            #expect(fstat(file.number, &status) == 0 && status.st_size == 2)
            kept = file
        }
        var (named, held) = (stat(), stat())
        let number = try #require(kept).number
        #expect(stat(directory("file"), &named) == 0 && fstat(number, &held) == 0)
        #expect(named.st_ino == held.st_ino)
        #expect(throws: Errno(rawValue: EWOULDBLOCK)) {
            try WholeFile.write([3], to: "file".utf8, in: handle.number, .untilPowerFails) { _ throws(Errno) in
                throw Errno(rawValue: EWOULDBLOCK)
            }
        }
        #expect(try readFile(directory("file")) == [1, 2])
        #expect(try listing(directory) == "600 f file")
    }

    @Test("a failed write leaves nothing behind and throws the system's error")
    func failure() throws {
        let directory = TemporaryDirectory()
        try directory.makeDirectory("taken/full")
        let handle = open(directory)
        #expect(throws: Errno.isDirectory) { try write("x", to: "taken", in: handle) }
        #expect(throws: Errno.noSuchFileOrDirectory) { try write("x", to: "", in: handle) }
        #expect(throws: Errno(rawValue: EBADF)) {
            try WholeFile.write([1], to: "file".utf8, in: -1, .durable)
        }
        #expect(try listing(directory).split(separator: "\n").map { $0.dropFirst(4) } == ["d taken", "d taken/full"])
    }

    @Test("temporaries left by a crash do not prevent writing, unless there are a hundred")
    func leftovers() throws {
        let directory = TemporaryDirectory()
        for number in 0..<99 { directory.write(".sandglass-\(getpid())-file-\(number)", "left") }
        try write("x", to: "file", in: open(directory))
        #expect(try readFile(directory("file")) == Array("x".utf8))
        directory.write(".sandglass-\(getpid())-file-99", "left")
        #expect(throws: Errno.fileExists) { try write("y", to: "file", in: open(directory)) }
        #expect(try readFile(directory("file")) == Array("x".utf8))
    }
}
