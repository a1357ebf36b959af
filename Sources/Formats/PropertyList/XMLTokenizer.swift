/// Takes the tags and texts of an XML document one after the other, no more of XML than property lists need.
///
/// Nothing is fetched and nothing is declared: of a document type only the end is looked for, and one that declares
/// entities is refused, so no text is longer than the document. Source: XML 1.0 (Fifth Edition).
struct XMLTokenizer {
    /// A start or end tag; attributes are passed over.
    struct Tag {
        enum Kind {
            case start
            case end
            /// `<name/>`
            case empty
        }

        let kind: Kind
        let name: String
        /// Where it begins.
        let offset: Int
    }

    private let bytes: [UInt8]
    private(set) var offset: Int
    /// Document types may stand only before the first tag.
    private var isInProlog = true

    /// A document as UTF-8.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        offset = bytes.matches([0xef, 0xbb, 0xbf]) ? 3 : 0
    }

    // MARK: Tags

    /// The next tag; nil at the end of the document. There may be nothing but white space before it.
    mutating func nextTag() throws(PropertyListError) -> Tag? {
        while true {
            while offset < bytes.count, bytes[offset].isXMLSpace { offset += 1 }
            guard offset < bytes.count else { return nil }
            guard bytes[offset] == UInt8(ascii: "<") else {
                throw error(.malformed, "text where a tag was expected", at: offset)
            }
            if try skipCommentOrInstruction() { continue }
            if bytes.matches("<!DOCTYPE", at: offset), isInProlog {
                try skipDocumentType()
                continue
            }
            isInProlog = false
            return try tag()
        }
    }

    private mutating func tag() throws(PropertyListError) -> Tag {
        let start = offset
        offset += 1
        let isEnd = offset < bytes.count && bytes[offset] == UInt8(ascii: "/")
        if isEnd { offset += 1 }
        let name = try self.name(of: start)
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: ">"):
                offset += 1
                let isEmpty = bytes[offset - 2] == UInt8(ascii: "/") && !isEnd
                return Tag(kind: isEnd ? .end : isEmpty ? .empty : .start, name: name, offset: start)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                try skipQuoted()
            case UInt8(ascii: "<"):
                throw error(.malformed, "a tag inside a tag", at: offset)
            default:
                offset += 1
            }
        }
        throw error(.truncated, "the document ends inside a tag", at: start)
    }

    private mutating func name(of start: Int) throws(PropertyListError) -> String {
        let first = offset
        while offset < bytes.count, bytes[offset].isNameByte { offset += 1 }
        guard offset < bytes.count else { throw error(.truncated, "the document ends inside a tag", at: start) }
        let after = bytes[offset]
        let endsRight = after.isXMLSpace || after == UInt8(ascii: ">") || after == UInt8(ascii: "/")
        // The longest name a property list has is "integer".
        guard endsRight, (1...64).contains(offset - first) else {
            throw error(.malformed, "a tag that is none of a property list", at: start)
        }
        return String(decoding: bytes[first..<offset], as: UTF8.self)
    }

    // MARK: Text

    /// The text up to the end tag of `name`, which is passed over too: references and CDATA resolved, line ends made
    /// line feeds (XML 1.0, section 2.11), comments left out.
    mutating func text(of name: String) throws(PropertyListError) -> ArraySlice<UInt8> {
        let start = offset
        while offset < bytes.count, !bytes[offset].endsPlainText { offset += 1 }
        let plain = bytes[start..<offset]
        // Nearly every text is plain up to its end tag: no copy then.
        if bytes.matches("</", at: offset) {
            try endTag(of: name)
            return plain
        }
        var text = Array(plain)
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "&"):
                text.append(contentsOf: try reference())
            case UInt8(ascii: "\r"):
                text.append(UInt8(ascii: "\n"))
                offset += bytes.matches("\r\n", at: offset) ? 2 : 1
            case UInt8(ascii: "<"):
                if bytes.matches("</", at: offset) {
                    try endTag(of: name)
                    return text[...]
                }
                if bytes.matches("<![CDATA[", at: offset) {
                    try appendCharacterData(to: &text)
                } else if try !skipCommentOrInstruction() {
                    throw error(.malformed, "a tag inside the text of \(name)", at: offset)
                }
            case let byte:
                text.append(byte)
                offset += 1
            }
        }
        throw error(.truncated, "the document ends inside \(name)", at: bytes.count)
    }

    private mutating func endTag(of name: String) throws(PropertyListError) {
        let end = try tag()
        guard end.name == name else {
            throw error(.malformed, "\(name) is closed as \(end.name)", at: end.offset)
        }
    }

    private mutating func appendCharacterData(to text: inout [UInt8]) throws(PropertyListError) {
        let start = offset + 9
        let end = try skip(past: "]]>", from: start, what: "a CDATA section")
        var index = start
        while index < end {
            if bytes[index] == UInt8(ascii: "\r") {
                text.append(UInt8(ascii: "\n"))
                if index + 1 < end, bytes[index + 1] == UInt8(ascii: "\n") { index += 1 }
            } else {
                text.append(bytes[index])
            }
            index += 1
        }
    }

    /// What the reference at `offset` stands for, as UTF-8.
    private mutating func reference() throws(PropertyListError) -> [UInt8] {
        let start = offset
        // The longest reference that is known, `&#x10FFFF;` with some leading zeros, is far shorter.
        let window = bytes[start..<min(start + 32, bytes.count)]
        guard let end = window.firstIndex(of: UInt8(ascii: ";")) else {
            throw error(.malformed, "an & that begins no reference", at: start)
        }
        offset = end + 1
        let name = bytes[(start + 1)..<end]
        for (known, character) in Self.entities where name.elementsEqual(known.utf8) { return [character] }
        guard name.first == UInt8(ascii: "#") else {
            throw error(.unsupported, "a reference to an entity other than the five of XML itself", at: start)
        }
        guard let scalar = Self.character(name.dropFirst()) else {
            throw error(.malformed, "a reference to a character that does not exist in XML", at: start)
        }
        return Array(String(scalar).utf8)
    }

    private static let entities: [(String, UInt8)] = [
        ("amp", UInt8(ascii: "&")), ("lt", UInt8(ascii: "<")), ("gt", UInt8(ascii: ">")),
        ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")),
    ]

    /// The character with the number that `digits` write, decimal or after an `x` hexadecimal (production 2 says which
    /// there are).
    private static func character(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == UInt8(ascii: "x")
        let digits = isHexadecimal ? digits.dropFirst() : digits
        guard !digits.isEmpty else { return nil }
        var number: UInt32 = 0
        for digit in digits {
            guard let value = digit.hexadecimalValue, isHexadecimal || value < 10 else { return nil }
            number = number * (isHexadecimal ? 16 : 10) + UInt32(value)
            guard number <= 0x10_ffff else { return nil }
        }
        switch number {
        case 0x09, 0x0a, 0x0d, 0x20...0xfffd, 0x1_0000...0x10_ffff: return Unicode.Scalar(number)
        default: return nil
        }
    }

    // MARK: What is passed over

    /// Passes over a comment or a processing instruction (the XML declaration looks like one), if one is here.
    private mutating func skipCommentOrInstruction() throws(PropertyListError) -> Bool {
        if bytes.matches("<!--", at: offset) {
            try skip(past: "-->", from: offset + 4, what: "a comment")
        } else if bytes.matches("<?", at: offset) {
            let start = offset
            let end = try skip(past: "?>", from: offset + 2, what: "a processing instruction")
            if bytes.matches("<?xml", at: start) { try checkEncoding(of: bytes[start..<end], at: start) }
        } else {
            return false
        }
        return true
    }

    private func checkEncoding(of declaration: ArraySlice<UInt8>, at start: Int) throws(PropertyListError) {
        let words = declaration.split { $0.isXMLSpace || $0 == UInt8(ascii: "=") || $0 == 0x22 || $0 == 0x27 }
        guard let key = words.firstIndex(where: { $0.elementsEqual("encoding".utf8) }), key + 1 < words.count else {
            return
        }
        // UTF-16 has become UTF-8 before it came here, with its declaration unchanged.
        let name = String(decoding: words[key + 1], as: UTF8.self).lowercased()
        guard ["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"].contains(name) else {
            throw error(.unsupported, "an encoding other than UTF-8 and UTF-16", at: start)
        }
    }

    /// Passes over `<!DOCTYPE …>` with a possible internal subset in brackets.
    private mutating func skipDocumentType() throws(PropertyListError) {
        let start = offset
        var isInSubset = false
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                try skipQuoted()
                continue
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset:
                offset += 1
                return
            case UInt8(ascii: "<") where isInSubset:
                guard !bytes.matches("<!ENTITY", at: offset) else {
                    throw error(.unsupported, "entities that the document declares itself", at: offset)
                }
                if try skipCommentOrInstruction() { continue }
            default: break
            }
            offset += 1
        }
        throw error(.truncated, "the document ends inside its document type", at: start)
    }

    private mutating func skipQuoted() throws(PropertyListError) {
        let start = offset
        let quote = bytes[offset]
        offset += 1
        while offset < bytes.count, bytes[offset] != quote { offset += 1 }
        guard offset < bytes.count else { throw error(.truncated, "a quotation without an end", at: start) }
        offset += 1
    }

    /// Moves behind the next `end` from `from` on.
    /// - Returns: where `end` begins.
    @discardableResult
    private mutating func skip(
        past end: StaticString,
        from: Int,
        what: String
    ) throws(PropertyListError) -> Int {
        let start = offset
        var index = from
        while index < bytes.count {
            if bytes[index] == end.utf8Start.pointee, bytes.matches(end, at: index) {
                offset = index + end.utf8CodeUnitCount
                return index
            }
            index += 1
        }
        throw error(.truncated, "\(what) without an end", at: start)
    }

    // MARK: Errors

    /// An error that names the line and column of `offset`.
    func error(_ code: PropertyListError.Code, _ message: String, at offset: Int) -> PropertyListError {
        let before = bytes[..<min(offset, bytes.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // Bytes 10xxxxxx continue a character; the byte order mark is none.
        let characters = before[lineStart...].count { $0 & 0xc0 != 0x80 }
        let mark = lineStart == 0 && bytes.matches([0xef, 0xbb, 0xbf]) && offset >= 3 ? 1 : 0
        let position = PropertyListError.TextPosition(line: line, column: characters - mark + 1)
        return PropertyListError(code, message, offset: offset, position: position)
    }
}

extension UInt8 {
    /// A byte that the names of a property list's elements may have.
    fileprivate var isNameByte: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: ".") || self == UInt8(ascii: ":")
    }

    /// A byte that has a meaning of its own in text.
    fileprivate var endsPlainText: Bool {
        self == UInt8(ascii: "<") || self == UInt8(ascii: "&") || self == UInt8(ascii: "\r")
    }
}
