import Formats
import Testing

@testable import Documents
@testable import Previews

@Suite("Realm and LevelDB files")
struct StoreFilePreviewTests {
    private func preview(_ name: String, _ bytes: [UInt8]) -> Preview {
        DocumentReaders.preview(of: DocumentSource(Array(name.utf8), bytes: bytes), within: .ample)
    }

    private static let realm: [UInt8] =
        [24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Array("T-DB".utf8) + [22, 22, 0, 0, 1, 2, 3, 4]

    @Test("a Realm database is recognized by its header, and an encrypted one by its name")
    func realm() {
        #expect(preview("default.realm", Self.realm).title == "Realm database, file format 22")
        #expect(preview("default", Self.realm).remarks == ["its objects are not decoded"])
        #expect(preview("default", Array(Self.realm.prefix(24))).remarks.first?.hasPrefix("damaged") == true)
        let noise = Array(repeating: UInt8(0xaa), count: 100)
        #expect(preview("default.realm", noise).title == "An encrypted or damaged Realm database, or another format")
        #expect(
            preview("default.realm.lock", noise).title != "An encrypted or damaged Realm database, or another format")
    }

    @Test("the files of a LevelDB database are described")
    func levelDB() {
        // The first record of a log as LevelDB 1.23 writes it for the key `k` and the value `v`, made with Python from
        // the documents: CRC-32C, masked, of the type and the contents.
        let log: [UInt8] = [
            0xe7, 0x5a, 0x4d, 0x00, 0x11, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00,
            0x00, 0x01, 0x01, 0x6b, 0x01, 0x76,
        ]
        let shown = preview("000003.log", log)
        #expect(shown.title == "LevelDB log: recent changes that are not yet in a table")
        #expect(shown.remarks == ["1 record with 1 change"])
        #expect(preview("MANIFEST-000002", log).remarks == ["1 record"])
        #expect(preview("000003.log", log + [1]).remarks.count == 2)
        #expect(preview("app.log", Array("started\n".utf8)).title == "Text, ASCII, 1 line")
        #expect(
            preview("CURRENT", Array("MANIFEST-000002\n".utf8)).title
                == "LevelDB: the current manifest is MANIFEST-000002")
        #expect(preview("CURRENT", Array("words\n".utf8)).title == "Text, ASCII, 1 line")
        let table = Array(repeating: UInt8(0), count: 100) + [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb]
        #expect(preview("000005.ldb", table).title == "LevelDB table: sorted keys and values, compressed in blocks")
        #expect(preview("000005.ldb", Array(table.dropLast())).title == "Binary data")
    }
}
