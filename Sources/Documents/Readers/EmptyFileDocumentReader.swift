/// Reads files without bytes.
struct EmptyFileDocumentReader: DocumentReader {
    var forms: Set<DocumentForm> { Set(DocumentForm.allCases) }

    func recognizes(_ file: DocumentSource) -> Bool { file.head.isEmpty }

    func read(_ file: DocumentSource, within limits: DocumentLimits) -> Document {
        var document = Document("Empty file")
        document.isEmpty = true
        return document
    }
}
