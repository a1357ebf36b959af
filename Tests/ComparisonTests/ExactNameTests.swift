import TestSupport
import Testing

@testable import Comparison

/// Names and texts with different bytes, which Swift may count as equal or decode as the same.
@Suite("Names with different bytes")
struct ExactNameTests {
    /// Pairs of texts that are equal by canonical equivalence: a composed and a decomposed letter, K and the sign for kelvin.
    static let pairs = [(#"\u00e9"#, #"e\u0301"#), (#"K"#, #"\u212a"#)]

    /// Python code that writes one side with a name.
    static let carriers = [
        "database(side + '/f.db', f'CREATE TABLE \"{name}\"(x)', f'INSERT INTO \"{name}\" VALUES (1)')",
        "database(side + '/f.db', f'CREATE TABLE t(x, \"{name}\" TEXT)', 'INSERT INTO t VALUES (1, 2)')",
        "database(side + '/f.db', f'CREATE TABLE t(x TEXT DEFAULT \\'{name}\\')')",
        "database(side + '/f.db', f'CREATE TABLE t(x CHECK (x <> \\'{name}\\'))')",
        "database(side + '/f.db', f'CREATE TABLE t(x \"{name}\")')",
        "database(side + '/f.db', 'CREATE TABLE t(x)', f'CREATE INDEX \"{name}\" ON t(x)')",
        "database(side + '/f.db', 'CREATE TABLE t(x)', f'CREATE VIEW v AS SELECT x FROM t WHERE x = \\'{name}\\'')",
        "database(side + '/f.db', 'CREATE TABLE t(x)', f'CREATE VIEW \"{name}\" AS SELECT x FROM t')",
        "write(side + '/f.plist', binary({name: 1}))", "write(side + '/f.plist', xml({'k': name}))",
        "write(side + '/f.plist', binary({'k': zipped({name: b'x'})}))",
        "write(side + '/f.json', json.dumps({name: 1}))",
        "write(side + '/f.json', json.dumps({'k': name}, ensure_ascii=False))",
        "write(side + '/f.zip', zipped({name: b'x'}))",
    ]

    @Test("another name or text is told, however alike Unicode counts it", arguments: carriers, pairs)
    func told(carrier: String, pair: (String, String)) throws {
        let sides = try Sides(
            """
            for side, name in (('a', '\(pair.0)'), ('b', '\(pair.1)')):
                \(carrier)
            """)
        #expect(try !sides.differences().isEmpty)
    }

    @Test("the rows of two tables with such names are compared each with their own", arguments: pairs)
    func tables(pair: (String, String)) throws {
        let sides = try Sides(
            """
            for side, number in (('a', 1), ('b', 2)):
                database(side + '/f.db', 'CREATE TABLE "\(pair.0)"(id INTEGER PRIMARY KEY, x)',
                    'CREATE TABLE "\(pair.1)"(id INTEGER PRIMARY KEY, x)', 'INSERT INTO "\(pair.0)" VALUES (1, 7)',
                    f'INSERT INTO "\(pair.1)" VALUES (1, {number})')
            """)
        let found = try sides.differences()
        #expect(found.count == 1 && found.first?.hasSuffix("/1/x 1 2") == true, "\(found)")
    }

    @Test("names in an archive in a value that are not UTF-8 stay different")
    func archived() throws {
        let sides = try Sides(
            """
            import tarfile
            for side, name in (('a', 'n\\udcff'), ('b', 'n\\udcfe')):
                buffer = io.BytesIO()
                with tarfile.open(fileobj=buffer, mode='w', format=tarfile.GNU_FORMAT) as archive:
                    archive.addfile(tarfile.TarInfo(name))
                write(side + '/f.plist', binary({'k': buffer.getvalue()}))
            """)
        let found = try sides.differences()
        #expect(found.count == 2 && found.allSatisfy { $0.contains(#"f.plist:k/n\xf"#) }, "\(found)")
    }

    @Test("the bytes are compared where the name of a table is not UTF-8")
    func unreadable() throws {
        let sides = try Sides(
            """
            for side, number in (('a', 1), ('b', 2)):
                database('s.db', 'CREATE TABLE other(x)', 'CREATE TABLE namex(x)', f'INSERT INTO namex VALUES ({number})')
                write(side + '/s.db', open('s.db', 'rb').read().replace(b'namex', b'name\\xff'))
                os.remove('s.db')
            """)
        let found = try sides.differences()
        #expect(found.count == 1 && found.first?.hasPrefix("changed value s.db ") == true, "\(found)")
    }

    @Test(
        "constraints that differ are told beside columns that differ",
        arguments: [
            ("b TEXT NOT NULL", "b BLOB"), ("b TEXT CHECK (length(b) < 5)", "b BLOB"), ("b TEXT UNIQUE, c", "b TEXT"),
            ("b TEXT COLLATE NOCASE", "b BLOB"), ("b TEXT REFERENCES o(x)", "b BLOB"), ("b TEXT DEFAULT 1", "b BLOB"),
        ])
    func constraints(pair: (String, String)) throws {
        let sides = try Sides(
            """
            for side, columns in (('a', '''\(pair.0)'''), ('b', '''\(pair.1)''')):
                database(side + '/f.db', f'CREATE TABLE t(a INTEGER PRIMARY KEY, {columns})')
            """)
        let found = try sides.differences()
        #expect(found.contains { $0.contains("schema/t") } && found.contains { $0.contains("column") }, "\(found)")
        let plain = try Sides(
            """
            for side, columns in (('a', 'b TEXT, "c d" VARCHAR(20)'), ('b', 'b BLOB')):
                database(side + '/f.db', f'CREATE TABLE t(a INTEGER PRIMARY KEY, {columns})')
            """)
        #expect(try !plain.differences().contains { $0.contains("schema/t") }, "columns alone")
    }
}
