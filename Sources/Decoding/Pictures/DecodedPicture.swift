package import Formats

/// A picture that the decoder process made of a file.
package struct DecodedPicture: Hashable, Sendable {
    /// The picture, reduced to the size asked for, or smaller.
    package let picture: Picture
    /// The width of the picture in the file, in pixels.
    package let fullWidth: Int
    /// The height of the picture in the file, in pixels.
    package let fullHeight: Int
    /// Whether the file is damaged or incomplete, and only part of the picture could be decoded.
    package let isPartial: Bool

    /// Creates a picture.
    package init(_ picture: Picture, fullWidth: Int, fullHeight: Int, isPartial: Bool) {
        (self.picture, self.fullWidth, self.fullHeight, self.isPartial) = (picture, fullWidth, fullHeight, isPartial)
    }
}
