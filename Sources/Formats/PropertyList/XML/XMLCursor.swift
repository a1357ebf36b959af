import CPattern

/// Passes over the tags and texts of an XML document in memory (XML 1.0), each byte once.
///
/// Nothing is fetched, and only the five predefined entities are expanded. A document that declares entities or attributes
/// is refused. As CoreFoundation does, it accepts characters that XML does not allow, white space before the declaration,
/// and any document type without declarations.
struct XMLCursor {
    /// A tag.
    struct Tag {
        let name: UnsafeRawBufferPointer
        /// The offset of its first byte.
        let offset: Int
        let isEnd: Bool
        /// Whether it stands for a start tag and an end tag.
        let isEmpty: Bool
    }

    /// The most attributes of a tag, whose names are remembered.
    private static let maxAttributes = 100_000

    let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    /// Begins at the first element.
    /// - Throws: `PropertyListError` if there is none, or the document is refused.
    init(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError) {
        self.bytes = bytes
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
        skipBlanks()
        if begins(with: "<?xml"), byte(at: position + 5)?.isXMLSpace == true { try declaration() }
        try skipComments()
        if skip("<!DOCTYPE") { try documentType() }
    }

    /// Returns the next tag; nil at the end of the document.
    /// - Throws: `malformed` also for a text before it.
    mutating func tag() throws(PropertyListError) -> Tag? {
        try skipComments()
        // White space may be written as references.
        while byte(at: position) == 0x26 {
            let start = position
            guard [0x09, 0x0a, 0x0d, 0x20].contains(try reference()) else {
                throw malformed("text where a tag was expected", at: start)
            }
            try skipComments()
        }
        guard position < bytes.count else { return nil }
        guard bytes[position] == 0x3c else { throw malformed("text where a tag was expected", at: position) }
        let start = position
        position += 1
        let isEnd = skip("/")
        let name = try name()
        var isEmpty = false
        if !skip(">") {
            if !isEnd { try attributes() }
            skipBlanks()
            isEmpty = !isEnd && skip("/")
            guard skip(">") else { throw invalid("a tag that is not valid") }
        }
        return Tag(name: name, offset: start, isEnd: isEnd, isEmpty: isEmpty)
    }

    /// Returns the text up to the next tag, without references, sections and comments.
    mutating func text() throws(PropertyListError) -> PropertyListItem.Bytes {
        guard let all = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { throw truncated }
        let start = position
        // What precedes the piece that is read is decoded.
        var (decoded, pieceStart, isASCII): ([UInt8], Int, Bool) = ([], start, true)
        while true {
            position = sandglass_plain_end(all, position, bytes.count, 0x3c, 0x26, 0x3e)
            guard position < bytes.count else { throw truncated }
            let place = position
            switch all[position] {
            case 0x3c:
                guard let next = byte(at: position + 1), next == 0x21 || next == 0x3f else {
                    if !isASCII { try check(start..<position) }
                    let piece = UnsafeRawBufferPointer(rebasing: bytes[pieceStart..<position])
                    return pieceStart == start ? .plain(piece) : .decoded(decoded + piece)
                }
                decoded += bytes[pieceStart..<place]
                if skip("<![CDATA[") {
                    isASCII = false
                    addSection(position..<(try end("]]>") - 3), to: &decoded)
                } else {
                    try skipComment()
                }
                pieceStart = position
            case 0x26:
                decoded += bytes[pieceStart..<place]
                decoded.append(utf8Of: try reference())
                pieceStart = position
            case 0x0d:
                decoded += bytes[pieceStart..<place]
                decoded.append(0x0a)
                position += byte(at: place + 1) == 0x0a ? 2 : 1
                pieceStart = position
            case 0x3e:
                guard place < start + 2 || all[place - 1] != 0x5d || all[place - 2] != 0x5d else {
                    throw malformed("the end of a section that was not opened", at: place - 2)
                }
                position += 1
            case let byte:
                isASCII = isASCII && byte < 0x80
                position += 1
            }
        }
    }

    private func addSection(_ range: Range<Int>, to text: inout [UInt8]) {
        for index in range {
            if bytes[index] != 0x0d {
                text.append(bytes[index])
            } else if index + 1 == range.upperBound || bytes[index + 1] != 0x0a {
                text.append(0x0a)
            }
        }
    }

    // MARK: References

    private static let entities: [(name: StaticString, scalar: UInt32)] = [
        ("&amp;", 0x26), ("&lt;", 0x3c), ("&gt;", 0x3e), ("&quot;", 0x22), ("&apos;", 0x27),
    ]

    /// Reads a reference to a character or to one of the five entities.
    private mutating func reference() throws(PropertyListError) -> UInt32 {
        let start = position
        for entity in Self.entities where skip(entity.name) { return entity.scalar }
        guard skip("&#") else {
            position += 1
            _ = try name()
            guard skip(";") else { throw invalid("a reference that is not valid") }
            let message = "a reference to an entity other than the five of XML itself"
            throw PropertyListError(.unsupported, message, offset: start)
        }
        let radix: UInt32 = skip("x") ? 16 : 10
        var number: UInt32 = 0
        let digits = position
        while let digit = byte(at: position)?.hexadecimalValue, digit < radix {
            number = min(number * radix + UInt32(digit), 0x11_0000)
            position += 1
        }
        let isAllowed =
            number >= 0x20 && number != 0xfffe && number != 0xffff || [0x09, 0x0a, 0x0d].contains(number)
        guard position > digits, skip(";"), isAllowed, UnicodeScalar(number) != nil else {
            throw invalid("a reference to an invalid character")
        }
        return number
    }

    // MARK: Markup

