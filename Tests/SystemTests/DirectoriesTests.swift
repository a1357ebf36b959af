import System
import TestSupport
import Testing

@Suite("Parent directories of a file")
struct DirectoriesTests {
    private func make(_ path: String) throws { try makeDirectories(around: Array(path.utf8)) }

    @Test("missing directories are created for the owner only, and existing ones stay unchanged")
    func making() throws {
        let directory = TemporaryDirectory()
        try directory.makeDirectory("there")
        for _ in 0..<2 { try make(directory("there/a/b/file")) }
        let result = try runCommand(["find", directory.path, "-mindepth", "1", "-printf", "%m %P\\n"])
        let lines = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").sorted()
        #expect(lines == ["700 there/a", "700 there/a/b", "755 there"])
    }

    @Test("a symbolic link to a directory is followed")
    func links() throws {
        let directory = TemporaryDirectory()
        try directory.makeDirectory("real")
        try directory.link("link", to: "real")
        try make(directory("link/made/file"))
        #expect(access(directory("real/made"), F_OK) == 0)
    }

    @Test("a directory that cannot be created is named with the system's reason")
    func failures() throws {
        let directory = TemporaryDirectory()
        directory.write("file", "x")
        let path = directory("file/below/file")
        #expect(throws: PathError(Errno(rawValue: ENOTDIR), Array(directory("file/below").utf8))) { try make(path) }
        // /proc exists, but no directory can be created in it.
        #expect(throws: PathError(.noSuchFileOrDirectory, Array("/proc/nonesuch".utf8))) {
            try make("/proc/nonesuch/file")
        }
        try make("/proc/self/file")
    }
}
