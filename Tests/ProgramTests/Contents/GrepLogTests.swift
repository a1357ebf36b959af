import TestSupport
import Testing

/// Names as the only evidence: files that are called like the log of a database, and logs that cannot be read.
@Suite("The command grep, logs of databases and compressed files", .onManyThreads)
struct GrepLogTests {
    private let folder = TemporaryDirectory()

    /// Runs the command in the container.
    private func run(_ words: [String]) throws -> CommandResult {
        try runCommand(["env", "-C", folder("App"), sandglass, "grep"] + words)
    }

    private func grep(_ text: String, _ script: String, options: [String] = []) throws -> CommandResult {
        for directory in ["Documents", "Library", "tmp"] { try folder.makeDirectory("App/\(directory)") }
        try Python.run(
            """
            import gzip, os, shutil, sqlite3, sys
            os.chdir(sys.argv[1])
            def store(path, mode, text):
                connection = sqlite3.connect(path)
                connection.execute('PRAGMA journal_mode=' + mode)
                connection.execute('PRAGMA wal_autocheckpoint=0')
                connection.execute('CREATE TABLE note (body TEXT)')
                connection.execute('INSERT INTO note VALUES (?)', (text,))
                connection.commit()
                # As a copy of a running app has them.
                for suffix in ('', '-wal', '-shm'):
                    if os.path.exists(path + suffix): shutil.copy(path + suffix, path + suffix + '.copy')
                connection.close()
                for suffix in ('', '-wal', '-shm'):
                    if os.path.exists(path + suffix + '.copy'): os.replace(path + suffix + '.copy', path + suffix)
            \(script)
            """, [folder("App/Documents")])
        return try run(options + [text, "."])
    }

    @Test("a file that is only called like a log is searched", arguments: ["-wal", "-shm", "-journal"])
    func names(suffix: String) throws {
        let result = try grep(
            "harbor", "open('trip', 'w').write('no database')\nopen('trip\(suffix)', 'w').write('to the harbor')")
        #expect(result.text == "Documents/trip\(suffix):1: to the harbor\n" && result.status == 0, "\(result.errors)")
    }

