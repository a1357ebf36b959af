/// Reads a property list in XML.
///
/// expat parses the document and `XMLPropertyListBuilder` assembles the values. Input that CoreFoundation accepts but
/// expat rejects, white space before the XML declaration and characters that XML does not allow, is accepted as well.
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
            return try XMLParsing.run(on: bytes[start...], limits: limits)
        } catch {
            // Parse again only if the document contains characters that XML does not allow.
            guard error.isInvalidToken, let standIns = XMLStandIns(in: bytes[start...]) else {
                throw located(error, at: start + error.offset)
            }
            do throws(XMLFault) {
                return try XMLParsing.run(on: standIns.document[...], limits: limits, standIns: true)
            } catch {
                throw located(error, at: start + standIns.originalOffset(of: error.offset))
            }
        }
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
    let offset: Int
    /// Whether expat reported an invalid token.
    var isInvalidToken = false

    init(_ code: PropertyListError.Code, _ message: String, at offset: Int) {
        self.code = code
        self.message = message
        self.offset = offset
    }
}
