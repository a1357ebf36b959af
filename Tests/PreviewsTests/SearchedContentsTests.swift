import Formats
import Jobs
import Screen
import System
import TestSupport
import Testing

@testable import Previews

/// Whatever is shown of a file is found in it.
@Suite("What is shown is found")
struct SearchedContentsTests {
    private let directory = TemporaryDirectory()

    /// A file for each previewer that shows texts, with Python and openssl; the previewers of the rest have no texts.
    private static let samples: [(previewer: any Previewer.Type, name: String, script: String)] = [
        (PropertyListPreviewer.self, "a.plist", "plistlib.dumps({'key one': ['é text', 42, 1.5, True, b'data']})"),
        (
            PropertyListPreviewer.self, "archive.plist",
            """
            plistlib.dumps({'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': plistlib.UID(1)}, '$objects':
                ['$null', {'$class': plistlib.UID(3), 'who': plistlib.UID(2)}, 'Ishmael',
                 {'$classname': 'Harbor.Sailor', '$classes': ['Harbor.Sailor', 'NSObject']}]}, fmt=plistlib.FMT_BINARY)
            """
        ),
        (
            PicturePreviewer.self, "a.png",
            """
            (lambda chunk: b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 0, 0, 0, 0))
             + chunk(b'tEXt', b'Author\\0Ishmael') + chunk(b'IDAT', zlib.compress(b'\\0\\0')) + chunk(b'IEND', b''))(
             lambda kind, body: struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body)))
            """
        ),
        (
            ProvisioningProfilePreviewer.self, "embedded.mobileprovision",
            "b'0\\x82signed' + plistlib.dumps({'Name': 'Harbor profile', 'TeamName': 'Crew'}) + b'more'"
        ),
        (CertificatePreviewer.self, "a.pem", "b'before the certificate\\n' + pem + b'behind the certificate\\n'"),
        (CertificatePreviewer.self, "a.cer", "der"),
        (
            RealmPreviewer.self, "default.realm",
            "bytes([24, 0, 0, 0, 0, 0, 0, 0]) + bytes(8) + b'T-DB' + bytes([22, 22, 0, 0]) + b'a realm text'"
        ),
        (LevelDBPreviewer.self, "CURRENT", "b'MANIFEST-000002\\n'"),
        (CompressedPreviewer.self, "a.txt.gz", "gzip.compress(b'line one\\nline two\\n')"),
        (CompressedPreviewer.self, "a.plist.xz", "lzma.compress(plistlib.dumps({'key': ['within']}))"),
        (CompressedPreviewer.self, "a.txt.bz2", "bz2.compress(b'text in bzip2')"),
        (CompressedPreviewer.self, "a.gz.gz", "gzip.compress(gzip.compress(b'twice compressed'))"),
        (CompressedPreviewer.self, "a.tgz", "gzip.compress(tar({'d/inner.txt': b'in a tar'}))"),
        (
            ArchivePreviewer.self, "a.zip",
            "zipped({'d/inner.txt': b'in a zip', 'b.gz': gzip.compress(b'compressed in it')})"
        ),
        (JSONPreviewer.self, "a.json", "b'{\"key\": [\"caf\\\\u00e9\", 12, true, null]}'"),
        (
            OldStylePropertyListPreviewer.self, "a.strings",
            "b'/* a comment */ \"greeting\" = \"caf\\\\U00e9 au lait\";'"
        ),
        (OldStylePropertyListPreviewer.self, "none", "b'{ greeting = \"caf\\\\U00e9 au lait\"; }'"),
        (TextPreviewer.self, "a.txt", "'one\\ncafé\\n'.encode()"),
        (TextPreviewer.self, "latin.txt", "'one line\\ncafé au lait\\n'.encode('latin-1')"),
        (TextPreviewer.self, "wide.txt", "'\\ufeffone line\\ncafé au lait\\n'.encode('utf-16-le')"),
        (ProtobufPreviewer.self, "a.pb", "b'\\x08\\x96\\x01\\x12\\x0a\\x0a\\x06Harbor\\x08\\x07'"),
        (HexPreviewer.self, "a.bin", "b'\\0\\1\\2text between bytes\\0\\xff'"),
        (
            DatabasePreviewer.self, "values.db",
            """
            database('CREATE TABLE note (title TEXT, body BLOB)',
                ('gzip', gzip.compress(b'text in gzip')), ('message', gzip.compress(b'\\x0a\\x06Harbor\\x12\\x05pilot')),
                ('zlib', zlib.compress(b'text in zlib')), ('deflate', deflate(b'text in deflate, text in deflate')),
                ('certificate', der), ('list', plistlib.dumps({'a': 'in a list'}, fmt=plistlib.FMT_BINARY)), (pem.decode(), 7),
                ('strings', '"k" = "caf\\\\U00e9";'), ('empty', b''))
            """
        ),
    ]

