/// The parts of a picture's file that are not the pixels of its (first) frame: notes of programs, other frames, bytes behind
/// the end.
///
/// Sources: PNG, third edition, section 5; ITU-T T.81, annex B; RFC 9649 (WebP), section 2; GIF89a, sections 18 to 27.
package enum PictureParts {
    /// Returns the ranges of these parts, in their order.
    ///
    /// What decides about the pixels is left out: header, palette, transparency, the compressed data. Without knowing how the
    /// file goes on, the rest of it is one part.
    /// - Returns: nil if it has to stop.
    package static func besidePixels(
        of bytes: FileBytes, _ format: PictureHeader.Format, mustStop: () -> Bool
    ) -> [Range<UInt64>]? {
        let found =
            switch format {
            case .png: png(bytes, mustStop)
            case .jpeg: jpeg(bytes, mustStop)
            case .webp: webP(bytes, mustStop)
            case .gif: gif(bytes, mustStop)
            case .heic, .avif: [Range<UInt64>]()
            }
        return mustStop() ? nil : found
    }

    /// The most parts that are looked at: a file of small parts takes long.
    private static let maxParts = 100_000

    private static let pixelsOfPNG: Set<[UInt8]> = Set(
        ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "CgBI"].map { Array($0.utf8) })
    private static let pixelsOfWebP: Set<[UInt8]> = Set(["VP8X", "VP8 ", "VP8L", "ALPH"].map { Array($0.utf8) })

    private static func png(_ bytes: FileBytes, _ mustStop: () -> Bool) -> [Range<UInt64>] {
        var found: [Range<UInt64>] = []
        var offset: UInt64 = 8
        for _ in 0..<maxParts {
            let head = bytes.bytes(offset, 8)
            guard head.count == 8, let length = head.bigEndian(at: 0, size: 4), !mustStop() else { break }
            let end = min(bytes.size, offset + 12 + length)
            let kind = Array(head[4..<8])
            if !pixelsOfPNG.contains(kind) { found.append(offset..<end) }
            offset = end
            if kind == Array("IEND".utf8) { break }
        }
        return found + rest(bytes, from: offset)
    }

    private static func webP(_ bytes: FileBytes, _ mustStop: () -> Bool) -> [Range<UInt64>] {
        var found: [Range<UInt64>] = []
        var offset: UInt64 = 12
        var hasFrame = false
        let end = min(bytes.size, 8 + (bytes.bytes(4, 4).littleEndian(at: 0, size: 4) ?? 0))
        for _ in 0..<maxParts where offset < end {
            let head = bytes.bytes(offset, 8)
            guard head.count == 8, let length = head.littleEndian(at: 4, size: 4), !mustStop() else { break }
            let next = min(bytes.size, offset + 8 + length + length % 2)
            let kind = Array(head[..<4])
            // The first frame of several is what is decoded.
            let isFirstFrame = !hasFrame && kind == Array("ANMF".utf8)
            hasFrame = hasFrame || isFirstFrame
            if !isFirstFrame, !pixelsOfWebP.contains(kind) { found.append(offset..<next) }
            offset = next
        }
        return found + rest(bytes, from: offset)
    }

    private static func jpeg(_ bytes: FileBytes, _ mustStop: () -> Bool) -> [Range<UInt64>] {
        var found: [Range<UInt64>] = []
        var offset: UInt64 = 2
        for _ in 0..<maxParts {
            let head = bytes.bytes(offset, 4)
            guard head.count >= 2, head[0] == 0xff, !mustStop() else { break }
            let marker = head[1]
            if marker == 0xff {
                offset += 1
                continue
            }
            if marker == 0xd9 {
                offset += 2
                break
            }
            guard head.count == 4, let length = head.bigEndian(at: 2, size: 2), length >= 2 else { break }
            let end = min(bytes.size, offset + 2 + length)
            // Notes of applications, and comments.
            if (0xe0...0xef).contains(marker) || marker == 0xfe { found.append(offset..<end) }
            offset = marker == 0xda ? endOfScan(bytes, from: end, mustStop) : end
        }
        return found + rest(bytes, from: offset)
    }

    /// Returns where the next marker after the compressed data of a scan is, other than those of restarts.
    private static func endOfScan(_ bytes: FileBytes, from start: UInt64, _ mustStop: () -> Bool) -> UInt64 {
        var offset = start
        while offset < bytes.size {
            let block = bytes.bytes(offset, 1 << 16)
            guard block.count > 1, !mustStop() else { return bytes.size }
            for index in block.indices.dropLast() where block[index] == 0xff {
                let next = block[index + 1]
                if next != 0, next != 0xff, !(0xd0...0xd7).contains(next) { return offset + UInt64(index) }
            }
            // The last byte may begin a marker.
            offset += UInt64(block.count - 1)
        }
        return bytes.size
    }

    private static func gif(_ bytes: FileBytes, _ mustStop: () -> Bool) -> [Range<UInt64>] {
        var found: [Range<UInt64>] = []
        let head = bytes.bytes(0, 13)
        guard head.count == 13 else { return [] }
        var offset: UInt64 = 13 + colors(head[10])
        var hasFrame = false
        for _ in 0..<maxParts {
            let block = bytes.bytes(offset, 10)
            guard let first = block.first, !mustStop() else { break }
            if first == 0x3b {
                offset += 1
                break
            }
            let data: UInt64
            switch first {
            case 0x21: data = offset + 2
            case 0x2c where block.count == 10: data = offset + 10 + colors(block[9]) + 1
            default: return found + rest(bytes, from: offset)
            }
            let end = endOfBlocks(bytes, from: data, mustStop)
            // The control of the first frame says which color is transparent.
            let isOfFrame = !hasFrame && (first == 0x2c || block.count > 1 && block[1] == 0xf9)
            if !isOfFrame { found.append(offset..<max(offset, end)) }
            hasFrame = hasFrame || first == 0x2c
            guard end > offset else { break }
            offset = end
        }
        return found + rest(bytes, from: offset)
    }

    /// Returns the size of a table of colors in bytes, by the flags that announce it.
    private static func colors(_ flags: UInt8) -> UInt64 { flags & 0x80 == 0 ? 0 : 3 << (UInt64(flags & 7) + 1) }

    /// Returns where blocks with their lengths end, with the empty one behind them.
    private static func endOfBlocks(_ bytes: FileBytes, from start: UInt64, _ mustStop: () -> Bool) -> UInt64 {
        var offset = start
        while offset < bytes.size, !mustStop() {
            let window = bytes.bytes(offset, 1 << 16)
            guard !window.isEmpty else { break }
            var place = 0
            while place < window.count {
                let length = Int(window[place])
                place += 1 + length
                if length == 0 { return offset + UInt64(place) }
            }
            offset += UInt64(place)
        }
        return bytes.size
    }

    private static func rest(_ bytes: FileBytes, from offset: UInt64) -> [Range<UInt64>] {
        offset < bytes.size ? [offset..<bytes.size] : []
    }
}
