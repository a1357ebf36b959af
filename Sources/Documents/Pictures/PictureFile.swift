import Decoding
package import Formats
import System

/// Files with pictures.
package enum PictureFile {
    /// Returns the picture in a file, in full size and as it is displayed; for a snapshot in a texture, or a format that
    /// the decoder knows.
    /// - Throws: `DocumentFailure` if it cannot be decoded completely.
    package static func picture(
        in file: DocumentSource,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> Picture {
        if SnapshotTexture.begins(file.head) { return try SnapshotDocumentReader.picture(in: file) }
        let bytes = file.structure
        guard let header = PictureHeader(bytes) else { throw DocumentFailure("it is not a picture of a known format") }
        let decoded = try decode(file, toFit: .whole, within: limits)
        guard !decoded.isPartial else { throw DocumentFailure(.damaged, "it is damaged or incomplete") }
        return decoded.picture.turned(PictureMetadata(header, of: bytes).orientation)
    }

    /// Decodes a picture in the decoder process.
    /// - Parameter extended: Returns the limits of going on after the time is up; nil to stop then.
    /// - Throws: `DocumentFailure` if it cannot be decoded.
    static func decode(
        _ file: DocumentSource,
        toFit box: PictureBox,
        within limits: DocumentLimits,
        extended: () -> DocumentLimits? = { nil }
    ) throws(DocumentFailure) -> DecodedPicture {
        let opened = try file.descriptor()
        var limits = limits
        var isExtended = false
        do throws(DecodingFailure) {
            return try PictureDecoder(file.decoders).decode(opened, size: file.size, toFit: box) {
                if limits.mustStop, !isExtended, let longer = extended() { (limits, isExtended) = (longer, true) }
                return limits.mustStop
            }
        } catch {
            throw DocumentFailure(error == .damaged ? .damaged : .unreadable, error.reason)
        }
    }

    /// Decodes a picture, or takes it from the cache; keeps it there if decoding took more than a moment.
    /// - Throws: `DocumentFailure` if it cannot be decoded.
    static func reduced(
        _ file: DocumentSource,
        toFit box: PictureBox,
        within limits: DocumentLimits,
        cache: PictureCache,
        extended: () -> DocumentLimits?
    ) throws(DocumentFailure) -> DecodedPicture {
        let version = file.pictureVersion(box)
        if let version, let kept = cache.picture(version) { return kept }
        let start = MonotonicClock.now()
        let decoded = try decode(file, toFit: box, within: limits, extended: extended)
        if let version, MonotonicClock.now() - start > moment { cache.keep(decoded, as: version) }
        return decoded
    }

    /// Reading a file of the cache takes about a millisecond; in nanoseconds.
    private static let moment: UInt64 = 5_000_000
}
