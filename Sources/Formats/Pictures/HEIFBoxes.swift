/// The boxes of HEIF files (ISO/IEC 23008-12), in which HEIC and AVIF pictures lie.
enum HEIFBoxes {
    /// A box: its type, and where its contents are in the bytes read.
    struct Box {
        let type: [UInt8]
        let contents: Range<Int>
    }

    private static let brands: [(String, PictureHeader.Format)] = [
        ("heic", .heic), ("heix", .heic), ("heim", .heic), ("heis", .heic), ("hevc", .heic), ("avif", .avif),
        ("avis", .avif), ("mif1", .heic), ("msf1", .heic),
    ]

    /// Returns the format of a file that begins with a `ftyp` box of such a brand.
    static func format(of head: [UInt8]) -> PictureHeader.Format? {
        guard head.matches("ftyp", at: 4) else { return nil }
        return brands.first { head.matches(Array($0.0.utf8), at: 8) }?.1
    }

    /// Returns the boxes in a range of bytes, up to the first that is damaged.
    static func boxes(_ bytes: [UInt8], _ range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while boxes.count < PictureHeader.maxParts, let size = bytes.bigEndian(at: offset, size: 4),
            let type = bytes.range(at: offset + 4, length: 4), size >= 8,
            let whole = bytes.range(at: offset, length: Int(size)), whole.upperBound <= range.upperBound
        {
            boxes.append(Box(type: Array(bytes[type]), contents: offset + 8..<whole.upperBound))
            offset = whole.upperBound
        }
        return boxes
    }
}

extension [HEIFBoxes.Box] {
    /// The contents of the first box of a type.
    func first(_ type: StaticString) -> Range<Int>? { first { $0.type.matches(type) }?.contents }
}
