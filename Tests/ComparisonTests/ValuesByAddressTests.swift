import ContainerModel
import Documents
import FileTree
import Formats
import Jobs
import TestSupport
import Testing

@testable import Comparison

/// Values that are compared by their addresses differ exactly where the files that hold them do.
@Suite("Values compared by address", .onManyThreads)
struct ValuesByAddressTests {
    struct Format: Sendable, CustomTestStringConvertible {
        let name: String
        /// Python that makes a file for each value, `0`, `1`, …, as `write(number)`.
        let script: String
        let address: [String]

        var testDescription: String { name }
    }

    static let formats = [
        Format(
            name: "JSON",
            script: """
                import json
                texts = ['null', 'true', 'false', '0', '-0', '-0.0', '1', '1.5', '"1"', '""', '"x"', '"null"', '[]', '["x"]',
                         '[1]', '{}', '{"0":1}', '{"a":"x"}', '"{\\\\"a\\\\":1}"', '"{\\\\"a\\\\": 1}"', '"line\\\\nline"',
                         '"\\\\ud800"', '"\\\\udfff"', '"\\\\ufffd"']
                for number, text in enumerate(texts):
                    open(f'{number}.json', 'w').write('{"k":' + text + '}')
                """,
            address: ["k"]),
        Format(
            name: "property list",
            script: """
                import datetime, plistlib
                values = [True, False, 0, 1, 1.5, '', 'x', '1', b'', b'x', b'1', b'\\0\\1', [], ['x'], [1], {}, {'a': 'x'},
                          datetime.datetime(2019, 2, 2), '2019-02-02T00:00:00Z', plistlib.dumps({'a': 1}),
                          plistlib.dumps({'a': 1}, fmt=plistlib.FMT_BINARY), plistlib.UID(1)]
                for number, value in enumerate(values):
                    open(f'{number}.plist', 'wb').write(plistlib.dumps({'k': value}, fmt=plistlib.FMT_BINARY))
                """,
            address: ["k"]),
        Format(
            name: "SQLite",
            script: Script.text("values_by_address_formats"),
            address: ["t", "1", "a"]),
    ]

    private static func document(_ file: DocumentSource, _ address: [String]) throws -> ComparedSide {
        let steps = address.map { Array($0.utf8) }
        let found = try DocumentReaders.open(file, at: steps, as: .decoded, within: .unlimited()).document
        return .document(found, name: file.name)
    }

    private static func tells(_ one: ComparedSide, _ other: ComparedSide) throws -> Bool {
        var differences = 0
        let summary = try SideComparison.compareSides(one, other) { _ in
            differences += 1
            return true
        }
        return differences > 0 || !summary.problems.isEmpty
    }

    @Test("by address, a difference is told exactly if one is told between the files", arguments: formats)
    func pairs(format: Format) throws {
        let directory = TemporaryDirectory()
        try Python.run("import os, sys\nos.chdir(sys.argv[1])\n" + format.script, [directory.path])
        let tree = try HostTree.open(Array(directory.path.utf8))
        let suffix = format.name == "JSON" ? "json" : format.name == "SQLite" ? "db" : "plist"
        var paths: [ContainerPath] = []
        while let path = ContainerPath("\(paths.count).\(suffix)"), (try? tree.status(path)) != nil {
            paths.append(path)
        }
        #expect(paths.count > 10)
        for (index, path) in paths.enumerated() {
            let file = try DocumentSource(path, in: tree)
            for other in paths[index...] {
                let otherFile = try DocumentSource(other, in: tree)
                let isReported = try Self.tells(.item(path, of: tree, in: nil), .item(other, of: tree, in: nil))
                for (one, two) in [(file, otherFile), (otherFile, file)] {
                    let byAddress = try Self.tells(
                        try Self.document(one, format.address), try Self.document(two, format.address))
                    #expect(byAddress == isReported || path == other, "\(path) and \(other): \(isReported)")
                }
            }
        }
    }

    @Test("a text file is compared with a value, and is never the same as one that has no text")
    func files() throws {
        let text = DocumentSource(Array("t.txt".utf8), bytes: Array("1".utf8))
        let list = DocumentSource(Array("a.json".utf8), bytes: Array(#"{"n":1,"t":"1","z":null}"#.utf8))
        let side = ComparedSide.document(DocumentReaders.read(text, within: .unlimited()), name: text.name)
        #expect(try Self.tells(side, try Self.document(list, ["n"])))
        #expect(try Self.tells(try Self.document(list, ["z"]), side))
        #expect(try !Self.tells(side, try Self.document(list, ["t"])))
    }
}
