import TestSupport
import Testing

@testable import Comparison

/// Changes of each kind, made by Python, of which every one is told, and nothing else.
@Suite("Planted changes")
struct PlantedChangeTests {
    /// A change, and the beginnings of the lines about it.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String
        let tells: [String]
        var options = ComparisonOptions()

        var testDescription: String { name }
    }

    private static func all(_ change: (inout ComparisonOptions) -> Void) -> ComparisonOptions {
        var options = ComparisonOptions()
        change(&options)
        return options
    }

    static let items = [
        Change(name: "an added file", script: "write('b/x/new', 'n')", tells: ["added item x", "added item x/new"]),
        Change(name: "a removed file", script: "write('a/old', 'n')", tells: ["removed item old"]),
        Change(
            name: "a moved file", script: "write('a/old', 'same'); write('b/d/new', 'same')",
            tells: ["added item d", #"moved item d/new "old""#]),
        Change(
            name: "a file in place of a directory", script: "os.mkdir('a/x'); write('b/x', 'n')",
            tells: [#"changed kind x "directory" "file""#]),
        Change(
            name: "another mode", script: "both('x', 'n'); os.chmod('b/x', 0o600); os.chmod('a/x', 0o644)",
            tells: [#"changed mode x "0644" "0600""#]),
        Change(
            name: "a link that leads elsewhere", script: "os.symlink('one', 'a/x'); os.symlink('two', 'b/x')",
            tells: [#"changed target x "one" "two""#]),
        Change(
            name: "an exclusion from backups",
            script: """
                both('x', 'n')
                os.setxattr('b/x', 'user.com.apple.metadata:com_apple_backup_excludeItem', b'com.apple.MobileBackup')
                """,
            tells: [#"changed exclusion x [] ["iCloud","encrypted","unencrypted"]"#]),
        Change(
            name: "another protection class",
            script: """
                both('x', 'n')
                for side, number in (('a', b'3'), ('b', b'1')):
                    os.setxattr(side + '/x', 'user.dev.sandglass.protection-class', number)
                """,
            tells: [#"changed class x "CompleteUntilFirstUserAuthentication" "Complete""#]),
        Change(
            name: "another time", script: "both('x', 'n'); os.utime('b/x', (5, 5))",
            tells: [#"changed time x "2001-09-09T01:46:41.000000000Z" "1970-01-01T00:00:05.000000000Z""#],
            options: all { $0.comparesTimes = true }),
        Change(
            name: "other contents of the same size at the same time",
            script: "both('x', 'n'); write('b/x', 'm'); os.utime('b/x', ns=(os.stat('a/x').st_mtime_ns,) * 2)",
            tells: [#"changed value x "n" "m""#]),
    ]

    static let values = [
        Change(
            name: "a value of a property list",
            script: """
                for side, theme in (('a', 'light'), ('b', 'dark')):
                    write(side + '/p.plist', binary({'n': 1, 'ui': {'theme': theme, 'list': [1, 2]}}))
                """,
            tells: [#"changed value p.plist:ui/theme "light" "dark""#]),
        Change(
            name: "values nested 450 deep, in lists and in records",
            script: Script.text("planted_change_values"),
            tells: ["changed value l.plist:0/0/0", "changed value r.plist:k/k/k", "changed value same.plist:1 1 2"]),
        Change(
            name: "keys of a property list",
            script: "write('a/p.plist', xml({'old': True})); write('b/p.plist', xml({'a/b': 5, 'x': {'y': 1}}))",
            tells: [
                "removed value p.plist:old true", "added value p.plist:a~1b 5", #"added value p.plist:x {"y":1}"#,
            ]),
        Change(
            name: "an item in the middle of a list",
            script: """
                write('a/p.plist', xml({'l': ['a', 'b', 'c', 'd']})); write('b/p.plist', xml({'l': ['a', 'new', 'b', 'd']}))
                """,
            tells: [#"added value p.plist:l/1 "new""#, #"removed value p.plist:l/2 "c""#]),
        Change(
            name: "a value of JSON",
            script: #"write('a/j.json', '{"a":[{"b":1}]}'); write('b/j.json', '{"a":[{"b":2}]}')"#,
            tells: ["changed value j.json:a/0/b 1 2"]),
        Change(
            name: "JSON in a text of a property list",
            script: #"write('a/p.plist', xml({'s': '{"t":1}'})); write('b/p.plist', xml({'s': '{"t":2}'}))"#,
            tells: ["changed value p.plist:s/t 1 2"]),
        Change(
            name: "a property list in data",
            script: """
                for side, n in (('a', 1), ('b', 2)): write(side + '/p.plist', xml({'d': binary({'deep': {'n': n}})}))
                """,
            tells: ["changed value p.plist:d/deep/n 1 2"]),
        Change(
            name: "a field of an archived object",
            script: """
                kind = {'$classname': 'Profile', '$classes': ['Profile', 'NSObject']}
                write('a/o.plist', archived([{'name': plistlib.UID(2), '$class': plistlib.UID(3)}, 'Ada', kind]))
                write('b/o.plist', archived([{'$class': plistlib.UID(2), 'name': plistlib.UID(3)}, kind, 'Bo']))
                """,
            tells: [#"changed value o.plist:root/name "Ada" "Bo""#]),
        Change(
            name: "a cookie",
            script: """
                write('a/Cookies.binarycookies', cookies(('e.com', 'id', '/', '1'), ('e.com', 'old', '/', 'x')))
                write('b/Cookies.binarycookies', cookies(('e.com', 'new', '/', 'y'), ('e.com', 'id', '/', '2')))
                """,
            tells: [
                "removed row Cookies.binarycookies:1", #"changed value Cookies.binarycookies:1/value "1" "2""#,
                "added row Cookies.binarycookies:0",
            ]),
        Change(
            name: "lines of a text",
            script:
                "write('a/t.txt', 'one\\ntwo\\nthree\\nfour\\n'); write('b/t.txt', 'one\\n2\\nthree\\nfour\\nfive\\n')",
            tells: [#"changed value t.txt "two" "2""#, #"added value t.txt "five""#]),
        Change(
            name: "a text that was empty", script: "write('a/t.txt', ''); write('b/t.txt', 'one\\n')",
            tells: [#"added value t.txt "one""#]),
        Change(
            name: "pixels of a picture",
            script: "write('a/x.png', png(4, 4, (1, 2, 3, 255))); write('b/x.png', png(4, 4, (1, 2, 4, 255)))",
            tells: ["changed value x.png:pixels"]),
        Change(
            name: "the size of a picture",
            script: "write('a/x.png', png(4, 4, (1, 2, 3, 255))); write('b/x.png', png(4, 5, (1, 2, 3, 255)))",
            tells: ["changed value x.png:height 4 5"]),
        Change(
            name: "what a picture says about itself",
            script: """
                write('a/x.png', png(4, 4, (1, 2, 3, 255)))
                write('b/x.png', png(4, 4, (1, 2, 3, 255), (b'tEXt', b'Comment\\0hidden')))
                """,
            tells: ["added value x.png "]),
        Change(
            name: "items of an archive",
            script: """
                write('a/x.zip', zipped({'p.plist': xml({'n': 1}), 'old': b'o'}))
                write('b/x.zip', zipped({'p.plist': binary({'n': 2}), 'new': b'n'}))
                """,
            tells: [
                #"removed item x.zip:old "file""#, "changed value x.zip:p.plist/n 1 2", #"added item x.zip:new "file""#,
            ]),
        Change(
            name: "bytes that no reader knows",
            script: "write('a/x', bytes(range(128, 192))); write('b/x', bytes([128, 0, 0]) + bytes(range(131, 192)))",
            tells: [#"changed value x {"size":64} {"size":64}"#]),
    ]

    static let databases = [
        Change(
            name: "a row by its primary key",
            script: """
                databases(['CREATE TABLE t (id INTEGER PRIMARY KEY, name, n)', "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)"],
                    [], ["UPDATE t SET name = 'c' WHERE id = 2", "INSERT INTO t VALUES (5, 'e', 5)", 'DELETE FROM t WHERE id = 1'])
                """,
            tells: [
                #"removed row s.db:t/1 {"id":1,"name":"a","n":1}"#, #"changed value s.db:t/2/name "b" "c""#,
                #"added row s.db:t/5 {"id":5,"name":"e","n":5}"#,
            ]),
        Change(
            name: "a row of a table without row IDs",
            script: """
                databases(['CREATE TABLE t (k TEXT PRIMARY KEY, v) WITHOUT ROWID', "INSERT INTO t VALUES ('a', 1), ('z', 2)"],
                    [], ["INSERT INTO t VALUES ('b', 3)", "UPDATE t SET v = 9 WHERE k = 'z'"])
                """,
            tells: ["changed value s.db:t/z/v 2 9", "added row s.db:t/b"]),
        Change(
            name: "a row by a unique index",
            script: """
                databases(['CREATE TABLE t (mail TEXT NOT NULL, name)', 'CREATE UNIQUE INDEX i ON t (mail)',
                    "INSERT INTO t VALUES ('a@b', 'A'), ('c@d', 'C')"], [], ["UPDATE t SET name = 'D' WHERE mail = 'c@d'"])
                """,
            tells: [#"changed value s.db:t/rowid=2/name "C" "D""#]),
        Change(
            name: "a row that nothing identifies",
            script: """
                databases(['CREATE TABLE t (a, b)', 'INSERT INTO t VALUES (1, 2), (1, 2), (3, 4)'], [],
                    ['DELETE FROM t WHERE rowid = 1', 'INSERT INTO t VALUES (5, 6)'])
                """,
            tells: [#"removed row s.db:t/rowid=2 {"a":1,"b":2}"#, #"added row s.db:t/rowid=4 {"a":5,"b":6}"#]),
        Change(
            name: "a table and a column",
            script: """
                databases(['CREATE TABLE t (id INTEGER PRIMARY KEY)', 'INSERT INTO t VALUES (1)'], ['CREATE TABLE gone (x)'],
                    ['ALTER TABLE t ADD COLUMN extra TEXT', 'CREATE TABLE new (y)', 'INSERT INTO new VALUES (1)'])
                """,
            tells: [
                #"removed table s.db:gone {"columns":["x"],"rows":0}"#, #"added column s.db:t/extra "TEXT""#,
                #"added table s.db:new {"columns":["y"],"rows":1}"#,
            ]),
        Change(
            name: "a value of another type",
            script: "databases(['CREATE TABLE t (id INTEGER PRIMARY KEY, v)'], "
                + "['INSERT INTO t VALUES (1, 1)'], [\"INSERT INTO t VALUES (1, '1')\"])",
            tells: [#"changed value s.db:t/1/v 1 "1""#]),
        Change(
            name: "an index", script: "databases(['CREATE TABLE t (a)'], [], ['CREATE INDEX i ON t (a)'])",
            tells: [#"added value s.db:schema/i "CREATE INDEX i ON t (a)""#]),
        Change(
            name: "a change that is only in the log",
            script: """
                databases(['PRAGMA journal_mode = WAL', 'CREATE TABLE t (id INTEGER PRIMARY KEY, v)',
                    'INSERT INTO t VALUES (1, 1)'], [], [])
                shutil.copy2('a/s.db', 'b/s.db')
                left = database('b/s.db', 'PRAGMA wal_autocheckpoint = 0', 'UPDATE t SET v = 2', close=False)
                os.utime('b/s.db', ns=(os.stat('a/s.db').st_mtime_ns,) * 2)
                sys.stdout.flush(); os._exit(0)
                """,
            tells: ["changed value s.db:t/1/v 1 2"]),
        Change(
            name: "a property list in a cell",
            script: """
                for side, n in (('a', 1), ('b', 2)):
                    database(side + '/s.db', 'CREATE TABLE t (id INTEGER PRIMARY KEY, d)',
                        ('INSERT INTO t VALUES (1, ?)', (binary({'n': n}),)))
                """,
            tells: ["changed value s.db:t/1/d/n 1 2"]),
    ]

    @Test("each change of an item is told", arguments: items)
    func item(change: Change) throws { try check(change) }

    @Test("each change of a value is told, at its address", arguments: values)
    func value(change: Change) throws { try check(change) }

    @Test("each change of a database is told, by row", arguments: databases)
    func database(change: Change) throws { try check(change) }

    private func check(_ change: Change) throws {
        let found = try Sides(change.script).differences(change.options)
        try #require(found.count == change.tells.count, "\(found)")
        for (line, begins) in zip(found, change.tells) { #expect(line.hasPrefix(begins), "\(found)") }
    }

    @Test("objects of Core Data are told by entity and key, and relationships by the objects they lead to")
    func coreData() throws {
        let sides = try Sides("")
        for (side, changes) in [
            ("a", "run('UPDATE ZNOTE SET Z_OPT = 4')"),
            (
                "b",
                """
                run("UPDATE ZNOTE SET ZTITLE = 'Renamed', ZFOLDER = NULL WHERE Z_PK = 1")
                run('DELETE FROM Z_1TAGS WHERE Z_1NOTES = 2'); run('DELETE FROM ZANIMAL WHERE Z_PK = 2')
                run("INSERT INTO ZTAG VALUES (8, 3, 1, 'green')"); run('INSERT INTO ACHANGE VALUES (1, 1)')
                """
            ),
        ] {
            let made = TemporaryDirectory()
            try DatabaseScript.run(CoreDataScript.withModel + "\n" + changes + "\nconnection.close()", in: made)
            _ = try runCommand(["cp", made("a.db"), sides.directory("\(side)/s.db")])
        }
        let found = try sides.differences()
        for begins in [
            #"changed value s.db:Note/1/title "First" "Renamed""#, "changed value s.db:Note/1/folder ",
            #"removed value s.db:Note/2/tags "Tag 6""#, "removed row s.db:Dog/2 ", "added row s.db:Tag/8 ",
        ] {
            #expect(found.contains { $0.hasPrefix(begins) }, "\(begins): \(found)")
        }
        // How often objects were saved follows from these, and so does the history.
        #expect(found.count == 6 && found.last?.hasPrefix("changed value s.db") == true, "\(found)")
    }

    @Test("requests of a URL cache are told by their URLs, whatever their numbers")
    func urlCache() throws {
        let sides = try Sides("")
        for (side, changes) in [
            ("a", ""),
            (
                "b",
                """
                run('UPDATE cfurl_cache_receiver_data SET receiver_data = ? WHERE entry_ID = 1', [b'other'])
                for table in ['response', 'receiver_data', 'blob_data']:
                    run('UPDATE cfurl_cache_' + table + ' SET entry_ID = 30 WHERE entry_ID = 3')
                """
            ),
        ] {
            let made = TemporaryDirectory()
            try DatabaseScript.run(URLCacheScript.cache + "\n" + changes + "\nconnection.close()", in: made)
            _ = try runCommand(["cp", made("a.db"), sides.directory("\(side)/Cache.db")])
        }
        let found = try sides.differences()
        #expect(found.count == 1 && found[0].hasPrefix("changed value Cache.db:1/body "), "\(found)")
    }

    @Test("where bytes differ, and how many, is told")
    func bytes() throws {
        let sides = try Sides(
            """
            data = bytearray(b'\\x00\\xff' * 500000)
            write('a/x', data); data[700001] ^= 1; data[700009] ^= 1; write('b/x', data + b'\\x01\\x02')
            """)
        var found: [BytesDifference] = []
        _ = try sides.compare {
            found += [$0.bytes].compactMap(\.self)
            return true
        }
        #expect(
            found == [BytesDifference(offset: 700_001, count: 4, sizeBefore: 1_000_000, sizeAfter: 1_000_002)],
            "\(found)")
    }
}
