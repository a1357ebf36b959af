import TestSupport
import Testing

/// Compressed files that are damaged, or hold more than the compressed data; `gzip -t` and `bzip2 -t` complain of each.
@Suite("Compressed files from the command line", .onManyThreads)
struct CompressedFileTests {
    private let container = TemporaryDirectory()

    /// Makes a container with a file in Documents, from Python.
    private func make(_ name: String, _ script: String) throws -> String {
        try Python.run(
            """
            import bz2, gzip, io, lzma, os, random, sys, tarfile, zipfile, zlib
            os.chdir(sys.argv[1])
            for name in ['Documents', 'Library', 'tmp']: os.makedirs('App/' + name)
            text = b'harbor pilot\\n' * 3 + random.Random(1).randbytes(300_000).hex().encode()
            data = bytearray(\(script))
            if sys.argv[2] == 'sum.gz': data[-8] ^= 1
            open('App/Documents/' + sys.argv[2], 'wb').write(data)
            """, [container.path, name])
        return container("App/Documents/\(name)")
    }

    private func run(_ words: String...) throws -> CommandResult {
        try runCommand(["env", "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(container("state"))", sandglass] + words)
    }

    @Test(
        "the decompressible part is shown and searched, and status 65 says that the rest is missing",
        arguments: [
            ("cut.gz", "gzip.compress(text)[:-1000]", "damaged or truncated"),
            ("sum.gz", "gzip.compress(text)", "checksum"),
            ("cut.xz", "lzma.compress(text)[:-1000]", "damaged or truncated"),
            ("behind.gz", "gzip.compress(text) + b'more'", "4 trailing bytes after the compressed data"),
            ("behind.zlib", "zlib.compress(text) + b'more'", "4 trailing bytes after the compressed data"),
            ("behind.xz", "lzma.compress(text) + b'more'", "4 trailing bytes after the compressed data"),
            ("behind.bz2", "bz2.compress(text) + b'more'", "4 trailing bytes after the compressed data"),
        ])
    func incomplete(name: String, script: String, says: String) throws {
        let path = try make(name, script)
        let shown = try run("show", path)
        #expect(shown.status == 65 && shown.errors.contains(says), "\(shown.status) \(shown.errors)")
        #expect(shown.text.hasPrefix("harbor pilot\n"))
        let searched = try run("grep", "no such text", container("App"))
        #expect(searched.status == 65 && searched.errors.contains(says), "\(searched.status) \(searched.errors)")
    }

