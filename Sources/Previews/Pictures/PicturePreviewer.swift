import Decoding
import Formats

/// Shows pictures: PNG, JPEG, WebP and GIF are decoded in a process of their own; of others, their size is shown.
struct PicturePreviewer: Previewer {
    /// Where reduced pictures are kept.
    var cache = PictureCache.shared

    func recognizes(_ file: PreviewedFile) -> Bool { PictureHeader.format(of: file.head) != nil }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        guard let facts = Self.pictureFacts(of: file) else { throw PreviewFailure("") }
        let header = facts.header
        var preview = Preview(header.title, remarks: facts.remarks)
        preview.exports.facts = facts.outline
        guard header.format.isDecoded else {
            preview.remarks.append("\(header.format.rawValue) pictures are not drawn: there is no decoder for them")
            preview.content = OutlineContent(root: facts.outline)
            return preview
        }
        do throws(PreviewFailure) {
            let decoded = try PictureFile.reduced(file, toFit: Self.box, within: limits, cache: cache) {
                var meanwhile = preview
                meanwhile.remarks.append("it is being decoded")
                return limits.extended(showing: meanwhile)
            }
            if decoded.isPartial {
                preview.remarks.append("it is damaged or incomplete: what could be decoded is drawn")
            }
            let picture = decoded.picture.turned(facts.metadata.orientation)
            preview.content = PictureContent(picture, facts: facts.outline)
            preview.exports.picture = picture
        } catch {
            preview.remarks.append("it cannot be drawn: \(error.reason)")
            preview.content = OutlineContent(root: facts.outline)
        }
        return preview
    }

    /// What the picture says about itself.
    func searched(_ file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> SearchedContents {
        guard let facts = Self.pictureFacts(of: file) else { throw PreviewFailure("") }
        return .values(Preview("", content: OutlineContent(root: facts.outline)), bytes: .ifNothingIsFound)
    }

    /// Returns what the header and the metadata of a picture say; nil for any other file.
    static func facts(of file: PreviewedFile) -> OutlineNode? {
        PictureHeader.format(of: file.head) == nil ? nil : pictureFacts(of: file)?.outline
    }

    private static func pictureFacts(of file: PreviewedFile) -> PictureFacts? {
        let bytes = PictureFile.bytes(of: file)
        return PictureHeader(bytes).map { PictureFacts(header: $0, metadata: PictureMetadata($0, of: bytes)) }
    }

    /// As large as terminals are; the pictures of pages are higher than wide, and can be scrolled.
    static let box = PictureBox(width: 256, height: 2_048)
}

extension PictureHeader {
    /// The title of the preview: "PNG picture, 1170 × 2532 pixels, RGB".
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
