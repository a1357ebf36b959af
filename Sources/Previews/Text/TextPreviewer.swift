import ContainerModel
import Formats
import Screen

/// Shows plain text in the encoding detected from its bytes.
struct TextPreviewer: BytesPreviewer {
    func recognizes(_ file: PreviewedFile) -> Bool { TextDetection(file.head, isWhole: file.isWhole) != nil }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        guard let detection = TextDetection(file.head, isWhole: file.isWhole) else {
            throw PreviewFailure("it is not text")
        }
        var title = "Text, \(detection.encoding.title)"
        if file.isWhole {
            title += ", \(Counted.lines(Self.lineCount(detection.utf8(file.head, isWhole: true))))"
        }
        var preview = Preview(title, content: TextContent(file, detection))
        if detection.encoding == .latin1 { preview.remarks.append("the encoding is a guess") }
        if detection.errors > 0 {
            preview.remarks.append("\(Counted.errors(detection.errors)) in the encoding")
        }
        return preview
    }

    /// Returns the number of lines, including an unterminated last line.
    private static func lineCount(_ utf8: [UInt8]) -> Int {
        let lineEnd: UInt8 = utf8.contains(0x0a) ? 0x0a : 0x0d
        let ends = utf8.count { $0 == lineEnd }
        return ends + (utf8.isEmpty || utf8.last == lineEnd ? 0 : 1)
    }
}
