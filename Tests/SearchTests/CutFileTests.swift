import ContainerModel
import Documents
import FileTree
import Formats
import Jobs
import TestSupport
import Testing

@testable import Search

/// Packed files of which the end is missing, wherever they are cut off.
@Suite("Packed files that are cut off", .onManyThreads)
struct CutFileTests {
    /// Names of files, and expressions of Python for their bytes.
    private static let files: [(name: String, script: String)] = [
        ("a.gz", "gzip.compress(text)"), ("a.tar.gz", "gzip.compress(archive, mtime=0)"),
        ("a.bz2", "bz2.compress(text)"),
        ("a.xz", "lzma.compress(text)"), ("none.xz", "lzma.compress(text, check=lzma.CHECK_NONE)"),
        ("a.zst", "packed('zstd', '-qc')"), ("a.zz", "zlib.compress(text)"), ("short.zz", "zlib.compress(b'needle z')"),
        ("fast.zlib", "zlib.compress(text, 2)"), ("a.lzfse", "b'bvx-' + struct.pack('<I', len(text)) + text + b'bvx$'"),
        ("a.lzma", "lzma.compress(text, format=lzma.FORMAT_ALONE)"), ("a.lz4", "b'\\x04\\x22\\x4d\\x18' + bytes(40)"),
        ("a.zip", "zipped"),
    ]

    /// Searches all files of a directory that a script makes of the bytes, by their names.
    private func search(
        _ name: String, _ script: String, making: String
    ) throws -> [(name: String, problems: [ContentsProblem], document: Document)] {
        let directory = TemporaryDirectory()
        let names = try Python.lines(
            """
            import bz2, gzip, io, lzma, os, struct, subprocess, sys, tarfile, zipfile, zlib
            os.chdir(sys.argv[1])
            name, text = sys.argv[2], b'harbor, and the tide is high\\n'
            def packed(*words): return subprocess.run(words, input=text, stdout=-1, check=True).stdout
            info = tarfile.TarInfo('a.txt')
            info.size = len(text)
            archive = info.tobuf() + text + bytes(-len(text) % 512) + bytes(1024)
            out = io.BytesIO()
            with zipfile.ZipFile(out, 'w') as zip: zip.writestr(zipfile.ZipInfo('a.txt'), text)
            zipped = out.getvalue()
            data = \(script)
            def write(mark, data):
                print(mark + '-' + name)
                open(mark + '-' + name, 'wb').write(data)
            \(making)
            """, directory.path, name)
        let tree = try HostTree.open(Array(directory.path.utf8))
        let search = FileContentsSearch(
            try ContentsPattern("no such text"), ContentsOptions(), cancellation: Cancellation())
        return try names.map { name in
            let path = try #require(ContainerPath(bytes: Array(name.utf8)))
            let file = try DocumentSource(path, in: tree)
            let document = DocumentReaders.read(file, within: .unlimited())
            return (name, try search.search(file) { _ in true }, document)
        }
    }

    /// Those that are decompressed.
    private static let decoded = files.filter { $0.name != "a.lz4" && $0.name != "a.lzma" }

    @Test(
        "each is searched with a problem, and called damaged or cut off, however much of it is left", arguments: files)
    func cut(name: String, script: String) throws {
        let found = try search(name, script, making: "for end in range(1, len(data)): write('%04d' % end, data[:end])")
        #expect(found.count > 10)
        let isDecoded = Self.decoded.contains { $0.name == name }
        for (name, problems, document) in found {
            #expect(problems.contains { $0.isIncomplete }, "\(name): \(document.heading) \(problems)")
            guard isDecoded else { continue }
            let isDamaged = document.failures.contains { $0.isDamage }
            #expect(
                isDamaged || !document.losses.isEmpty, "\(name): \(document.heading) \(document.failures)")
        }
    }

    @Test("whole ones are searched without a problem", arguments: decoded)
    func whole(name: String, script: String) throws {
        for (name, problems, _) in try search(name, script, making: "write('whole', data)") {
            #expect(problems.isEmpty, "\(name): \(problems)")
        }
    }

    @Test(
        "what lies behind the data is a loss, and the data are read nevertheless",
        arguments: decoded.filter { $0.name != "a.zip" })
    func trailing(name: String, script: String) throws {
        let making = "write('text', data + b'needle'); write('more', data + b'x')"
        for (name, problems, document) in try search(name, script, making: making) {
            #expect(!document.compressions.isEmpty || document.table != nil, "\(name): \(document.heading)")
            #expect(document.failures.isEmpty && document.losses.count == 1, "\(name): \(document.losses)")
            #expect(problems.contains { $0.message.contains("trailing byte") }, "\(name): \(problems)")
        }
    }

    @Test(
        "short texts that begin like packed data are texts",
        arguments: ["x^2 + y^2", "8A", "hC", "BZ", "PK", "(", "7z", "x"])
    func texts(text: String) throws {
        for name in ["a.txt", "notes"] {
            for (name, problems, document) in try search(name, "b'\(text)'", making: "write('text', data)") {
                #expect(problems.isEmpty && document.contents.shape == .text, "\(name): \(problems)")
            }
        }
    }
}
