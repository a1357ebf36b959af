import System
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Core Data stores by entity")
struct CoreDataPreviewTests {
    private let directory = TemporaryDirectory()

    private static let weightTracker = sharedSample(
        "WeightTracker.xcappdata/AppData/Library/Application Support/WeightTracker.sqlite")
    private static let name = "6CB076CC-2C55-4DF9-AE09-0D17F3211D6B"

    /// The sample store with its latest rows in the log, and data beside it: in a file, in the cell, and missing.
    private static let script =
        """
        run('PRAGMA journal_mode=WAL')

        """ + CoreDataScript.withModel + """

            inner = plistlib.dumps({'size': [1, 2]}, fmt=plistlib.FMT_BINARY)
            outer = plistlib.dumps({'inner': inner}, fmt=plistlib.FMT_BINARY)
            os.makedirs('.a_SUPPORT/_EXTERNAL_DATA')
            open('.a_SUPPORT/_EXTERNAL_DATA/\(name)', 'wb').write(outer)
            run('UPDATE ZNOTE SET ZPHOTO = ? WHERE Z_PK = 1', [b'\\x02' + b'\(name)' + b'\\0'])
            run('UPDATE ZNOTE SET ZPHOTO = ? WHERE Z_PK = 2', [b'\\x01' + inner])
            run('UPDATE ZNOTE SET ZPHOTO = ? WHERE Z_PK = 3', [b'\\x02ABCD-EF\\0'])
            leave()
            """

    private func file(_ script: String = script) throws -> DocumentSource {
        try DatabaseScript.run(script, in: directory)
        return try DocumentSource(hostPath: Array(directory("a.db").utf8))
    }

