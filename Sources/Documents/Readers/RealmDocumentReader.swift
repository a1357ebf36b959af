import Formats

/// Reads the version of a Realm database, and whether it may be encrypted; its contents are its bytes.
struct RealmDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool { RealmHeader(file.head) != nil || file.hasSuffix(".realm") }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        guard let header = RealmHeader(file.head) else {
            guard file.text == nil else { throw .otherKind }
            var failure = DocumentFailure(.undecoded, "a Realm database that looks encrypted or is damaged")
            failure.title = "An encrypted or damaged Realm database, or another format"
            throw failure
        }
        var document = Document("Realm database, file format \(header.version)", contents: .bytes(file))
        // A file that was closed as a stream has its place at the end; otherwise it lies in the file.
        if header.top != .max, header.top >= file.size {
            document.remarks.append("damaged: its header points beyond the end of the file")
        }
        document.remarks.append("its objects are not decoded")
        return document
    }
}
