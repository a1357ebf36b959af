import TestSupport

@testable import Documents

/// A file that a reader reads, made by Python, openssl or an independent script.
struct DocumentSample: Sendable {
    /// How a file is made.
    enum Making: Sendable {
        /// A Python expression for its bytes.
        case expression(String)
        /// A script for `DatabaseScript`, which leaves its log.
        case database(String)
        case bytes([UInt8])
        case cookies
    }

    /// The reader that reads it.
    let reader: any DocumentReader.Type
    /// The file's name.
    let name: String
    private let making: Making

    init(_ reader: any DocumentReader.Type, _ name: String, _ making: Making) {
        (self.reader, self.name, self.making) = (reader, name, making)
    }

    /// - Parameter expression: A Python expression for its bytes.
    init(_ reader: any DocumentReader.Type, _ name: String, _ expression: String) {
        self.init(reader, name, .expression(expression))
    }

    /// Writes the file to a directory, and opens it.
    func write(to directory: TemporaryDirectory) throws -> DocumentSource {
        switch making {
        case .bytes(let bytes): directory.write(name, bytes)
        case .cookies: directory.write(name, try Python.cookieFile())
        case .database(let script): try DatabaseScript.run(script + "\nleave()", in: directory)
        case .expression(let expression): try Self.write(expression, to: name, in: directory)
        }
        return try DocumentSource(hostPath: Array(directory(name).utf8))
    }

    /// Writes the bytes of an expression to a file.
    private static func write(_ expression: String, to name: String, in directory: TemporaryDirectory) throws {
        let certificate = try OpenSSL.certificate(OpenSSL.keys[1])
        directory.write("der", certificate)
        directory.write("pem", try OpenSSL.pem(certificate))
        try Python.run(
            """
            import bz2, gzip, io, lzma, os, plistlib, sqlite3, struct, sys, tarfile, zipfile, zlib
            folder, name, functions = sys.argv[1:]
            exec(functions)
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
            \(expression)
            )
            """, [directory.path, name, Python.mediaFunctions])
    }
}

