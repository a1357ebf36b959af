import TestSupport
import Testing

@testable import Comparison

/// Other bytes that say the same.
@Suite("Noise")
struct NoiseTests {
    struct Noise: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String

        var testDescription: String { name }
    }

    static let all = [
        Noise(
            name: "a checkpointed log",
            script: """
                database('a/s.db', 'PRAGMA journal_mode = WAL', 'CREATE TABLE t (id INTEGER PRIMARY KEY, v)')
                shutil.copy2('a/s.db', 'b/s.db')
                database('b/s.db', 'INSERT INTO t VALUES (1, 1)')
                left = database('a/s.db', 'PRAGMA wal_autocheckpoint = 0', 'INSERT INTO t VALUES (1, 1)', close=False)
                sys.stdout.flush(); os._exit(0)
                """),
        Noise(
            name: "VACUUM",
            script: """
                databases(['CREATE TABLE t (a, b)', 'INSERT INTO t VALUES (1, 2), (3, 4), (5, 6)'],
                    ['DELETE FROM t WHERE a = 1'], ['DELETE FROM t WHERE a = 1', 'VACUUM'])
                """),
        Noise(
            name: "another order of rows that nothing identifies",
            script: """
                databases(['CREATE TABLE t (a, b)'], ['INSERT INTO t VALUES (1, 2), (3, 4)'],
                    ['INSERT INTO t VALUES (3, 4), (1, 2)'])
                """),
        Noise(
            name: "another size of pages",
            script: """
                for side, size in (('a', 512), ('b', 8192)):
                    database(side + '/s.db', f'PRAGMA page_size = {size}', 'CREATE TABLE t (a)', 'INSERT INTO t VALUES (1)')
                """),
        Noise(
            name: "an index of a log",
            script: """
                databases(['CREATE TABLE t (a)'], [], [])
                shutil.copy2('a/s.db', 'b/s.db'); write('b/s.db-shm', bytes(32768))
                """),
        Noise(
            name: "another form of a property list",
            script:
                "v = {'a': 1, 'd': b'x', 'l': [1.5, True]}; write('a/p.plist', xml(v)); write('b/p.plist', binary(v))"),
        Noise(
            name: "a property list in the old-style form",
            script: """
                v = {'a': 'x', 'l': ['one', 'two'], 'd': {'b': b'\\1\\2'}}
                write('a/x.plist', xml(v)); write('a/b.plist', binary(v))
                for name in ('x', 'b'):
                    write(f'b/{name}.plist', b'{ a = x; l = (one, "two"); d = { b = <0102>; }; }')
                """),
        Noise(
            name: "strings in another form, and in another encoding with the same comment",
            script: """
                text = '/* gr\\u00fcn */\\n"a" = "\\u00e4";\\n"k" = "v";\\n'
                write('a/b.strings', binary({'a': '\\u00e4', 'k': 'v'})); write('b/b.strings', text.split('\\n', 1)[1])
                write('a/t.strings', text); write('b/t.strings', text.encode('utf-16'))
                """),
        Noise(
            name: "another order of keys in a property list",
            script: "write('a/p.plist', binary({'a': 1, 'b': 2})); write('b/p.plist', binary({'b': 2, 'a': 1}))"),
        Noise(
            name: "another form of a property list in data",
            script: "write('a/p.plist', xml({'d': xml({'n': 1})})); write('b/p.plist', xml({'d': binary({'n': 1})}))"),
        Noise(
            name: "another order of archived objects",
            script: """
                kind = {'$classname': 'Profile', '$classes': ['Profile', 'NSObject']}
                write('a/o.plist', archived([{'name': plistlib.UID(2), '$class': plistlib.UID(3)}, 'Ada', kind]))
                write('b/o.plist', archived([{'$class': plistlib.UID(2), 'name': plistlib.UID(3)}, kind, 'Ada']))
                """),
        Noise(
            name: "blanks in JSON",
            script: #"write('a/j.json', '{"a":[1,2]}'); write('b/j.json', '{\n  "a" : [ 1, 2 ]\n}')"#),
        Noise(
            name: "another order of keys, and another notation of a number, in JSON",
            script: #"write('a/j.json', '{"a":1e2,"b":"x"}'); write('b/j.json', '{"b":"x","a":100}')"#),
        Noise(name: "a touched file", script: "both('x', bytes(range(256))); os.utime('b/x', (7, 7))"),
        Noise(
            name: "a file compressed in another way",
            script: """
                for side, level in (('a', 1), ('b', 9)):
                    write(side + '/x.json.gz', gzip.compress(json.dumps({'a': 'x' * 1000}).encode(), level, mtime=level))
                """),
        Noise(
            name: "values compressed in another way, in a property list and in a database",
            script: """
                for side, level in (('a', 1), ('b', 9)):
                    def packed(data): return gzip.compress(data, level, mtime=level)
                    values = {'text': packed(b'harbor ' * 99), 'bytes': packed(bytes(range(256)) * 9)}
                    write(side + '/p.plist', xml(values))
                    database(side + '/s.db', 'CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)',
                        ('INSERT INTO t VALUES (1, ?, ?)', tuple(values.values())))
                """),
        Noise(
            name: "an archive packed in another way, at another time",
            script: """
                write('a/x.zip', zipped({'a': b'x' * 1000, 'b': b'y'}, 1))
                write('b/x.zip', zipped({'b': b'y', 'a': b'x' * 1000}, 9, (2025, 5, 5, 5, 5, 4)))
                """),
        Noise(
            name: "another order of cookies",
            script: """
                write('a/c.binarycookies', cookies(('e.com', 'a', '/', '1'), ('e.com', 'b', '/', '2')))
                write('b/c.binarycookies', cookies(('e.com', 'b', '/', '2'), ('e.com', 'a', '/', '1')))
                """),
    ]

    @Test("other bytes that say the same are no difference", arguments: all)
    func same(noise: Noise) throws {
        #expect(try Sides(noise.script).differences() == [])
    }

    @Test("of old-style lists, a comment that only one side has is told, and a number is another value than a text")
    func oldStyle() throws {
        let found = try Sides(
            """
            write('a/a.strings', '"a" = "x";'); write('b/a.strings', '/* c */ "a" = "x";')
            write('a/n.plist', xml({'n': 1})); write('b/n.plist', '{ n = 1; }')
            """
        ).differences()
        #expect(found == [#"added value a.strings "/* c */""#, #"changed value n.plist:n 1 "1""#])
    }
}
