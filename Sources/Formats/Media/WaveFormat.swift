/// The format of a recording in a WAVE file (Multimedia Programming Interface and Data Specifications 1.0, "WAVE").
package struct WaveFormat: Hashable, Sendable {
    /// The number of channels.
    package let channels: Int
    /// Samples per second of each channel.
    package let rate: UInt32
    /// The bits of a sample; 0 if they are compressed.
    package let bits: Int
    /// The duration, without fractions of a second; nil if the data have not begun in the bytes that were read.
    package let seconds: Int?

    /// The chunks that are looked at before that of the data.
    private static let maxChunks = 64

    /// Reads the format.
    /// - Parameter head: The beginning of a file.
    /// - Returns: nil if it is no WAVE file, or if its format is not in these bytes.
    package init?(_ head: [UInt8]) {
        guard head.starts(with: "RIFF".utf8), head.count >= 12, head[8...].starts(with: "WAVE".utf8) else { return nil }
        func number(_ offset: Int, _ length: Int) -> UInt32? {
            head.littleEndian(at: offset, size: length).map { UInt32($0) }
        }
        var offset = 12
        var format: (channels: UInt32, rate: UInt32, bytes: UInt32, bits: UInt32)?
        var data: UInt32?
        for _ in 0..<Self.maxChunks {
            guard data == nil, offset + 8 <= head.count, let size = number(offset + 4, 4) else { break }
            let name = head[offset..<offset + 4]
            if name.elementsEqual("data".utf8) { data = size }
            if name.elementsEqual("fmt ".utf8), format == nil, size >= 16,
                let channels = number(offset + 10, 2), let rate = number(offset + 12, 4),
                let bytes = number(offset + 16, 4), let bits = number(offset + 22, 2)
            {
                format = (channels, rate, bytes, bits)
            }
            // A chunk of an odd length is followed by a byte that does not count.
            offset += 8 + Int(size) + Int(size & 1)
        }
        guard let format, format.channels > 0, format.rate > 0 else { return nil }
        (channels, rate, bits) = (Int(format.channels), format.rate, Int(format.bits))
        seconds = data.flatMap { format.bytes > 0 ? Int($0 / format.bytes) : nil }
    }
}
