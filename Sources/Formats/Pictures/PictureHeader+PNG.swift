/// Sources: the PNG specification, third edition, sections 5 and 11.
extension PictureHeader {
    private static let colorModels: [UInt64: String] = [
        0: "grayscale", 2: "RGB", 3: "palette", 4: "grayscale with alpha", 6: "RGB with alpha",
    ]

    mutating func readPNG(_ bytes: FileBytes) {
        var offset: UInt64 = 8
        for _ in 0..<Self.maxParts {
            let head = bytes.bytes(offset, 8)
            guard let length = head.bigEndian(at: 0, size: 4) else { return }
            let body = offset + 8
            if head.matches("IHDR", at: 4) {
                readIHDR(bytes.bytes(body, 13))
            } else if head.matches("CgBI", at: 4) {
                // Xcode writes this variant into apps.
                traits.append("optimized for iOS")
            } else if head.matches("acTL", at: 4) {
                traits.append("animated")
            } else if head.matches("sRGB", at: 4) {
                profile = "sRGB"
            } else if head.matches("iCCP", at: 4) {
                let name = bytes.bytes(body, min(80, Int(length))).prefix { $0 != 0 }
                // Latin-1.
                profile = String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
            } else if head.matches("eXIf", at: 4) {
                exif = body..<min(bytes.size, body + length)
            } else if head.matches("IEND", at: 4) {
                return
            }
            offset = body + length + 4
        }
    }

    private mutating func readIHDR(_ body: [UInt8]) {
        guard body.count == 13, let width = body.bigEndian(at: 0, size: 4), let height = body.bigEndian(at: 4, size: 4)
        else { return }
        (self.width, self.height) = (Int(width), Int(height))
        depth = Int(body[8])
        colorModel = Self.colorModels[UInt64(body[9])]
        if body[12] == 1 { traits.append("interlaced") }
    }
}
