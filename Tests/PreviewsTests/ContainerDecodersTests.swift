import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Decoding
@testable import Documents

@Suite("The decoder processes of containers")
struct ContainerDecodersTests {
    private let directory = TemporaryDirectory()

    /// Makes a container with a gzip file.
    private func container(_ name: String) throws -> any FileTree {
        try Python.run(
            "import gzip, os, sys; os.mkdir(sys.argv[1]); open(sys.argv[1] + '/a.gz', 'wb').write(gzip.compress(b'a'))",
            [directory(name)])
        return try RootedDirectory(hostPath: Array(directory(name).utf8))
    }

    @Test("no two containers share processes, and the processes of one that was not read for a while end")
    func isolation() throws {
        let decoders = ContainerDecoders()
        let trees = try ["one", "two", "three"].map { try container($0) }
        let identities = try trees.map { try $0.identity }
        weak let first = decoders.pool(for: identities[0])
        weak let second = decoders.pool(for: identities[1])
        #expect(first != nil && first === decoders.pool(for: identities[0]))
        #expect(second != nil && second !== first)
        _ = decoders.pool(for: identities[2])
        #expect(first != nil && second == nil)
    }

    @Test(
        "a value that is opened by its address is decoded by the processes of its container",
        arguments: [
            ("a.plist", "outer/0/data"), ("a.db", "t/1/data"), ("archive.plist", "root/first/data"),
            ("archive.plist", "root/second/data"), ("Library/Preferences", "a \u{203a} outer/0/data"),
        ])
    func opened(name: String, address: String) throws {
        let tree = try container("one")
        try Python.run(Script.text("container_decoders_opened"), [directory("one")])
        let path = try #require(ContainerPath(bytes: Array(name.utf8)))
        let item = try DocumentItem(path, in: tree)
        let steps = ValueAddress.steps(Array(address.utf8))
        // Other tests read other containers meanwhile.
        try waitUntil("the same processes") {
            let value = try item.open(at: steps, as: .decoded, within: .ample).document
            return try value.compressions == ["compressed with gzip"]
                && value.decoders?() === ContainerDecoders.shared.pool(for: tree.identity)
        }
    }

    @Test("the files of a container are decoded by its processes, and so are values in them")
    func values() throws {
        let tree = try container("one")
        let file = try DocumentSource("a.gz", in: tree)
        let value = DocumentSource(Array("value".utf8), bytes: file.head, in: file)
        let inner = DocumentSource(Array("inner".utf8), bytes: file.head, in: value)
        // Other tests read other containers meanwhile.
        try waitUntil("the same processes") {
            try file.decoders === ContainerDecoders.shared.pool(for: tree.identity) && inner.decoders === file.decoders
        }
        // Where nothing is known, nothing is shared.
        let unknown = DocumentSource(Array("value".utf8), bytes: file.head)
        let other = DocumentSource(Array("value".utf8), bytes: file.head)
        #expect(unknown.decoders !== file.decoders && unknown.decoders !== other.decoders)
        #expect(unknown.decoders === unknown.decoders)
        let document = DocumentReaders.read(inner, within: .ample)
        #expect(document.failures.isEmpty && document.compressions == ["compressed with gzip"], "\(document)")
    }
}
