import Formats

/// Shows the pictures that iOS took of apps: textures in KTX files of either layout.
struct SnapshotPreviewer: BytesPreviewer {
    /// The greatest size of a file that is decoded; an uncompressed picture of the largest screen has 5.6 MB.
    private static let limit = 64 << 20

    func recognizes(_ file: PreviewedFile) -> Bool { SnapshotTexture.begins(file.head) }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let picture = try Self.picture(in: file)
        var preview = Preview(
            "Snapshot, \(picture.width) × \(picture.height) pixels", content: PictureContent(picture))
        preview.exports.picture = picture
        return preview
    }

    /// Returns the picture in a file.
    /// - Throws: `PreviewFailure` if it cannot be decoded.
    static func picture(in file: PreviewedFile) throws(PreviewFailure) -> Picture {
        let bytes = try file.whole(limit: limit, as: "a snapshot")
        do throws(FormatError) {
            return try SnapshotTexture.picture(in: bytes)
        } catch {
            throw PreviewFailure("a snapshot that cannot be decoded: \(error.message)")
        }
    }
}
