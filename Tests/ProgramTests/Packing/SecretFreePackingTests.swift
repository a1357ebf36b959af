import Foundation
import System
import TestSupport
import Testing

@Suite("Packing without secrets", .onManyThreads)
struct SecretFreePackingTests {
    /// The planted secrets: none of their bytes may be in a result.
    private static let secrets = [
        "hunter2-pass", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJlLXNpZ25hdHVyZQ", "AKIAQWERTYUIOPASDFGH",
        "sess-9f8e7d6c5b4a", "tok-0123456789abcdef", "deleted-4f9c2b7a81", "4111 1111 1111 1111",
        "flagged-0c4b5a6978",
    ]

    /// Plants them in files of each kind.
    private static let contents = """
        password, jwt, key, session, token, deleted, card, flagged = \(secrets)
        import gzip, json, plistlib, sqlite3, struct, zipfile
        preferences = {'password': password, 'lastPassword': password, 'theme': 'dark', 'count': 3,
            'nested': plistlib.dumps({'accessToken': token, 'kept': True}, fmt=plistlib.FMT_BINARY)}
        with open('Library/Preferences/binary.plist', 'wb') as f:
            plistlib.dump(preferences, f, fmt=plistlib.FMT_BINARY)
        with open('Library/Preferences/xml.plist', 'wb') as f: plistlib.dump(preferences, f)
        os.chmod('Library/Preferences/xml.plist', 0o440)
        os.utime('Library/Preferences/xml.plist', (1500000000, 1500000000))
        with open('Documents/settings.json', 'w') as f: json.dump({'jwt': jwt, 'list': [1, 2.5, None]}, f, indent=3)
        with open('Documents/app.log', 'w') as f: f.write('start\\nAuthorization: Bearer ' + jwt + '\\nend\\n')
        # Not found by its name, but the same value.
        with open('Documents/copy.txt', 'w', encoding='utf-16') as f: f.write('copied ' + password + '\\n')
        with open('Documents/keys.txt.gz', 'wb') as f: f.write(gzip.compress(('key ' + key + '\\n').encode()))
        with zipfile.ZipFile('Documents/keys.zip', 'w') as z: z.writestr('keys.txt', 'aws ' + key + '\\n')
        with open('Documents/' + token + '.txt', 'w') as f: f.write('named after a token')
        os.setxattr('Documents/app.log', 'user.org.example.token', token.encode())
        def cookie(name, value, flags):
            strings, offsets = b'', []
            for text in ('example.com', name, '/', value):
                offsets.append(56 + len(strings))
                strings += text.encode() + b'\\0'
            return struct.pack('<IIII4I8xdd', 56 + len(strings), 0, flags, 0, *offsets, 800000000.0, 700000000.0) + strings
        one, other = cookie('sessionid', session, 0), cookie('auth_id', flagged, 5)
        page = struct.pack('>I', 0x100) + struct.pack('<IIII', 2, 20, 20 + len(one), 0) + one + other
        os.makedirs('Library/Cookies')
        with open('Library/Cookies/Cookies.binarycookies', 'wb') as f:
            f.write(struct.pack('>4sII', b'cook', 1, len(page)) + page + bytes(8))
        # With deleted rows, free pages, and rows in the log.
        import shutil
        store = sqlite3.connect('tmp/store.sqlite', isolation_level=None)
        store.execute('PRAGMA synchronous = OFF')
        store.execute('PRAGMA secure_delete = OFF')
        store.execute('PRAGMA journal_mode = WAL')
        store.execute('CREATE TABLE account(id INTEGER PRIMARY KEY, name TEXT, password TEXT, info BLOB)')
        store.execute('CREATE TABLE pairs(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID')
        store.execute('CREATE TRIGGER refusing BEFORE UPDATE ON account BEGIN SELECT RAISE(ABORT, "no"); END')
        store.execute('CREATE UNIQUE INDEX passwords ON account(password)')
        for n in range(200): store.execute('INSERT INTO account VALUES(?, ?, ?, ?)', (n, 'n%d' % n, deleted * 20 + str(n), None))
        store.execute('DELETE FROM account')
        store.execute('INSERT INTO account VALUES(7, "anna", ?, ?)', (password, plistlib.dumps({'token': token, 'n': 1})))
        store.execute('INSERT INTO account VALUES(8, "ben", NULL, ?)', (b'kept',))
        store.execute('INSERT INTO pairs VALUES("apiKey", ?), ("theme", "dark")', (key,))
        with open('Documents/other.json', 'w') as f: json.dump({'password': deleted, 'card': card}, f)
        # Closing the connection would remove the log.
        for suffix in ('', '-wal'): shutil.copy('tmp/store.sqlite' + suffix, 'Documents/store.sqlite' + suffix)
        store.close()
        os.remove('tmp/store.sqlite')
        """

