import CImages
package import Formats
import System

/// Writes pictures as PNG.
package enum PNG {
    /// Returns the file for a picture; nil if there is not enough memory.
    /// - Parameter quickly: Whether less time counts for more than fewer bytes.
    package static func bytes(_ picture: Picture, quickly: Bool = false) -> [UInt8]? {
        var length = 0
        let encoded = picture.pixels.withUnsafeBufferPointer {
            sandglass_png_encode($0.baseAddress, UInt32(picture.width), UInt32(picture.height), quickly, &length)
        }
        guard let encoded else { return nil }
        defer { free(encoded) }
        return Array(UnsafeBufferPointer(start: encoded, count: length))
    }
}
