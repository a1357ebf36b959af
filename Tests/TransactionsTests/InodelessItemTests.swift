import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Items of file systems without inode numbers")
struct InodelessItemTests {
    @Test("a file is recognized by size and time, and never by the number that another one may have by now")
    func files() throws {
        let directory = TemporaryDirectory()
        directory.write("file", "contents")
        let root = try RootedDirectory(hostPath: Array(directory.path.utf8))
        let before = Fingerprint(try root.status("file"))
        // The same inode with other contents, as after a mount where another file got the number.
        directory.write("file", "other contents")
        let later = try root.status("file")
        #expect(before.inode == later.inode)
        #expect(before.isSameItem(as: later) && !before.isSameItem(as: later, keepsInodes: false))
        // Another inode with the same size and time.
        _ = try runCommand(["cp", "-p", directory("file"), directory("copy")])
        #expect(Fingerprint(later).isSameItem(as: try root.status("copy"), keepsInodes: false))
    }

    @Test("a directory is recognized by its name alone")
    func directories() throws {
        let directory = TemporaryDirectory()
        directory.write("one/a", "")
        directory.write("two/b", "")
        let root = try RootedDirectory(hostPath: Array(directory.path.utf8))
        let one = Fingerprint(try root.status("one"))
        #expect(one.isSameItem(as: try root.status("two"), keepsInodes: false))
        #expect(!one.isSameItem(as: try root.status("one/a"), keepsInodes: false))
    }
}
