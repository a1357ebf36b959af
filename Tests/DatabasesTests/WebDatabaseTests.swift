import Databases
import TestSupport
import Testing

/// URL caches and the storages of WebKit.
struct WebDatabaseTests {
    @Test("the requests of a URL cache are listed, whatever the order of their parts")
    func urlCache() throws {
        let folder = try DatabaseFolder(URLCacheScript.cache + "\nleave()")
        let before = try folder.state()
        let cache = try #require(try URLCache(folder.open()))
        #expect(cache.count == 3)
        let entries = try cache.entries(count: 10)
        #expect(entries.map(\.id) == [3, 2, 1])
        #expect(entries.map(\.status) == [nil, 404, 200])
        #expect(entries.map(\.method) == [nil, "POST", "GET"])
        #expect(entries.map(\.time) == [1_549_107_062, 1_549_107_062, 1_549_107_062])
        #expect(entries[1].url == "https://example.com/" + String(repeating: "b", count: 500))
        #expect(entries[2].requestHeaders.map(\.name) == ["Accept", "Authorization"])
        #expect(entries[2].responseHeaders.map(\.value) == ["text/plain"])
        #expect(entries[1].responseHeader("server") == "x")
        // The name of a file never leads elsewhere: any other one is shown as it is.
        #expect(
            entries.map(\.body) == [
                .inline(bytes: 16), .file(Array("D2B6A8C4-1111-2222-3333-444455556666".utf8)), .inline(bytes: 5),
            ])
        #expect(try cache.body(of: entries[2])?.bytes == Array("hello".utf8))
        #expect(try cache.body(of: entries[1]) == nil)
        #expect(try cache.entries(from: 1, count: 1).map(\.id) == [2])
        #expect(try folder.state() == before)
    }

    @Test(
        "databases of frameworks are recognized by their tables",
        arguments: [
            ("CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB NOT NULL)", DatabaseKind.localStorage),
            ("CREATE TABLE ObservedDomains (domainID INTEGER PRIMARY KEY, registrableDomain)", .trackingObservations),
            ("CREATE TABLE notes (a)", nil),
        ] as [(String, DatabaseKind?)])
    func kinds(_ statement: String, _ kind: DatabaseKind?) throws {
        let database = try DatabaseFolder("run('\(statement)')").open()
        #expect(try DatabaseKind(database.schema()) == kind)
    }

    @Test("every kind has a title")
    func titles() {
        for kind in DatabaseKind.allCases { #expect(!kind.title.isEmpty) }
    }

    @Test("values of local storage are read as UTF-16")
    func localStorage() {
        let bytes = Array("ä😀".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(LocalStorage.text(ofValue: bytes) == "ä😀")
        #expect(LocalStorage.text(ofValue: []) == "")
        #expect(LocalStorage.text(ofValue: [0x61]) == nil)
        #expect(LocalStorage.text(ofValue: [0x00, 0xd8, 0x61, 0x00]) == nil)
    }
}
