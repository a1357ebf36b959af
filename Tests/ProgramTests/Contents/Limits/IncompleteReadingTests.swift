import TestSupport
import Testing

/// Status 0, or 1 of a search, means that everything was read as it is stored.
@Suite("What was read only in part, or not as it is stored", .onManyThreads)
struct IncompleteReadingTests {
    private let directory = TemporaryDirectory()

    private func run(_ words: String...) throws -> CommandResult {
        try runCommand(
            ["env", "-C", directory.path, "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(directory("state"))", sandglass] + words)
    }

    private func make(_ script: String) throws {
        try Python.run("import os, sys\nos.chdir(sys.argv[1])\n" + script, [directory.path])
    }

    /// Makes archives of which the last entry cannot be found, or whose checksum is wrong.
    private static let archives = Script.text("incomplete_reading_archives")

    @Test(
        "an archive that is damaged is reported by grep, show and diff, with status 65",
        arguments: ["checksum", "middle"])
    func archives(name: String) throws {
        try make(Self.archives)
        #expect(try run("grep", "absent", "whole.tgz").status == 1)
        #expect(try run("show", "--as", "raw", "whole.tgz/x").status == 0)
        for words in [
            ["grep", "absent", "\(name).tgz"], ["show", "--as", "raw", "\(name).tgz/x"],
            ["diff", "\(name).tgz/x", "whole.tgz/x"],
        ] {
            let result = try runCommand(["env", "-C", directory.path, sandglass] + words)
            #expect(result.status == 65 && result.errors.contains("warning: "), "\(words): \(result.errors)")
        }
    }

    @Test("compressed files are searched by their paths as they are in directories", arguments: ["gz", "xz", "bz2"])
    func compressed(suffix: String) throws {
        try make(
            """
            import bz2, gzip, lzma
            for name, module in (('gz', gzip), ('xz', lzma), ('bz2', bz2)):
                open('f.txt.' + name, 'wb').write(module.compress(b'one needle\\n'))
            """)
        let found = try run("grep", "needle", "f.txt.\(suffix)")
        #expect(found.status == 0 && found.text.contains("one needle"), "\(found.errors)")
        #expect(try run("grep", "absent", "f.txt.\(suffix)").status == 1)
    }

    @Test("a zip behind other bytes is an archive in a directory, too")
    func prefix() throws {
        try make(
            """
            import zipfile
            os.mkdir('d')
            with open('d/p.zip', 'wb') as file:
                file.write(b'#!/bin/sh\\n')
                with zipfile.ZipFile(file, 'a', zipfile.ZIP_DEFLATED) as archive:
                    archive.writestr('inside.txt', 'a needle in it ' * 9)
            """)
        for path in ["d", "d/p.zip"] {
            #expect(try run("grep", "needle", path).status == 0, "\(path)")
        }
        #expect(try run("show", "d/p.zip").text.contains("inside.txt"))
    }

    @Test("of more suites than are read, show says how many are missing")
    func suites() throws {
        try make(
            """
            import plistlib
            os.makedirs('App/Library/Preferences'); os.makedirs('App/Documents')
            for number in range(520):
                open(f'App/Library/Preferences/s{number}.plist', 'wb').write(plistlib.dumps({'a': 1}))
            """)
        let result = try run("show", "--as", "csv", "App/Library/Preferences")
        #expect(result.status == 65 && result.errors.contains("20 more suites"), "\(result.errors)")
    }

    @Test(
        "what a reader replaces by U+FFFD or writes with escapes is told, with status 65",
        arguments: [
            "half.json", "half.json:a", "bytes.json", "ascii.plist", "half.plist", "half.plist:k", "text.db:t",
            "text.db:t/1",
        ])
    func replaced(path: String) throws {
        try make(Script.text("incomplete_reading_replaced"))
        let result = try run("show", "--as", "json", path)
        if path == "bytes.json", result.status == 0 {
            // Its bytes are taken for another encoding, which a remark says.
            #expect(result.errors.contains("UTF-8") || !result.errors.isEmpty)
        } else {
            let words = path.contains(".plist") ? #"written as \ud83d or \xff"# : "U+FFFD"
            #expect(result.status == 65 && result.errors.contains(words), "\(result.status) \(result.errors)")
        }
        if path == "half.plist" { #expect(result.text.contains(#""q\\ud83dr""#), "\(result.text)") }
        #expect(try run("show", "half.json:b").status == 0)
    }

    @Test("a patch of a text whose lines end in CR alone is refused, and one of a text with a CR at its end is exact")
    func returns() throws {
        try make(
            """
            open('a', 'wb').write(b'one\\rtwo\\r'); open('b', 'wb').write(b'one\\r2\\r')
            open('c', 'wb').write(b'one\\ntwo\\r'); open('d', 'wb').write(b'one\\n2\\r')
            """)
        let refused = try run("diff", "--patch", "a", "b")
        #expect(
            refused.status == 65 && refused.stdout.isEmpty && refused.errors.contains("CR alone"), "\(refused.errors)")
        let exact = try run("diff", "--patch", "c", "d")
        let patched = try runCommand(["patch", "-s", directory("c")], input: exact.stdout)
        #expect(patched.status == 0, "\(exact.text) \(patched.errors)")
        try make("assert open('c', 'rb').read() == open('d', 'rb').read(), open('c', 'rb').read()")
    }

    @Test("a time point and the container have other modes where these were changed")
    func modes() throws {
        try make(
            """
            for name in ('Documents', 'Library', 'tmp'): os.makedirs('App/' + name)
            open('App/Documents/a', 'w').write('a')
            os.chmod('App/Documents/a', 0o644)
            """)
        #expect(try run("keep", "App", "--name", "before").status == 0)
        #expect(try run("diff", "@before", "App").status == 0)
        try make("os.chmod('App/Documents/a', 0o600)")
        let result = try run("diff", "@before", "App")
        #expect(result.status == 1 && result.text.contains("0600"), "\(result.text)\(result.errors)")
    }

    @Test("an item that cannot be copied is named, and cp and export end with status 74")
    func special() throws {
        try make(
            """
            for name in ('Documents/sub', 'Library', 'tmp'): os.makedirs('App/' + name)
            os.mkdir('out'); os.mkfifo('App/Documents/sub/pipe'); open('App/Documents/sub/a', 'w').write('a')
            """)
        let exported = try run("export", "App/Documents/sub", "--to", "out")
        #expect(exported.status == 74 && exported.errors.contains("skipped: a pipe (FIFO)"), "\(exported.errors)")
        #expect(try run("ls", "App/Documents/sub").text.contains("RWD·"))
        let copied = try run("cp", "App/Documents/sub", "App/tmp/")
        #expect(copied.status == 74 && copied.errors.contains("skipped: a pipe (FIFO)"), "\(copied.errors)")
    }
}
