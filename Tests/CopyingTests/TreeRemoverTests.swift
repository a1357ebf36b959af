import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Copying

struct TreeRemoverTests {
    private func remove(_ name: String, in directory: TemporaryDirectory) throws -> [ItemFailure] {
        TreeRemover.remove(Array(name.utf8)[...], in: try directory.handle()).first
    }

    @Test("a tree is removed with all its items, and the targets of its links stay")
    func tree() throws {
        try withTemporaryDirectory { directory in
            try directory.write("stays", to: "outside/file")
            for number in 0..<3_000 { try directory.write("", to: "tree/many/\(number)") }
            try directory.write("1", to: "tree/one/two/three/file")
            try directory.link("tree/one/link", to: "../../outside")
            try directory.link("tree/link to file", to: directory("outside/file"))
            #expect(mkfifo(directory("tree/fifo"), 0o600) == 0)
            #expect(try remove("tree", in: directory).isEmpty)
            #expect(access(directory("tree"), F_OK) != 0 && access(directory("outside/file"), F_OK) == 0)
            try directory.link("alone", to: "outside")
            #expect(try remove("alone", in: directory).isEmpty)
            #expect(access(directory("alone"), F_OK) != 0 && access(directory("outside/file"), F_OK) == 0)
        }
    }

    @Test("a missing item is reported")
    func nothing() throws {
        try withTemporaryDirectory { directory in
            let failures = try remove("nothing", in: directory)
            #expect(failures == [ItemFailure("access the item", errno: ENOENT, path: "nothing")])
        }
    }

    @Test("items protected by permissions are removed", arguments: [mode_t(0o555), 0])
    func permissions(_ mode: mode_t) throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/open/file")
            try directory.write("1", to: "tree/protected/below/file")
            try directory.write("1", to: "tree/protected/file")
            try directory.makeDirectory("tree/empty")
            if isRoot { _ = try runCommand(["chown", "-R", "nobody", directory.path]) }
            #expect(chmod(directory("tree/protected"), mode) == 0 && chmod(directory("tree/empty"), 0) == 0)
            let failures = try withoutPrivileges { try remove("tree", in: directory) }
            #expect(failures.isEmpty)
            #expect(access(directory("tree"), F_OK) != 0)
        }
    }
}