    /// Two directories with the same database, of which the first has a file that is named like its journal.
    private static func twoDatabases(with journal: String) throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        try python(
            """
            import os, sqlite3, sys
            for name in 'one', 'two':
                os.mkdir(sys.argv[1] + '/' + name)
                with sqlite3.connect(sys.argv[1] + '/' + name + '/t.db') as connection:
                    connection.execute('CREATE TABLE note (body)')
            with open(sys.argv[1] + '/one/t.db-journal', 'wb') as file: file.write(\(journal))
            """, directory.path)
        return directory
    }

    @Test("a file beside a database that is named like its journal and is none is searched, compared and told")
    func falseJournal() throws {
        let directory = try Self.twoDatabases(with: "b'harbor'")
        let (one, two) = (directory("one"), directory("two"))
        let found = try runCommand([sandglass, "grep", "harbor", one])
        #expect(found.status == 0 && found.text == "\(one)/t.db-journal:1: harbor\n", "\(found.text)\(found.errors)")
        let differences = try runCommand([sandglass, "diff", one, two])
        #expect(differences.status == 1 && differences.text.contains("t.db-journal"), "\(differences.text)")
        #expect(try runCommand([sandglass, "diff", one, one]).status == 0)
        let shown = try runCommand([sandglass, "show", one + "/t.db"])
        #expect(shown.status == 0 && (shown.text + shown.errors).contains("named like its rollback journal"))
    }

    // An index has its version at 0 and 48 (walformat.html, 2.1 "The WAL-Index File Format").
    @Test(
        "a file beside a database that is named like the index of its log is searched, compared and told if it is none",
        arguments: [
            ("b'harbor ' + secret", false),
            ("(3007000).to_bytes(4, 'little') + b' harbor ' + secret + bytes(200)", false),
            ("bytes(4) + b' harbor ' + secret", false), ("bytes(32768)", true), ("b''", true),
            ("((3007000).to_bytes(4, 'little') + bytes(44)) * 2 + bytes(40) + b'harbor'", true),
            ("((3007000).to_bytes(4, 'big') + bytes(44)) * 2 + bytes(40) + b'harbor'", true),
        ])
    func index(contents: String, isIndex: Bool) throws {
        let directory = TemporaryDirectory()
        try python(
            """
            import os, sqlite3, sys
            secret = b'ghp_' + bytes(b'abcdefghijklmnopqrstuvwxyz0123456789')
            for name in 'one', 'two':
                os.mkdir(sys.argv[1] + '/' + name)
                with sqlite3.connect(sys.argv[1] + '/' + name + '/t.db') as connection:
                    connection.execute('CREATE TABLE note (body)')
            with open(sys.argv[1] + '/one/t.db-shm', 'wb') as file: file.write(\(contents))
            """, directory.path)
        let (one, two) = (directory("one"), directory("two"))
        let found = try runCommand([sandglass, "grep", "harbor", one])
        #expect(found.status == (isIndex ? 1 : 0), "\(found.text)\(found.errors)")
        let differences = try runCommand([sandglass, "diff", one, two])
        #expect(differences.status == (isIndex ? 0 : 1), "\(differences.text)")
        #expect(differences.text.contains("t.db-shm") == !isIndex)
        #expect(try runCommand([sandglass, "diff", one, one]).status == 0)
        let audited = try runCommand([sandglass, "audit", "--kind", "data", one])
        #expect(audited.text.contains("t.db-shm") == !isIndex, "\(audited.text)\(audited.errors)")
        let alone = try runCommand([sandglass, "grep", "harbor", one + "/t.db-shm"])
        #expect(alone.status == (contents.contains("harbor") ? 0 : 1), "\(alone.text)\(alone.errors)")
        guard contents != "b''" else { return }
        let named = try runCommand([sandglass, "audit", "--kind", "data", one + "/t.db-shm"])
        #expect(named.text.contains("the contents of 1 file, "), "\(named.text)\(named.errors)")
    }

    // SQLite clears the file or its header at the end of a transaction (PRAGMA journal_mode).
    @Test("a journal of a transaction that has ended is no difference", arguments: ["b''", "bytes(28) + b'harbor'"])
    func endedJournal(contents: String) throws {
        let directory = try Self.twoDatabases(with: contents)
        let result = try runCommand([sandglass, "diff", directory("one"), directory("two")])
        #expect(result.status == 0 && result.text.isEmpty && result.errors.isEmpty, "\(result.text)\(result.errors)")
        let help = try runCommand([sandglass, "help", "diff"]).text.split { $0 == " " || $0 == "\n" }
        #expect(help.joined(separator: " ").contains("journals of transactions that have ended"))
    }

    @Test("a log that is read with its database is not searched again, and one that is named alone is")
    func read() throws {
        let result = try grep("harbor", "store('a.db', 'wal', 'to the harbor')")
        #expect(
            result.lines.count == 1 && result.text.hasPrefix("Documents/a.db:note/rowid=1/body: "), "\(result.text)")
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let alone = try run(["harbor", "Documents/a.db-wal"])
        #expect(alone.status == 0 && alone.text.hasPrefix("Documents/a.db-wal: binary file"), "\(alone.text)")
        let chosen = try run(["--filter", "*.db-wal", "harbor", "."])
        #expect(chosen.status == 0 && chosen.text.hasPrefix("Documents/a.db-wal: binary file"), "\(chosen.text)")
    }

    @Test(
        "a log that cannot be read is searched as bytes, and the status says that something may be missing",
        arguments: [
            // The header of the log, its pages in another size, and the header of the database.
            "patch('a.db-wal', 0, b'junk')", "patch('a.db-wal', 8, (8192).to_bytes(4, 'big'))",
            "patch('a.db', 16, b'\\xff\\xff\\xff\\xff\\xff')",
        ])
    func damaged(patch: String) throws {
        let result = try grep(
            "harbor",
            """
            store('a.db', 'wal', 'to the harbor')
            def patch(path, offset, data):
                with open(path, 'r+b') as file:
                    file.seek(offset)
                    file.write(data)
            \(patch)
            """)
        #expect(result.text.contains("Documents/a.db-wal: binary file"), "\(result.text)")
        #expect(result.status == 65, "\(result.errors)")
    }

    @Test("compressed files and values are searched, and each hit can be shown")
    func compressed() throws {
        let result = try grep(
            "harbor",
            """
            open('log.txt.gz', 'wb').write(gzip.compress(b'one\\nto the harbor\\n'))
            connection = sqlite3.connect('Notes.sqlite')
            connection.execute('CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZDATA BLOB)')
            text = b'to the harbor'
            message = b'\\x08\\x00\\x12' + bytes([len(text) + 4]) + b'\\x08\\x00\\x12' + bytes([len(text)]) + text
            connection.execute('INSERT INTO ZICNOTEDATA VALUES (1, ?)', (gzip.compress(message),))
            connection.commit()
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.lines == [
                "Documents/log.txt.gz:2: to the harbor",
                "Documents/Notes.sqlite:ZICNOTEDATA/1/ZDATA/2/2: to the harbor",
            ], "\(result.text)")
        let note = try runCommand(
            [sandglass, "show", folder("App/Documents/Notes.sqlite") + ":ZICNOTEDATA/1/ZDATA/2/2", "--as", "raw"])
        #expect(note.text == "to the harbor", "\(note.errors)")
        let log = try runCommand([sandglass, "show", folder("App/Documents/log.txt.gz")])
        #expect(log.status == 0 && log.lines.contains("to the harbor"), "\(log.text)")
    }

    @Test("an archive or compressed file that cannot be read is reported, and ends with 65")
    func unreadable() throws {
        let result = try grep(
            "harbor",
            """
            open('a.gz', 'wb').write(gzip.compress(b'to the harbor ' * 1000)[:30])
            open('b.txt', 'w').write('to the harbor')
            """)
        #expect(result.text.contains("Documents/b.txt:1: to the harbor"), "\(result.text)")
        #expect(result.status == 65 && result.errors.contains("Documents/a.gz: "), "\(result.errors)")
    }
}
