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
        bytes.withUnsafeBytes { buffer -> [Range<Int>] in
            guard let source = try? BinaryPropertyListObjects(buffer) else { return [] }
            return bytes.gaps(between: used(in: source), in: 0..<bytes.count)
        }
    }

    private static func used(in source: BinaryPropertyListObjects) -> [Range<Int>] {
        let trailer = source.trailer
        var used = [0..<BinaryPropertyListTrailer.headerSize]
        var isReached = [Bool](repeating: false, count: trailer.objectCount)
        var waiting = [trailer.topObject]
        isReached[trailer.topObject] = true
        while let number = waiting.popLast() {
            guard let object = try? source.object(number) else { continue }
            used.append(object.start..<object.contents.upperBound)
            for reference in source.references(of: object) where !isReached[reference] {
                isReached[reference] = true
                waiting.append(reference)
            }
        }
        used.append(trailer.tableOffset..<trailer.tableOffset + trailer.objectCount * trailer.offsetSize)
        // The first six bytes of the trailer are unused.
        used.append(source.bytes.count - BinaryPropertyListTrailer.size + 6..<source.bytes.count)
        return used
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