    /// Prints every file of a directory, zip archive or backup that has the bytes of a secret, or its name.
    private static let search = Script.text("secret_free_packing_search")

    private func remaining(in path: String) throws -> [String] {
        let lines = try Python.lines(Self.search, [path] + Self.secrets)
        #expect(lines.last.map { $0.hasPrefix("searched") && $0 != "searched 0" } == true)
        return lines.dropLast()
    }

    @Test("the original has every secret in some form that the search finds")
    func planted() throws {
        let container = try SampleContainer(Self.contents)
        let found = try remaining(in: container.path)
        for secret in Self.secrets { #expect(found.contains { $0.hasSuffix(secret) }, "\(secret)") }
    }

    @Test("a package has no byte of a secret, opens, and keeps everything else")
    func package() throws {
        let container = try SampleContainer(Self.contents)
        let folder = TemporaryDirectory()
        let packed = try run("pack", "--without-secrets", container.path, folder("P.xcappdata"))
        #expect(packed.status == 0, "\(packed.text)\(packed.errors)")
        #expect(try remaining(in: folder.path) == [])
        for secret in Self.secrets {
            #expect(!packed.text.contains(secret) && !packed.errors.contains(secret), "\(secret): \(packed.text)")
        }
        let read = try Python.lines(Script.text("secret_free_packing_package"), [folder("P.xcappdata/AppData")])
        #expect(
            read == [
                "redacted- True dark 3", "redacted- True", "redacted- True dark 3", "redacted- True",
                "0o440 1500000000",
                "redacted- [1, 2.5, None]", "3 copied ************",
                "['app.log', 'copy.txt', 'note 1.txt', 'note 10.txt', 'note 11.txt'] ['store.sqlite']",
                "[('ok',)] [(0,)]", "(7, 'anna', 'redacted-')", "(8, 'ben', None)", "redacted- [(b'kept',)]",
                "[('apiKey', 'redacted-'), ('theme', 'dark')]",
            ])
        // What became of them is told, and nothing else is left beside the package.
        for line in [
            "masked  Library/Preferences/binary.plist", "left out  Documents/keys.zip", "masked  Documents/copy.txt",
            "masked  Documents/store.sqlite", "left out  Documents/keys.txt.gz",
            "left out  Documents/store.sqlite-wal: the database was written anew, with what its log has",
        ] {
            #expect(packed.text.contains(line), "\(packed.text)")
        }
        #expect(try runCommand(["ls", "-A", folder.path]).text == "P.xcappdata\n")
        // The cookie still lacks its flags, but nothing else is found.
        let rules = "secret.password,secret.token,secret.web-token,secret.service-key,secret.card,secret.in-log"
        let audited = try run("audit", "--rules", rules, "--fail-on", "note", folder("P.xcappdata"))
        #expect(audited.status == 0, "\(audited.text)")
    }

