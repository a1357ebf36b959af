import ContainerModel
import Formats

/// Reads the version, the number of pages and the title of a PDF document, as far as they are not compressed; its
/// contents are its bytes, as text if they are text.
struct PDFDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool { file.head.starts(with: PDFSummary.magic) }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let read = { (offset: UInt64, count: Int) in (try? file.bytes(from: offset, count: count)) ?? [] }
        guard let summary = PDFSummary(size: file.size, read: read) else { throw DocumentFailure.otherKind }
        var title = "PDF document"
        if !summary.version.isEmpty { title += ", version \(summary.version)" }
        if let pages = summary.pages { title += ", \(Pluralized.pages(pages))" }
        if summary.isEncrypted { title += ", encrypted" }
        var document = Document(title, contents: .textOrBytes(file))
        if try Self.hasStreams(file, limits) {
            document.remarks.append("text not decoded")
            document.undecoded = ["the compressed streams of a PDF document are not decoded"]
        }
        if let title = summary.title { document.remarks.append("title: \(title)") }
        if let author = summary.author { document.remarks.append("author: \(author)") }
        return document
    }

    /// The filter of the streams that nearly all documents have (ISO 32000-1, 7.4.4).
    private static let filter = Array("/FlateDecode".utf8)

    /// Returns whether a document has compressed streams; those that cannot be looked for count as compressed.
    private static func hasStreams(_ file: DocumentSource, _ limits: DocumentLimits) throws(DocumentFailure) -> Bool {
        var offset: UInt64 = 0
        while offset < file.size {
            guard !limits.mustStop, let part = try? file.bytes(from: offset, count: 1 << 20), !part.isEmpty else {
                return true
            }
            if part.firstRange(of: filter) != nil { return true }
            guard part.count > filter.count else { return false }
            offset += UInt64(part.count - filter.count + 1)
        }
        return false
    }
}
