import Databases
import Formats
import System
import TestSupport
import Testing

/// Stores of Core Data and SwiftData, read by entity.
struct CoreDataTests {
    /// A store with the tables that Core Data makes of a small model, and a function that archives the model as
    /// `NSKeyedArchiver` does.
    private static let script = """
        import plistlib, zlib
        statements = [
            'CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)',
            'CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)',
            'CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)',
            'CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISPINNED INTEGER, ZFOLDER INTEGER,'
            ' ZCREATIONDATE TIMESTAMP, ZTITLE VARCHAR, ZPHOTO BLOB)',
            'CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)',
            'CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)',
            'CREATE TABLE Z_1TAGS (Z_1NOTES INTEGER, Z_3TAGS INTEGER, PRIMARY KEY (Z_1NOTES, Z_3TAGS))',
            'CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBREED VARCHAR)',
            'CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)',
            'CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)',
            'CREATE TABLE ANSCKMETADATAENTRY (Z_PK INTEGER PRIMARY KEY)', 'CREATE TABLE mine (a)',
            'CREATE INDEX ZNOTE_ZFOLDER_INDEX ON ZNOTE (ZFOLDER)',
            "INSERT INTO ZFOLDER VALUES (7, 2, 1, 'Logs')",
            "INSERT INTO ZNOTE VALUES (1, 1, 1, 1, 7, 570799862.5, 'First', x'024136'), (2, 1, 1, 0, 7, 0, 'Second', NULL),"
            " (3, 1, 1, 0, NULL, 0, 'Third', NULL)",
            "INSERT INTO ZTAG VALUES (5, 3, 1, 'red'), (6, 3, 1, 'blue')",
            'INSERT INTO Z_1TAGS VALUES (1, 5), (1, 6), (2, 6)',
            "INSERT INTO ZANIMAL VALUES (1, 4, 1, NULL), (2, 5, 1, 'Setter')",
        ]
        for statement in statements: run(statement)
        names = [(1, 'Note', 0), (2, 'Folder', 0), (3, 'Tag', 0), (4, 'Animal', 0), (5, 'Dog', 4), (16001, 'CHANGE', 0),
            (16002, 'TRANSACTION', 0)]
        for number, name, parent in names: run('INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 9)', [number, name, parent])
        metadata = plistlib.dumps({'NSStoreType': 'SQLite'}, fmt=plistlib.FMT_BINARY)
        run("INSERT INTO Z_METADATA VALUES (1, '94D9BC91', ?)", [metadata])

        objects = ['$null']
        def add(value):
            objects.append(value)
            return plistlib.UID(len(objects) - 1)
        classes = {}
        def kind(*names):
            if names not in classes: classes[names] = add({'$classname': names[0], '$classes': list(names) + ['NSObject']})
            return classes[names]
        def dictionary(pairs):
            return add({'NS.keys': [add(key) for key in pairs], 'NS.objects': list(pairs.values()),
                '$class': kind('NSMutableDictionary', 'NSDictionary')})
        def attribute(name, number):
            return add({'NSPropertyName': add(name), 'NSAttributeType': number, '$class': kind('NSAttributeDescription')})
        def relationship(name, destination, inverse, count):
            return add({'NSPropertyName': add(name), '_NSDestinationEntityName': add(destination),
                '_NSInverseRelationshipName': add(inverse), 'NSMaxCount': count, 'NSMinCount': 0,
                '$class': kind('NSRelationshipDescription')})
        def entity(name, properties):
            return add({'NSEntityName': add(name), 'NSProperties': dictionary(properties),
                '$class': kind('NSEntityDescription')})
        def model():
            breed = {'breed': attribute('breed', 700)}
            root = add({'NSEntities': dictionary({
                'Note': entity('Note', {'isPinned': attribute('isPinned', 800), 'title': attribute('title', 700),
                    'creationDate': attribute('creationDate', 900), 'photo': attribute('photo', 1000),
                    'folder': relationship('folder', 'Folder', 'notes', 1),
                    'tags': relationship('tags', 'Tag', 'notes', 0)}),
                'Folder': entity('Folder', {'name': attribute('name', 700),
                    'notes': relationship('notes', 'Note', 'folder', 0)}),
                'Tag': entity('Tag', {'name': attribute('name', 700), 'notes': relationship('notes', 'Note', 'tags', 0)}),
                'Animal': entity('Animal', {}), 'Dog': entity('Dog', breed)}),
                '$class': kind('NSManagedObjectModel')})
            plist = {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': root}, '$objects': objects}
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            return packer.compress(plistlib.dumps(plist, fmt=plistlib.FMT_BINARY)) + packer.flush()

        """

    private static let withModel = script + "run('INSERT INTO Z_MODELCACHE VALUES (?)', [model()])"

    private func store(_ script: String) throws -> (CoreDataStore, Database) {
        let database = try DatabaseFolder(script).open()
        return (try #require(try CoreDataStore(database)), database)
    }

    @Test("entities and properties have the names and types of the model")
    func model() throws {
        let (store, _) = try store(Self.withModel)
        #expect(store.hasModel)
        #expect(store.identifier == "94D9BC91")
        #expect(store.metadata?["NSStoreType"]?.stringValue == "SQLite")
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
        let (store, _) = try store(Self.script)
        #expect(!store.hasModel)
        let note = try #require(store.entity("Note"))
        #expect(note.properties.map(\.name) == ["ispinned", "folder", "creationdate", "title", "photo", "tags"])
        #expect(note.property("folder")?.kind == .toOne(entity: "Folder"))
        #expect(note.property("creationdate")?.kind == .attribute(.date))
        #expect(
            store.entity("Tag")?.property("notes")?.kind
                == .manyToMany(entity: "Note", table: "Z_1TAGS", ownColumn: "Z_3TAGS", otherColumn: "Z_1NOTES"))
    }

    @Test("Core Data's own tables are set apart")
    func tables() throws {
        let (store, _) = try store(Self.withModel)
        #expect(store.joinTables == ["Z_1TAGS"])
        #expect(store.historyTables == ["ACHANGE", "ATRANSACTION"])
        #expect(store.internalTables == ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ANSCKMETADATAENTRY"])
        #expect(store.otherTables == ["mine"])
    }

    @Test("relationships are followed in both directions")
    func relationships() throws {
        let (store, database) = try store(Self.withModel)
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
        let (store, database) = try store(Self.withModel)
        #expect(try store.entity("Animal").map { try database.column($0.query) } == ["i1", "i2"])
        #expect(try store.entity("Dog").map { try database.column($0.query) } == ["i2"])
        #expect(try store.entity("Dog").map { try database.column($0.query(where: "ZBREED = 'None'")) } == [])
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
        #expect(store.metadata?["NSStoreModelVersionHashesVersion"]?.integerValue == 3)
        #expect(try database.rowCount(entry.query) == 2)
    }

    @Test("another database is no store")
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
            let (store, database) = try store(Self.withModel + "\nrun(\"\(statement)\")")
            for entity in store.entities { _ = try database.rows(entity.query, count: 10) }
        }
    }
}
