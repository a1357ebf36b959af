import Jobs
import System
import TestSupport
import Testing

@testable import Databases

@Suite("Properties of entities that share a table and a name")
struct SiblingColumnTests {
    /// A store in which four entities inherit from one, as in stores of notes, three of which have a title.
    /// - Parameter rows: The rows of the table, as SQL values of the key, the entity, three titles and two folders.
    private func store(_ rows: String) throws -> CoreDataStore {
        let script =
            CoreDataScript.withoutModel + """

                for table in ['ZNOTE', 'ZFOLDER', 'ZTAG', 'ZANIMAL', 'Z_1TAGS']: run('DROP TABLE ' + table)
                run('DELETE FROM Z_PRIMARYKEY')
                run('CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFOLDER INTEGER, '
                    'ZFOLDER1 INTEGER, ZTITLE VARCHAR, ZTITLE1 VARCHAR, ZTITLE2 VARCHAR)')
                for number, name, parent in [(1, 'Item', 0), (2, 'Attachment', 1), (3, 'Container', 1), (4, 'Folder', 3), (5, 'Note', 1)]:
                    run('INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 9)', [number, name, parent])
                def title(): return {'title': attribute('title', 700)}
                def inside(kind): return {'folder': relationship('folder', 'Folder', kind, 1)}
                root = add({'NSEntities': dictionary({
                    'Item': entity('Item', {}), 'Attachment': entity('Attachment', title() | inside('attachments')),
                    'Container': entity('Container', {}),
                    'Folder': entity('Folder', title() | {'notes': relationship('notes', 'Note', 'folder', 0),
                        'attachments': relationship('attachments', 'Attachment', 'folder', 0)}),
                    'Note': entity('Note', title() | inside('notes'))}),
                    '$class': kind('NSManagedObjectModel')})
                plist = {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': root}, '$objects': objects}
                packer = zlib.compressobj(9, zlib.DEFLATED, -15)
                run('INSERT INTO Z_MODELCACHE VALUES (?)',
                    [packer.compress(plistlib.dumps(plist, fmt=plistlib.FMT_BINARY)) + packer.flush()])
                run('''INSERT INTO ZITEM (Z_PK, Z_ENT, ZTITLE, ZTITLE1, ZTITLE2, ZFOLDER, ZFOLDER1) VALUES \(rows)''')
                """
        return try #require(try CoreDataStore(DatabaseFolder(script).open()))
    }

    private static let usual =
        "(1, 2, 'A', NULL, NULL, 2, NULL), (2, 4, NULL, 'F', NULL, NULL, NULL), (3, 5, NULL, NULL, 'N', NULL, 2)"

    @Test(
        "each has its own column, in the order of the entities",
        arguments: [usual, "(1, 1, NULL, NULL, NULL, NULL, NULL)"])
    func order(rows: String) throws {
        let store = try store(rows)
        for (entity, column) in [("Attachment", "ZTITLE"), ("Folder", "ZTITLE1"), ("Note", "ZTITLE2")] {
            #expect(store.entity(entity)?.property("title")?.column == column)
        }
        #expect(store.entity("Note")?.property("folder")?.column == "ZFOLDER1")
        #expect(store.entity("Folder")?.property("notes")?.kind == .toMany(entity: "Note", column: "ZFOLDER1"))
        #expect(
            store.entity("Folder")?.property("attachments")?.kind == .toMany(entity: "Attachment", column: "ZFOLDER"))
        #expect(store.columnsFoundByRows == [])
        for entity in store.entities {
            #expect(Set(entity.properties.map(\.name)).count == entity.properties.count, "\(entity.name)")
        }
    }

    @Test("rows that tell another order count")
    func rows() throws {
        let store = try store(
            "(1, 2, NULL, NULL, 'A', 2, NULL), (2, 4, 'F', NULL, NULL, NULL, NULL), (3, 5, NULL, 'N', NULL, NULL, 2)")
        for (entity, column) in [("Attachment", "ZTITLE2"), ("Folder", "ZTITLE"), ("Note", "ZTITLE1")] {
            #expect(store.entity(entity)?.property("title")?.column == column)
        }
        #expect(store.columnsFoundByRows == ["Attachment.title", "Folder.title", "Note.title"])
    }
}