    @Test("a store lists its entities with the number of their objects, then its tables and its schema")
    func entities() throws {
        let file = try file()
        #expect(try file.opened("").title == "Core Data store, 5 entities")
        #expect(
            try file.lines("") == [
                "entity  objects  kind", "Animal        2  entity", "Dog           1  entity, inherits from Animal",
                "Folder        1  entity", "Note          3  entity", "Tag           2  entity",
                "tables  12 SQLite tables", "schema  13 SQL statements",
            ])
    }

    /// A store whose model has no entities, archived as a dictionary or as one that knows its keys in advance.
    private static func emptyModel(_ entities: String, deletes: String) -> String {
        CoreDataScript.withoutModel + """

            run('DELETE FROM Z_PRIMARYKEY WHERE \(deletes)')
            root = add({'NSEntities': \(entities), '$class': kind('NSManagedObjectModel')})
            plist = {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': root}, '$objects': objects}
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = packer.compress(plistlib.dumps(plist, fmt=plistlib.FMT_BINARY)) + packer.flush()
            run('INSERT INTO Z_MODELCACHE VALUES (?)', [packed])
            """
    }

    @Test(
        "a model without entities is reported as such, and only what the tables have is guessed",
        arguments: [
            "dictionary({})",
            "add({'searchMapping': add({'keys': add({'NS.objects': [], '$class': kind('NSArray')}), "
                + "'$class': kind('NSKnownKeysMappingStrategy')}), 'values': add({'NS.objects': [], '$class': kind('NSArray')}), "
                + "'$class': kind('NSKnownKeysDictionary')})",
        ])
    func emptyModel(entities: String) throws {
        let empty = try file(Self.emptyModel(entities, deletes: "Z_ENT < 16000")).opened("")
        #expect(empty.title == "Core Data store, 0 entities")
        #expect(empty.remarks == ["its model has no entities"])
        try #require(try runCommand(["rm", directory("a.db")]).status == 0)
        let guessed = try file(Self.emptyModel(entities, deletes: "0")).opened("")
        #expect(guessed.title == "Core Data store, 5 entities")
        #expect(guessed.remarks == ["its model has no entities: names and types are guessed from its tables"])
    }

    @Test("objects are rows with the names and types of the model, and lead to each other")
    func objects() throws {
        let file = try file()
        let (first, second) = (try localTime(1_549_107_062), try localTime(978_307_200))
        let notes = try file.lines("Note")
        #expect(
            notes == [
                "Z_PK  isPinned  folder    \(try dateTitle("creationDate", 978_307_200))    title   photo",
                "   1  true      Folder 7  \(first).5  First   external data",
                "   2  false     Folder 7  \(second)    Second  data, 60 bytes: property list, binary",
                "   3  false     ·         \(second)    Third   external data",
            ], "\(notes)")
        #expect(
            try file.lines("Note/1").dropLast(2) == [
                "▾ Note 1  object, 7 items", "    Z_PK  1  integer", "    isPinned  true  boolean",
                "    folder  Folder 7  reference",
                "    creationDate  \(first).5\(zonedTime(1_549_107_062).dropFirst(first.count))  date",
                "    title  \"First\"  string",
            ])
        #expect(try file.lines("Note/1").last == "    tags  2 Tag  reference")
        #expect(try file.lines("Note/1/folder").first == "▾ Folder 7  object, 3 items")
        #expect(try file.lines("Note/1/folder/notes").dropFirst().map { $0.prefix(4) } == ["   1", "   2"])
        #expect(try file.lines("Note/1/folder/notes/2/tags") == ["Z_PK  name", "   6  blue"])
        #expect(try file.lines("Tag/6/notes").count == 3)
        #expect(throws: (any Error).self) { try file.lines("Note/9") }
    }

    @Test("an object of a subentity is found by both entities, with its own attributes")
    func inheritance() throws {
        let file = try file()
        #expect(try file.lines("Animal") == ["Z_PK  Z_ENT   name", "   1  Animal  Ada", "   2  Dog     Bo"])
        #expect(try file.lines("Dog") == ["Z_PK  name  breed", "   2  Bo    Setter"])
        #expect(
            try file.lines("Animal/2") == [
                "▾ Dog 2  object, 4 items", "    Z_PK  2  integer", "    Z_ENT  \"Dog\"  string",
                "    name  \"Bo\"  string",
                "    breed  \"Setter\"  string",
            ])
        // Object 1 of the table is not a dog.
        #expect(throws: (any Error).self) { try file.lines("Dog/1") }
    }

    @Test(
        "where the number of an object's entity is that of none, the number is shown, and found",
        arguments: [("77", "77", "77"), ("NULL", "·", ""), ("2", "Folder", "Folder")])
    func unknownEntity(number: String, shown: String, wanted: String) throws {
        let update = "run('UPDATE ZANIMAL SET Z_ENT = \(number) WHERE Z_PK = 2')"
        let file = try file("\(CoreDataScript.withModel)\n\(update)\nleave()")
        let row = try #require(try file.lines("Animal").last)
        #expect(row.split(separator: " ") == ["2", Substring(shown), "Bo"])
        #expect(try file.lines("Animal/2").contains { $0.hasPrefix("    Z_ENT") && !$0.contains("Animal") })
        let table = try #require(try file.opened("Animal").document.table)
        let condition = try #require(TableCondition("Z_ENT=\(wanted)"))
        let chosen = try table.choosing(TableChoice([condition]), within: .ample).source
        #expect(try chosen.rows(from: 0, count: 9, within: .ample).map(\.name) == ["2"])
    }

    @Test("data open to any depth, wherever they are stored, and missing ones are reported")
    func data() throws {
        let file = try file()
        #expect(
            try file.lines("Note/1/photo/inner/size") == [
                "▾ size  array, 2 items", "    0  1  integer", "    1  2  integer",
            ])
        #expect(try file.lines("Note/2/photo/size").count == 3)
        #expect(
            try file.lines("Note/3").contains(
                "    photo  external data, missing: .a_SUPPORT/_EXTERNAL_DATA/ABCD-EF  reference"))
    }

    @Test("external data that cannot be read are not called missing")
    func unreadableData() throws {
        let file = try file()
        let data = directory(".a_SUPPORT/_EXTERNAL_DATA")
        try directory.giveToNobody()
        #expect(chmod(data, 0) == 0)
        defer { chmod(data, 0o700) }
        let lines = try withoutPrivileges { try file.lines("Note/1") }
        #expect(
            lines.contains {
                $0.contains("external data, cannot be read (permission denied on this computer): .a_SUPPORT/")
            },
            "\(lines)")
    }

    @Test("external data behind a link are not followed")
    func link() throws {
        let file = try file()
        try directory.makeDirectory("elsewhere")
        let data = directory(".a_SUPPORT/_EXTERNAL_DATA")
        let moved = try runCommand([
            "sh", "-c", "mv \"$0\"/* \"$1\" && rmdir \"$0\" && ln -s \"$1\" \"$0\"", data, directory("elsewhere"),
        ])
        #expect(moved.status == 0)
        #expect(try file.lines("Note/1").contains { $0.contains("external data, cannot be read (a symbolic link") })
    }

    @Test("reading a store changes neither a byte nor a time of it and of the files beside it")
    func untouched() throws {
        let file = try file()
        let before = try DatabaseScript.state(of: directory)
        #expect(before.contains { $0.hasPrefix("a.db-wal ") })
        for steps in ["", "Note", "Note/1", "Note/1/photo", "Note/1/folder/notes", "tables/ZNOTE/1", "schema"] {
            _ = try file.lines(steps)
        }
        #expect(try DatabaseScript.state(of: directory) == before)
    }

    @Test(
        "the store of the downloaded container is read by entity",
        .enabled(if: Self.weightTracker != nil, "there is no sample WeightTracker.xcappdata"))
    func downloadedContainer() throws {
        let file = try DocumentSource(hostPath: Array(#require(Self.weightTracker).utf8))
        #expect(
            try file.lines("WeightEntry") == [
                "Z_PK  \(dateTitle("date", 1_551_484_800))  weight", "  23  \(localTime(1_551_484_800))   151.0",
                "  26  \(localTime(1_551_398_400))   150.0",
            ])
    }

    @Test("the compressed model in a store is shown decompressed, and other bytes are not")
    func model() throws {
        let file = try file()
        let content = try file.opened("tables/Z_MODELCACHE/1/Z_CONTENT")
        #expect(content.title == "Archived objects, binary property list, compressed with DEFLATE")
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 16...200, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            let value = DocumentSource(Array("value".utf8), bytes: bytes)
            #expect(!DocumentReaders.preview(of: value, within: .ample).title.contains("DEFLATE"), "\(bytes)")
        }
    }

    @Test("without a model, names are guessed, and the preview says so")
    func guessed() throws {
        let preview = try file(CoreDataScript.withoutModel).opened("")
        #expect(preview.remarks == ["it contains no model: names and types are guessed from its tables"])
    }

    @Test("the schema consists of the statements that SQLite has stored, including the indexes'")
    func schema() throws {
        let file = try file()
        let expected = try Python.lines(
            "import sqlite3, sys; print(*sorted(s for (s,) in sqlite3.connect('file:' + sys.argv[1] + '?immutable=1', "
                + "uri=True).execute('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL')), sep='\\n')",
            try copyWithoutLog())
        #expect(
            try file.lines("schema").filter { !$0.isEmpty }.map { $0.dropLast() }.sorted() == expected.map { $0[...] })
        #expect(try file.lines("tables/schema") == file.lines("schema"))
    }

    /// Returns the path of a copy of the store that includes the contents of its log.
    private func copyWithoutLog() throws -> String {
        let script = """
            import shutil, sqlite3, sys
            for end in ['', '-wal']: shutil.copy(sys.argv[1] + end, sys.argv[2] + end)
            sqlite3.connect(sys.argv[2]).execute('PRAGMA wal_checkpoint(TRUNCATE)')
            """
        try Python.run(script, [directory("a.db"), directory("copy.db")])
        return directory("copy.db")
    }
}