    @Test(
        "a zlib file that is damaged is shown as bytes, and why it is",
        arguments: [
            ("cut.zlib", "zlib.compress(text)[:-1000]", "compressed with zlib, but truncated"),
            ("end.zlib", "zlib.compress(text)[:-2]", "compressed with zlib, but truncated"),
            ("sum.zlib", "zlib.compress(text)[:-1] + b'?'", "compressed with zlib, but damaged: its checksum is wrong"),
            ("none.bin", "bytes([0x78, 0x9c]) + bytes(range(255, 1, -1))", ""),
        ])
    func damagedZlib(name: String, script: String, says: String) throws {
        let shown = try run("show", try make(name, script))
        #expect(
            shown.status == (says.isEmpty ? 0 : 65) && shown.text.contains("  78 9c "),
            "\(shown.status) \(shown.text.prefix(80))")
        #expect(says.isEmpty ? shown.errors.isEmpty : shown.errors.contains(says), "\(shown.errors)")
        let searched = try run("grep", "no such text", container("App"))
        #expect(searched.status == (says.isEmpty ? 1 : 65) && searched.errors.contains(says), "\(searched.errors)")
    }

    @Test(
        "what is compressed again and again is decompressed eight times, and the rest is said to be left, not passed over",
        arguments: [("a.gz", "gzip.compress"), ("a.zlib", "zlib.compress")], [8, 9, 12])
    func layers(form: (name: String, compress: String), count: Int) throws {
        let path = try make(
            form.name, "__import__('functools').reduce(lambda data, _: \(form.compress)(data), range(\(count)), text)")
        let isWhole = count == 8
        let says = "compressed more than 8 times"
        let shown = try run("show", path)
        #expect(shown.text.hasPrefix("harbor pilot\n") == isWhole)
        let searched = try run("grep", "-c", "harbor pilot", container("App"))
        let missed = try run("grep", "no such text", container("App"))
        let audited = try run("audit", container("App"))
        #expect(searched.text.contains("\(form.name):3\n") == isWhole, "\(searched.text)")
        #expect(missed.status == (isWhole ? 1 : 65), "\(missed.status) \(missed.errors)")
        #expect(audited.status == (isWhole ? 0 : 65), "\(audited.status) \(audited.text)")
        // The bytes are what was asked for, with a remark.
        #expect(shown.status == 0, "\(shown.status) \(shown.errors)")
        for text in [shown.errors, searched.errors, missed.errors, audited.text] {
            #expect(text.contains(says) != isWhole, "\(text)")
        }
        let packed = try run("pack", "--without-secrets", container("App"), container("out.zip"))
        #expect((packed.text + packed.errors).contains(says) != isWhole, "\(packed.text) \(packed.errors)")
    }

    @Test("the message for status 65 says why something is missing, and is not the first of the remarks")
    func reason() throws {
        // Two entries of one name, of which the last one counts, and one whose name leads out.
        let path = try make(
            "a.tar",
            """
            (lambda stream: [
                (lambda archive: [archive.addfile(tarfile.TarInfo(name)) for name in ['a', 'a', '../b']]
                    + [archive.close()])(tarfile.open(fileobj=stream, mode='w')), stream.getvalue()][1])(io.BytesIO())
            """.replacing("\n", with: " "))
        let shown = try run("show", path)
        #expect(shown.status == 65, "\(shown.errors)")
        #expect(shown.errors.contains("more than once"), "\(shown.errors)")
        #expect(shown.lines.count > 0 && shown.errors.contains("error") == false)
        let last = shown.errors.split(separator: "\n").last ?? ""
        #expect(last.contains("leads out"), "\(shown.errors)")
    }

    @Test(
        "files in whole are shown and searched without a word",
        arguments: [
            ("a.gz", "gzip.compress(text)"), ("two.gz", "gzip.compress(text) + gzip.compress(b'and more')"),
            ("padded.gz", "gzip.compress(text) + bytes(512)"), ("a.zlib", "zlib.compress(text)"),
            ("a.z", "zlib.compress(text, 1)"),
        ])
    func whole(name: String, script: String) throws {
        let path = try make(name, script)
        let shown = try run("show", path)
        #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
        #expect(shown.text.hasPrefix("harbor pilot\n"))
        let searched = try run("grep", "-c", "harbor pilot", container("App"))
        #expect(searched.status == 0 && searched.text.contains("\(name):3\n"), "\(searched.text)\(searched.errors)")
    }

    @Test(
        "bytes in skippable frames of Zstandard are searched and compared, wherever they are",
        arguments: [
            ("skip + one", true), ("one + skip", true), ("one + skip + two", true), ("empty + one + empty", false),
        ])
    func skippable(arrangement: String, hasBytes: Bool) throws {
        try Python.run(
            """
            import os, subprocess, sys
            os.chdir(sys.argv[1])
            for name in ['Documents', 'Library', 'tmp']: os.makedirs('App/' + name)
            def packed(text): return subprocess.run(['zstd', '-qc'], input=text, stdout=-1, check=True).stdout
            def frame(data): return b'\\x5f\\x2a\\x4d\\x18' + len(data).to_bytes(4, 'little') + data
            one, two, skip, empty = packed(b'harbor pilot\\n'), packed(b'more\\n'), frame(b'needle'), frame(b'')
            open('App/Documents/a.zst', 'wb').write(\(arrangement))
            skip, empty = b'', b''
            open('plain.zst', 'wb').write(\(arrangement))
            """, [container.path])
        let path = container("App/Documents/a.zst")
        let shown = try run("show", path)
        #expect(shown.status == 0 && shown.text.hasPrefix("harbor pilot\n"), "\(shown.errors)")
        #expect(shown.errors.contains("6 bytes in skippable frames") == hasBytes, "\(shown.errors)")
        let searched = try run("grep", "-c", "needle", container("App"))
        #expect(searched.status == (hasBytes ? 0 : 1), "\(searched.text)\(searched.errors)")
        #expect(searched.text.contains("a.zst:1") == hasBytes, "\(searched.text)")
        let compared = try run("diff", container("plain.zst"), path)
        #expect(compared.status == (hasBytes ? 1 : 0), "\(compared.text)")
        // Once.
        let told = compared.lines.count { $0.contains("bytes in skippable frames") }
        #expect(told == (hasBytes ? 1 : 0), "\(compared.text)")
    }

    @Test("targets of symbolic links are searched neither in directories nor in archives, as the help says")
    func linkTargets() throws {
        try Python.run(
            """
            import os, sys, tarfile
            os.chdir(sys.argv[1])
            for name in ['Documents', 'Library', 'tmp']: os.makedirs('App/' + name)
            os.symlink('harbor', 'App/Documents/link')
            with tarfile.open('a.tar', 'w') as archive: archive.add('App')
            """, [container.path])
        for path in [container("App"), container("a.tar")] {
            let result = try run("grep", "harbor", path)
            #expect(result.status == 1 && result.text.isEmpty && result.errors.isEmpty, "\(result.errors)")
        }
        let help = try run("help", "search").text.split { $0 == " " || $0 == "\n" }
        #expect(help.joined(separator: " ").contains("targets of symbolic links are not searched"))
    }
}
