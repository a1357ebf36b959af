/// Sources: ITU-T T.81, annex B; EXIF 2.32, section 4.5; ICC.1:2022, sections 7 and B.4.
extension PictureHeader {
    mutating func readJPEG(_ bytes: FileBytes) {
        var offset: UInt64 = 2
        for _ in 0..<Self.maxParts {
            let head = bytes.bytes(offset, 4)
            guard head.count == 4, head[0] == 0xff else { return }
            // Fill bytes.
            if head[1] == 0xff {
                offset += 1
                continue
            }
            let length = UInt64(head[2]) << 8 | UInt64(head[3])
            let body = offset + 4
            switch head[1] {
            case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf: readFrame(bytes.bytes(body, 6), marker: head[1])
            case 0xe1:
                if bytes.bytes(body, 6).matches("Exif\0\0"), exif == nil {
                    exif = body + 6..<max(body + 6, min(bytes.size, offset + 2 + length))
                }
            case 0xe2: readProfile(bytes, body)
            // The start of a scan, or the end.
            case 0xda, 0xd9: return
            default: break
            }
            guard length >= 2 else { return }
            offset += 2 + length
        }
    }

    private mutating func readFrame(_ body: [UInt8], marker: UInt8) {
        guard body.count == 6, let height = body.bigEndian(at: 1, size: 2), let width = body.bigEndian(at: 3, size: 2)
        else { return }
        (self.width, self.height) = (Int(width), Int(height))
        depth = Int(body[0])
        colorModel = [1: "grayscale", 3: "RGB", 4: "CMYK"][body[5]]
        if [0xc2, 0xc6, 0xca, 0xce].contains(marker) { traits.append("progressive") }
    }

    /// Finds the description in a color profile, which is small enough for one segment.
    private mutating func readProfile(_ bytes: FileBytes, _ body: UInt64) {
        guard profile == nil, bytes.bytes(body, 12).matches("ICC_PROFILE\0") else { return }
        profile = ICCProfile.description(of: bytes.bytes(body + 14, 65_519))
    }
}
