/// Sources: RFC 9649 (WebP), sections 2 and 3; RFC 6386 (VP8), section 9.1.
extension PictureHeader {
    mutating func readWebP(_ bytes: FileBytes) {
        var offset: UInt64 = 12
        for _ in 0..<Self.maxParts {
            let head = bytes.bytes(offset, 8)
            guard let length = head.littleEndian(at: 4, size: 4) else { return }
            let body = offset + 8
            if head.matches("VP8X") {
                readExtended(bytes.bytes(body, 10))
            } else if head.matches("VP8 ") {
                readLossy(bytes.bytes(body, 10))
            } else if head.matches("VP8L") {
                readLossless(bytes.bytes(body, 5))
            } else if head.matches("EXIF"), exif == nil {
                // Some programs repeat the introduction that JPEG needs.
                let start = body + (bytes.bytes(body, 6).matches("Exif\0\0") ? 6 : 0)
                exif = start..<max(start, min(bytes.size, body + length))
            } else if head.matches("ICCP") {
                profile = ICCProfile.description(of: bytes.bytes(body, min(65_536, Int(length))))
            }
            offset = body + length + length % 2
        }
    }

    private mutating func readExtended(_ body: [UInt8]) {
        guard let width = body.littleEndian(at: 4, size: 3), let height = body.littleEndian(at: 7, size: 3) else {
            return
        }
        (self.width, self.height) = (Int(width) + 1, Int(height) + 1)
        colorModel = body[0] & 0x10 == 0 ? "RGB" : "RGB with alpha"
        if body[0] & 0x02 != 0 { traits.append("animated") }
        depth = 8
    }

    private mutating func readLossy(_ body: [UInt8]) {
        guard width == 0, body.matches([0x9d, 0x01, 0x2a], at: 3), let width = body.littleEndian(at: 6, size: 2),
            let height = body.littleEndian(at: 8, size: 2)
        else { return }
        (self.width, self.height) = (Int(width & 0x3fff), Int(height & 0x3fff))
        (colorModel, depth) = ("RGB", 8)
    }

    private mutating func readLossless(_ body: [UInt8]) {
        guard width == 0, body.first == 0x2f, let bits = body.littleEndian(at: 1, size: 4) else { return }
        (width, height) = (Int(bits & 0x3fff) + 1, Int(bits >> 14 & 0x3fff) + 1)
        (colorModel, depth) = (bits >> 28 & 1 == 0 ? "RGB" : "RGB with alpha", 8)
        traits.append("lossless")
    }
}
