import TestSupport
import Testing

@testable import Formats

/// Documents with the structure of ISO 32000-1, 7.5, written by Python.
enum PDFScript {
    /// Returns a document.
    /// - Parameters:
    ///   - trailer: Entries of the trailer besides Size and Root, in which object 3 is the information.
    ///   - information: The entries of the information.
    static func document(
        version: String = "1.4", pages: Int = 3, trailer: String = "/Info 3 0 R",
        information: String = "/Title (Plain)",
        updated: String? = nil
    ) throws -> [UInt8] {
        try Python.run(Script.text("pdf_summary_document"), [version, "\(pages)", trailer, information, updated ?? ""])
    }
}

extension PDFSummary {
    /// Reads a document in memory.
    init?(_ bytes: [UInt8]) {
        self.init(size: UInt64(bytes.count)) { offset, count in
            offset < UInt64(bytes.count) ? Array(bytes[Int(offset)...].prefix(count)) : []
        }
    }
}

@Suite("PDF documents")
struct PDFSummaryTests {
    @Test("the version, the pages and the title are read from the trailer")
    func summary() throws {
        let summary = try #require(PDFSummary(try PDFScript.document()))
        #expect(summary.version == "1.4" && summary.pages == 3 && summary.title == "Plain" && !summary.isEncrypted)
    }

    @Test(
        "a title is decoded as the standard says",
        arguments: [
            ("/Title (Tide \\(high\\) (low) \\101\\12x)", "Tide (high) (low) A x"), ("/Title <54696465>", "Tide"),
            ("/Title <FEFF65E5672C>", "日本"), ("/Title (Gr\u{fc}\u{df}e)", "Grüße"), ("/Title ()", nil),
            ("/Author (A)", nil),
            ("/Title 3", nil), ("/Title (unclosed", nil),
        ])
    func titles(information: String, title: String?) throws {
        #expect(try #require(PDFSummary(try PDFScript.document(information: information))).title == title)
    }

    @Test("the last update counts, and encrypted titles are not read")
    func updates() throws {
        let updated = try #require(PDFSummary(try PDFScript.document(updated: "/Title (New)")))
        #expect(updated.title == "New" && updated.pages == 3)
        let encrypted = try #require(PDFSummary(try PDFScript.document(trailer: "/Info 3 0 R /Encrypt 4 0 R")))
        #expect(encrypted.isEncrypted && encrypted.title == nil && encrypted.pages == 3)
    }

    @Test("compressed or damaged parts are left out, and mutations of documents do no harm")
    func damaged() throws {
        #expect(PDFSummary(Array("%PDF-1.7\nrest".utf8)) != nil && PDFSummary(Array("PDF-1.7".utf8)) == nil)
        let document = try PDFScript.document(updated: "/Title (New)")
        for length in stride(from: 0, to: document.count, by: 7) { _ = PDFSummary(Array(document[..<length])) }
        withMutations(of: [document], count: 3_000) { _ = PDFSummary($0) }
    }
}
