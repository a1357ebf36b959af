import CExpat

/// Runs expat on a document and passes the parsed elements to a property list builder.
///
/// Nothing is fetched, and only the five predefined entities are expanded. A document that declares entities is
/// rejected, as is one that declares attributes, which could be added to every element. Memory is bounded by the
/// document's length.
struct XMLParsing {
    private let parser: XML_Parser
    private var builder: XMLPropertyListBuilder
    /// The first error reported by the builder or a handler, after which expat is stopped.
    private var fault: XMLFault?

    /// The amount of memory that expat may allocate in addition to a multiple of the document's length.
    private static let leastMemory = 16 << 20

    /// Parses a UTF-8 document and returns its value.
    /// - Parameter standIns: Whether texts contain stand-ins, to be resolved by `XMLStandIns`.
    static func run(
        on bytes: ArraySlice<UInt8>,
        limits: PropertyListLimits,
        standIns: Bool = false
    ) throws(XMLFault) -> PropertyListValue {
        guard let count = Int32(exactly: bytes.count) else {
            throw XMLFault(.tooLarge, "a document of \(bytes.count) bytes", at: 0)
        }
        // expat copies the document into a buffer of up to twice its length.
        guard let parser = sandglass_expat_create(leastMemory + 4 * bytes.count) else {
            throw XMLFault(.tooLarge, "there is no memory to read XML", at: 0)
        }
        defer { XML_ParserFree(parser) }
        setHandlers(of: parser)
        var parsing = XMLParsing(parser, XMLPropertyListBuilder(limits: limits, standIns: standIns))
        let status = withUnsafeMutablePointer(to: &parsing) { parsing in
            XML_SetUserData(parser, parsing)
            return bytes.withUnsafeBytes { buffer in
                // Pass the document at once, so that no token is scanned twice.
                XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), count, 1)
            }
        }
        if let fault = parsing.fault { throw fault }
        guard status == XML_STATUS_OK else { throw parsing.expatFault }
        return try parsing.builder.finish(at: bytes.count)
    }

    private init(_ parser: XML_Parser, _ builder: XMLPropertyListBuilder) {
        self.parser = parser
        self.builder = builder
    }

    private static func setHandlers(of parser: XML_Parser) {
        XML_SetElementHandler(
            parser,
            { data, name, _ in
                guard let name else { return }
                XMLParsing.from(data).pointee.handle { builder, offset throws(XMLFault) in
                    try builder.begin(name, at: offset)
                }
            },
            { data, _ in
                XMLParsing.from(data).pointee.handle { builder, offset throws(XMLFault) in try builder.end(at: offset) }
            }
        )
        XML_SetCharacterDataHandler(parser) { data, text, count in
            let text = UnsafeRawBufferPointer(start: text, count: Int(count))
            XMLParsing.from(data).pointee.handle { builder, offset throws(XMLFault) in try builder.add(text, at: offset)
            }
        }
        XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
            guard let encoding else { return }
            // UTF-16 has already been converted to UTF-8, but the declaration is unchanged.
            let known = ["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"]
            guard !known.contains(String(cString: encoding).lowercased()) else { return }
            XMLParsing.from(data).pointee.refuse("an encoding other than UTF-8 and UTF-16")
        }
        XML_SetSkippedEntityHandler(parser) { data, _, _ in
            XMLParsing.from(data).pointee.refuse(XMLParsing.unknownEntity)
        }
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            XMLParsing.from(data).pointee.refuse("entities that the document declares itself")
        }
        XML_SetAttlistDeclHandler(parser) { data, _, _, _, _, _ in
            XMLParsing.from(data).pointee.refuse("attributes that the document declares itself")
        }
    }

    private static let unknownEntity = "a reference to an entity other than the five of XML itself"

    private static func from(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLParsing> {
        // The pointer passed in `run`, which stays valid while the parser runs.
        data!.assumingMemoryBound(to: XMLParsing.self)
    }

    private mutating func handle(_ body: (inout XMLPropertyListBuilder, Int) throws(XMLFault) -> Void) {
        // expat may call handlers even after it was stopped.
        guard fault == nil else { return }
        do throws(XMLFault) {
            try body(&builder, XML_GetCurrentByteIndex(parser))
        } catch {
            stop(error)
        }
    }

    private mutating func refuse(_ message: String) {
        guard fault == nil else { return }
        stop(XMLFault(.unsupported, message, at: XML_GetCurrentByteIndex(parser)))
    }

    private mutating func stop(_ fault: XMLFault) {
        self.fault = fault
        XML_StopParser(parser, UInt8(XML_FALSE))
    }

    /// The reason why expat stopped.
    private var expatFault: XMLFault {
        let error = XML_GetErrorCode(parser)
        let offset = XML_GetCurrentByteIndex(parser)
        let words = XML_ErrorString(error).map { String(cString: $0) } ?? "not XML"
        switch error {
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
            return XMLFault(
                .truncated, builder.innermost.map { "the document ends inside \($0.name)" } ?? words, at: offset)
        case XML_ERROR_NO_MEMORY:
            return XMLFault(.tooLarge, "the document takes too much memory", at: offset)
        case XML_ERROR_UNDEFINED_ENTITY:
            return XMLFault(.unsupported, Self.unknownEntity, at: offset)
        default:
            var fault = XMLFault(.malformed, words, at: offset)
            fault.isInvalidToken = error == XML_ERROR_INVALID_TOKEN
            return fault
        }
    }
}
