import Documents
import FileTree
import Jobs
import TestSupport
import Testing

@testable import Comparison

/// What is newer than this program reads is not called damaged, and what is damaged is not called unsupported.
struct UnsupportedFormTests {
    /// A file and what is said of it.
    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let name: String
        /// A Python expression for the bytes of each side, by its number `n`.
        let bytes: String
        /// What one of the remarks contains.
        let says: String
        let isDamage: Bool

        init(_ testDescription: String, _ name: String, _ bytes: String, says: String, isDamage: Bool = false) {
            (self.testDescription, self.name, self.bytes) = (testDescription, name, bytes)
            (self.says, self.isDamage) = (says, isDamage)
        }
    }

    private static let functions = Script.text("unsupported_form_functions")

    static let files = [
        File(
            "a binary property list of another version", "p.plist", "b'bplist16' + binary({'n': n})[8:]",
            says: "a property list that is not supported: the version is not bplist00"),
        File(
            "entities of the document's own", "p.plist",
            "b'<!DOCTYPE plist [<!ENTITY x \"y\">]><plist><string>&x;%d</string></plist>' % n",
            says: "a property list that is not supported: entities"),
        File(
            "an encoding of XML", "p.plist",
            "b'<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><plist><integer>%d</integer></plist>' % n",
            says: "a property list that is not supported: an encoding"),
        File(
            "a database of a newer version", "s.db", "patched(base(n), 18, b'\\3\\3')",
            says: "newer than supported: read version 3"),
        File(
            "a database with a newer schema", "s.db", "patched(base(n), 44, b'\\0\\0\\0\\x09')",
            says: "newer than supported: schema format 9"),
        File(
            "a database with another encoding", "s.db", "patched(base(n), 56, b'\\0\\0\\0\\x07')",
            says: "newer than supported: text encoding 7"),
        File(
            "a binary property list that is cut off", "p.plist", "binary({'n': n, 'text': 'x' * 50})[:40]",
            says: "a damaged property list: ", isDamage: true),
        File(
            "XML that does not end", "p.plist", "xml({'n': n})[:-20]", says: "a damaged property list: ",
            isDamage: true),
        File(
            "a database with an impossible header", "s.db", "patched(base(n), 21, b'\\x41')",
            says: "the header of the database is malformed", isDamage: true),
        File(
            "a database with an impossible page size", "s.db", "patched(base(n), 16, b'\\2\\x58')",
            says: "the header of the database is malformed", isDamage: true),
    ]

    @Test("the reason distinguishes damage from what is not supported", arguments: files)
    func reason(file: File) throws {
        let sides = try Sides(
            Self.functions + "for side, n in (('a', 1), ('b', 2)): write(f'{side}/\(file.name)', \(file.bytes))")
        let source = try DocumentSource(hostPath: Array(sides.directory("a/\(file.name)").utf8))
        let document = DocumentReaders.read(source, within: .unlimited(Cancellation()))
        let failure = try #require(document.failures.first)
        #expect(failure.isDamage == file.isDamage && failure.reason.contains(file.says), "\(failure)")
        var notes: [String] = []
        _ = try sides.compare {
            notes += [$0.note].compactMap(\.self)
            return true
        }
        // A property list as XML is also a text.
        let note = try #require(notes.first)
        #expect(note.contains(file.says) && note.contains("compared as "), "\(notes)")
        #expect((note.contains("damaged") || note.contains("malformed")) == file.isDamage)
    }

    @Test(
        "a log of a newer version is not called damaged",
        arguments: [
            (4, "3008000", "has the version 3008000, which is not supported", false),
            (0, "0x12345678", "The write-ahead log is damaged", true),
        ])
    func log(offset: Int, number: String, says: String, isDamage: Bool) throws {
        let sides = try Sides(
            Self.functions
                + """
                data, log = base(1, log=True)
                write('a/s.db', data); write('a/s.db-wal', patched(log, \(offset), struct.pack('>I', \(number))))
                """)
        let source = try DocumentSource(hostPath: Array(sides.directory("a/s.db").utf8))
        let document = DocumentReaders.read(source, within: .unlimited(Cancellation()))
        #expect(document.losses.contains { $0.contains(says) }, "\(document.losses)")
        #expect(document.title.hasSuffix(", damaged") == isDamage)
    }

    @Test("an archive of an unknown version is read, and that is said")
    func archive() throws {
        let sides = try Sides(
            """
            value = {'$archiver': 'NSKeyedArchiver', '$version': 200000, '$top': {'root': plistlib.UID(1)},
                '$objects': ['$null', 'text']}
            write('a/o.plist', binary(value))
            """)
        let source = try DocumentSource(hostPath: Array(sides.directory("a/o.plist").utf8))
        let document = DocumentReaders.read(source, within: .unlimited(Cancellation()))
        #expect(document.title == "Archived objects, binary property list" && document.failures.isEmpty)
        #expect(document.remarks == ["archived by version 200000, which is not known; read as version 100000"])
    }
}
