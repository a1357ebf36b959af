import TestSupport
import Testing

@testable import Formats

@Suite("The text of PDF documents", .onManyThreads)
struct PDFTextTests {
    @Test("of random documents, the text is what Python wrote, in all filters, fonts with maps and ways of drawing it")
    func random() throws {
        let seed = RandomSeed.value % 1_000_000
        let made = try Python.run(
            Script.text("pdf_text_documents"), ["\(seed)", "\(runsLongTests ? 3_000 : 200)"])
        for (index, line) in String(decoding: made, as: UTF8.self).split(separator: "\n").enumerated() {
            let parts = line.split(separator: " ").map { bytes(hexadecimal: $0) }
            let found = PDFText(parts[0])
            #expect(
                found.text == String(decoding: parts[1], as: UTF8.self) && found.losses == [],
                "SANDGLASS_TEST_SEED=\(seed), document \(index): \(found.losses)")
        }
    }

    /// Returns a document of one page.
    /// - Parameters:
    ///   - contents: The operators, which are not compressed.
    ///   - font: The entries of its font F1.
    ///   - more: Other objects.
    private static func document(
        _ contents: String, font: String = "/Subtype /Type1 /BaseFont /Helvetica", more: String = ""
    ) -> [UInt8] {
        let text = """
            %PDF-1.4
            1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
            2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F1 4 0 R >> >> >> endobj
            3 0 obj << /Type /Page /Parent 2 0 R /Contents 5 0 R >> endobj
            4 0 obj << /Type /Font \(font) >> endobj
            5 0 obj << /Length \(contents.utf8.count) >> stream
            \(contents)
            endstream endobj
            \(more)
            trailer << /Root 1 0 R >>
            """
        return Array(text.utf8)
    }

    /// The font, a string of the contents, the text by Annex D of ISO 32000-1, and whether all of it is decoded.
    private static let encodings: [(font: String, string: String, text: String, isWhole: Bool)] = [
        ("/Subtype /Type1 /BaseFont /Helvetica", #"(it\047s \256ne \320 \341)"#, "it’s fine — Æ\n", true),
        ("/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding", #"(\200 \223x\224)"#, "€ “x”\n", true),
        ("/Subtype /TrueType /Encoding /MacRomanEncoding", "<8A20D2>", "ä “\n", true),
        (
            "/Subtype /Type1 /Encoding << /Differences [1 /H /a /uni0062 65 /germandbls /fi] >>",
            #"(\001\002\003AB C)"#, "Habßfi C\n", true
        ),
        ("/Subtype /Type1 /Encoding << /Differences [1 /g23 /H] >>", #"(\001\002)"#, "H\n", false),
        ("/Subtype /Type0 /Encoding /Identity-H", "<00030004>", "", false),
        ("/Subtype /TrueType /FontDescriptor << /FontFile2 9 0 R >>", "(abc)", "", false),
        ("/Subtype /Type1 /BaseFont /ZapfDingbats", "(abc)", "", false),
        ("/Subtype /Type3", "(abc)", "", false),
    ]

    @Test("a font's encoding is used, and one of its own is said not to be decoded", arguments: encodings.indices)
    func encoding(_ index: Int) {
        let row = Self.encodings[index]
        let found = PDFText(Self.document("BT /F1 12 Tf \(row.string) Tj ET", font: row.font))
        #expect(found.text == row.text, "\(row.font)")
        #expect(found.losses == (row.isWhole ? [] : ["some of it is in fonts with encodings of their own"]))
    }

    @Test("annotations, fields and headings have texts in PDFDocEncoding and UTF-16, and appearances are read")
    func objects() {
        let found = PDFText(
            Self.document(
                "BT (page) Tj ET",
                more: #"""
                    6 0 obj << /Type /Annot /Contents (note \200 \222) >> endobj
                    7 0 obj << /FT /Tx /V <FEFF65E5672C> /Kids [<< /TU (hint) >>] >> endobj
                    8 0 obj << /Title (Chapter) /Dest [3 0 R /Fit] >> endobj
                    9 0 obj << /Subtype /Form /Length 19 >> stream
                    BT (appearance) Tj ET
                    endstream endobj
                    10 0 obj << /S /JavaScript /JS 11 0 R >> endobj
                    11 0 obj << /Length 9 >> stream
                    script();
                    endstream endobj
                    """#))
        #expect(found.text == "page\nappearance\nscript();\nnote • ™\n日本\nhint\nChapter\n" && found.losses == [])
        #expect(found.pages == 1)
    }

    @Test("what is not decoded is said: encryption, other filters, damage, and what takes too long")
    func losses() throws {
        let plain = Self.document("BT (page) Tj ET")
        func replaced(_ part: String, with other: String) -> [UInt8] {
            Array(String(decoding: plain, as: UTF8.self).replacing(part, with: other).utf8)
        }
        #expect(PDFText(replaced("trailer <<", with: "trailer << /Encrypt 9 0 R")).losses == ["it is encrypted"])
        for (filter, loss) in [
            ("LZWDecode", "some of it is in streams of other forms than Flate"),
            ("FlateDecode", "some of its streams are damaged"),
        ] {
            #expect(PDFText(replaced("<< /Length", with: "<< /Filter /\(filter) /Length")).losses == [loss])
        }
        #expect(PDFText(plain) { true }.losses == ["reading it takes too long"])
    }

    @Test("mutations and hostile documents do no harm, and take little time")
    func hostile() throws {
        let made = try Python.run(Script.text("pdf_text_documents"), ["5", "4"])
        let documents = String(decoding: made, as: UTF8.self).split(separator: "\n").map { line in
            bytes(hexadecimal: line.split(separator: " ")[0])
        }
        withMutations(of: documents, count: 2_000) { _ = PDFText($0) }
        let many = 200_000
        let hostile = [
            String(repeating: "1 0 obj (", count: many), String(repeating: "1 0 obj << /A ", count: many),
            String(repeating: "1 0 obj [", count: many), "1 0 obj [" + String(repeating: "1 ", count: 3 * many),
            String(repeating: "1 0 obj 2 0 R\n", count: many), String(repeating: "trailer << ", count: many),
            String(repeating: "trailer (", count: many),
            String(repeating: "3 0 obj << /Type /Page /Contents 3 0 R >> stream ", count: many / 10),
        ]
        for text in hostile { _ = PDFText(Array(text.utf8)) }
        _ = PDFText(Self.document(String(repeating: "BI ID ", count: many)))
        _ = PDFText(Self.document(String(repeating: "q ", count: many) + String(repeating: "BT ( ", count: many)))
    }
}
