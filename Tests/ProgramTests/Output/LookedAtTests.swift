import System
import TestSupport
import Testing

/// Commands do not answer as if they had looked where they have not.
@Suite("What was looked at", .onManyThreads)
struct LookedAtTests {
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox(
            """
            import io, zipfile, zlib
            write('App/Documents/.secret.txt', b'hidden'); write('App/Documents/plain.txt', b'plain')
            """)
    }

    private func python(_ script: String) throws {
        try Python.run("import os, struct, sys, zipfile, zlib; os.chdir(sys.argv[1])\n" + script, [sandbox("")])
    }

    @Test("of directories with a container and something else, all is compared, and a search says what it leaves out")
    func besideContainers() throws {
        try python(
            """
            for side in ('one', 'two'):
                os.makedirs(side + '/App.xcappdata/AppData/Documents')
                open(side + '/App.xcappdata/AppData/Documents/a.txt', 'w').write('same')
                open(side + '/loose.txt', 'w').write(side)
            """)
        let different = try sandbox.run("diff", "one", "two")
        #expect(different.status == 1 && different.text.contains("loose.txt"), "\(different.text)")
        let found = try sandbox.run("grep", "one", "one")
        #expect(found.status == 1 && found.errors.contains("only App.xcappdata in it is looked at"), "\(found.errors)")
        // The Finder's own file is nothing else.
        try python("for side in ('one', 'two'): os.rename(side + '/loose.txt', side + '/.DS_Store')")
        let same = try sandbox.run("diff", "one", "two")
        #expect(same.status == 0 && same.text.isEmpty)
        #expect(try sandbox.run("grep", "one", "one").errors.isEmpty)
    }

    @Test("a search by name that finds nothing says how many hidden items it left out")
    func hiddenNames() throws {
        let nothing = try sandbox.run("find", "secret", "App")
        #expect(nothing.status == 0 && nothing.text.isEmpty && nothing.errors.contains("-a includes them"))
        let all = try sandbox.run("find", "-a", "secret", "App")
        #expect(all.text.contains(".secret.txt") && all.errors.isEmpty)
        #expect(try sandbox.run("find", "plain", "App").errors.isEmpty)
    }

    @Test("the comments of a zip and the streams of a document are searched, or said not to be")
    func undecoded() throws {
        try python(
            """
            with zipfile.ZipFile('App/Documents/c.zip', 'w') as archive:
                info = zipfile.ZipInfo('x'); info.comment = b'the comment of an entry'
                archive.writestr(info, 'y'); archive.comment = b'the comment of the archive'
            body = b'4 0 obj << /Length 9 /Filter /FlateDecode >> stream' + zlib.compress(b'text') + b'endstream endobj'
            open('App/Documents/d.pdf', 'wb').write(b'%PDF-1.4 ' + body + b' trailer << >> startxref 0 %%EOF')
            """)
        for text in ["comment of an entry", "comment of the archive"] {
            #expect(try sandbox.run("grep", text, "App/Documents/c.zip").status == 0)
        }
        let path = "App/Documents/d.pdf"
        let document = try sandbox.run("grep", "text", path)
        #expect(document.status == 0 && document.errors.isEmpty, "\(document.errors)")
        try python(
            """
            data = open('App/Documents/d.pdf', 'rb').read()
            open('App/Documents/d.pdf', 'wb').write(data.replace(b'Flate', b'LZW'))
            """)
        let other = try sandbox.run("grep", "text", path)
        #expect(other.status == 65 && other.errors.contains("streams of other forms than Flate"), "\(other.errors)")
    }

    @Test("a patch reproduces texts with blanks in their names, and has no lines that are stored in another way")
    func patches() throws {
        try python(
            """
            for side, word in (('one', 'old'), ('two', 'new')):
                os.makedirs(side + '/a b')
                open(side + '/Season plan.md', 'w').write(word + '\\n')
                open(side + '/latin', 'wb').write(b'caf\\xe9 ' + word.encode() + b'\\n')
            open('two/a b/n e w.txt', 'w').write('made\\n')
            """)
        let patch = try sandbox.run("diff", "--patch", "one", "two")
        #expect(patch.status == 1 && patch.errors.contains("1 difference not in the patch"), "\(patch.errors)")
        try sandbox.write("p", patch.text)
        let patched = try runCommand(["patch", "-d", sandbox("one"), "-p1", "-i", sandbox("p")])
        #expect(patched.status == 0, "\(patched.text)")
        for name in ["Season plan.md", "a b/n e w.txt"] {
            #expect(try sandbox.text("one/\(name)") == sandbox.text("two/\(name)"))
        }
        #expect(try readFile(sandbox("one/latin")).starts(with: Array("caf".utf8) + [0xe9]))
    }

    @Test("a masked comparison shows no key of a row that is a text")
    func maskedKeys() throws {
        try python(Script.text("looked_at_masked_keys"))
        for form in [[], ["--json"]] {
            let masked = try sandbox.run(["diff", "--mask", "one", "two"] + form)
            #expect(masked.status == 1 && !masked.text.contains("hunter2"), "\(masked.text)")
            #expect(masked.text.contains("n/17/v") && masked.text.contains("t/***"), "\(masked.text)")
        }
        #expect(try sandbox.run("diff", "one", "two").text.contains("t/hunter2-key/v"))
    }

    @Test("of a zip with two entries of one name, a difference of the first one is told")
    func doubleEntries() throws {
        try python(
            """
            import warnings; warnings.simplefilter('ignore')
            for side in ('one', 'two'):
                os.makedirs(side)
                with zipfile.ZipFile(side + '/d.zip', 'w') as archive:
                    for text in (side, 'the same'):
                        archive.writestr(zipfile.ZipInfo('x', (2024, 1, 1, 0, 0, 0)), text)
            """)
        #expect(try sandbox.run("diff", "one", "two").status == 1)
    }

    @Test("of two archives that are the sides, what lies beside their items is compared, too")
    func besideItems() throws {
        try python(
            """
            import io
            out = io.BytesIO()
            with zipfile.ZipFile(out, 'w') as archive:
                archive.writestr(zipfile.ZipInfo('App.xcappdata/AppData/Documents/a.txt', (2024, 1, 1, 0, 0, 0)), 'x')
            for name, more in (('one.zip', b''), ('two.zip', b'BEHIND'), ('three.zip', b'')):
                open(name, 'wb').write(out.getvalue() + more)
            """)
        let different = try sandbox.run("diff", "one.zip", "two.zip")
        #expect(different.status == 1 && different.text.contains("6 bytes differ, the first at offset"))
        let same = try sandbox.run("diff", "one.zip", "three.zip")
        #expect(same.status == 0 && same.text.isEmpty && same.errors.isEmpty, "\(same.text) \(same.errors)")
    }
}
