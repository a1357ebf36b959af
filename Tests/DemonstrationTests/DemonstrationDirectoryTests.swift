import Demonstration
import System
import TestSupport
import Testing

@Suite("The directory of a demonstration")
struct DemonstrationDirectoryTests {
    @Test("the directory is removed with all its contents, without following links")
    func removed() throws {
        let folder = TemporaryDirectory()
        folder.write("outside/file", "kept")
        folder.write("demo/locked/file", "x")
        #expect(chmod(folder("demo/locked"), 0) == 0)
        #expect(symlink(folder("outside"), folder("demo/link")) == 0)
        // Latin-1, which file systems allow.
        let name = Array(folder("demo/caf").utf8CString).dropLast() + [CChar(bitPattern: 0xe9), 0]
        #expect(mkdir(Array(name), 0o755) == 0)

        #expect(DemonstrationDirectory.remove(Array(folder("demo").utf8)))
        #expect(access(folder("demo"), F_OK) != 0)
        #expect(access(folder("outside/file"), F_OK) == 0)
    }

    @Test("a directory that is not empty is refused")
    func notEmpty() {
        let folder = TemporaryDirectory()
        folder.write("demo/file", "x")
        do throws(DemonstrationError) {
            _ = try HarborNotes.make(in: folder("demo"))
            Issue.record("made")
        } catch {
            #expect(error.path == folder("demo"))
            #expect(error.description.contains("not empty"))
        }
        #expect(access(folder("demo/file"), F_OK) == 0)
    }
}
