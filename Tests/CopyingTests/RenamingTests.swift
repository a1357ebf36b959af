import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Copying

struct RenamingTests {
    private func open(_ directory: TemporaryDirectory) throws -> Descriptor {
        try RootedDirectory(hostPath: Array(directory.path.utf8)).descriptor
    }

    private func contents(_ path: String) throws -> [UInt8] { try runCommand(["cat", path]).stdout }

    /// The ways to rename: the kernel's single call, and the steps taken if it is refused.
    enum Way: CaseIterable {
        case oneCall
        case steps

        func rename(_ name: String, to newName: String, in directory: Descriptor) -> Int32 {
            switch self {
            case .oneCall:
                do throws(ItemFailure) {
                    try Renaming.rename(
                        Array(name.utf8)[...], in: directory, to: Array(newName.utf8)[...], in: directory, path: .root)
                    return 0
                } catch {
                    return error.errno
                }
            case .steps:
                return -Renaming.renameBySteps(name, directory.number, newName, directory.number)
            }
        }
    }

    @Test("files, links and directories are renamed", arguments: Way.allCases)
    func renames(_ way: Way) throws {
        try withTemporaryDirectory { directory in
            let handle = try open(directory)
            try directory.write("content", to: "file")
            try directory.write("inside", to: "folder/file")
            try directory.link("link", to: "nowhere")
            for name in ["file", "folder", "link"] { #expect(way.rename(name, to: "new \(name)", in: handle) == 0) }
            #expect(try contents(directory("new file")) == Array("content".utf8))
            #expect(try contents(directory("new folder/file")) == Array("inside".utf8))
            #expect(try runCommand(["readlink", directory("new link")]).stdout == Array("nowhere\n".utf8))
            for name in ["file", "folder", "link"] { #expect(access(directory(name), F_OK) != 0) }
        }
    }

    @Test(
        "a rename never replaces a file, an empty directory or a dangling link",
        arguments: Way.allCases, ["file", "folder", "link"])
    func keeps(_ way: Way, _ taken: String) throws {
        try withTemporaryDirectory { directory in
            let handle = try open(directory)
            try directory.write("old", to: "file")
            try directory.makeDirectory("folder")
            try directory.link("link", to: "nowhere")
            let before = try ItemStatus(of: Array(taken.utf8), in: handle, path: .root)
            try directory.write("new", to: "source file")
            try directory.write("new", to: "source folder/file")
            for source in ["source file", "source folder"] {
                #expect(way.rename(source, to: taken, in: handle) == EEXIST)
                #expect(try ItemStatus(of: Array(taken.utf8), in: handle, path: .root) == before)
                #expect(access(directory(source), F_OK) == 0)
            }
        }
    }

    @Test("a missing source is reported", arguments: Way.allCases)
    func vanished(_ way: Way) throws {
        try withTemporaryDirectory { directory in
            let handle = try open(directory)
            #expect(way.rename("nothing", to: "new", in: handle) == ENOENT)
            #expect(access(directory("new"), F_OK) != 0)
        }
    }
}
