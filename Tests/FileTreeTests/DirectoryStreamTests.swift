import ContainerModel
import FileTree
import System
import TestSupport
import Testing

struct DirectoryStreamTests {
    @Test("a directory is read in parts, each entry once, and again after a rewind")
    func parts() throws {
        try withTemporaryDirectory { directory in
            var expected: Set<[UInt8]> = []
            for number in 0..<2_000 {
                let name = "\(number) " + String(repeating: "x", count: number % 200)
                try directory.write("", to: name)
                expected.insert(Array(name.utf8))
            }
            try directory.makeDirectory("folder")
            try directory.link("link", to: "nowhere")
            expected.formUnion([Array("folder".utf8), Array("link".utf8)])
            let handle = try RootedDirectory(hostPath: Array(directory.path.utf8)).descriptor
            let stream = DirectoryStream(bufferSize: 0)
            for _ in 0..<2 {
                var names: [[UInt8]] = []
                var parts = 0
                while let entries = try stream.next(of: handle) {
                    parts += 1
                    for entry in entries {
                        names.append(entry.bytes)
                        let kind: ItemKind =
                            entry.bytes == Array("folder".utf8)
                            ? .directory : entry.bytes == Array("link".utf8) ? .link : .file
                        #expect(entry.kind == kind)
                    }
                }
                #expect(parts > 20 && names.count == 2_002 && Set(names) == expected)
                stream.rewind(handle)
            }
        }
    }
}
