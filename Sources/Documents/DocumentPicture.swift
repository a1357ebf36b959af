import Decoding
package import Formats

/// A picture, which is decoded when it is wanted.
package struct DocumentPicture: Sendable {
    /// The file or value that holds the picture.
    package let source: DocumentSource
    /// Where reduced pictures are kept.
    private let cache: PictureCache

    init(_ source: DocumentSource, cache: PictureCache = .shared) {
        self.source = source
        self.cache = cache
    }

    /// Decodes the picture in full size, as it is displayed.
    /// - Throws: `DocumentFailure` if it cannot be decoded completely.
    package func whole(within limits: DocumentLimits) throws(DocumentFailure) -> Picture {
        try PictureFile.picture(in: source, within: limits)
    }

    /// Decodes the picture, reduced to the resolution of a terminal.
    /// - Parameters:
    ///   - side: The sides in pixels that a terminal has for the picture; nil if it draws pictures with cells.
    ///   - extended: Returns the limits for continuing after the time is up; nil to stop then.
    /// - Returns: The picture as it is displayed, and whether a part of it is missing.
    /// - Throws: `DocumentFailure` if it cannot be decoded.
    package func reduced(
        toFit side: Int? = nil, within limits: DocumentLimits, extended: () -> DocumentLimits? = { nil }
    ) throws(DocumentFailure) -> (picture: Picture, isPartial: Bool) {
        if SnapshotTexture.begins(source.head) { return (try SnapshotDocumentReader.picture(in: source), false) }
        let box = side.map { Self.box(side: $0) } ?? Self.box
        let decoded = try PictureFile.reduced(source, toFit: box, within: limits, cache: cache, extended: extended)
        let bytes = source.structure
        let orientation = PictureHeader(bytes).map { PictureMetadata($0, of: bytes).orientation } ?? .upright
        return (decoded.picture.turned(orientation), decoded.isPartial)
    }

    /// As large as terminals are; the pictures of pages are higher than wide, and can be scrolled.
    static let box = PictureBox(width: 256, height: 2_048)

    /// A box of one of a few sizes, so that the cache has a picture after the window has changed.
    private static func box(side: Int) -> PictureBox {
        let side = [512, 1_024].first { $0 >= side } ?? 2_048
        return PictureBox(width: side, height: side)
    }
}
