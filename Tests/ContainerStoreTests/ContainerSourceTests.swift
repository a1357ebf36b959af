import ContainerModel
import FileTree
import TestSupport
import Testing

@testable import ContainerStore

@Suite("Container sources")
struct ContainerSourceTests {
    /// A source whose containers are not the directory itself but the archive in it.
    private struct ElsewhereSource: ContainerSource {
        func recognize(_ directory: HostDirectory) -> Recognition? {
            guard directory.hasFile("contents.zip") else { return nil }
            return Recognition(source: SourceKind(rawValue: "elsewhere"), certainty: .certain, recognizer: self)
        }

        func tree(of recognition: Recognition, in directory: HostDirectory) throws(FileTreeError) -> any FileTree {
            try HostTree.open(directory.path.appending("contents.zip".utf8).bytes)
        }
    }

    @Test("a source can provide any tree, through which the container is read")
    func tree() throws {
        try withTemporaryDirectory { directory in
            try directory.write("hello", to: "Documents/a.txt")
            #expect(
                try runCommand(["sh", "-c", "cd \"$0\" && zip -qrm contents.zip Documents", directory.path]).status == 0
            )
            let host = try HostDirectory(#require(directory.hostPath(".")))
            let recognition = try #require(ElsewhereSource().recognize(host))
            let container = try ContainerStore.assemble(host, recognition, given: [])
            #expect(
                container.tree.medium == "zip archive" && container.description.origin == "elsewhere in a zip archive")
            #expect(try container.tree.status("Documents/a.txt").size == 5)
        }
    }

    @Test("a recognition names the source that made it")
    func recognizer() throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("c/Documents")
            try directory.makeDirectory("c/tmp")
            let recognition = ContainerSources.recognize(try HostDirectory(#require(directory.hostPath("c"))))
            #expect(recognition?.recognizer is DirectorySource && recognition?.source == .directory)
        }
    }
}
