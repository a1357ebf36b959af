import TestSupport
import Testing

@Suite("PDF documents in commands", .onManyThreads)
struct PDFCommandTests {
    private let folder = TemporaryDirectory()

    init() throws {
        for place in ["Documents", "Library", "tmp"] { try folder.makeDirectory("App/\(place)") }
    }

    /// Writes a document of one page, whose contents are compressed by Flate.
    private func write(_ contents: String, font: String = "/Subtype /Type1 /BaseFont /Helvetica") throws {
        try Python.run(
            """
            import sys, zlib
            path, contents, font = sys.argv[1:]
            data = zlib.compress(contents.encode('cp1252'))
            objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
                '<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
                '<< /Type /Font %s >>' % font]
            out = b'%PDF-1.4\\n'
            for number, body in enumerate(objects, 1): out += b'%d 0 obj\\n%s\\nendobj\\n' % (number, body.encode())
            out += b'5 0 obj\\n<< /Filter /FlateDecode /Length %d >>\\nstream\\n' % len(data) + data
            out += b'\\nendstream\\nendobj\\ntrailer\\n<< /Root 1 0 R >>\\nstartxref\\n0\\n%%EOF\\n'
            open(path, 'wb').write(out)
            """, [folder("App/Documents/a.pdf"), contents, font])
    }

    @Test("`show` prints their text, and `grep` finds it with its line, and ends with 1 if it is not there")
    func decoded() throws {
        try write(
            "BT /F1 12 Tf 72 700 Td (High tide) Tj 0 -14 Td [(at har) 20 (bor) -300 (nine)] TJ T* (Gr\u{fc}\u{df}e) Tj ET",
            font: "/Subtype /TrueType /Encoding /WinAnsiEncoding")
        let shown = try run("show", folder("App/Documents/a.pdf"))
        #expect(shown.status == 0 && shown.text.contains("High tide\nat harbor nine\nGrüße"), "\(shown.text)")
        #expect(!shown.errors.contains("not decoded"), "\(shown.errors)")
        for text in ["harbor nine", "Grüße"] {
            let found = try run("grep", text, folder("App"))
            #expect(found.status == 0 && found.text.contains("a.pdf") && found.text.contains(text), "\(found.text)")
        }
        #expect(try run("grep", "nowhere", folder("App")).status == 1)
        // What is not drawn is found in the bytes.
        #expect(try run("grep", "startxref", folder("App")).status == 0)
    }

    @Test("a font with an encoding of its own is named, and `grep` exits with 65")
    func undecoded() throws {
        try write("BT /F1 12 Tf (abc) Tj ET", font: "/Subtype /Type0 /Encoding /Identity-H")
        let shown = try run("show", folder("App/Documents/a.pdf"))
        #expect((shown.text + shown.errors).contains("text not decoded"), "\(shown.text) \(shown.errors)")
        let found = try run("grep", "nowhere", folder("App"))
        #expect(found.status == 65 && found.errors.contains("encodings of their own"), "\(found.errors)")
    }
}
