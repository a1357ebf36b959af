import TestSupport
import Testing

@testable import Previews

@Suite("PDF previews")
struct PDFPreviewTests {
    /// A document of one page (ISO 32000-1, 7.5), with an empty cross-reference table.
    private static let text = "%PDF-1.3\n1 0 obj\n<< >>\nendobj\nxref\n0 0\ntrailer\n<< >>\nstartxref\n30\n%%EOF\n"

    @Test("a PDF document is one, whether its bytes are text or not")
    func kind() {
        #expect(shown(Array(Self.text.utf8)).first == "PDF document, version 1.3")
        #expect(shown(Array(Self.text.utf8)).contains("%%EOF"))
        #expect(shown(Array("%PDF-1.5\n".utf8) + [0, 1, 2, 0xff, 0xfe, 0]).first == "PDF document, version 1.5")
        #expect(shown(Array(" %PDF-1.5\n".utf8)).first == "Text, ASCII, 1 line")
    }

    @Test("the text of compressed pages is shown, line by line")
    func text() throws {
        let bytes = try Python.run(
            """
            import sys, zlib
            data = zlib.compress(b'BT (High tide) Tj 0 -14 Td (Low tide) Tj ET')
            sys.stdout.buffer.write(b'%PDF-1.5\\n1 0 obj << /Type /Page /Contents 2 0 R >> endobj\\n'
                b'2 0 obj << /Filter /FlateDecode /Length ' + str(len(data)).encode() + b' >> stream\\n' + data
                + b'\\nendstream endobj\\n')
            """, [])
        let lines = shown(bytes)
        #expect(lines.first == "PDF document, version 1.5, 1 page")
        #expect(lines.contains("High tide") && lines.contains("Low tide"), "\(lines)")
    }
}