    private func write(_ name: String, _ script: String) throws -> PreviewedFile {
        let certificate = try OpenSSL.certificate(OpenSSL.keys[1])
        directory.write("der", certificate)
        directory.write("pem", try OpenSSL.pem(certificate))
        try Python.run(
            """
            import bz2, gzip, io, lzma, os, plistlib, sqlite3, struct, sys, tarfile, zipfile, zlib
            folder, name = sys.argv[1:]
            der, pem = (open(folder + '/' + name, 'rb').read() for name in ('der', 'pem'))
            def tar(files):
                out = io.BytesIO()
                with tarfile.open(fileobj=out, mode='w') as archive:
                    for path, data in files.items():
                        info = tarfile.TarInfo(path)
                        info.size = len(data)
                        archive.addfile(info, io.BytesIO(data))
                return out.getvalue()
            def zipped(files):
                out = io.BytesIO()
                with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
                    for path, data in files.items(): archive.writestr(path, data)
                return out.getvalue()
            def deflate(data):
                one = zlib.compressobj(9, zlib.DEFLATED, -15)
                return one.compress(data) + one.flush()
            def database(schema, *rows):
                connection = sqlite3.connect(folder + '/made')
                connection.execute(schema)
                connection.executemany('INSERT INTO note VALUES (?, ?)', rows)
                connection.commit()
                connection.close()
                return open(folder + '/made', 'rb').read()
            open(folder + '/' + name, 'wb').write(
            \(script)
            )
            """, [directory.path, name])
        return try PreviewedFile(hostPath: Array(directory(name).utf8))
    }

    /// Returns whether a text is found in a file.
    private func finds(_ text: String, in file: PreviewedFile) throws -> Bool {
        let pattern = try ContentsPattern(text, caseSensitivity: .respected)
        var found = false
        let search = FileContentsSearch(pattern, ContentsOptions(), cancellation: Cancellation())
        let problems = try search.search(file) { _ in
            found = true
            return false
        }
        #expect(problems.isEmpty, "\(text): \(problems)")
        return found
    }

    @Test("every text that a previewer shows is found", arguments: samples.indices)
    func found(index: Int) throws {
        let sample = Self.samples[index]
        let file = try write(sample.name, sample.script)
        let chosen = Previewers.all.first { previewer in
            previewer.recognizes(file) && (try? previewer.preview(of: file, within: Self.limits)) != nil
        }
        #expect(
            chosen.map { type(of: $0) == sample.previewer } == true, "\(sample.name): \(String(describing: chosen))")
        let texts = ShownTexts(of: Previewers.preview(of: file, within: Self.limits)).texts
        #expect(!texts.isEmpty, "\(sample.name)")
        for text in texts { #expect(try finds(text, in: file), "\(sample.name): \(text)") }
    }

