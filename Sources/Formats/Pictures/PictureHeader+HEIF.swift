/// Sources: ISO/IEC 14496-12, sections 8.11.3 (`iloc`) and 8.11.6 (`iinf`); ISO/IEC 23008-12, sections 6.5.3 (`ispe`)
/// and A.2.1 (EXIF).
extension PictureHeader {
    /// The maximum size of the description of the items that is read.
    private static let mostBytes = 1 << 20

    mutating func readHEIF(_ bytes: FileBytes) {
        var offset: UInt64 = 0
        for _ in 0..<Self.mostParts {
            let head = bytes.bytes(offset, 8)
            guard let size = head.bigEndian(at: 0, size: 4), size >= 8 else { return }
            if head.matches("meta", at: 4) {
                // Behind a version and flags.
                return readItems(bytes.bytes(offset + 12, min(Self.mostBytes, Int(size))), bytes)
            }
            offset += size
        }
    }

    private mutating func readItems(_ meta: [UInt8], _ file: FileBytes) {
        let boxes = HEIFBoxes.boxes(meta, meta.indices)
        if let properties = boxes.first("iprp"),
            let container = HEIFBoxes.boxes(meta, properties).first("ipco")
        {
            for property in HEIFBoxes.boxes(meta, container) where property.type.matches("ispe") {
                let place = property.contents.lowerBound
                guard let width = meta.bigEndian(at: place + 4, size: 4),
                    let height = meta.bigEndian(at: place + 8, size: 4), width < 1 << 24, height < 1 << 24
                else { continue }
                // The picture is the largest: tiles and thumbnails are smaller.
                if Int(width) * Int(height) > self.width * self.height {
                    (self.width, self.height) = (Int(width), Int(height))
                }
            }
        }
        if let information = boxes.first("iinf"), let locations = boxes.first("iloc"),
            let item = Self.exifItem(meta, information), let place = Self.location(of: item, meta, locations),
            // The offset of the TIFF header, which follows the introduction.
            let skipped = file.bytes(place.lowerBound, 4).bigEndian(at: 0, size: 4),
            place.lowerBound + 4 + skipped < place.upperBound
        {
            exif = place.lowerBound + 4 + skipped..<min(file.size, place.upperBound)
        }
    }

    /// Returns the number of the item that holds EXIF.
    private static func exifItem(_ meta: [UInt8], _ information: Range<Int>) -> UInt64? {
        guard let version = meta.bigEndian(at: information.lowerBound, size: 1) else { return nil }
        let entries = information.lowerBound + (version == 0 ? 6 : 8)
        guard entries <= information.upperBound else { return nil }
        for entry in HEIFBoxes.boxes(meta, entries..<information.upperBound) where entry.type.matches("infe") {
            let place = entry.contents.lowerBound
            guard let version = meta.bigEndian(at: place, size: 1), version == 2 || version == 3 else { continue }
            let width = version == 2 ? 2 : 4
            if meta.matches("Exif", at: place + 4 + width + 2) { return meta.bigEndian(at: place + 4, size: width) }
        }
        return nil
    }

    /// Returns where an item of one piece is in the file.
    private static func location(of item: UInt64, _ meta: [UInt8], _ locations: Range<Int>) -> Range<UInt64>? {
        var place = locations.lowerBound
        func next(_ size: Int) -> UInt64? {
            defer { place += size }
            return size == 0 ? 0 : meta.bigEndian(at: place, size: size)
        }
        guard let version = next(4).map({ $0 >> 24 }), version <= 2, let sizes = next(2),
            let count = next(version < 2 ? 2 : 4), count <= mostParts
        else { return nil }
        let (offsetSize, lengthSize) = (Int(sizes >> 12), Int(sizes >> 8 & 15))
        let (baseSize, indexSize) = (Int(sizes >> 4 & 15), version == 0 ? 0 : Int(sizes & 15))
        for _ in 0..<count {
            guard let number = next(version < 2 ? 2 : 4), let method = version == 0 ? 0 : next(2), next(2) != nil,
                let base = next(baseSize), let extents = next(2), extents <= mostParts
            else { return nil }
            for _ in 0..<extents {
                guard next(indexSize) != nil, let offset = next(offsetSize), let length = next(lengthSize) else {
                    return nil
                }
                guard number == item, method & 15 == 0, extents == 1 else { continue }
                let (start, isTooLarge) = base.addingReportingOverflow(offset)
                guard !isTooLarge, start < UInt64(1) << 48, length < UInt64(1) << 32 else { return nil }
                return start..<start + length
            }
        }
        return nil
    }
}
