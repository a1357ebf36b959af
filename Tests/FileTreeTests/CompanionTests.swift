import ContainerModel
import FileTree
import Testing

@Suite("The files that belong to a database, by their names")
struct CompanionTests {
    @Test(
        "a log, a journal and an index are told from the name of the database, and lead back to it",
        arguments: [(Companion.log, "-wal"), (.journal, "-journal"), (.index, "-shm")])
    func names(companion: Companion, suffix: String) throws {
        #expect(companion.suffix == suffix)
        let database: ContainerPath = "Documents/Tides.sqlite"
        let path = try #require(database.companion(companion))
        #expect(path == ContainerPath("Documents/Tides.sqlite\(suffix)"))
        let found = try #require(path.asCompanion)
        #expect(found.companion == companion && found.database == database)
        #expect(Companion.database(of: Array("Tides.sqlite\(suffix)".utf8)[...]) == Array("Tides.sqlite".utf8)[...])
    }

    @Test(
        "a name that is a suffix alone, or has none, belongs to no database",
        arguments: ["-wal", "a-wal.db", "a", "b-shn"])
    func others(name: String) {
        #expect(Companion.database(of: Array(name.utf8)[...]) == nil)
        #expect(ContainerPath("Documents/\(name)")?.asCompanion?.database == nil)
    }

    @Test("the root has no companion")
    func root() {
        for companion in Companion.files { #expect(ContainerPath.root.companion(companion) == nil) }
        #expect(ContainerPath.root.asCompanion?.database == nil)
    }
}
