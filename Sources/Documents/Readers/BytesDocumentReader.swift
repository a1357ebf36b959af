/// Takes what no other reader recognizes as bytes.
struct BytesDocumentReader: DocumentReader {
    var forms: Set<DocumentForm> { Set(DocumentForm.allCases) }
    var isSelective: Bool { false }

    func recognizes(_ file: DocumentSource) -> Bool { true }

    func read(_ file: DocumentSource, within limits: DocumentLimits) -> Document {
        Document("Binary data", contents: .bytes(file))
    }
}
