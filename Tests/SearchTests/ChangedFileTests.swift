import ContainerModel
import Documents
import FileTree
import Formats
import Jobs
import TestSupport
import Testing

@testable import Search

/// Files that are written to while they are searched.
@Suite("Files that change while they are searched")
struct ChangedFileTests {
    @Test(
        "a search says that hits may be missing, whatever the file is and whether it is longer or shorter",
        arguments: [("a.txt", "harbor\n"), ("a.json", #"{"harbor": 1}"#), ("a.bin", "\u{1}\u{2}\u{3}")],
        ["", "harbor and tide, which is longer than before\n"])
    func changing(file: (name: String, contents: String), after: String) throws {
        let directory = TemporaryDirectory()
        directory.write(file.name, Array(file.contents.utf8))
        let tree = try HostTree.open(Array(directory.path.utf8))
        let search = FileContentsSearch(
            try ContentsPattern("no such text"), ContentsOptions(), cancellation: Cancellation())
        let path = try #require(ContainerPath(file.name))
        let source = try DocumentSource(path, in: tree)
        #expect(try search.search(source) { _ in true }.isEmpty)
        directory.write(file.name, Array(after.utf8))
        let problems = try search.search(source) { _ in true }
        let problem = ContentsProblem(message: "it changed while it was searched", isIncomplete: true)
        #expect(problems.contains(problem), "\(problems)")
    }
}
