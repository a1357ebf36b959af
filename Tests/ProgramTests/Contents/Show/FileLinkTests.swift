import TestSupport
import Testing

/// Links outside of containers that a person names: to a file in another directory, under another name.
@Suite("Links to files in commands", .onManyThreads)
struct FileLinkTests {
    private let folder = TemporaryDirectory()

    private func run(_ words: String...) throws -> CommandResult {
        try runCommand(
            ["env", "-C", folder.path, "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(folder("state"))", sandglass] + words)
    }

    @Test("grep, hash and sha256sum name a file by the path that was given", arguments: ["links/b.txt", "link.txt"])
    func named(link: String) throws {
        try Python.run(
            """
            import os, sys
            os.chdir(sys.argv[1])
            for name in ['files', 'links']: os.mkdir(name)
            open('files/a.txt', 'w').write('harbor\\n')
            os.symlink('../files/a.txt', 'links/b.txt')
            os.symlink('files/a.txt', 'link.txt')
            """, [folder.path])
        #expect(try run("grep", "harbor", link).lines == ["\(link):1: harbor"])
        #expect(try run("grep", "-c", "harbor", link).lines == ["\(link):1"])
        #expect(try run("grep", "--json", "harbor", link).text.contains(#""path":"\#(link)""#))
        let name = link.split(separator: "/").last ?? ""
        #expect(try run("hash", link).text.contains(#"{"path":"\#(name)","type":"file""#))
        let sums = try run("hash", "--sha256sum", link)
        let directory = link.contains("/") ? folder("links") : folder.path
        let checked = try runCommand(["env", "-C", directory, "sha256sum", "--check", "--strict"], input: sums.stdout)
        #expect(checked.status == 0 && checked.lines == ["\(name): OK"], "\(sums.text) \(checked.errors)")
        #expect(try run("grep", "harbor", "files/a.txt").lines == ["files/a.txt:1: harbor"])
    }

    @Test(
        "show, grep and diff read the log beside the target of a link to a database",
        arguments: ["to.db", "b.sqlite"])
    func logs(link: String) throws {
        try Python.run(
            """
            import os, shutil, sqlite3, sys
            os.chdir(sys.argv[1])
            for name in ['files', 'links', 'made']: os.mkdir(name)
            connection = sqlite3.connect('made/a.sqlite', isolation_level=None)
            connection.execute('PRAGMA journal_mode=WAL')
            connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, name)')
            connection.execute('PRAGMA wal_checkpoint(TRUNCATE)')
            connection.execute("INSERT INTO t VALUES (1, 'only in the log')")
            for name in ['a.sqlite', 'a.sqlite-wal']: shutil.copy('made/' + name, 'files/' + name)
            connection.close()
            os.symlink('../files/a.sqlite', 'links/' + sys.argv[2])
            """, [folder.path, link])
        let shown = try run("show", "links/\(link):t")
        #expect(shown.status == 0 && shown.text.contains("only in the log"), "\(shown.text) \(shown.errors)")
        #expect(!shown.errors.contains("none beside it"), "\(shown.errors)")
        #expect(try run("grep", "-c", "only in the log", "links/\(link)").lines == ["links/\(link):1"])
        #expect(try run("diff", "links/\(link)", "files/a.sqlite").status == 0)
    }
}