    @Test("an archive and a backup have no byte of a secret either", arguments: ["P.zip", "B"])
    func others(name: String) throws {
        let container = try SampleContainer(Self.contents)
        let folder = TemporaryDirectory()
        let options = name == "B" ? ["--backup"] : []
        let packed = try runCommand(
            [sandglass, "pack", "--without-secrets", "--json"] + options + [container.path, folder(name)])
        #expect(packed.status == 0, "\(packed.text)\(packed.errors)")
        #expect(try remaining(in: folder.path) == [])
        #expect(try runCommand(["ls", "-A", folder.path]).text == "\(name)\n")
        let masked = try Python.lines(
            """
            import json, sys
            for item in json.loads(sys.argv[1])['masked']:
                if item['path'] == 'Documents/settings.json':
                    print(item['action'], [(s['rule'], s['address']) for s in item['secrets']])
            """, [packed.text])
        #expect(masked == ["masked [('secret.web-token', 'jwt')]"])
    }

    /// Forms in which a value `v` is written by others, as expressions of Python.
    private static let hiddenForms = [
        "v", "b64(v)", "b'x' + b64(v)", "base64.urlsafe_b64encode(v)", "base64.encodebytes(v * 9)", "v.hex().encode()",
        "''.join('%%%02x' % c for c in v).encode()", "v.decode().encode('utf-16-le')", "v.decode().encode('utf-16-be')",
        "b'\\0' + v.decode().encode('utf-16-le')", "b64(b64(v))", "b64(gzip.compress(v))", "gzip.compress(v)",
        "zlib.compress(v)", "b'%PDF-1.4\\n1 0 obj\\n<<>>\\nstream\\n' + zlib.compress(v) + b'\\nendstream'",
        "bz2.compress(v)",
        "lzma.compress(v)", "zipped(zipfile.ZIP_STORED)", "zipped(zipfile.ZIP_DEFLATED)", "zipped(zipfile.ZIP_LZMA)",
        "json.dumps({'a': v.decode()}).encode()", "b'\\xff\\xd8\\xff\\xfe\\x00\\x60' + v",
        "bytes(range(256)) + v + bytes(64)",
        "b'SQLite format 3\\0' + v", "b'7z\\xbc\\xaf\\x27\\x1c' + os.urandom(4000)",
    ]

    @Test("a value is in no form in a copy, and what cannot be examined is left out")
    func hidden() throws {
        let script = """
            import base64, bz2, gzip, io, json, lzma, zipfile, zlib
            v = ('gh' + 'p_' + 'a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8').encode()
            b64 = base64.b64encode
            def zipped(method):
                out = io.BytesIO()
                with zipfile.ZipFile(out, 'w', method) as z: z.writestr('name', v)
                return out.getvalue()
            forms = [\(Self.hiddenForms.joined(separator: ", "))]
            os.makedirs('Documents/hidden')
            for n, data in enumerate(forms):
                with open('Documents/hidden/%d.bin' % n, 'wb') as f: f.write(data)
            with open('Documents/hidden/harmless.txt', 'w') as f: f.write('nothing here')
            """
        let container = try SampleContainer(script)
        let folder = TemporaryDirectory()
        let packed = try run("pack", "--without-secrets", container.path, folder("P.xcappdata"))
        #expect(packed.status == 0, "\(packed.errors)")
        let kept = try Python.lines(
            """
            import os, sys
            one, other = [sys.argv[1] + '/Documents/hidden', sys.argv[2] + '/AppData/Documents/hidden']
            for name in sorted(os.listdir(other)):
                if open(one + '/' + name, 'rb').read() == open(other + '/' + name, 'rb').read(): print(name)
            """, [container.path, folder("P.xcappdata")])
        #expect(kept == ["harmless.txt"], "\(kept): \(packed.text)")
        let summary = try #require(packed.text.split(separator: "\n").last)
        #expect(summary.contains(" whole, ") && summary.contains(" left out"), "\(summary)")
        // What is examined can be told apart from what is not.
        let all = try run("pack", "--without-secrets", "--keep-unexamined", container.path, folder("K.xcappdata"))
        #expect(all.status == 0 && all.text.contains("not examined  Documents/hidden/24.bin"), "\(all.text)")
    }

