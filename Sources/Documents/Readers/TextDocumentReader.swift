import ContainerModel
import Formats

/// Reads plain text in the encoding detected from its bytes.
struct TextDocumentReader: DocumentReader {
    var forms: Set<DocumentForm> { [.decoded, .text] }

    func recognizes(_ file: DocumentSource) -> Bool { file.text != nil }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        guard let detection = file.text else { throw DocumentFailure("it is not text") }
        var document = Document(
            "Text, \(detection.encoding.title)", contents: .text(DocumentText(file, detection, isPlain: true)))
        if let remark = detection.remark { document.remarks.append(remark) }
        if detection.errors > 0 {
            document.remarks.append("\(Pluralized.errors(detection.errors)) in the encoding")
        }
        return document
    }
}
