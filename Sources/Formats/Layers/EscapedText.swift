/// Texts in which characters are written by others: percent-encoding (RFC 3986, section 2.1), escapes of JSON (RFC 8259,
/// section 7), references of XML and HTML, quoted-printable (RFC 2045, section 6.7), and UTF-16 without letters outside ASCII.
package enum EscapedText {
    /// Returns bytes with all that is escaped as what it stands for; nil if nothing is.
    /// - Parameter isQuotedPrintable: Whether the escapes are those of quoted-printable, and no others. A sign of equality means
    ///   something else everywhere else.
    package static func unescaped(_ bytes: UnsafeRawBufferPointer, isQuotedPrintable: Bool = false) -> [UInt8]? {
        var result: [UInt8] = []
        var (index, copied) = (0, 0)
        while let place = bytes.firstEscape(from: index, isQuotedPrintable: isQuotedPrintable) {
            index = place
            guard let (characters, length) = character(at: index, in: bytes) else {
                index += 1
                continue
            }
            if copied == 0 { result.reserveCapacity(bytes.count) }
            result += bytes[copied..<index]
            result += characters
            index += length
            copied = index
        }
        return copied == 0 ? nil : result + bytes[copied...]
    }

    /// The fewest bytes of a text with an escape that is looked at: few characters are texts by chance.
    private static let minOfText = 6

    /// Returns the texts in bytes in which something is escaped, with what that stands for, each with a line end behind it; nil
    /// if there are none. Texts end at characters that no text has.
    package static func unescapedTexts(in bytes: UnsafeRawBufferPointer, isQuotedPrintable: Bool) -> [UInt8]? {
        var result: [UInt8] = []
        // Where the next escape may be, and where the text before ended.
        var (index, behind) = (0, 0)
        while let place = bytes.firstEscape(from: index, isQuotedPrintable: isQuotedPrintable) {
            index = place + 1
            guard character(at: place, in: bytes) != nil else { continue }
            var (start, end) = (place, place)
            while start > behind, isOfText(bytes[start - 1]) { start -= 1 }
            while end < bytes.count, isOfText(bytes[end]) { end += 1 }
            if end - start >= minOfText,
                let plain = unescaped(
                    UnsafeRawBufferPointer(rebasing: bytes[start..<end]), isQuotedPrintable: isQuotedPrintable)
            {
                result += plain
                result.append(0x0a)
            }
            (index, behind) = (end, end)
        }
        return result.isEmpty ? nil : result
    }

    private static func isOfText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f || (0x09...0x0d).contains(byte) }

    /// Returns what an escape stands for, and its length; nil if there is none.
    private static func character(
        at index: Int, in bytes: UnsafeRawBufferPointer
    ) -> (characters: [UInt8], length: Int)? {
        func digits(_ range: Range<Int>, _ radix: UInt32 = 16) -> UInt32? {
            guard !range.isEmpty, range.upperBound <= bytes.count, range.count <= 8 else { return nil }
            var number: UInt32 = 0
            for place in range {
                guard let digit = bytes[place].hexadecimalValue, digit < radix else { return nil }
                number = number &* radix &+ UInt32(digit)
            }
            return number
        }
        func next(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
        switch bytes[index] {
        case 0x25: return digits(index + 1..<index + 3).map { ([UInt8($0)], 3) }
        case 0x3d:
            if next(1) == 0x0a { return ([], 2) }
            if next(1) == 0x0d, next(2) == 0x0a { return ([], 3) }
            return digits(index + 1..<index + 3).map { ([UInt8($0)], 3) }
        case 0x5c:
            if next(1) == 0x78 { return digits(index + 2..<index + 4).map { ([UInt8($0)], 4) } }
            // Three octal digits, as in PDF (ISO 32000-1, section 7.3.4.2).
            if (0x30...0x33).contains(next(1)), let code = digits(index + 1..<index + 4, 8) {
                return ([UInt8(truncatingIfNeeded: code)], 4)
            }
            if next(1) == 0x75 { return digits(index + 2..<index + 6).map { (text($0), 6) } }
            if let plain = escapes[next(1)] { return ([plain], 2) }
            return nil
        default:
            let end = min(bytes.count, index + longestReference)
            guard let stop = bytes[index..<end].firstIndex(of: 0x3b), stop > index + 1 else { return nil }
            if next(1) == 0x23 {
                let isHexadecimal = next(2) | 0x20 == 0x78
                return digits(index + (isHexadecimal ? 3 : 2)..<stop, isHexadecimal ? 16 : 10)
                    .map { (text($0), stop + 1 - index) }
            }
            let name = String(decoding: bytes[index + 1..<stop], as: UTF8.self)
            return references[name].map { ([$0], stop + 1 - index) }
        }
    }

    private static let longestReference = 12
    private static let escapes: [UInt8: UInt8] = [
        0x2f: 0x2f, 0x22: 0x22, 0x5c: 0x5c, 0x27: 0x27, 0x6e: 0x0a, 0x72: 0x0d, 0x74: 0x09,
    ]
    private static let references: [String: UInt8] = [
        "amp": 0x26, "lt": 0x3c, "gt": 0x3e, "quot": 0x22, "apos": 0x27,
    ]

    private static func text(_ number: UInt32) -> [UInt8] {
        // Of a pair of surrogates, neither says anything by itself.
        Unicode.Scalar(number).map { Array(String(Character($0)).utf8) } ?? [0x3f]
    }

    /// The fewest characters of a text in UTF-16.
    private static let minUnits = 6

    /// Returns the texts in ASCII that are written as UTF-16 or UTF-32, in either order and beginning anywhere, each in a line;
    /// nil if there are none.
    package static func narrowed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var result: [UInt8] = []
        var index = 0
        // A character and a zero.
        while let zero = bytes.firstIndex(of: 0, from: index + 1) {
            index = zero - 1
            guard isPrintable(bytes[index]) else {
                index += 1
                continue
            }
            // UTF-16, or else UTF-32.
            guard let (width, end) = [2, 4].lazy.compactMap({ characters(at: index, of: $0, in: bytes) }).first else {
                index += 1
                continue
            }
            result += stride(from: index, to: end, by: width).map { bytes[$0] }
            result.append(0x0a)
            index = end
        }
        return result.isEmpty ? nil : result
    }

    /// Returns the end of a run of characters that have so many bytes each; nil if it is too short.
    private static func characters(
        at start: Int, of width: Int, in bytes: UnsafeRawBufferPointer
    ) -> (width: Int, end: Int)? {
        var end = start
        while end + width <= bytes.count, isPrintable(bytes[end]),
            bytes[end + 1..<end + width].allSatisfy({ $0 == 0 })
        {
            end += width
        }
        // In the other order, the first character comes before them, and the last one is behind them.
        if end < bytes.count, isPrintable(bytes[end]) { end += 1 }
        return (end - start) / width >= minUnits ? (width, end) : nil
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7e).contains(byte) || byte == 0x0a }
}