    /// Reads the rest of the XML declaration.
    private mutating func declaration() throws(PropertyListError) {
        let start = position
        position += 5
        let known = ["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"]
        for (name, value) in try attributes() where name == "encoding" {
            // UTF-16 has already been converted to UTF-8, but the declaration is unchanged.
            guard known.contains(value.lowercased()) else {
                throw PropertyListError(.unsupported, "an encoding other than UTF-8 and UTF-16", offset: start)
            }
        }
        skipBlanks()
        guard skip("?>") else { throw invalid("an XML declaration that is not valid") }
    }

    /// Skips the rest of the document type declaration.
    private mutating func documentType() throws(PropertyListError) {
        // It may be malformed: a mark that never ends does not count.
        let start = position
        let isEnd: (UInt8) -> Bool = { $0 == 0x3e || $0 == 0x5b }
        while let byte = byte(at: position), !isEnd(byte) {
            position += 1
            guard byte == 0x22 || byte == 0x27 else { continue }
            position = bytes.firstIndex(of: byte, from: position).map { $0 + 1 } ?? bytes.count
        }
        if position >= bytes.count { position = bytes[start...].firstIndex(where: isEnd) ?? bytes.count }
        if skip("[") {
            try skipComments()
            while !skip("]") {
                guard skip("<!ELEMENT") || skip("<!NOTATION") else {
                    guard position < bytes.count else { throw truncated }
                    throw PropertyListError(
                        .unsupported, "entities or attributes that the document declares itself", offset: position)
                }
                _ = try end(">")
                try skipComments()
            }
            skipBlanks()
        }
        guard skip(">") else { throw invalid("a document type that is not valid") }
    }

    /// Reads the attributes of a tag, of which each has another name.
    @discardableResult
    private mutating func attributes() throws(PropertyListError) -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        var names: Set<String> = []
        while byte(at: position)?.isXMLSpace == true {
            skipBlanks()
            guard let next = byte(at: position), next != 0x3e, next != 0x2f, next != 0x3f else { break }
            let name = String(decoding: try name(), as: UTF8.self)
            skipBlanks()
            guard skip("="), names.insert(name).inserted else { throw invalid("an attribute that is not valid") }
            guard names.count <= Self.maxAttributes else {
                throw PropertyListError(.tooLarge, "more than \(Self.maxAttributes) attributes", offset: position)
            }
            skipBlanks()
            guard let mark = byte(at: position), mark == 0x22 || mark == 0x27 else {
                throw invalid("an attribute without quotation marks")
            }
            position += 1
            let start = position
            while let byte = byte(at: position), byte != mark {
                guard byte != 0x3c else { throw malformed("an attribute with a tag", at: position) }
                if byte == 0x26 { _ = try reference() } else { position += 1 }
            }
            guard position < bytes.count else { throw truncated }
            try check(start..<position)
            found.append((name, String(decoding: bytes[start..<position], as: UTF8.self)))
            position += 1
        }
        return found
    }

    private mutating func name() throws(PropertyListError) -> UnsafeRawBufferPointer {
        let start = position
        while let byte = byte(at: position) {
            guard
                byte.isASCIILetter || byte >= 0x80 || byte == 0x5f || byte == 0x3a
                    || position > start && (byte.isASCIIDigit || byte == 0x2d || byte == 0x2e)
            else { break }
            position += 1
        }
        guard position > start else { throw invalid("a name that is not valid") }
        let name = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        if !name.isASCII { try check(start..<position) }
        return name
    }

    /// Skips white space, comments and processing instructions.
    private mutating func skipComments() throws(PropertyListError) {
        while true {
            skipBlanks()
            guard byte(at: position) == 0x3c, let next = byte(at: position + 1) else { return }
            guard next == 0x3f || next == 0x21 && begins(with: "<!--") else { return }
            try skipComment()
        }
    }

    /// Skips a comment or a processing instruction.
    private mutating func skipComment() throws(PropertyListError) {
        let start = position
        if skip("<?") {
            let name = try name()
            guard !(name.count == 3 && String(decoding: name, as: UTF8.self).lowercased() == "xml") else {
                throw malformed("an XML declaration that is not at the beginning", at: start)
            }
            try check(start..<(try end("?>")))
        } else {
            guard skip("<!--") else { throw invalid("a misplaced declaration") }
            let end = try end("--")
            guard skip(">") else { throw invalid("two hyphens in a comment") }
            try check(start..<end)
        }
    }

    // MARK: Bytes

    @inline(__always)
    private func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
    }

    private func begins(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count - position >= length else { return false }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + length]).isEqual(to: text)
    }

    @inline(__always)
    private mutating func skip(_ text: StaticString) -> Bool {
        guard begins(with: text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    /// Goes behind the next occurrence of a text.
    private mutating func end(_ text: StaticString) throws(PropertyListError) -> Int {
        while let found = bytes.firstIndex(of: text.utf8Start[0], from: position) {
            position = found
            if skip(text) { return position }
            position += 1
        }
        position = bytes.count
        throw truncated
    }

    private func check(_ range: Range<Int>) throws(PropertyListError) {
        let text = UnsafeRawBufferPointer(rebasing: bytes[range])
        guard text.isASCII || String(validating: text, as: UTF8.self) != nil else {
            throw malformed("a text that is not valid UTF-8", at: range.lowerBound)
        }
    }

    // MARK: Errors

    private var truncated: PropertyListError {
        PropertyListError(.truncated, "the document ends in the middle of a tag", offset: bytes.count)
    }

    func malformed(_ message: String, at offset: Int) -> PropertyListError {
        PropertyListError(.malformed, message, offset: offset)
    }

    /// Returns an error about the next byte; that the document ends if there is none.
    private func invalid(_ message: String) -> PropertyListError {
        position < bytes.count ? malformed(message, at: position) : truncated
    }
}
