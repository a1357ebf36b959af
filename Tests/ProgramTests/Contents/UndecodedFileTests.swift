import TestSupport
import Testing

@Suite("Files in forms that nobody decodes", .onManyThreads)
struct UndecodedFileTests {
    /// The beginnings of files according to the specifications of their formats; the rest is random.
    static let forms = [
        ("a.7z", "377abcaf271c0004"), ("a.rar", "526172211a0701"), ("a.lzma", "5d00008000"), ("a.lz", "4c5a495001"),
        ("a.lz4", "04224d18"), ("a.br", ""), ("a.aar", "4141303106000001"), ("a.aea", "4145413100000000"),
        ("a.dmg", ""), ("secrets.bin", "53616c7465645f5f"), ("a.gpg", "8502"), ("a.kdbx", "03d9a29a67fb4bb5"),
        ("a.age", "6167652d656e6372797074696f6e2e6f72672f76310a"), ("a.realm", ""),
    ]

    private let folder = TemporaryDirectory()

    init() throws {
        for place in ["Documents", "Library", "tmp"] { try folder.makeDirectory("App/\(place)") }
        folder.write("App/Documents/notes.txt", "tide\n")
    }

    private func makeFiles() throws {
        try Python.run(
            """
            import random, sys
            random.seed(7)
            for name, beginning in zip(sys.argv[2::2], sys.argv[3::2]):
                rest = bytes(random.randrange(256) for _ in range(9000))
                open(sys.argv[1] + '/' + name, 'wb').write(bytes.fromhex(beginning) + rest)
            """, [folder("App/Documents")] + Self.forms.flatMap { [$0.0, $0.1] })
    }

    @Test("`grep` names each and exits with 65, whether anything is found or not")
    func searched() throws {
        #expect(try run("grep", "tide", folder("App")).status == 0)
        try makeFiles()
        for text in ["tide", "nowhere"] {
            let result = try run("grep", text, folder("App"))
            #expect(result.status == 65)
            for (name, _) in Self.forms {
                #expect(result.errors.contains("Documents/\(name): searched as bytes: "), "\(name)")
            }
        }
    }

    @Test("`audit` names each in all forms of output and exits with 65, unless they are accepted")
    func audited() throws {
        #expect(try run("audit", folder("App")).status == 0)
        try makeFiles()
        let (text, json) = (try run("audit", folder("App")), try run("audit", "--json", folder("App")))
        let sarif = try run("audit", "--format", "sarif", folder("App"))
        #expect([text.status, json.status, sarif.status] == [65, 65, 65], "\(text.errors)")
        let told = try Python.lines(
            """
            import json, sys
            total = [json.loads(l) for l in open(sys.argv[1])]
            print([t['notExamined'] for t in total if t.get('row') == 'total'][0])
            run = json.load(open(sys.argv[2]))['runs'][0]
            notes = run['invocations'][0]['toolExecutionNotifications']
            print([n['locations'][0]['physicalLocation']['artifactLocation']['uri'] for n in notes])
            """, folder.write("json", json.stdout), folder.write("sarif", sarif.stdout))
        for (name, _) in Self.forms {
            #expect(text.text.contains(name) && told.allSatisfy { $0.contains(name) }, "\(name)")
        }
        #expect(try run("audit", "--rules", "secret", folder("App")).status == 65)
        folder.write("accepted", "file Documents/** - known\n")
        #expect(try run("audit", "--suppress", folder("accepted"), folder("App")).status == 0)
    }

    @Test("one in an archive is named as well, and data compressed by LZFSE is read")
    func inside() throws {
        try Python.run(
            """
            import struct, sys, zipfile
            sevenZip = bytes.fromhex('377abcaf271c0004') + bytes(range(256)) * 4
            with zipfile.ZipFile(sys.argv[1] + '/a.zip', 'w') as archive: archive.writestr('inner.7z', sevenZip)
            text = b'a needle in stored blocks'
            block = b'bvx-' + struct.pack('<I', len(text)) + text + b'bvx$'
            open(sys.argv[1] + '/a.lzfse', 'wb').write(block)
            """, [folder("App/Documents")])
        let result = try run("grep", "needle", folder("App"))
        #expect(result.status == 65 && result.errors.contains("a form that is not decoded: 7z archive"))
        #expect(result.text.contains("Documents/a.lzfse"))
        let shown = try run("show", folder("App/Documents/a.lzfse"))
        #expect(shown.status == 0 && shown.text.contains("needle in stored"), "\(shown.text)")
    }
}