extension DocumentSample {
    /// At least one file for each reader.
    static let all: [DocumentSample] = [
        DocumentSample(
            PropertyListDocumentReader.self, "a.plist",
            "plistlib.dumps({'key one': ['é text', 42, 1.5, True, b'data']})"),
        DocumentSample(
            PropertyListDocumentReader.self, "archive.plist",
            """
            plistlib.dumps({'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': plistlib.UID(1)}, '$objects':
                ['$null', {'$class': plistlib.UID(3), 'who': plistlib.UID(2)}, 'Ishmael',
                 {'$classname': 'Harbor.Sailor', '$classes': ['Harbor.Sailor', 'NSObject']}]}, fmt=plistlib.FMT_BINARY)
            """
        ),
        DocumentSample(
            PictureDocumentReader.self, "a.png",
            """
            (lambda chunk: b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 0, 0, 0, 0))
             + chunk(b'tEXt', b'Author\\0Ishmael') + chunk(b'IDAT', zlib.compress(b'\\0\\0')) + chunk(b'IEND', b''))(
             lambda kind, body: struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body)))
            """
        ),
        DocumentSample(
            ProvisioningProfileDocumentReader.self, "embedded.mobileprovision",
            "b'0\\x82signed' + plistlib.dumps({'Name': 'Harbor profile', 'TeamName': 'Crew'}) + b'more'"
        ),
        DocumentSample(
            CertificateDocumentReader.self, "a.pem", "b'before the certificate\\n' + pem + b'behind the certificate\\n'"
        ),
        DocumentSample(CertificateDocumentReader.self, "a.cer", "der"),
        DocumentSample(
            RealmDocumentReader.self, "default.realm",
            "bytes([24, 0, 0, 0, 0, 0, 0, 0]) + bytes(8) + b'T-DB' + bytes([22, 22, 0, 0]) + b'a realm text'"
        ),
        DocumentSample(LevelDBDocumentReader.self, "CURRENT", "b'MANIFEST-000002\\n'"),
        DocumentSample(CompressedDocumentReader.self, "a.txt.gz", "gzip.compress(b'line one\\nline two\\n')"),
        DocumentSample(
            CompressedDocumentReader.self, "a.plist.xz", "lzma.compress(plistlib.dumps({'key': ['within']}))"),
        DocumentSample(CompressedDocumentReader.self, "a.txt.bz2", "bz2.compress(b'text in bzip2')"),
        DocumentSample(CompressedDocumentReader.self, "a.gz.gz", "gzip.compress(gzip.compress(b'twice compressed'))"),
        DocumentSample(CompressedDocumentReader.self, "a.tgz", "gzip.compress(tar({'d/inner.txt': b'in a tar'}))"),
        DocumentSample(
            ArchiveDocumentReader.self, "a.zip",
            "zipped({'d/inner.txt': b'in a zip', 'b.gz': gzip.compress(b'compressed in it')})"
        ),
        DocumentSample(JSONDocumentReader.self, "a.json", "b'{\"key\": [\"caf\\\\u00e9\", 12, true, null]}'"),
        DocumentSample(
            OldStylePropertyListDocumentReader.self, "a.strings",
            "b'/* a comment */ \"greeting\" = \"caf\\\\U00e9 au lait\";'"
        ),
        DocumentSample(OldStylePropertyListDocumentReader.self, "none", "b'{ greeting = \"caf\\\\U00e9 au lait\"; }'"),
        DocumentSample(TextDocumentReader.self, "a.txt", "'one\\ncafé\\n'.encode()"),
        DocumentSample(TextDocumentReader.self, "latin.txt", "'one line\\ncafé au lait\\n'.encode('latin-1')"),
        DocumentSample(TextDocumentReader.self, "wide.txt", "'\\ufeffone line\\ncafé au lait\\n'.encode('utf-16-le')"),
        DocumentSample(ProtobufDocumentReader.self, "a.pb", "b'\\x08\\x96\\x01\\x12\\x0a\\x0a\\x06Harbor\\x08\\x07'"),
        DocumentSample(ControlTextDocumentReader.self, "a.ctl", "b'\\1a\\2b\\3'"),
        DocumentSample(BytesDocumentReader.self, "a.bin", "b'\\0\\1\\2text between bytes\\0\\xff'"),
        DocumentSample(
            DatabaseDocumentReader.self, "values.db",
            """
            database('CREATE TABLE note (title TEXT, body BLOB)',
                ('gzip', gzip.compress(b'text in gzip')), ('message', gzip.compress(b'\\x0a\\x06Harbor\\x12\\x05pilot')),
                ('zlib', zlib.compress(b'text in zlib')), ('deflate', deflate(b'text in deflate, text in deflate')),
                ('certificate', der), ('list', plistlib.dumps({'a': 'in a list'}, fmt=plistlib.FMT_BINARY)), (pem.decode(), 7),
                ('strings', '"k" = "caf\\\\U00e9";'), ('empty', b''))
            """
        ),
        DocumentSample(EmptyFileDocumentReader.self, "empty", .bytes([])),
        DocumentSample(SnapshotDocumentReader.self, "a.ktx", .bytes(texture)),
        DocumentSample(CoreDataDocumentReader.self, "a.db", .database(CoreDataScript.withModel)),
        DocumentSample(URLCacheDocumentReader.self, "a.db", .database(URLCacheScript.cache)),
        DocumentSample(
            WebStorageDocumentReader.self, "a.db",
            .database(
                """
                run('CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL ON CONFLICT FAIL)')
                run('INSERT INTO ItemTable VALUES (?, ?)', ['theme', 'dunkel 日本 😀'.encode('utf-16-le')])
                """)),
        DocumentSample(IndexedDBDocumentReader.self, "a.db", .database(IndexedDBScript.database)),
        DocumentSample(
            AlternativeServicesDocumentReader.self, "a.db",
            .database(
                """
                run('CREATE TABLE alt_services (partition TEXT, host TEXT, alternateHost TEXT, port INTEGER, alternatePort '
                    'INTEGER, type INTEGER, creation_time INTEGER, expires_time INTEGER)')
                run("INSERT INTO alt_services VALUES ('', 'a.example', 'cdn.example', 443, 8443, 3, 978307200, 1549107062)")
                """)),
        DocumentSample(CookieDocumentReader.self, "Cookies.binarycookies", .cookies),
        DocumentSample(
            PDFDocumentReader.self, "a.pdf", "b'%PDF-1.3\\n1 0 obj\\n<< >>\\nendobj\\nxref\\n0 0\\n%%EOF\\n'"),
        DocumentSample(MediaDocumentReader.self, "a.mov", Python.film),
        DocumentSample(
            NamedBytesDocumentReader.self, "a.wav",
            """
            b'RIFF' + struct.pack('<I4s4sIHHIIHH4sI', 60, b'WAVE', b'fmt ', 16, 1, 1, 8000, 16000, 2, 16, b'data', 24)
             + b'text between the samples'
            """
        ),
        DocumentSample(
            LZFSEDocumentReader.self, "a.lzfse",
            "b'bvx-' + struct.pack('<I', 22) + b'text in stored blocks\\n' + b'bvx$'"),
        DocumentSample(UndecodedDocumentReader.self, "a.7z", "bytes.fromhex('377abcaf271c0004') + bytes(range(256))"),
        DocumentSample(DeflateDocumentReader.self, "zlib", "zlib.compress(b'text in a file of zlib')"),
    ]

    /// A KTX 1 file of 128 × 128 pixels: blocks of ASTC with one color each (a void extent).
    private static var texture: [UInt8] {
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let block: [UInt8] =
            [0xfc, 0xfd] + [UInt8](repeating: 0xff, count: 6) + [0, 0x80, 0, 0x40, 0, 0x20, 0xff, 0xff]
        let image = [[UInt8]](repeating: block, count: 1_024).flatMap { $0 }
        var file: [UInt8] = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x31, 0x31, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]
        for value in [0, 0, 0, 0x93b0, 0x1908, 128, 128, 1, 0, 1, 1, 0, image.count] { file += word(value) }
        return file + image
    }
}
