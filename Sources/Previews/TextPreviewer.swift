import ContainerModel
import Formats
import Screen

/// Shows plain text in the encoding detected from its bytes.
struct TextPreviewer: Previewer {
    func recognizes(_ file: PreviewedFile) -> Bool { TextDetection(file.head, isWhole: file.isWhole) != nil }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        guard let detection = TextDetection(file.head, isWhole: file.isWhole) else {
            throw PreviewFailure("it is no text")
        }
        let content = TextContent(utf8: detection.utf8(file.head, isWhole: file.isWhole))
        var title = "Text, \(detection.encoding.title)"
        if file.isWhole { title += ", \(Counted.lines(content.lineCount))" }
        var preview = Preview(title, content: content)
        if detection.encoding == .latin1 { preview.remarks.append("the encoding is a guess") }
        if detection.errors > 0 {
            preview.remarks.append("\(Counted.errors(detection.errors)) in the encoding")
        }
        preview.remarks += [file.omission(after: file.head.count)].compactMap(\.self)
        return preview
    }
}

extension PreviewedFile {
    /// Returns the remark that only the first bytes are shown; nil if those are all.
    func omission(after count: Int) -> String? {
        guard UInt64(count) < size else { return nil }
        return "the first \(ByteCount.short(UInt64(count))) of \(ByteCount.short(size))"
    }
}
