import Formats

/// Reads what is taken for bytes because of its control characters as text, where text is asked for: names and values
/// that begin or end with control characters, or consist of them.
struct ControlTextDocumentReader: DocumentReader {
    var forms: Set<DocumentForm> { [.text] }

    // Long ones are hardly meant for people, and nobody has looked at their rest.
    func recognizes(_ file: DocumentSource) -> Bool {
        file.isWhole && file.text == nil && TextDetection(anyUTF8: file.head) != nil
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        guard let detection = TextDetection(anyUTF8: file.head) else { throw DocumentFailure.otherKind }
        return Document(
            "Text with control characters, \(detection.encoding.title)",
            contents: .text(DocumentText(file, detection, isPlain: true)))
    }
}
