import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import TestSupport
import Testing

@testable import Search

@Suite("The place of links in a list that has directories first")
struct LinkOrderTests {
    private let directory = TemporaryDirectory()

    /// Returns the names of a directory in order.
    /// - Parameter isComputer: Whether the directory is one of this computer, instead of one in a container.
    private func names(isComputer: Bool, isReversed: Bool = false) throws -> [String] {
        for name in ["Documents/zoo", "Library", "tmp"] { try directory.makeDirectory(name) }
        try directory.write("a", to: "Documents/apple")
        try directory.link("Documents/by parent", to: "../Library")
        try directory.link("Documents/chain", to: "by parent")
        try directory.link("Documents/dangling", to: "nothing")
        try directory.link("Documents/file", to: "apple")
        try directory.link("Documents/loop", to: "loop")
        try directory.link("Documents/absolute", to: directory("Library"))
        let container = try ContainerStore.locate(Array(directory.path.utf8)).0
        let roots = RootTable()
        let path: ContainerPath = "Documents"
        let host = try #require(ContainerPath(bytes: Array(directory("Documents").utf8)))
        let (tree, address) =
            isComputer
            ? (try roots.tree(of: .computer), ItemAddress(.computer, host))
            : (container.tree, ItemAddress(container.root, path))
        let entries = try #require(try tree.directory(at: address.path).entries(path: address.path))
        let evaluator = ListingEvaluator(
            entries, of: address, isFlat: false, in: tree, isComputer ? nil : container, rules: nil,
            helpers: WorkerPool(threads: 1), cancellation: Cancellation())
        let arranged = try evaluator.arranged(by: EntryOrder(isReversed: isReversed), filter: ListingFilter())
        return try #require(arranged).order.map { String(decoding: entries.name(Int($0)), as: UTF8.self) }
    }

    @Test("links to directories of the container are among the directories, and others among the files")
    func inContainer() throws {
        #expect(
            try names(isComputer: false) == [
                "by parent", "chain", "zoo", "absolute", "apple", "dangling", "file", "loop",
            ])
    }

    @Test("in reverse order, they still are")
    func reversed() throws {
        #expect(
            try names(isComputer: false, isReversed: true) == [
                "zoo", "chain", "by parent", "loop", "file", "dangling", "apple", "absolute",
            ])
    }

    @Test("on this computer, absolute links lead where they say")
    func onComputer() throws {
        #expect(
            try names(isComputer: true) == [
                "absolute", "by parent", "chain", "zoo", "apple", "dangling", "file", "loop",
            ])
    }
}
