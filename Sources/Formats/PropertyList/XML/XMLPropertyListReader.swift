/// Reads a property list in XML.
///
/// expat parses the document and `XMLPropertyListBuilder` assembles the values. Input that CoreFoundation accepts but
/// expat rejects is accepted as well: white space before the XML declaration, characters that XML does not allow, and a
/// malformed document type declaration.
struct XMLPropertyListReader {
    private let bytes: [UInt8]
    private let limits: PropertyListLimits

    /// Creates a reader of a UTF-8 document.
    init(_ bytes: [UInt8], limits: PropertyListLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    func read() throws(PropertyListError) -> PropertyListValue {
        let start = startOfDocument
        do throws(XMLFault) {
            return try parse(bytes[start...])
        } catch {
            guard let plain = withoutDocumentType(at: start + error.offset) else {
                throw located(error, at: start + error.offset)
            }
            do throws(XMLFault) {
                return try parse(plain[start...])
            } catch {
                throw located(error, at: start + error.offset)
            }
        }
    }

    /// - Throws: `XMLFault` with an offset in the document.
    private func parse(_ document: ArraySlice<UInt8>) throws(XMLFault) -> PropertyListValue {
        do throws(XMLFault) {
            return try XMLParsing.run(on: document, limits: limits)
        } catch {
            // Parse again only if the document contains characters that XML does not allow.
            guard error.isInvalidToken, let standIns = XMLStandIns(in: document) else { throw error }
            do throws(XMLFault) {
                return try XMLParsing.run(on: standIns.document[...], limits: limits, standIns: true)
            } catch {
                var error = error
                error.offset = standIns.originalOffset(of: error.offset)
                throw error
            }
        }
    }

    /// How far before an error a document type declaration is looked for.
    private static let longestDocumentType = 4_096

    /// Returns the bytes with blanks for the document type declaration around an offset, which CoreFoundation skips
    /// without looking at it; nil if there is none around the offset, or if it declares anything.
    private func withoutDocumentType(at offset: Int) -> [UInt8]? {
        let keyword = Array("<!DOCTYPE".utf8)
        let before = bytes[..<min(offset + 1, bytes.count)].suffix(Self.longestDocumentType)
        guard let start = before.indices.last(where: { bytes.matches(keyword, at: $0) }),
            let end = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") }),
            end >= offset, bytes[end] == UInt8(ascii: ">")
        else { return nil }
        var plain = bytes
        // Lines keep their numbers.
        for index in start...end where !bytes[index].isXMLSpace { plain[index] = UInt8(ascii: " ") }
        return plain
    }

    /// The offset after a byte order mark and white space.
    private var startOfDocument: Int {
        let mark = bytes.matches(Self.byteOrderMark) ? 3 : 0
        return bytes[mark...].firstIndex { !$0.isXMLSpace } ?? bytes.count
    }

    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// Returns the error with the line and column of `offset`.
    private func located(_ fault: XMLFault, at offset: Int) -> PropertyListError {
        let before = bytes[..<max(0, min(offset, bytes.count))]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // Bytes 10xxxxxx continue a character; the byte order mark does not count as one.
        let characters = before[lineStart...].count { $0 & 0xc0 != 0x80 }
        let mark = lineStart == 0 && bytes.matches(Self.byteOrderMark) && offset >= 3 ? 1 : 0
        let position = PropertyListError.TextPosition(line: line, column: characters - mark + 1)
        return PropertyListError(fault.code, fault.message, offset: before.count, position: position)
    }
}

/// An error in an XML document, before its line and column are known.
struct XMLFault: Error {
    let code: PropertyListError.Code
    let message: String
    /// The offset in the parsed bytes.
    var offset: Int
    /// Whether expat reported an invalid token.
    var isInvalidToken = false

    init(_ code: PropertyListError.Code, _ message: String, at offset: Int) {
        self.code = code
        self.message = message
        self.offset = offset
    }
}
