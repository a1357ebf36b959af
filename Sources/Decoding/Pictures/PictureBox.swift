/// The space that a picture is reduced to fit in, in pixels. No picture is enlarged.
package struct PictureBox: Hashable, Sendable {
    /// The maximum width, at least 1.
    package let width: Int
    /// The maximum height, at least 1.
    package let height: Int

    /// Creates a box.
    package init(width: Int, height: Int) {
        precondition((1...Self.maxSide).contains(width) && (1...Self.maxSide).contains(height))
        self.width = width
        self.height = height
    }

    /// Room for the whole picture, if it has not more than `maxPixels`.
    package static let whole = PictureBox(width: maxSide, height: maxSide)

    /// The most pixels of a result, whatever the box; as in the decoder.
    package static let maxPixels = 24_000_000
    private static let maxSide = 1 << 24
}
