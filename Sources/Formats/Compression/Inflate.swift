import CZlib

/// Decompresses raw DEFLATE data, without a zlib or gzip header, by zlib. Source: RFC 1951.
package enum Inflate {
    /// The bytes that zlib first decompresses; each further time they are as many as there are already.
    private static let firstPart = 16 << 10

    /// Returns the decompressed bytes.
    /// - Parameters:
    ///   - bytes: The compressed data; trailing bytes are ignored.
    ///   - limit: The maximum number of decompressed bytes.
    /// - Throws: `FormatError`: `truncated` if the data end early, `malformed` if they contradict themselves,
    ///   `tooLarge` if they decompress to more than `limit` bytes.
    package static func decompress(_ bytes: [UInt8], limit: Int) throws(FormatError) -> [UInt8] {
        try decompressPrefix(of: bytes, limit: limit).output
    }

    /// Returns the decompressed bytes, and the index behind the compressed ones.
    /// - Throws: As `decompress(_:limit:)`.
    package static func decompressPrefix(
        of bytes: [UInt8], limit: Int
    ) throws(FormatError) -> (output: [UInt8], end: Int) {
        var output: [UInt8] = []
        let end = try decompress(bytes, from: 0, limit: limit, to: &output)
        return (output, end)
    }

    /// Returns the bytes that are decompressed until the compressed ones end, are damaged, or are too many.
    /// - Parameter start: The index of the first compressed byte.
    /// - Returns: The bytes, the index behind the compressed ones, which is nil if these are not whole, and whether there are more
    ///   bytes than the limit.
    package static func decompressAsFarAsPossible(
        _ bytes: [UInt8], from start: Int, limit: Int
    ) -> (output: [UInt8], end: Int?, isTooLarge: Bool) {
        var output: [UInt8] = []
        do throws(FormatError) {
            let end = try decompress(bytes, from: start, limit: limit, to: &output)
            return (output, end, false)
        } catch {
            return (output, nil, error.code == .tooLarge)
        }
    }

    /// - Returns: The index behind the compressed bytes.
    private static func decompress(
        _ bytes: [UInt8], from start: Int, limit: Int, to output: inout [UInt8]
    ) throws(FormatError) -> Int {
        var stream = z_stream()
        guard sandglass_inflate_raw(&stream) == Z_OK else { throw outOfMemory }
        defer { inflateEnd(&stream) }
        var end = start
        while true {
            let status = bytes[end...].withUnsafeBufferPointer { input in
                // zlib only reads them.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(clamping: input.count)
                let given = Int(stream.avail_in)
                defer { end += given - Int(stream.avail_in) }
                // A byte more than allowed distinguishes data that is too large from data that is just as large as
                // allowed.
                let room = min(max(firstPart, output.count), max(0, limit) - output.count) + 1
                return append(to: &output, atMost: room, from: &stream)
            }
            guard output.count <= max(0, limit) else {
                throw FormatError(.tooLarge, "it decompresses to more than \(limit) bytes", offset: end)
            }
            switch status {
            case Z_OK: continue
            case Z_STREAM_END: return end
            // There was room, so it is input that is missing.
            case Z_BUF_ERROR: throw FormatError(.truncated, "the compressed data is truncated", offset: end)
            case Z_MEM_ERROR: throw outOfMemory
            default: throw FormatError(.malformed, "the compressed data is malformed", offset: end)
            }
        }
    }

    /// Lets zlib decompress at most `count` bytes, which is at least 1, to the end of `output`, and returns its status.
    private static func append(to output: inout [UInt8], atMost count: Int, from stream: inout z_stream) -> Int32 {
        var status = Z_OK
        output.append(addingCapacity: count) { span in
            span.withUnsafeMutableBufferPointer { buffer, written in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(clamping: count)
                let given = stream.avail_out
                status = inflate(&stream, Z_NO_FLUSH)
                written = Int(given - stream.avail_out)
            }
        }
        return status
    }

    private static var outOfMemory: FormatError {
        FormatError(.tooLarge, "there is not enough memory to decompress it", offset: 0)
    }
}
