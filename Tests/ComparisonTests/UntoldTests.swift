import ContainerModel
import Documents
import Formats
import TestSupport
import Testing

@testable import Comparison

/// Differences beside others of the same file, and in bytes that no item of a format has.
@Suite("Differences that are easily left out")
struct UntoldTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String
        let expected: [String]

        var testDescription: String { name }
    }

    private static let cells = [
        Pair(
            name: "a text that is not UTF-8, and another cell of its row",
            script: """
                def table(v, w): return [f"INSERT INTO t VALUES (1, CAST(x'{v}' AS TEXT), {w})"]
                databases(['CREATE TABLE t (id INTEGER PRIMARY KEY, v, w)'], table('ff41', 1), table('fe41', 2))
                """,
            expected: [#"changed value s.db:t/1/v "\#u{fffd}A" "\#u{fffd}A""#, "changed value s.db:t/1/w 1 2"]),
        Pair(
            name: "an integer that becomes a real number, and another cell of its row",
            script: """
                databases(['CREATE TABLE t (id INTEGER PRIMARY KEY, v, w)'],
                    ['INSERT INTO t VALUES (1, 1, 1)'], ['INSERT INTO t VALUES (1, 1.0, 2)'])
                """,
            expected: ["changed value s.db:t/1/v 1 1.0", "changed value s.db:t/1/w 1 2"]),
        Pair(
            name: "a property list in a cell in another form, beside nothing",
            script: """
                databases(['CREATE TABLE t (id INTEGER PRIMARY KEY, v)'],
                    [('INSERT INTO t VALUES (1, ?)', (binary({'a': 1}),))],
                    [('INSERT INTO t VALUES (1, ?)', (xml({'a': 1}),))])
                """,
            expected: []),
        Pair(
            name: "the same with bytes behind its end",
            script: """
                databases(['CREATE TABLE t (id INTEGER PRIMARY KEY, v)'],
                    [('INSERT INTO t VALUES (1, ?)', (binary({'a': 1}),))],
                    [('INSERT INTO t VALUES (1, ?)', (xml({'a': 1}) + b'<!--beside-->',))])
                """,
            expected: [#"added value s.db:t/1/v "<!--beside-->""#]),
        Pair(
            name: "the statistics of ANALYZE, beside nothing",
            script: """
                databases(['CREATE TABLE t (a)', 'CREATE INDEX i ON t (a)', 'INSERT INTO t VALUES (1)'], [], ['ANALYZE'])
                """,
            expected: [#"added table s.db:sqlite_stat1 {"columns":["tbl","idx","stat"],"rows":1}"#]),
        Pair(
            name: "keys of numbers and of texts with the same digits",
            script: """
                databases(['CREATE TABLE t (k PRIMARY KEY, v) WITHOUT ROWID'],
                    ["INSERT INTO t VALUES (1, 'a'), ('1', 'b')"], ["INSERT INTO t VALUES (1, 'y'), ('1', 'z')"])
                """,
            expected: [#"changed value s.db:t/1/v "a" "y""#, ##"changed value s.db:t/#1/v "b" "z""##]),
        Pair(
            name: "a key that looks like the row ID and is not",
            script: """
                databases(['CREATE TABLE t (a INTEGER PRIMARY KEY DESC, v)'],
                    ['INSERT INTO t VALUES (9, 1), (7, 2)'], ['INSERT INTO t VALUES (9, 1), (7, 3)'])
                """,
            expected: ["changed value s.db:t/7/v 2 3"]),
    ]

    /// A store in which photos are notes, with two notes.
    private static let store = """
        [
            'CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID, Z_PLIST)',
            'CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME, Z_SUPER, Z_MAX)',
            'CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT, Z_OPT, ZTITLE)',
            'CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT, Z_OPT)',
            "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, 2), (2, 'Photo', 1, 0), (3, 'Folder', 0, 0)",
            "INSERT INTO ZNOTE VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b')"]
        """

    private static let entities = [
        ("1", "77", #"changed value s.db:Note/2/Z_ENT "Note" 77"#),
        ("77", "78", "changed value s.db:Note/2/Z_ENT 77 78"),
        ("1", "NULL", #"changed value s.db:Note/2/Z_ENT "Note" null"#),
        ("1", "3", #"changed value s.db:Note/2/Z_ENT "Note" "Folder""#),
        ("2", "77", "changed value s.db:tables/ZNOTE/2/Z_ENT 2 77"),
    ].map { before, after, expected in
        Pair(
            name: "an object of entity \(before) that becomes one of \(after)",
            script: """
                def changed(number): return [f'UPDATE ZNOTE SET Z_ENT = {number} WHERE Z_PK = 2']
                databases(\(store), changed('\(before)'), changed('\(after)'))
                """,
            expected: [expected])
    }

    private static let values = [
        Pair(
            name: "numbers of another type or sign in a property list",
            script: """
                for form in (binary, xml):
                    write(f'a/{form.__name__}.plist', form({'i': 1, 'r': 0.0, 'a': [1, 2]}))
                    write(f'b/{form.__name__}.plist', form({'i': 1.0, 'r': -0.0, 'a': [1, 2.0]}))
                """,
            expected: ["binary", "xml"].flatMap { form in
                ["a/1 2 2.0", "i 1 1.0", "r 0.0 -0.0"].map { "changed value \(form).plist:\($0)" }
            }),
        Pair(
            name: "numbers of JSON that a machine's numbers do not hold, and another notation of one that they do",
            script: """
                write('a/n.json', '{"a": 1e400, "b": 0.1234567890123456789, "c": 100, "d": 1.50, "e": -0.0}')
                write('b/n.json', '{"a": 1e401, "b": 0.1234567890123456788, "c": 1e2, "d": 15e-1, "e": 0}')
                """,
            expected: [
                "changed value n.json:a 1e400 1e401",
                "changed value n.json:b 0.1234567890123456789 0.1234567890123456788",
                "changed value n.json:e -0.0 0",
            ]),
        Pair(
            name: "the second of equal names",
            script: """
                write('a/n.json', '{"a": 1, "a": 2, "a": 3}'); write('b/n.json', '{"a": 1, "a": 4}')
                """,
            expected: ["changed value n.json:a~#2 2 4", "removed value n.json:a~#3 3"]),
        Pair(
            name: "a property list in data with bytes behind its end",
            script: """
                write('a/o.plist', binary({'d': xml([1])})); write('b/o.plist', binary({'d': xml([1]) + b'<!--x-->'}))
                """,
            expected: [#"added value o.plist:d "<!--x-->""#]),
    ]

    private static let files = [
        Pair(
            name: "bytes behind the end of a zip, and before its directory",
            script: """
                one = zipped({'x': 'y'})
                write('a/e.zip', one); write('b/e.zip', one + b'BEHIND')
                end = one.index(b'PK\\5\\6'); start = one.index(b'PK\\1\\2')
                gap = one[:start] + b'BETWEEN' + one[start:end] + one[end:end + 16] \
                    + struct.pack('<I', start + 7) + one[end + 20:]
                write('a/g.zip', one); write('b/g.zip', gap)
                """,
            expected: [#"added value e.zip "BEHIND""#, #"added value g.zip "BETWEEN""#]),
        Pair(
            name: "bytes behind the end mark of a tar, also of a compressed one, and nothing for blocks of zeros",
            script: Script.text("untold_files"),
            expected: [#"added value t.tar "BEHIND""#, #"added value u.tar.gz "BEHIND""#]),
        Pair(
            name: "bytes behind compressed data that differ too",
            script: """
                import bz2, lzma, subprocess
                def stored(data): return b'bvx-' + struct.pack('<I', len(data)) + data + b'bvx$'
                def zstd(data): return subprocess.run(['zstd', '-qc'], input=data, stdout=-1, check=True).stdout
                forms = {'bz2': bz2.compress, 'gz': gzip.compress, 'lzfse': stored, 'xz': lzma.compress, 'zst': zstd,
                    'zz': zlib.compress}
                for ending, packed in forms.items():
                    write('a/t.' + ending, packed(b'a')); write('b/t.' + ending, packed(b'b') + b'BEHIND')
                """,
            expected: ["bz2", "gz", "lzfse", "xz", "zst", "zz"].flatMap { ending in
                [#"changed value t.\#(ending) "a" "b""#, #"added value t.\#(ending) "BEHIND""#]
            }),
        Pair(
            name: "compressed values in a property list, by what they hold if that is text",
            script: """
                for side, text in (('a', b'one'), ('b', b'two')):
                    write(side + '/p.plist', xml({'t': gzip.compress(text, mtime=1), 'n': 1}))
                """,
            expected: [#"changed value p.plist:t "one" "two""#]),
        Pair(
            name: "the checksum of the first of two members, and bytes behind a gzip file in another one",
            script: """
                one = gzip.compress(b'a' * 100, mtime=0)
                write('a/t.gz', one + one); write('b/t.gz', one[:-5] + bytes([one[-5] ^ 1]) + one[-4:] + one)
                write('a/u.gz', gzip.compress(one, mtime=0)); write('b/u.gz', gzip.compress(one + b'BEHIND', mtime=0))
                write('a/same.gz', one + one); write('b/same.gz', gzip.compress(b'a' * 200))
                """,
            expected: [#"changed value t.gz {"size":48} {"size":48}"#, #"added value u.gz "BEHIND""#]),
        Pair(
            name: "bytes behind the last page of a database",
            script: """
                databases(['CREATE TABLE t (id INTEGER PRIMARY KEY, v)'], [], [])
                open('b/s.db', 'ab').write(b'BEHIND')
                """,
            expected: [#"added value s.db "BEHIND""#]),
        Pair(
            name: "a text and private data in a picture of other pixels",
            script: """
                write('a/p.png', png(2, 2, (1, 2, 3, 255), (b'tEXt', b'Comment\\0one'), (b'prVt', b'one')))
                write('b/p.png', png(2, 2, (9, 2, 3, 255), (b'tEXt', b'Comment\\0two'), (b'prVt', b'one')))
                """,
            expected: ["changed value p.png:pixels", #"changed value p.png {"size":38} {"size":38}"#]),
        Pair(
            name: "bytes of an archive that are too many to be looked at",
            script: """
                one = zipped({'x': 'y'})
                for side, text in (('a', b'one'), ('b', b'two')):
                    write(side + '/l.zip', text + bytes(65 << 20) + one)
                """,
            expected: [#"changed value l.zip {"size":68157546} {"size":68157546}"#]),
        Pair(
            name: "bytes behind the end of a tar whose directory claims a size",
            script: Script.text("untold_files_2"),
            expected: [
                #"changed value t.tar "HIDDEN-A" "HIDDEN-B""#,
                """
                problem t.tar: not compared in full: the archive: with contents that are not examined, because it is \
                no regular file: d/
                """,
            ]),
    ]

    @Test("each is told, and nothing else", arguments: cells + entities + values + files)
    func told(pair: Pair) throws {
        let found = try Sides(pair.script).differences()
        #expect(found.sorted() == pair.expected.sorted(), "\(found)")
    }

    /// Random lists in lists and records, with items added, removed and changed.
    private static let randomLists = Script.text("untold_random_lists")

    @Test("the address of what is gone leads to it on the first side, any other one on the second side")
    func addresses() throws {
        let sides = try Sides(Self.randomLists)
        var found = 0
        _ = try sides.compare { difference in
            guard difference.subject == .value, !difference.address.isEmpty else { return true }
            found += 1
            let (side, told) =
                difference.change == .removed ? ("a", difference.before) : ("b", difference.after)
            let json = difference.path.description.replacing(".plist", with: ".json")
            let bytes = (try? readFile(sides.directory("\(side)/\(json)"))) ?? []
            let root = try? JSONReader.read(bytes)
            let value = difference.address.reduce(root) { $0?.member(String(decoding: $1, as: UTF8.self)) }
            let texts = [value, told].map { $0.map { String(decoding: JSONWriter.line($0), as: UTF8.self) } }
            #expect(texts[0] != nil && texts[0] == texts[1], "\(difference.line)")
            return true
        }
        #expect(found > 600)
    }

    @Test("what follows from a difference that comes later in the file follows from it")
    func following() throws {
        let script = """
            databases(['CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID, Z_PLIST)',
                'CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME, Z_SUPER, Z_MAX)',
                'CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT, Z_OPT, ZTITLE)',
                "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, 2)",
                "INSERT INTO ZNOTE VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b')"],
                [], ['UPDATE ZNOTE SET Z_OPT = 2', "UPDATE ZNOTE SET ZTITLE = 'c' WHERE Z_PK = 2"])
            """
        var options = ComparisonOptions()
        options.reportsFollowing = true
        var told: [String: Bool] = [:]
        _ = try Sides(script).compare(options) {
            told[$0.addressText] = $0.follows
            return true
        }
        let counters = told.filter { $0.key.hasSuffix("Z_OPT") }
        #expect(counters.count == 2 && counters.values.allSatisfy { $0 }, "\(told)")
        #expect(told.contains { $0.key.hasSuffix("2/title") && !$0.value }, "\(told)")
        // Without it, nothing follows.
        let alone = script.replacing(", \"UPDATE ZNOTE SET ZTITLE = 'c' WHERE Z_PK = 2\"", with: "")
        var follows: [Bool] = []
        _ = try Sides(alone).compare(options) {
            follows.append($0.follows)
            return true
        }
        #expect(follows == [false, false])
    }
}

extension JSONValue {
    /// The member of a name, or the item at a position.
    fileprivate func member(_ name: String) -> JSONValue? {
        switch self {
        case .object(let members): members.first { $0.name == name }?.value
        case .array(let items): Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil }
        default: nil
        }
    }
}
