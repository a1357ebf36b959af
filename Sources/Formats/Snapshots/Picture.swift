/// A picture in memory.
package struct Picture: Hashable, Sendable {
    /// The width in pixels, at least 1.
    package let width: Int
    /// The height in pixels, at least 1.
    package let height: Int
    /// Row by row from the upper left: red, green, blue, alpha, a byte each.
    package let pixels: [UInt8]

    /// - Parameter pixels: `width` × `height` × 4 bytes.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 4)
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }
}
