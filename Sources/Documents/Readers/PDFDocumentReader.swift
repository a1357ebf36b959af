import ContainerModel
import Formats

/// Reads the text of a PDF document, its version, the number of its pages and its title. Without a text that is decoded, its
/// contents are its bytes, as text if they are text.
struct PDFDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool { file.head.starts(with: PDFSummary.magic) }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let read = { (offset: UInt64, count: Int) in (try? file.bytes(from: offset, count: count)) ?? [] }
        guard let summary = PDFSummary(size: file.size, read: read) else { throw DocumentFailure.otherKind }
        let bytes = file.size <= UInt64(PDFText.maxBytes) ? try file.whole(limit: PDFText.maxBytes, as: "a PDF") : nil
        let text = bytes.map { PDFText($0) { limits.mustStop } }
        var title = "PDF document"
        if !summary.version.isEmpty { title += ", version \(summary.version)" }
        if let pages = summary.pages ?? text?.pages { title += ", \(Pluralized.pages(pages))" }
        if summary.isEncrypted { title += ", encrypted" }
        var document = Document(title, contents: .textOrBytes(file))
        document.addText(text, of: file)
        if let title = summary.title ?? text?.title { document.remarks.append("title: \(title)") }
        if let author = summary.author ?? text?.author { document.remarks.append("author: \(author)") }
        return document
    }
}

extension Document {
    /// Adds the text of a PDF document, and what of it is not decoded.
    /// - Parameter text: nil if the document is too large.
    fileprivate mutating func addText(_ text: PDFText?, of file: DocumentSource) {
        let losses = text?.losses ?? ["it is larger than \(ByteCount.short(UInt64(PDFText.maxBytes)))"]
        let isEmpty = text?.text.isEmpty ?? true
        if !losses.isEmpty {
            let what = isEmpty ? "text not decoded" : "some text not decoded"
            remarks.append("\(what): \(losses.joined(separator: ", "))")
            undecoded = losses.map { "the text of a PDF document is not all decoded: \($0)" }
        } else if isEmpty, text?.pages != nil {
            remarks.append("its pages have no text")
        }
        guard let text, !isEmpty else { return }
        let source = file.decompressed(Array(text.text.utf8))
        guard let detection = source.text ?? TextDetection(anyUTF8: source.head) else { return }
        contents = .text(DocumentText(source, detection))
        // The bytes have other texts, such as those of objects that are not drawn.
        byteSearch = .ifNothingIsFound
    }
}
