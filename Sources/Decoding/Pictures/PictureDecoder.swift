import CDecoding
import Formats
package import System

/// Decodes pictures (PNG, JPEG, WebP, GIF) in the decoder processes of a container.
package struct PictureDecoder: Sendable {
    private let pool: DecoderPool

    /// Creates a decoder.
    package init(_ pool: DecoderPool) { self.pool = pool }

    /// Decodes a file.
    /// - Parameters:
    ///   - file: Open for reading; its offset is left alone.
    ///   - size: The number of bytes to read.
    ///   - box: The box that the result has to fit in.
    ///   - mustStop: Returns whether the result is no longer wanted, or comes too late. Called on this thread.
    /// - Throws: `DecodingFailure`
    package func decode(
        _ file: Descriptor,
        size: UInt64,
        toFit box: PictureBox,
        mustStop: () -> Bool
    ) throws(DecodingFailure) -> DecodedPicture {
        var request = sandglass_request()
        request.kind = UInt32(SANDGLASS_REQUEST_PICTURE)
        request.size = size
        request.most_width = UInt32(box.width)
        request.most_height = UInt32(box.height)
        let exchange = try pool.beginExchange(request, file)
        switch try exchange.next(mustStop) {
        case .end(let end, _):
            guard let failure = DecodingFailure(end.outcome), failure != .unreliable else { throw exchange.distrust() }
            throw failure
        case .picture(let size): return try Self.receivePicture(size, toFit: box, from: exchange, mustStop)
        case .entries, .bytes, .stored: throw exchange.distrust()
        }
    }

    private static func receivePicture(
        _ size: sandglass_picture_size, toFit box: PictureBox, from exchange: DecoderExchange, _ mustStop: () -> Bool
    ) throws(DecodingFailure) -> DecodedPicture {
        let (width, height) = (Int(size.width), Int(size.height))
        let (fullWidth, fullHeight) = (Int(size.full_width), Int(size.full_height))
        guard (1...box.width).contains(width), (1...box.height).contains(height), width <= fullWidth,
            height <= fullHeight, width * height <= PictureBox.maxPixels
        else { throw exchange.distrust() }
        let wanted = width * height * 4
        var pixels: [UInt8] = []
        pixels.reserveCapacity(wanted)
        while true {
            switch try exchange.next(mustStop) {
            case .bytes(let bytes, let place, _) where place == pixels.count && bytes.count <= wanted - pixels.count:
                pixels.append(contentsOf: bytes)
            case .end(let end, _) where pixels.count == wanted && DecodingFailure(end.outcome) == nil:
                return DecodedPicture(
                    Picture(width: width, height: height, pixels: pixels), fullWidth: fullWidth,
                    fullHeight: fullHeight, isPartial: end.outcome == SANDGLASS_DECODED_PARTLY.rawValue)
            default: throw exchange.distrust()
            }
        }
    }
}