    @Test("a database with secrets loses its full-text index, and still opens")
    func indexed() throws {
        let container = try SampleContainer(
            """
            for name, column, text in (('secret', 'password', 'hunter2-pass'), ('plain', 'title', 'nothing')):
                store = sqlite3.connect('Documents/%s.sqlite' % name)
                store.executescript(\'\'\'
                    CREATE TABLE posts(id INTEGER PRIMARY KEY, COLUMN TEXT);
                    CREATE VIRTUAL TABLE words USING fts5(COLUMN, content='posts', content_rowid='id');
                    CREATE TRIGGER added AFTER INSERT ON posts BEGIN
                        INSERT INTO words(rowid, COLUMN) VALUES (new.id, new.COLUMN);
                    END;
                    \'\'\'.replace('COLUMN', column))
                store.execute('INSERT INTO posts VALUES(1, ?)', (text,))
                store.commit()
                store.close()
            """)
        let folder = TemporaryDirectory()
        let packed = try run("pack", "--without-secrets", container.path, folder("P.xcappdata"))
        #expect(packed.status == 0, "\(packed.errors)")
        let line = "masked  Documents/secret.sqlite: without its virtual tables words"
        #expect(packed.text.contains(line), "\(packed.text)")
        #expect(try remaining(in: folder.path) == [])
        let found = try Python.lines(
            """
            import sqlite3, sys
            for name, column in (('secret', 'password'), ('plain', 'title')):
                store = sqlite3.connect(sys.argv[1] + '/%s.sqlite' % name)
                store.execute('INSERT INTO posts(%s) VALUES(?)' % column, ('more',))
                print(store.execute('SELECT * FROM posts').fetchall(), store.execute('PRAGMA integrity_check').fetchall())
                print(sorted(row[0] for row in store.execute('SELECT name FROM sqlite_schema')))
            print(store.execute('SELECT rowid FROM words WHERE words MATCH ?', ('nothing',)).fetchall())
            """, [folder("P.xcappdata/AppData/Documents")])
        #expect(
            found == [
                "[(1, 'redacted-1'), (2, 'more')] [('ok',)]", "['posts']", "[(1, 'nothing'), (2, 'more')] [('ok',)]",
                "['added', 'posts', 'words', 'words_config', 'words_data', 'words_docsize', 'words_idx']", "[(1,)]",
            ])
    }

    @Test("a damaged database is left out if it holds a secret, and otherwise unless what is not examined is kept")
    func damaged() throws {
        let container = try SampleContainer(Script.text("secret_free_packing_damaged"))
        let folder = TemporaryDirectory()
        let packed = try run("pack", "--without-secrets", container.path, folder("P.xcappdata"))
        #expect(packed.status == 0, "\(packed.errors)")
        #expect(packed.text.contains("left out  Documents/secret.sqlite: "), "\(packed.text)")
        #expect(packed.text.contains("left out  Documents/plain.sqlite: not examined: "), "\(packed.text)")
        #expect(try remaining(in: folder.path) == [])
        let keeping = try run("pack", "--without-secrets", "--keep-unexamined", container.path, folder("K.xcappdata"))
        #expect(keeping.text.contains("left out  Documents/secret.sqlite: "), "\(keeping.text)")
        #expect(keeping.text.contains("kept  Documents/plain.sqlite: "), "\(keeping.text)")
        let kept = folder("K.xcappdata/AppData/Documents/plain.sqlite")
        #expect(try runCommand(["cmp", container.path + "/Documents/plain.sqlite", kept]).status == 0)
    }

    @Test("a PIN is masked where it is found, and the same digits elsewhere are not")
    func pin() throws {
        let container = try SampleContainer(
            """
            with open('Library/Preferences/a.plist', 'wb') as f: plistlib.dump({'pin': '4821', 'other': 'x4821'}, f)
            with open('Documents/code.txt', 'w') as f: f.write('order 4821')
            store = sqlite3.connect('Documents/store.sqlite')
            store.execute('CREATE TABLE account(pin INTEGER, visits INTEGER, note TEXT)')
            store.execute('INSERT INTO account VALUES(4821, 4821, NULL)')
            store.commit()
            store.close()
            """)
        let folder = TemporaryDirectory()
        let packed = try run("pack", "--without-secrets", container.path, folder("P.xcappdata"))
        #expect(packed.status == 0, "\(packed.errors)")
        let found = try Python.lines(
            """
            import os, plistlib, sqlite3, sys
            os.chdir(sys.argv[1])
            print(sorted(plistlib.load(open('Library/Preferences/a.plist', 'rb')).items()))
            print(open('Documents/code.txt').read())
            print(sqlite3.connect('Documents/store.sqlite').execute('SELECT * FROM account').fetchall())
            """, [folder("P.xcappdata/AppData")])
        #expect(found == ["[('other', 'x4821'), ('pin', 'redacted-1')]", "order 4821", "[(0, 4821, None)]"])
    }

    @Test("the list beside the container is masked too")
    func information() throws {
        let folder = TemporaryDirectory()
        try python(
            """
            import os, plistlib, sys
            os.makedirs(sys.argv[1] + '/A.xcappdata/AppData/Documents')
            with open(sys.argv[1] + '/A.xcappdata/AppDataInfo.plist', 'wb') as f:
                environment = {'API_TOKEN': 'tok-0123456789abcdef', 'LANG': 'de'}
                plistlib.dump({'CFBundleIdentifier': 'org.example.app', 'XCEnvironment': environment}, f)
            """, folder.path)
        let packed = try run("pack", "--without-secrets", folder("A.xcappdata"), folder("out.xcappdata"))
        #expect(packed.status == 0, "\(packed.errors)")
        #expect(packed.text.contains("masked  AppDataInfo.plist\n    :XCEnvironment/API_TOKEN  "), "\(packed.text)")
        #expect(try remaining(in: folder("out.xcappdata")) == [])
        let found = try Python.lines(
            "import plistlib, sys; print(plistlib.load(open(sys.argv[1], 'rb')))",
            [folder("out.xcappdata/AppDataInfo.plist")])
        let environment = "{'API_TOKEN': 'redacted-1', 'LANG': 'de'}"
        #expect(found == ["{'CFBundleIdentifier': 'org.example.app', 'XCEnvironment': \(environment)}"])
    }

    @Test("a group is backed up without its secrets")
    func group() throws {
        let folder = TemporaryDirectory()
        try python(
            """
            import os, plistlib, sys
            os.makedirs(sys.argv[1] + '/G/Library/Preferences')
            os.chdir(sys.argv[1] + '/G')
            with open('.com.apple.mobile_container_manager.metadata.plist', 'wb') as f:
                plistlib.dump({'MCMMetadataIdentifier': 'group.org.example', 'MCMMetadataContentClass': 7}, f)
            with open('Library/Preferences/a.plist', 'wb') as f: plistlib.dump({'password': 'hunter2-pass'}, f)
            """, folder.path)
        let packed = try run("pack", "--without-secrets", "--backup", folder("G"), folder("B"))
        #expect(packed.status == 0, "\(packed.errors)")
        #expect(packed.text.contains("masked  Library/Preferences/a.plist"), "\(packed.text)")
        #expect(try remaining(in: folder("B")) == [])
        let shown = try run("show", folder("B/AppDomainGroup-group.org.example/Library/Preferences/a.plist"))
        #expect(shown.text.contains("redacted-1"), "\(shown.text)\(shown.errors)")
    }
}
