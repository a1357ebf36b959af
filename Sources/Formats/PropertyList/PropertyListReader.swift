/// The error of reading a property list.
package typealias PropertyListError = FormatError

/// Reads property lists from untrusted sources, with bounded time, memory and stack depth for any input.
///
/// Foundation's decoder is not used for untrusted input: it overflows the stack on deeply nested lists, does not
/// terminate on cyclic ones and does not support archive references.
package enum PropertyListReader {
    /// Reads a property list: a binary one, or XML as UTF-8 or as UTF-16 with a byte order mark.
    ///
    /// If a key occurs twice in a dictionary, the same value is used as in CoreFoundation: the first in a binary list,
    /// the last in XML.
    /// - Throws: `unsupported` for another format, named in the message; `tooLarge` or `tooDeep` if a limit is
    ///   exceeded; `cyclic`, `truncated` or `malformed` for invalid input.
    package static func read(
        _ bytes: [UInt8],
        limits: PropertyListLimits = .standard
    ) throws(PropertyListError) -> PropertyListValue {
        try readTellingRepairs(bytes, limits: limits).list
    }

    /// Reads a property list.
    /// - Returns: The list, and whether U+FFFD stands in its texts for bytes that are not in the encoding, or half surrogates.
    /// - Throws: As `read`.
    package static func readTellingRepairs(
        _ bytes: [UInt8],
        limits: PropertyListLimits = .standard
    ) throws(PropertyListError) -> (list: PropertyListValue, isRepaired: Bool) {
        guard bytes.count <= limits.bytes else {
            let message = "the property list has \(bytes.count) bytes, more than the limit of \(limits.bytes)"
            throw PropertyListError(.tooLarge, message, offset: limits.bytes)
        }
        switch PropertyListFormat(recognizing: bytes) {
        case .binary:
            let reading = try BinaryPropertyListReader.read(bytes, limits: limits)
            return (reading.list, reading.isRepaired)
        case .xml:
            // Bytes that are not in the encoding are an error.
            return (try XMLPropertyListReader.read(bytes, limits: limits), false)
        case .xmlUTF16:
            let (text, isRepaired) = utf8(fromUTF16: bytes)
            return (try XMLPropertyListReader.read(text, limits: limits), isRepaired)
        case .otherBinary:
            let message = "the version is not bplist00, the only one of binary property lists that is read"
            throw PropertyListError(.unsupported, message, offset: 6)
        case .openStep:
            let message = "property lists in the OpenStep text format (and JSON) are not supported, only binary and XML"
            throw PropertyListError(.unsupported, message, offset: 0)
        case nil:
            let message = bytes.isEmpty ? "the file is empty" : "not a property list: neither binary nor XML"
            throw PropertyListError(.unsupported, message, offset: 0)
        }
    }

    /// Reads a property list like `readTellingRepairs`, but a binary one with escapes in place of what is no Unicode in its texts.
    /// - Returns: The list, those texts, and whether U+FFFD stands in any other.
    /// - Throws: As `read`.
    package static func readEscaping(
        _ bytes: [UInt8],
        limits: PropertyListLimits = .standard
    ) throws(PropertyListError) -> (list: PropertyListValue, escapes: EscapedTexts, isRepaired: Bool) {
        guard bytes.count <= limits.bytes, PropertyListFormat(recognizing: bytes) == .binary else {
            let (list, isRepaired) = try readTellingRepairs(bytes, limits: limits)
            return (list, EscapedTexts(), isRepaired)
        }
        let reading = try BinaryPropertyListReader.read(bytes, limits: limits, escapesText: true)
        return (reading.list, reading.escapes, false)
    }

    /// Reads a binary list of which nothing may get lost: invalid text is an error instead of being repaired, as is a
    /// key that occurs twice in a dictionary.
    /// - Throws: As `read`.
    static func readExactly(
        binary bytes: [UInt8],
        limits: PropertyListLimits
    ) throws(PropertyListError) -> PropertyListValue {
        try BinaryPropertyListReader.read(bytes, limits: limits, isExact: true).list
    }

    /// Converts UTF-16 to UTF-8, replacing lone surrogates and an odd last byte with U+FFFD.
    private static func utf8(fromUTF16 bytes: [UInt8]) -> (text: [UInt8], isRepaired: Bool) {
        var units = bytes[0] == 0xfe ? bytes[2...].bigEndianUnits : bytes[2...].littleEndianUnits
        if bytes.count % 2 == 1 { units.append(0xfffd) }
        let text = String(decoding: units, as: UTF16.self)
        return (Array(text.utf8), bytes.count % 2 == 1 || !text.utf16.elementsEqual(units))
    }
}