    @Test(
        "every text in the databases of the system is found",
        arguments: [
            (CoreDataScript.withModel, "CoreDataPreviewer"), (URLCacheScript.cache, "URLCachePreviewer"),
        ])
    func databases(script: String, previewer: String) throws {
        try DatabaseScript.run(script + "\nleave()", in: directory)
        let file = try PreviewedFile(hostPath: Array(directory("a.db").utf8))
        let chosen = Previewers.all.first { previewer in
            previewer.recognizes(file) && (try? previewer.preview(of: file, within: Self.limits)) != nil
        }
        #expect(chosen.map { "\(type(of: $0))" } == previewer)
        let texts = ShownTexts(of: Previewers.preview(of: file, within: Self.limits)).texts
        #expect(texts.count > 5)
        for text in texts { #expect(try finds(text, in: file), "\(text)") }
    }

    @Test("cookies are found")
    func cookies() throws {
        directory.write("Cookies.binarycookies", try Python.cookieFile())
        let file = try PreviewedFile(hostPath: Array(directory("Cookies.binarycookies").utf8))
        let texts = ShownTexts(of: Previewers.preview(of: file, within: Self.limits)).texts
        #expect(texts.contains("grüße"))
        for text in texts { #expect(try finds(text, in: file), "\(text)") }
    }

    @Test("each previewer is tried, or shows no texts")
    func all() {
        // Their samples are made by other suites: what they show are the rows of a database, which are found as such.
        let others: [any Previewer.Type] = [
            EmptyFilePreviewer.self, SnapshotPreviewer.self, CoreDataPreviewer.self, URLCachePreviewer.self,
            WebStoragePreviewer.self, IndexedDBPreviewer.self, AlternativeServicesPreviewer.self, CookiePreviewer.self,
            DeflatePreviewer.self,
            // Its bytes are shown and searched.
            PDFPreviewer.self,
        ]
        let tried = (Self.samples.map(\.previewer) + others).map { ObjectIdentifier($0) }
        for previewer in Previewers.all {
            #expect(tried.contains(ObjectIdentifier(type(of: previewer))), "\(previewer)")
        }
    }

    @Test("bytes that decompress to themselves, and bombs, end")
    func endless() throws {
        // The quine of Russ Cox, "Zip Files All The Way Down", is not at hand: eight layers and one more are as deep.
        let layers = try write(
            "deep.gz",
            "(lambda f: f(f, 9, b'the innermost'))(lambda f, n, b: f(f, n - 1, gzip.compress(b)) if n else b)")
        #expect(Previewers.preview(of: layers, within: Self.limits).title.hasSuffix("compressed by gzip"))
        let bomb = try write("bomb.gz", "gzip.compress(bytes(1 << 20) * 40)")
        let search = FileContentsSearch(try ContentsPattern("none"), ContentsOptions(), cancellation: Cancellation())
        #expect(try search.search(bomb) { _ in true }.isEmpty)
    }

    @Test("compressed data that are cut off are searched as far as they go, with a problem", arguments: ["gz", "xz"])
    func cutOff(_ suffix: String) throws {
        let module = suffix == "gz" ? "gzip" : "lzma"
        let file = try write(
            "cut." + suffix,
            "\(module).compress(b'the first line\\n' + b''.join(b'line %d\\n' % (i * i) for i in range(200000)))[:-2000]"
        )
        let pattern = try ContentsPattern("the first line")
        var hits = 0
        let search = FileContentsSearch(pattern, ContentsOptions(), cancellation: Cancellation())
        let problems = try search.search(file) { _ in
            hits += 1
            return true
        }
        #expect(hits == 1 && problems.contains { $0.isIncomplete }, "\(problems)")
    }

    private static let limits = PreviewLimits(milliseconds: 60_000)
}

/// The texts of the contents that a preview shows: names that are keys, strings and numbers, also of what opens in it.
private struct ShownTexts {
    private(set) var texts: [String] = []
    private let limits = PreviewLimits(milliseconds: 60_000)

    init(of preview: Preview) { add(preview, depth: 0) }

    private mutating func add(_ preview: Preview, depth: Int) {
        guard depth < 8 else { return }
        switch preview.content {
        case let outline as OutlineContent:
            if outline.isRooted, let root = outline.nodes.first { return add(root, isNamed: false, depth) }
            for node in outline.nodes { add(node, isNamed: false, depth) }
        case let table as TableContent:
            for row in (try? table.source.rows(from: 0, count: 1_000, within: limits)) ?? [] {
                guard let name = row.name, let opened = table.source.row(named: name, as: .decoded) else { continue }
                // Rows have numbers, tables and files have names.
                if !name.allSatisfy(\.isNumber) { add([name]) }
                add(opened, depth: depth + 1)
            }
        case is PictureContent: if let facts = preview.exports.facts { add(facts, isNamed: false, depth) }
        case is NoContent: break
        default:
            let page = preview.content.page(PageRequest(PreviewFit(columns: 400)), within: limits)
            if preview.content is HexContent {
                // The digits are no text, what stands behind them is.
                let shown = page.lines.map { $0.line.spans.last?.text.description ?? "" }.joined()
                add(
                    shown.split { !($0.isASCII && ($0.isLetter || $0 == " ")) }.map(String.init).filter { $0.count > 6 }
                )
            } else {
                add(page.lines.map { $0.line.spans.map(\.text.description).joined() })
            }
        }
    }

    private mutating func add(_ more: [String]) {
        for text in more where !text.allSatisfy(\.isWhitespace) && !texts.contains(text) { texts.append(text) }
    }

    private mutating func add(_ node: OutlineNode, isNamed: Bool, _ depth: Int) {
        if isNamed { add([node.name]) }
        if let className = node.className { add([className]) }
        switch node.value {
        case .list: for child in node.children { add(child, isNamed: false, depth) }
        case .record(let kind):
            // The names in a row, a header or a message are titles that this program gives.
            let isNamed = ["dictionary", "object", "headers"].contains(kind) || node.className != nil
            for child in node.children { add(child, isNamed: isNamed, depth) }
        case .string(let text):
            add(text.split(separator: "\n").map(String.init).prefix(1).map { $0 })
            if node.opens { add(node.opened(as: .decoded), depth: depth + 1) }
        case .data(let bytes): if !bytes.isEmpty { add(node.opened(as: .decoded), depth: depth + 1) }
        case .integer, .unsigned, .real, .number: add([node.summary.value])
        default: break
        }
    }
}
