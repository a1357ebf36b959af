import Formats
import Testing

struct PropertyListFormatTests {
    @Test(
        "a list is recognised by its first bytes",
        arguments: [
            ("bplist00", PropertyListFormat.binary), ("bplist01", .binary), ("bplist15", .otherBinary), ("<?xml", .xml),
            ("<plist>", .xml), ("<!DOCTYPE", .xml), ("\u{feff} \n<dict/>", .xml), ("{ a = b; }", .openStep),
            ("\n(1, 2)", .openStep), ("// !$*UTF8*$!", .openStep), ("/* a */", .openStep), ("<0fbd77>", .openStep),
            ("\"a\" = \"b\";", .openStep), ("", nil), ("   ", nil), ("text", nil), ("SQLite format 3", nil), ("<", nil),
        ] as [(String, PropertyListFormat?)]
    )
    func recognition(_ text: String, _ format: PropertyListFormat?) {
        #expect(PropertyListFormat(recognizing: bytes(text)) == format)
    }

    @Test("UTF-16 is recognised by its byte order mark, and UTF-32 is not mistaken for it")
    func wide() {
        #expect(PropertyListFormat(recognizing: [0xff, 0xfe, 0x3c, 0]) == .xmlUTF16)
        #expect(PropertyListFormat(recognizing: [0xfe, 0xff, 0, 0x3c]) == .xmlUTF16)
        #expect(PropertyListFormat(recognizing: [0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]) == nil)
    }

    @Test(
        "the error says why a list is not read",
        arguments: [
            ("", "empty"), ("hello", "not a property list"), ("{ a = b; }", "OpenStep"), ("bplist16", "version"),
            ("bplist00", "ends after 8 bytes"),
        ]
    )
    func messages(_ text: String, _ part: String) {
        do throws(PropertyListError) {
            _ = try PropertyListReader.read(bytes(text))
            Issue.record("read")
        } catch {
            #expect(error.description.contains(part))
        }
    }

    @Test("a list of more than 64 MiB is refused at once")
    func tooLarge() {
        do throws(PropertyListError) {
            _ = try PropertyListReader.read([UInt8](repeating: 0x20, count: 65 << 20))
            Issue.record("read")
        } catch {
            #expect(error.code == .tooLarge)
        }
    }
}
