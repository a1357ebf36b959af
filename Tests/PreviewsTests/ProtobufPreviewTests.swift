import Testing

@testable import Documents
@testable import Previews

@Suite("Protobuf messages")
struct ProtobufPreviewTests {
    @Test("a message is an outline of its fields, with a remark that it is a guess")
    func message() {
        let name: [UInt8] = [0x0a, 0x06] + Array("Harbor".utf8)
        let inner: [UInt8] = name + [0x15, 0, 0, 0xc0, 0x3f]
        var bytes: [UInt8] = [0x08, 0x96, 0x01, 0x12, UInt8(inner.count)]
        bytes += inner
        bytes += [0x1a, 2, 0xff, 0, 0x20, 1, 0x20, 2]
        #expect(
            shown(bytes, columns: 80) == [
                "Protobuf message", "(a guess: nothing in the file names the format)",
                "▾ Message  message, 4 items",
                "    1  150  integer", "  ▾ 2  message, 2 items", "      1  \"Harbor\"  string", "      2  1.5  real",
                "    3  <ff00>  data, 2 bytes", "  ▾ 4  repeated, 2 items", "      0  1  integer",
                "      1  2  integer",
            ])
    }

    @Test("numbers alone are a message only by name")
    func numbers() {
        let bytes: [UInt8] = [0x08, 0x96, 0x01]
        let titles = ["a.pb", "a"].map {
            DocumentReaders.preview(of: DocumentSource(Array($0.utf8), bytes: bytes), within: .ample).title
        }
        #expect(titles == ["Protobuf message", "Binary data"])
    }
}
