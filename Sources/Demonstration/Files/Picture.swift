/// A picture painted by arithmetic: a sun over the sea. Integers only, so that it is the same everywhere.
struct Picture {
    let width: Int
    let height: Int
    /// Which of many such pictures.
    let seed: Int

    /// The brightness of a pixel, 0 to 255: an index into `palette`.
    func shade(_ x: Int, _ y: Int) -> UInt8 {
        let horizon = max(1, height * 3 / 5)
        let (sunX, sunY) = (width * (2 + seed % 5) / 8, height * (2 + seed % 3) / 8)
        let radius = max(2, width / 9)
        let distance = (x - sunX) * (x - sunX) + (y - sunY) * (y - sunY)
        if y < horizon {
            if distance < radius * radius { return 250 }
            let glow = max(0, 40 - distance * 40 / (radius * radius * 9))
            return UInt8(clamping: 110 + y * 70 / horizon + glow)
        }
        let depth = y - horizon
        let wave = (x * (3 + seed % 4) + depth * depth / 5 + seed * 29) % 64
        let crest = wave < 32 ? wave : 64 - wave
        let glitter = abs(x - sunX) < radius && (x + y * 3) % 11 < 3 ? 90 : 0
        return UInt8(clamping: 20 + crest + depth * 30 / max(1, height - horizon) + glitter)
    }

    /// From the dark of the water to the white of the sun.
    static let palette: [(red: UInt8, green: UInt8, blue: UInt8)] = (0...255).map { level in
        if level < 96 { return (UInt8(level / 4), UInt8(level / 2 + 10), UInt8(level + 40)) }
        let warmth = level - 96
        return (UInt8(clamping: 60 + warmth * 2), UInt8(clamping: 70 + warmth), UInt8(clamping: 120 + warmth / 3))
    }
}

extension Picture {
    /// As PNG (ISO 15948): eight bits of palette a pixel, in zlib blocks that are not compressed.
    var png: [UInt8] {
        let header = FileBytes.bigEndian(width, 4) + FileBytes.bigEndian(height, 4) + [8, 3, 0, 0, 0]
        var rows: [UInt8] = []
        rows.reserveCapacity((width + 1) * height)
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { rows.append(shade(x, y)) }
        }
        var bytes: [UInt8] = [0x89]
        bytes += Array("PNG\r\n\u{1a}\n".utf8)
        bytes += Self.chunk("IHDR", header)
        bytes += Self.chunk("PLTE", Self.palette.flatMap { [$0.red, $0.green, $0.blue] })
        bytes += Self.chunk("IDAT", Self.stored(rows))
        return bytes + Self.chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return FileBytes.bigEndian(data.count, 4) + body + FileBytes.bigEndian(Int(checksum(body)), 4)
    }

    /// zlib (RFC 1950) with stored blocks (RFC 1951, 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(bytes.count, start + 65_535)
            result.append(end == bytes.count ? 1 : 0)
            result += FileBytes.littleEndian(end - start, 2) + FileBytes.littleEndian(~(end - start), 2)
            result += bytes[start..<end]
            start = end
        } while start < bytes.count
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return result + FileBytes.bigEndian(Int(high << 16 | low), 4)
    }

    /// The CRC of PNG (ISO 15948, annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xedb8_8320 }
        }
        return ~sum
    }
}

extension Picture {
    /// As a KTX 1 texture in ASTC 4×4, every block of one colour (a "void extent").
    var ktx: [UInt8] {
        let (columns, rows) = ((width + 3) / 4, (height + 3) / 4)
        let magic: [UInt8] = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x31, 0x31, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]
        // Endianness, no pixel type (compressed), COMPRESSED_RGBA_ASTC_4x4, RGBA; one face, one level, no keys.
        let size = columns * rows * 16
        let numbers: [Int] = [0x0403_0201, 0, 1, 0, 0x93b0, 0x1908, width, height, 0, 0, 1, 1, 0, size]
        var bytes = magic
        for number in numbers { bytes += FileBytes.littleEndian(number, 4) }
        bytes.reserveCapacity(bytes.count + columns * rows * 16)
        for row in 0..<rows {
            for column in 0..<columns {
                let color = Self.palette[Int(shade(column * 4, row * 4))]
                bytes += [0xfc, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
                for part in [color.red, color.green, color.blue, 0xff] { bytes += [part, part] }
            }
        }
        return bytes
    }
}
