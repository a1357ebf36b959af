import System
import TestSupport
import Testing

@testable import Databases

/// Stores of Core Data and SwiftData, read by entity.
struct CoreDataTests {
    private func store(_ script: String) throws -> (CoreDataStore, Database) {
        let database = try DatabaseFolder(script).open()
        return (try #require(try CoreDataStore(database)), database)
    }

    @Test("entities and properties have the names and types of the model")
    func model() throws {
        let (store, _) = try store(CoreDataScript.withModel)
        #expect(store.hasModel)
        #expect(store.entities.map(\.name) == ["Animal", "Dog", "Folder", "Note", "Tag"])
        #expect(store.entity("Dog")?.parent == "Animal")
        let note = try #require(store.entity("Note"))
        #expect(note.properties.map(\.name) == ["isPinned", "folder", "creationDate", "title", "photo", "tags"])
        #expect(
            note.properties.map(\.kind) == [
                .attribute(.boolean), .toOne(entity: "Folder"), .attribute(.date), .attribute(.string),
                .attribute(.binary),
                .manyToMany(entity: "Tag", table: "Z_1TAGS", ownColumn: "Z_1NOTES", otherColumn: "Z_3TAGS"),
            ])
        #expect(store.entity("Folder")?.property("notes")?.kind == .toMany(entity: "Note", column: "ZFOLDER"))
    }

    @Test("without a model, types and relationships are guessed from the tables")
    func guesses() throws {
        let (store, _) = try store(CoreDataScript.withoutModel)
        #expect(!store.hasModel)
        let note = try #require(store.entity("Note"))
        #expect(note.properties.map(\.name) == ["ispinned", "folder", "creationdate", "title", "photo", "tags"])
        #expect(note.property("folder")?.kind == .toOne(entity: "Folder"))
        #expect(note.property("creationdate")?.kind == .attribute(.date))
        #expect(
            store.entity("Tag")?.property("notes")?.kind
                == .manyToMany(entity: "Note", table: "Z_1TAGS", ownColumn: "Z_3TAGS", otherColumn: "Z_1NOTES"))
    }

    @Test("the name of a table says what it is for")
    func tables() {
        let names: [CoreDataTableKind: [String]] = [
            .entity: ["ZNOTE"], .join: ["Z_1TAGS"], .history: ["ACHANGE", "ATRANSACTION"],
            .other: [
                "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ANSCKMETADATAENTRY", "ZNSCKRECORD", "sqlite_stat1",
                "mine",
            ],
        ]
        for (kind, names) in names {
            for name in names { #expect(CoreDataTableKind(ofTable: name) == kind, "\(name)") }
        }
    }

    @Test("relationships are followed in both directions")
    func relationships() throws {
        let (store, database) = try store(CoreDataScript.withModel)
        let note = try #require(store.entity("Note"))
        let folder = try #require(store.entity("Folder"))
        let destination = note.property("folder").flatMap { store.object(at: $0, .integer(7)) }
        #expect(destination?.entity == "Folder" && destination?.key == .rowID(7))
        let notes = try #require(folder.property("notes").flatMap { store.objects(at: $0, of: .rowID(7)) })
        #expect(try database.column(notes) == ["i1", "i2"])
        let tags = try #require(note.property("tags").flatMap { store.objects(at: $0, of: .rowID(1)) })
        #expect(try database.column(tags) == ["i5", "i6"])
        let tagged = store.entity("Tag")?.property("notes").flatMap { store.objects(at: $0, of: .rowID(5)) }
        #expect(try tagged.map { try database.column($0) } == ["i1"])
        #expect(note.property("folder").flatMap { store.object(at: $0, .null) } == nil)
    }

    @Test("entities that inherit from another share its table and have their own objects")
    func inheritance() throws {
        let (store, database) = try store(CoreDataScript.withModel)
        #expect(try store.entity("Animal").map { try database.column($0.query) } == ["i1", "i2"])
        #expect(try store.entity("Dog").map { try database.column($0.query) } == ["i2"])
        #expect(try store.entity("Dog").map { try database.column($0.query(where: "ZBREED = 'None'")) } == [])
        #expect(store.entity("Animal")?.properties.map(\.name) == ["name"])
        #expect(store.entity("Dog")?.properties.map(\.name) == ["name", "breed"])
    }

    @Test("external data are recognized by their mark")
    func externalData() {
        let uuid = Array("6CB076CC-2C55-4DF9-AE09-0D17F3211D6B".utf8)
        #expect(CoreDataExternalData([2] + uuid + [0]) == .file(uuid))
        #expect(CoreDataExternalData([1] + Array("bplist00".utf8)) == .inline)
        #expect(CoreDataExternalData([1, 2, 3, 4]) == nil)
        #expect(CoreDataExternalData(Array("bplist00".utf8)) == nil)
        #expect(CoreDataExternalData([2] + Array("../secret".utf8) + [0]) == nil)
        #expect(CoreDataExternalData([]) == nil)
        let directory = CoreDataExternalData.directory(ofStore: Array("My.Model.sqlite".utf8))
        #expect(String(decoding: directory, as: UTF8.self) == ".My.Model_SUPPORT/_EXTERNAL_DATA")
    }

    @Test("the store of the downloaded container has its model's names", .enabled(if: weightTracker != nil))
    func downloadedContainer() throws {
        let path = try #require(weightTracker)
        let database = try Database(.files(main: #require(DatabaseFolder.descriptor(path))))
        let store = try #require(try CoreDataStore(database))
        #expect(store.hasModel)
        #expect(store.entities.map(\.name) == ["WeightEntry"])
        let entry = store.entities[0]
        #expect(entry.properties.map(\.name) == ["date", "weight"])
        #expect(entry.properties.map(\.kind) == [.attribute(.date), .attribute(.float)])
        #expect(try database.rowCount(entry.query) == 2)
    }

    @Test("another database is not a store")
    func others() throws {
        #expect(try CoreDataStore(DatabaseFolder("run('CREATE TABLE t(a)')").open()) == nil)
    }

    @Test("a model, a store and its registrations that contradict themselves are read or refused")
    func contradictions() throws {
        let statements = [
            "UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT", "UPDATE Z_PRIMARYKEY SET Z_SUPER = 5 - Z_ENT",
            "UPDATE Z_PRIMARYKEY SET Z_NAME = NULL", "UPDATE Z_PRIMARYKEY SET Z_NAME = x'00ff'",
            "UPDATE Z_MODELCACHE SET Z_CONTENT = zeroblob(100)", "UPDATE Z_MODELCACHE SET Z_CONTENT = 'text'",
            "UPDATE Z_METADATA SET Z_PLIST = x'62706c697374', Z_UUID = 5", "DROP TABLE ZNOTE", "DELETE FROM Z_METADATA",
            "CREATE TABLE Z_9 (Z_99999999999999999999A, Z_1B)", "CREATE TABLE \\\"Z_8\\\" (Z_1, Z_1X)",
        ]
        for statement in statements {
            let (store, database) = try store(CoreDataScript.withModel + "\nrun(\"\(statement)\")")
            for entity in store.entities { _ = try database.rows(entity.query, count: 10) }
        }
    }
}
