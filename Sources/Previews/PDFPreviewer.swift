import ContainerModel
import FileTree
import Formats
import Screen

/// Says of a PDF document which version it has, how many pages, and its title, as far as they are not compressed; its
/// bytes are shown below, as text if they are text.
struct PDFPreviewer: Previewer {
    func recognizes(_ file: PreviewedFile) -> Bool { file.head.starts(with: PDFSummary.magic) }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let read = { (offset: UInt64, count: Int) in (try? file.bytes(from: offset, count: count)) ?? [] }
        guard let summary = PDFSummary(size: file.size, read: read) else { throw PreviewFailure("") }
        var title = "PDF document"
        if !summary.version.isEmpty { title += ", version \(summary.version)" }
        if let pages = summary.pages { title += ", \(Counted.pages(pages))" }
        if summary.isEncrypted { title += ", encrypted" }
        let detection = TextDetection(file.head, isWhole: file.isWhole)
        var preview = Preview(
            title, content: detection.map { TextContent(file, $0) as any PreviewContent } ?? HexContent(file))
        if let title = summary.title { preview.remarks.append("title: \(title)") }
        if let author = summary.author { preview.remarks.append("author: \(author)") }
        return preview
    }
}
