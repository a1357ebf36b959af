import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Copying

struct DurabilityTests {
    /// Returns the numbers of pages of some files that are not on the disk; nil if the kernel does not tell.
    private static func dirtyPages(_ paths: String...) throws -> [Int]? {
        let found = try Python.lines(Script.text("dirty_pages"), paths).compactMap { Int($0) }
        return found.count == paths.count ? found : nil
    }

    /// Whether the pages of a file on the disk can be told, so that none is left after fsync(2).
    private static let tellsPages: Bool = {
        guard let directory = try? TemporaryDirectory(on: TestFiles.diskDirectory),
            (try? directory.write("1", to: "file")) != nil
        else { return false }
        let file = open(directory("file"), O_RDONLY)
        defer { close(file) }
        return fsync(file) == 0 && (try? dirtyPages(directory("file"))) == [0]
    }()

    @Test("files and directories can be made durable, also through an O_PATH descriptor")
    func settles() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "file")
            try directory.write("1", to: "tree/file")
            try directory.write("1", to: "closed")
            #expect(chmod(directory("closed"), 0) == 0)
            let root = try RootedDirectory(hostPath: Array(directory.path.utf8))
            for handle in [root.descriptor, try root.openPath(.root)] {
                for names in [[], ["file"], ["tree"], ["closed"], ["file", "tree"]] {
                    try Durability.syncCopies(names.map { Array($0.utf8)[...] }, in: handle)
                }
                try Durability.sync(handle, path: .root)
                try Durability.syncFileSystem(of: handle, path: .root)
            }
        }
    }

    /// A way to make a file durable.
    enum Way: CaseIterable {
        case file, copy, copies, fileSystem
    }

    @Test(
        "what was made durable is on the disk",
        .enabled(if: tellsPages, "the kernel does not tell the pages of a file, or it is on no disk"),
        arguments: Way.allCases, [false, true])
    func written(way: Way, isPathOnly: Bool) throws {
        let directory = try TemporaryDirectory(on: TestFiles.diskDirectory)
        let root = try RootedDirectory(hostPath: Array(directory.path.utf8))
        let handle = isPathOnly ? try root.openPath(.root) : root.descriptor
        let name = Array("file".utf8)[...]
        _ = try Python.lines(Script.text("write_dirty"), [directory("file")])
        switch way {
        case .file: try Durability.sync(root.openFile("file"), path: "file")
        case .copy: try Durability.syncCopies([name], in: handle)
        case .copies: try Durability.syncCopies([name, name], in: handle)
        case .fileSystem: try Durability.syncFileSystem(of: handle, path: .root)
        }
        #expect(try Self.dirtyPages(directory("file")) == [0])
    }
}
