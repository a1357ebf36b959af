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
        if let title = summary.title { document.remarks.append("title: \(title)") }
        if let author = summary.author { document.remarks.append("author: \(author)") }
        return document
    }
}
