import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Copying

struct DurabilityTests {
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
}
