/// The bytes of a property list that none of its values stands for: comments, objects that nothing refers to, gaps.
///
/// Apps do not see them, but whoever compares or searches a list without them has not looked at everything.
package enum PropertyListLeftovers {
    /// Returns the ranges of these bytes, in order. Zeros between the parts of a list do not count.
    /// - Parameter bytes: A list that was read without an error.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        switch PropertyListFormat(recognizing: bytes) {
        case .binary: inBinary(bytes)
        case .xml: inXML(bytes)
        default: []
        }
    }

    // MARK: Binary

    private static func inBinary(_ bytes: [UInt8]) -> [Range<Int>] {
        guard let trailer = try? BinaryPropertyListTrailer(bytes, limits: .standard) else { return [] }
        var used = [0..<BinaryPropertyListTrailer.headerSize]
        var isReached = [Bool](repeating: false, count: trailer.objectCount)
        var waiting = [trailer.topObject]
        isReached[trailer.topObject] = true
        while let number = waiting.popLast() {
            guard let object = StoredObject(number, in: bytes, trailer) else { continue }
            // Text that is replaced when it is shown belongs to no value.
            if !object.isReplaced(in: bytes) { used.append(object.range) }
            for reference in object.references(in: bytes, trailer)
            where isReached.indices.contains(reference) && !isReached[reference] {
                isReached[reference] = true
                waiting.append(reference)
            }
        }
        let end = bytes.count - BinaryPropertyListTrailer.size
        used.append(trailer.tableOffset..<trailer.tableOffset + trailer.objectCount * trailer.offsetSize)
        // The first six bytes of the trailer are unused.
        used.append(end + 6..<bytes.count)
        return bytes.gaps(between: used, in: 0..<bytes.count)
    }

    /// Where an object lies. Source: as for `BinaryPropertyListObject`.
    private struct StoredObject {
        let kind: UInt8
        let range: Range<Int>
        let contents: Range<Int>

        init?(_ number: Int, in bytes: [UInt8], _ trailer: BinaryPropertyListTrailer) {
            let place = trailer.tableOffset + number * trailer.offsetSize
            guard let start = bytes.bigEndian(at: place, size: trailer.offsetSize).flatMap({ Int(exactly: $0) }),
                start < trailer.tableOffset
            else { return nil }
            kind = bytes[start] >> 4
            let low = Int(bytes[start] & 0x0f)
            let first: Int
            let size: Int?
            switch kind {
            case 0x0: (first, size) = (start + 1, 0)
            case 0x1, 0x2, 0x3: (first, size) = (start + 1, 1 << low)
            case 0x8: (first, size) = (start + 1, low + 1)
            default:
                let unit =
                    switch kind {
                    case 0x6: 2
                    case 0xa, 0xc: trailer.referenceSize
                    case 0xd: 2 * trailer.referenceSize
                    default: 1
                    }
                guard low == 0x0f else {
                    (first, size) = (start + 1, low * unit)
                    break
                }
                guard start + 1 < trailer.tableOffset else { return nil }
                let length = 1 << Int(bytes[start + 1] & 0x0f)
                first = start + 2 + length
                size = bytes.bigEndian(at: first - min(8, length), size: min(8, length))
                    .flatMap { Int(exactly: $0) }.flatMap { count in
                        let (size, isOver) = count.multipliedReportingOverflow(by: unit)
                        return isOver ? nil : size
                    }
            }
            guard let size, first <= trailer.tableOffset, size <= trailer.tableOffset - first else { return nil }
            range = start..<first + size
            contents = first..<first + size
        }

        /// Whether it is a text with bytes that are none.
        func isReplaced(in bytes: [UInt8]) -> Bool {
            switch kind {
            case 0x5, 0x7: String(validating: bytes[contents], as: UTF8.self) == nil
            case 0x6: String(validating: bytes[contents].bigEndianUnits, as: UTF16.self) == nil
            default: false
            }
        }

        /// The numbers of its children.
        func references(in bytes: [UInt8], _ trailer: BinaryPropertyListTrailer) -> [Int] {
            guard [0xa, 0xc, 0xd].contains(kind) else { return [] }
            return stride(from: contents.lowerBound, to: contents.upperBound, by: trailer.referenceSize).compactMap {
                bytes.bigEndian(at: $0, size: trailer.referenceSize).flatMap { Int(exactly: $0) }
            }
        }
    }

    // MARK: XML

    /// The elements of a list. What begins with `?xml` or `!DOCTYPE`, and the version of `plist`, are the same in all
    /// lists.
    private static let elements = [
        "array", "data", "date", "dict", "false", "integer", "key", "real", "string", "true", "plist",
    ].map { Array($0.utf8) }

    private static func inXML(_ bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while let start = bytes[index...].firstIndex(of: 0x3c) {
            let rest = bytes[start...]
            func end(_ text: String) -> Int { rest.firstOccurrence(of: Array(text.utf8))?.upperBound ?? bytes.count }
            if rest.starts(with: "<!--".utf8) {
                index = end("-->")
                found.append(start..<index)
            } else if rest.starts(with: "<![CDATA[".utf8) {
                index = end("]]>")
            } else {
                index = rest.firstIndex(of: 0x3e).map { $0 + 1 } ?? bytes.count
                if !isPlain(bytes[start..<index]) { found.append(start..<index) }
            }
        }
        return found
    }

    /// Whether a tag has nothing but its name.
    private static func isPlain(_ tag: ArraySlice<UInt8>) -> Bool {
        if tag.starts(with: "<?xml ".utf8) { return true }
        if tag.starts(with: "<!DOCTYPE".utf8) { return !tag.contains(0x5b) }
        if tag.starts(with: "<plist ".utf8) { return true }
        let name = tag.dropFirst().dropLast().drop { $0 == 0x2f }
            .prefix { $0 != 0x2f && $0 != 0x20 && !(0x09...0x0d).contains($0) }
        let other = tag.dropFirst().dropLast().count { !($0 == 0x2f || $0 == 0x20 || (0x09...0x0d).contains($0)) }
        return other == name.count && elements.contains { $0.elementsEqual(name) }
    }
}
