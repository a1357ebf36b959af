/// An entry of the metadata of a film or a recording.
package struct MediaMetadata: Hashable, Sendable {
    /// The value of an entry.
    package enum Value: Hashable, Sendable {
        /// Not sanitized.
        case text(String)
        case integer(Int64)
        case data([UInt8])

        /// Creates the value of a text in UTF-8; in an older encoding, it is data.
        init(text bytes: ArraySlice<UInt8>) {
            self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .data(Array(bytes))
        }
    }

    /// The name: a word of `title`, `artist` … for what iTunes writes, the key of QuickTime's own metadata
    /// (`com.apple.quicktime.make`), or the type of the box. Not sanitized.
    package let name: String
    /// The value.
    package let value: Value

    /// The maximum size of a value, such as the picture of an album.
    private static let maxBytes = 4 << 20
    /// The maximum number of entries.
    private static let maxEntries = 1_000

    /// The names of the boxes that iTunes and QuickTime write. The first byte of most is © in Mac OS Roman.
    private static let names: [(type: [UInt8], name: String)] =
        [
            ("nam", "title"), ("ART", "artist"), ("alb", "album"), ("day", "date"), ("cmt", "comment"),
            ("gen", "genre"), ("wrt", "composer"), ("too", "encoder"), ("lyr", "lyrics"), ("grp", "grouping"),
            ("mak", "make"), ("mod", "model"), ("swr", "software"), ("xyz", "location"), ("cpy", "copyright"),
            ("inf", "information"), ("des", "description"), ("aut", "author"), ("dir", "director"),
        ].map { ([0xa9] + Array($0.0.utf8), $0.1) }
        + [
            ("aART", "album artist"), ("cprt", "copyright"), ("desc", "description"), ("ldes", "long description"),
            ("covr", "cover"), ("trkn", "track number"), ("disk", "disc number"), ("tmpo", "beats per minute"),
            ("cpil", "compilation"), ("purd", "purchased"), ("apID", "Apple ID"),
        ].map { (Array($0.0.utf8), $0.1) }

    /// Reads user data (QuickTime File Format, "User data atoms"): texts of their own, and iTunes' list in a `meta` box.
    static func userData(in range: Range<UInt64>, of boxes: inout MediaBoxes) -> [MediaMetadata] {
        var entries: [MediaMetadata] = []
        for box in boxes.boxes(in: range).prefix(maxEntries) {
            if box.type.matches("meta") {
                entries += items(in: box.contents, of: &boxes)
            } else if box.type.first == 0xa9 {
                // The size of a text, its language, the text; then others in other languages.
                let bytes = boxes.bytes(box.contents, limit: maxBytes)
                guard let size = bytes.bigEndian(at: 0, size: 2), let text = bytes.range(at: 4, length: Int(size))
                else { continue }
                entries.append(.init(name: name(of: box.type), value: .init(text: bytes[text])))
            }
        }
        return entries
    }

    /// Reads a `meta` box: iTunes' list, in which types are names, or QuickTime's, in which they are indices of keys
    /// ("Metadata atoms and types").
    static func items(in range: Range<UInt64>, of boxes: inout MediaBoxes) -> [MediaMetadata] {
        // A version and flags stand before the boxes in ISO's form only.
        let isPlain = boxes.bytes(range, limit: 8).matches("hdlr", at: 4)
        guard isPlain || range.upperBound - range.lowerBound >= 4 else { return [] }
        let parts = boxes.boxes(in: isPlain ? range : range.lowerBound + 4..<range.upperBound)
        guard let list = parts.first(where: { $0.type.matches("ilst") }) else { return [] }
        let keys = parts.first { $0.type.matches("keys") }.map { Self.keys(boxes.bytes($0.contents, limit: maxBytes)) }
        var entries: [MediaMetadata] = []
        for box in boxes.boxes(in: list.contents).prefix(maxEntries) {
            let parts = boxes.boxes(in: box.contents)
            var name = Self.name(of: box.type)
            if let keys, let index = box.type.bigEndian(at: 0, size: 4), index >= 1, index <= UInt64(keys.count) {
                name = keys[Int(index) - 1]
            } else if box.type.matches("----") {
                name = freeName(parts, boxes) ?? name
            }
            for part in parts where part.type.matches("data") {
                guard let value = value(boxes.bytes(part.contents, limit: maxBytes), of: box.type) else { continue }
                entries.append(.init(name: name, value: value))
            }
        }
        return entries
    }

    /// Returns the name of an entry that a program named itself: `com.apple.iTunes:iTunNORM`.
    private static func freeName(_ parts: [MediaBoxes.Box], _ boxes: MediaBoxes) -> String? {
        func text(_ type: StaticString) -> String? {
            parts.first { $0.type.matches(type) }.map {
                String(name: boxes.bytes($0.contents, limit: 256).dropFirst(4))
            }
        }
        guard let space = text("mean"), let name = text("name") else { return nil }
        return "\(space):\(name)"
    }

    /// Reads the keys: behind a version and their number, each with its size, a namespace and its name.
    private static func keys(_ bytes: [UInt8]) -> [String] {
        var keys: [String] = []
        var offset = 8
        while keys.count < maxEntries, let size = bytes.bigEndian(at: offset, size: 4), size >= 8,
            let name = bytes.range(at: offset + 8, length: Int(size) - 8)
        {
            keys.append(String(name: bytes[name]))
            offset = name.upperBound
        }
        return keys
    }

    /// Reads a value: its type, its locale, its bytes ("Well-known types").
    private static func value(_ bytes: [UInt8], of entry: [UInt8]) -> Value? {
        guard let type = bytes.bigEndian(at: 0, size: 4), bytes.count >= 8 else { return nil }
        let contents = Array(bytes[8...])
        switch type {
        case 0 where entry.matches("trkn") || entry.matches("disk"):
            guard let number = contents.bigEndian(at: 2, size: 2), let count = contents.bigEndian(at: 4, size: 2) else {
                return .data(contents)
            }
            return .text(count > 0 ? "\(number) of \(count)" : "\(number)")
        case 1, 4: return Value(text: contents[...])
        case 2, 5: return .text(String(escaping: contents.bigEndianUnits))
        case 21, 65, 66, 67, 74:
            guard let number = contents.bigEndian(at: 0, size: contents.count), contents.count >= 1 else { return nil }
            let unused = 64 - 8 * contents.count
            return .integer(Int64(bitPattern: number << UInt64(unused)) >> Int64(unused))
        case 22:
            return contents.bigEndian(at: 0, size: contents.count).flatMap(Int64.init(exactly:)).map { .integer($0) }
        default: return .data(contents)
        }
    }

    private static func name(of type: [UInt8]) -> String {
        if let row = names.first(where: { $0.type == type }) { return row.name }
        return String(String.UnicodeScalarView(type.map { $0 == 0xa9 ? "©" : Unicode.Scalar($0) }))
    }
}
