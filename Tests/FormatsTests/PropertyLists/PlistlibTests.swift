import Formats
import Testing

/// Reading and writing compared with Python's plistlib.
@Suite
struct PlistlibTests {
    @Test("the table has more than 1,000 values")
    func table() {
        #expect(Plistlib.cases.count > 1_000)
    }

    @Test("a list that plistlib writes or reads is read as the same value", arguments: Plistlib.groups)
    func read(_ group: String) throws {
        for list in Plistlib.cases where list.group == group {
            let value = try PropertyListReader.read(list.bytes)
            #expect(value.canonical == list.canonical, "\(list.name)")
        }
    }

    @Test("a value from a list by plistlib is written as the same bytes", arguments: ["binary", "XML"])
    func write(_ group: String) throws {
        for list in Plistlib.cases where list.group == group && list.isExact {
            let value = try PropertyListReader.read(list.bytes)
            let written = group == "binary" ? PropertyListWriter.binary(value) : PropertyListWriter.xml(value)
            #expect(written == (group == "binary" ? list.bytes : Self.referring(list.bytes)), "\(list.name)")
        }
    }

    /// Returns an XML list with references for characters that plistlib writes although they act on a terminal.
    private static func referring(_ xml: [UInt8]) -> [UInt8] {
        let text = String(decoding: xml, as: UTF8.self).unicodeScalars.map { scalar in
            switch scalar.value {
            case 0x7f...0x9f, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069:
                "&#x\(String(scalar.value, radix: 16, uppercase: true));"
            default: String(scalar)
            }
        }
        return Array(text.joined().utf8)
    }

    @Test("plistlib reads the written binary lists as the same values")
    func readBack() throws {
        let values = try Plistlib.cases.map { try PropertyListReader.read($0.bytes) }
        let read = try Plistlib.read(values.map(PropertyListWriter.binary))
        #expect(read.count == values.count)
        for (list, text) in zip(Plistlib.cases, read) { #expect(text == list.canonical, "\(list.name)") }
    }

    @Test("plistlib reads the written XML lists as the same values")
    func readBackXML() throws {
        // plistlib reads a UID in XML as a dictionary, and XML has no fractions of seconds.
        let lists = Plistlib.cases.filter { !$0.name.contains("UID") && !$0.name.contains("fraction") }
        let read = try Plistlib.read(lists.map { PropertyListWriter.xml(try PropertyListReader.read($0.bytes)) })
        #expect(read.count == lists.count)
        for (list, text) in zip(lists, read) { #expect(text == list.canonical, "\(list.name)") }
    }
}
