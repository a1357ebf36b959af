/// An element of an encoding by the distinguished encoding rules (ITU-T X.690, 8.1): its tag and the place of its
/// contents.
struct DERElement: Hashable, Sendable {
    /// The identifier octet: class, whether it is constructed, number.
    let tag: UInt8
    /// The place of the element, with its tag and length.
    let range: Range<Int>
    /// The place of the contents.
    let contents: Range<Int>

    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let objectIdentifier: UInt8 = 0x06
    static let utcTime: UInt8 = 0x17
    static let generalizedTime: UInt8 = 0x18
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// Returns the tag of the constructed, context-specific element with a number.
    static func context(_ number: UInt8) -> UInt8 { 0xa0 | number }
}

/// Reads elements one after the other, one level at a time, so that no input can exhaust the stack.
struct DERReader {
    private let bytes: [UInt8]
    private(set) var rest: Range<Int>

    /// Creates a reader of a part of the bytes.
    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        rest = range?.clamped(to: bytes.indices) ?? bytes.indices
    }

    /// Whether nothing follows.
    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next element without passing it; nil at the end.
    /// - Throws: as `next`.
    func peek() throws(FormatError) -> DERElement? {
        guard !isAtEnd else { return nil }
        var copy = self
        return try copy.next()
    }

    /// Reads the next element.
    /// - Throws: `unsupported` for a number above 30 in a tag and for an indefinite length; `truncated` if the element
    ///   extends beyond the end.
    mutating func next() throws(FormatError) -> DERElement {
        let start = rest.lowerBound
        guard rest.count >= 2 else { throw FormatError(.truncated, "an element is missing", offset: start) }
        let tag = bytes[start]
        guard tag & 0x1f != 0x1f else { throw FormatError(.unsupported, "a tag of several bytes", offset: start) }
        var contents = start + 2
        var length = Int(bytes[start + 1])
        if length >= 0x80 {
            let size = length & 0x7f
            guard size > 0 else { throw FormatError(.unsupported, "an element without a length", offset: start) }
            guard size <= 4, size <= rest.upperBound - contents,
                let number = bytes.bigEndian(at: contents, size: size)
            else { throw FormatError(.truncated, "an element that is too long", offset: start) }
            contents += size
            length = Int(number)
        }
        guard length <= rest.upperBound - contents else {
            throw FormatError(.truncated, "an element that overruns the one around it", offset: start)
        }
        rest = contents + length..<rest.upperBound
        return DERElement(tag: tag, range: start..<contents + length, contents: contents..<contents + length)
    }

    /// Reads the next element, which has a given tag.
    /// - Throws: as `next`; `malformed` if it has another tag.
    mutating func next(_ tag: UInt8) throws(FormatError) -> DERElement {
        let element = try next()
        guard element.tag == tag else {
            throw FormatError(.malformed, "an element of an unexpected type", offset: element.range.lowerBound)
        }
        return element
    }

    /// Reads the next element, which has a given tag, and returns a reader of its contents.
    /// - Throws: as `next`.
    mutating func enter(_ tag: UInt8) throws(FormatError) -> DERReader {
        DERReader(bytes, in: try next(tag).contents)
    }

    /// Reads an object identifier, in decimal: "2.5.4.3".
    /// - Throws: as `next`.
    mutating func objectIdentifier() throws(FormatError) -> String {
        let element = try next(DERElement.objectIdentifier)
        var parts: [UInt64] = []
        var number: UInt64 = 0
        for byte in bytes[element.contents] {
            guard number < 1 << 56 else {
                throw FormatError(.unsupported, "a number that is too large", offset: element.range.lowerBound)
            }
            number = number << 7 | UInt64(byte & 0x7f)
            guard byte & 0x80 == 0 else { continue }
            // X.690, 8.19.4: the first two numbers are one.
            parts += parts.isEmpty ? [min(number / 40, 2), number - min(number / 40, 2) * 40] : [number]
            number = 0
        }
        return parts.map(String.init).joined(separator: ".")
    }
}
