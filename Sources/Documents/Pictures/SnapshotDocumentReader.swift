import Formats

/// Reads the pictures that iOS took of apps: textures in KTX files of either layout.
struct SnapshotDocumentReader: DocumentReader {
    /// The maximum size of a file that is decoded; an uncompressed picture of the largest screen has 5.6 MB.
    private static let limit = 64 << 20

    func recognizes(_ file: DocumentSource) -> Bool { SnapshotTexture.begins(file.head) }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let header: SnapshotHeader
        do throws(FormatError) {
            header = try SnapshotHeader(file.head)
        } catch {
            throw Self.failure(error)
        }
        var document = Document(
            "Snapshot, \(header.width) × \(header.height) pixels", contents: .picture(DocumentPicture(file)))
        document.byteSearch = .ifNothingIsFound
        return document
    }

    /// Returns the picture in a file.
    /// - Throws: `DocumentFailure` if it cannot be decoded.
    static func picture(in file: DocumentSource) throws(DocumentFailure) -> Picture {
        let bytes = try file.whole(limit: limit, as: "a snapshot")
        do throws(FormatError) {
            return try SnapshotTexture.picture(in: bytes)
        } catch {
            throw failure(error)
        }
    }

    private static func failure(_ error: FormatError) -> DocumentFailure {
        DocumentFailure(error, in: "a snapshot", damaged: "a snapshot that cannot be decoded")
    }
}
