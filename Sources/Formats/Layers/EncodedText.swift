import CPattern

/// Data that are written as text somewhere in bytes: in base64 or base64url (RFC 4648, sections 4 and 5), as hexadecimal
/// digits, or percent-encoded (RFC 3986, section 2.1).
package struct EncodedText {
    /// How data are written.
    package enum Form: String, Sendable {
        case base64
        case hexadecimal = "hexadecimal digits"
        case escaped = "escaped characters"
    }

    /// The way in which the data are written.
    package let form: Form
    /// The characters, without padding.
    package let range: Range<Int>
    /// The data; valid during the call that passes them.
    package let decoded: UnsafeRawBufferPointer

    /// The fewest characters that are decoded: those of 16 bytes in base64. Words are shorter.
    package static let minimum = Int(SANDGLASS_SHORTEST_RUN)
    /// The fewest hexadecimal digits that are decoded: those of 16 bytes.
    private static let minDigits = 32
    /// The fewest characters of a line that may go on in the next one. MIME has 76, PEM 64.
    private static let minInLine = 60

    /// Calls a closure for each run of characters that may be encoded data, decoded in each way that it may be meant, until it
    /// returns false.
    package static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (EncodedText) -> Bool) {
        forEachRun(in: bytes) { decode(bytes, $0, body) }
    }

    /// Calls a closure for each run of characters that may be encoded data, until it returns false.
    package static func forEachRun(in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Bool) {
        values.withUnsafeBufferPointer { values in
            // A run may begin here, and has begun nowhere before.
            var behind = 0
            while let start = bytes.firstRun(from: behind) {
                let end = end(ofRunAt: start, behind: start + minimum - 1, in: bytes, values)
                guard body(start..<end) else { return }
                behind = end + 1
            }
        }
    }

    /// Whether a byte is part of a run: a character, or the escape of a slash in JSON.
    @inline(__always)
    private static func isInside(
        _ index: Int, _ bytes: UnsafeRawBufferPointer, _ values: UnsafeBufferPointer<Int8>
    ) -> Bool {
        let value = values[Int(bytes[index])]
        return value >= 0 || value == escape && index + 1 < bytes.count && bytes[index + 1] == 0x2f
    }

    private static func end(
        ofRunAt start: Int, behind place: Int, in bytes: UnsafeRawBufferPointer, _ values: UnsafeBufferPointer<Int8>
    ) -> Int {
        var (end, lineStart) = (place + 1, start)
        while end < bytes.count {
            if isInside(end, bytes, values) {
                end += 1
            } else if let next = continuation(of: lineStart..<end, in: bytes, values) {
                (lineStart, end) = (next, next + 1)
            } else {
                break
            }
        }
        return end
    }

    /// The longest word that is decoded.
    private static let longestWord = 8_192

    /// Calls a closure for each word in which characters are escaped, decoded, until it returns false: percent-encoded, by
    /// references of XML, in octal digits as in PDF, by their numbers as in JSON and files of properties.
    package static func forEachEscaped(in bytes: UnsafeRawBufferPointer, _ body: (EncodedText) -> Bool) {
        var behind = 0
        forEachEscape(in: bytes) { index in
            // One in the same word is decoded with it.
            guard index >= behind else { return true }
            var (start, end) = (index, index + 3)
            while start > 0, index - start < longestWord, isOfWord(bytes[start - 1]) { start -= 1 }
            while end < bytes.count, end - index < longestWord, isOfWord(bytes[end]) { end += 1 }
            let word = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            let goesOn = EscapedText.unescaped(word)?.withUnsafeBytes { decoded in
                body(EncodedText(form: .escaped, range: start..<end, decoded: decoded))
            }
            behind = end
            return goesOn != false
        }
    }

    /// Calls a closure for each place where an escape may begin, until it returns false.
    package static func forEachEscape(in bytes: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
        var next = 0
        while let place = bytes.firstEscape(from: next, isQuotedPrintable: false), place + 2 < bytes.count {
            next = place + 1
            guard !isEscape(at: place, in: bytes) || body(place) else { return }
        }
    }

    /// Returns whether a byte and the two behind it may be an escape.
    private static func isEscape(at index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        switch bytes[index] {
        case 0x25: bytes[index + 1].hexadecimalValue != nil && bytes[index + 2].hexadecimalValue != nil
        case 0x26: bytes[index + 1] == 0x23
        case 0x5c:
            (0x30...0x33).contains(bytes[index + 1]) && bytes[index + 2].isASCIIDigit
                || bytes[index + 1] == 0x75 && bytes[index + 2].hexadecimalValue != nil
        default: false
        }
    }

    /// Whether a byte may be part of a URL.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7f && ![0x22, 0x27, 0x3c, 0x3e, 0x60].contains(byte)
    }

    /// Returns where a line of base64 goes on; nil if it ends.
    private static func continuation(
        of line: Range<Int>, in bytes: UnsafeRawBufferPointer, _ values: UnsafeBufferPointer<Int8>
    ) -> Int? {
        guard line.count >= minInLine, line.count % 4 == 0 else { return nil }
        var next = line.upperBound
        // In a text in JSON, an end of line is an escape.
        for escape in ["\r\n", "\n", "\\r\\n", "\\n"] where bytes.matches(escape.utf8, at: next) {
            next += escape.utf8.count
            break
        }
        guard next > line.upperBound, next < bytes.count, values[Int(bytes[next])] >= 0 else { return nil }
        return next
    }

    /// - Returns: Whether to go on.
    private static func decode(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ body: (EncodedText) -> Bool
    ) -> Bool {
        let areDigits = digits.withUnsafeBufferPointer { digits in
            var index = range.lowerBound
            while index < range.upperBound, digits[Int(bytes[index])] >= 0 { index += 1 }
            return index == range.upperBound
        }
        // By chance, base64 has no run of digits alone.
        guard !areDigits || range.count >= minDigits else { return true }
        return withUnsafeTemporaryAllocation(byteCount: range.count, alignment: 16) { buffer in
            guard decodeDigits(bytes, range, buffer, body) else { return false }
            guard !areDigits else { return true }
            return (0..<4).allSatisfy { shift in
                guard range.count - shift >= minimum else { return true }
                let place = range.lowerBound + shift..<range.upperBound
                let count = base64(bytes, place, buffer)
                return body(
                    EncodedText(
                        form: .base64, range: place, decoded: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
            }
        }
    }

    /// Decodes hexadecimal digits; a prefix such as `0x` is no part of them.
    private static func decodeDigits(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ buffer: UnsafeMutableRawBufferPointer,
        _ body: (EncodedText) -> Bool
    ) -> Bool {
        digits.withUnsafeBufferPointer { digits in
            var start = range.lowerBound
            while range.upperBound - start >= minDigits {
                var end = start
                while end < range.upperBound, digits[Int(bytes[end])] >= 0 { end += 1 }
                // Where the number of digits is odd, one before them or behind them is none of them.
                let shifts = end - start < minDigits ? 0 : 1 + (end - start) % 2
                for shift in 0..<shifts {
                    let place = start + shift..<end - (end - start - shift) % 2
                    for index in 0..<place.count / 2 {
                        let first = place.lowerBound + index * 2
                        buffer[index] = UInt8(
                            truncatingIfNeeded: digits[Int(bytes[first])] << 4 | digits[Int(bytes[first + 1])])
                    }
                    let decoded = UnsafeRawBufferPointer(rebasing: buffer[..<(place.count / 2)])
                    guard body(EncodedText(form: .hexadecimal, range: place, decoded: decoded)) else { return false }
                }
                start = end + 1
            }
            return true
        }
    }

    /// - Returns: The number of bytes.
    private static func base64(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        values.withUnsafeBufferPointer { values in
            var (bits, held, count, index) = (UInt32(0), 0, 0, range.lowerBound)
            func value(_ offset: Int) -> Int { Int(values[Int(bytes[index + offset])]) }
            while index < range.upperBound {
                if held == 0, index + 4 <= range.upperBound {
                    let four = value(0) << 18 | value(1) << 12 | value(2) << 6 | value(3)
                    // One that is none is negative.
                    if four >= 0 {
                        buffer[count] = UInt8(truncatingIfNeeded: four >> 16)
                        buffer[count + 1] = UInt8(truncatingIfNeeded: four >> 8)
                        buffer[count + 2] = UInt8(truncatingIfNeeded: four)
                        count += 3
                        index += 4
                        continue
                    }
                }
                let value = values[Int(bytes[index])]
                guard value >= 0 else {
                    // An end of a line, or an escape: of a slash, which is a character, or of an end of a line.
                    let isOfLine = bytes[index] == 0x5c && index + 1 < range.upperBound && bytes[index + 1] != 0x2f
                    index += isOfLine ? 2 : 1
                    continue
                }
                index += 1
                bits = bits << 6 | UInt32(value)
                held += 6
                guard held >= 8 else { continue }
                held -= 8
                buffer[count] = UInt8(truncatingIfNeeded: bits >> UInt32(held))
                count += 1
            }
            return count
        }
    }

    /// The value of each hexadecimal digit; -1 for all other bytes.
    private static let digits: [Int8] = (0...UInt8.max).map { $0.hexadecimalValue.map { Int8($0) } ?? -1 }

    /// What stands for a backslash in the table of values.
    private static let escape: Int8 = -2

    /// The value of each character of both alphabets; negative for all others.
    private static let values: [Int8] = (0...UInt8.max).map { byte in
        switch byte {
        case 0x41...0x5a: Int8(byte - 0x41)
        case 0x61...0x7a: Int8(byte - 0x61 + 26)
        case 0x30...0x39: Int8(byte - 0x30 + 52)
        case 0x2b, 0x2d: 62
        case 0x2f, 0x5f: 63
        case 0x5c: escape
        default: -1
        }
    }
}
