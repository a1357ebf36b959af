import Formats

/// Shows the pictures that iOS took of apps: textures in KTX files of either layout.
struct SnapshotPreviewer: Previewer {
    /// The greatest size of a file that is decoded; an uncompressed picture of the largest screen has 5.6 MB.
    private static let limit = 64 << 20

    func recognizes(_ file: PreviewedFile) -> Bool { SnapshotTexture.begins(file.head) }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let bytes = try file.whole(limit: Self.limit, as: "a snapshot")
        do throws(FormatError) {
            let picture = try SnapshotTexture.picture(in: bytes)
            var preview = Preview(
                "Snapshot, \(picture.width) × \(picture.height) pixels", content: PictureContent(picture))
            preview.exports.picture = picture
            return preview
        } catch {
            throw PreviewFailure("a snapshot that cannot be decoded: \(error.message)")
        }
    }
}
