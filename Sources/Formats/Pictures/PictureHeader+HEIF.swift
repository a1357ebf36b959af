/// Sources: ISO/IEC 14496-12, sections 8.11.3 (`iloc`) and 8.11.6 (`iinf`); ISO/IEC 23008-12, sections 6.5.3 (`ispe`)
/// and A.2.1 (EXIF).
extension PictureHeader {
    /// The maximum size of the description of the items that is read.
    private static let maxBytes = 1 << 20

    mutating func readHEIF(_ bytes: FileBytes) {
        var offset: UInt64 = 0
        for _ in 0..<Self.maxParts {
            let head = bytes.bytes(offset, 8)
            guard let size = head.bigEndian(at: 0, size: 4), size >= 8 else { return }
            if head.matches("meta", at: 4) {
                // Behind a version and flags.
                return readItems(bytes.bytes(offset + 12, min(Self.maxBytes, Int(size))), bytes)
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
            if let size = Self.cleanAperture(meta, boxes, properties, container) { (width, height) = size }
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

    /// Returns the size to which the first picture is cropped; nil if it is not (ISO/IEC 14496-12, section 12.1.4; ISO/IEC
    /// 23008-12, section 9.3).
    private static func cleanAperture(
        _ meta: [UInt8], _ boxes: [HEIFBoxes.Box], _ properties: Range<Int>, _ container: Range<Int>
    ) -> (width: Int, height: Int)? {
        guard let primary = boxes.first("pitm"), let version = meta.bigEndian(at: primary.lowerBound, size: 1),
            let item = meta.bigEndian(at: primary.lowerBound + 4, size: version == 0 ? 2 : 4),
            let associations = HEIFBoxes.boxes(meta, properties).first("ipma")
        else { return nil }
        let known = HEIFBoxes.boxes(meta, container)
        let crops = propertyIndices(of: item, meta, associations).filter { known.indices.contains($0 - 1) }
            .map { known[$0 - 1] }.filter { $0.type.matches("clap") }
        guard let place = crops.last?.contents.lowerBound else { return nil }
        /// The quotient of two numbers, rounded down.
        func quotient(_ offset: Int) -> Int? {
            guard let numerator = meta.bigEndian(at: place + offset, size: 4),
                let denominator = meta.bigEndian(at: place + offset + 4, size: 4), denominator > 0
            else { return nil }
            return Int(numerator / denominator)
        }
        guard let width = quotient(0), let height = quotient(8), (1..<1 << 24).contains(width),
            (1..<1 << 24).contains(height)
        else { return nil }
        return (width, height)
    }

    /// Returns the numbers of an item's properties, from 1.
    private static func propertyIndices(of item: UInt64, _ meta: [UInt8], _ associations: Range<Int>) -> [Int] {
        var place = associations.lowerBound
        func next(_ size: Int) -> UInt64? {
            defer { place += size }
            return place + size <= associations.upperBound ? meta.bigEndian(at: place, size: size) : nil
        }
        guard let head = next(4), let count = next(4), count <= maxParts else { return [] }
        let (numberSize, indexSize) = (head >> 24 == 0 ? 2 : 4, head & 1 == 0 ? 1 : 2)
        var found: [Int] = []
        for _ in 0..<count {
            guard let number = next(numberSize), let properties = next(1) else { break }
            for _ in 0..<properties {
                guard let index = next(indexSize) else { return found }
                // The highest bit says that the property is essential.
                if number == item { found.append(Int(index & (indexSize == 1 ? 0x7f : 0x7fff))) }
            }
        }
        return found
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
            let count = next(version < 2 ? 2 : 4), count <= maxParts
        else { return nil }
        let (offsetSize, lengthSize) = (Int(sizes >> 12), Int(sizes >> 8 & 15))
        let (baseSize, indexSize) = (Int(sizes >> 4 & 15), version == 0 ? 0 : Int(sizes & 15))
        for _ in 0..<count {
            guard let number = next(version < 2 ? 2 : 4), let method = version == 0 ? 0 : next(2), next(2) != nil,
                let base = next(baseSize), let extents = next(2), extents <= maxParts
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
