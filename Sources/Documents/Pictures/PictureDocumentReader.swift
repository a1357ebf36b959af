import Decoding
import Formats

/// Reads pictures: PNG, JPEG, WebP and GIF are decoded in the decoder process; of others, only the header is read.
struct PictureDocumentReader: DocumentReader {
    /// Where reduced pictures are kept.
    var cache = PictureCache.shared

    func recognizes(_ file: DocumentSource) -> Bool { PictureHeader.format(of: file.head) != nil }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        guard let facts = Self.pictureFacts(of: file) else { throw DocumentFailure.otherKind }
        let header = facts.header
        var document = Document(header.title, remarks: facts.remarks)
        document.facts = facts.tree
        document.byteSearch = .ifNothingIsFound
        guard header.format.isDecoded else {
            document.remarks.append("\(header.format.rawValue) pictures are not drawn: there is no decoder for them")
            document.contents = .tree(ValueTree(root: facts.tree))
            return document
        }
        document.contents = .picture(DocumentPicture(file, cache: cache))
        let format = header.format
        document.moreLeftovers = { limits in
            PictureParts.besidePixels(of: file.structure, format) { limits.mustStop }?.map {
                Int($0.lowerBound)..<Int($0.upperBound)
            }
        }
        return document
    }

    private static func pictureFacts(of file: DocumentSource) -> PictureFacts? {
        let bytes = file.structure
        return PictureHeader(bytes).map { PictureFacts(header: $0, metadata: PictureMetadata($0, of: bytes)) }
    }
}

extension PictureHeader {
    /// The title of the document: "PNG picture, 1170 × 2532 pixels, RGB".
    var title: String {
        var parts = ["\(format.rawValue) picture"]
        if width > 0, height > 0 { parts.append("\(width) × \(height) pixels") }
        if let colorModel {
            parts.append(depth.map { $0 == 8 ? colorModel : "\(colorModel), \($0) bits" } ?? colorModel)
        }
        if let profile, !profile.isEmpty { parts.append(profile) }
        return (parts + traits).joined(separator: ", ")
    }
}

extension PictureHeader.Format {
    /// Whether the decoder knows the format.
    var isDecoded: Bool { self != .heic && self != .avif }
}
