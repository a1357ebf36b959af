import ContainerModel
import FileTree
import Glibc
import TestSupport
import Testing

@testable import Transactions

struct DurabilityTests {
    @Test("one file, many, and a directory can be made durable, by handles that only name them, too")
    func settles() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "file")
            try directory.write("1", to: "tree/file")
            try directory.write("1", to: "closed")
            #expect(chmod(directory("closed"), 0) == 0)
            let root = try RootedDirectory(hostPath: Array(directory.path.utf8))
            for handle in [root.descriptor, try root.openPath(.root)] {
                for names in [[], ["file"], ["tree"], ["closed"], ["file", "tree"]] {
                    try Durability.settle(names.map { Array($0.utf8)[...] }, in: handle)
                }
                try Durability.sync(handle, path: .root)
                try Durability.syncFileSystem(of: handle, path: .root)
            }
        }
    }
}

struct BoundedListTests {
    @Test("the first are remembered and all are counted")
    func bounded() {
        var list = BoundedList<Int>()
        #expect(list.isEmpty)
        for number in 0..<700 { list.append(number) }
        var other = BoundedList<Int>()
        for number in 700..<5_000 { other.append(number) }
        list.append(contentsOf: other)
        #expect(list.count == 5_000 && list.first == Array(0..<1_000))
    }
}
