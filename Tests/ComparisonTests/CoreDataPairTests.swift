import ContainerModel
import Documents
import FileTree
import TestSupport
import Testing

@testable import Comparison

/// The pairs of relationships between many objects, some of which lead from or to no object.
@Suite("Pairs of Core Data", .onManyThreads)
struct CoreDataPairTests {
    /// Makes a store, in whose table `Z_1TAGS` the notes 1 and 2 have tags.
    private func store(_ pairs: [String]) throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        let statements = pairs.map { "\nrun(\"INSERT INTO Z_1TAGS VALUES \($0)\")" }.joined()
        try DatabaseScript.run(CoreDataScript.withModel + statements, in: directory)
        return directory
    }

    private func differences(_ before: [String], _ after: [String]) throws -> [String] {
        let stores = (try store(before), try store(after))
        func side(_ directory: TemporaryDirectory) throws -> ComparedSide {
            .item(.root, of: try HostTree.open(Array(directory.path.utf8)), in: nil)
        }
        var found: [String] = []
        _ = try SideComparison.compareSides(try side(stores.0), try side(stores.1)) {
            found.append($0.line)
            return true
        }
        return found
    }

    @Test(
        "a pair without a key on one side is told as a row",
        arguments: [
            ("(1, NULL)", #"{"Z_1NOTES":1,"Z_3TAGS":null}"#), ("(NULL, 5)", #"{"Z_1NOTES":null,"Z_3TAGS":5}"#),
            ("(NULL, NULL)", #"{"Z_1NOTES":null,"Z_3TAGS":null}"#), ("(2, 'x')", #"{"Z_1NOTES":2,"Z_3TAGS":"x"}"#),
        ])
    func withoutKey(pair: String, row: String) throws {
        func isReported(_ change: String, _ found: [String]) -> Bool {
            found.count == 1 && found[0].hasPrefix("\(change) row a.db:tables/Z_1TAGS/")
                && found[0].hasSuffix(" \(row)")
        }
        let (added, removed) = (try differences([], [pair]), try differences([pair], []))
        #expect(isReported("added", added), "\(added)")
        #expect(isReported("removed", removed), "\(removed)")
        // Two with NULL are two pairs.
        guard pair.contains("NULL") else { return }
        let twice = try differences([pair], [pair, pair])
        #expect(isReported("added", twice), "\(twice)")
    }

    @Test("a pair that gets a key is told as a row that is gone, and as an object")
    func completed() throws {
        #expect(
            try differences(["(3, NULL)"], ["(3, 5)"]) == [
                #"removed row a.db:tables/Z_1TAGS/rowid=4 {"Z_1NOTES":3,"Z_3TAGS":null}"#,
                #"added value a.db:Note/3/tags "Tag 5""#,
            ])
    }

    @Test("an object says how many of its pairs lead to no object")
    func shown() throws {
        let directory = try store(["(1, NULL)", "(1, 99)", "(2, NULL)"])
        let file = try DocumentSource(
            ContainerPath("a.db"), in: try HostTree.open(Array(directory.path.utf8)))
        func tags(_ note: String) throws -> String? {
            let steps = ["Note", note].map { Array($0.utf8) }
            let document = try DocumentReaders.open(file, at: steps, as: .decoded, within: .unlimited()).document
            return document.tree?.nodes.first?.children.first { $0.name == "tags" }?.summary.value
        }
        #expect(try tags("1") == "2 Tag, 2 pairs without an object")
        #expect(try tags("2") == "1 Tag, 1 pair without an object")
        #expect(try tags("3") == "0 Tag")
    }
}
