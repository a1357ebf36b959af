/// The encoding of a text, detected from a byte order mark or from the bytes themselves.
package struct TextDetection: Hashable, Sendable {
    /// The detected encoding.
    package let encoding: TextEncoding
    /// The length of the byte order mark in bytes; 0 if there is none.
    package let markLength: Int
    /// The number of bytes, or pairs of bytes, that are invalid in that encoding.
    package let errors: Int
    /// How sure the encoding is.
    package let certainty: Certainty

    /// How sure an encoding is.
    package enum Certainty: Hashable, Sendable {
        /// The bytes tell it, or a person has chosen it.
        case certain
        /// The bytes are more likely in that encoding than in any other by a factor of 2⁶⁰ or more.
        case likely
        case guessed
    }

    /// In text, at most one in this many characters is a control character other than white space.
    private static let charactersPerControl = 20

    /// Detects the encoding of a text.
    /// - Parameters:
    ///   - bytes: The beginning of a file.
    ///   - isWhole: Whether `bytes` are the complete file; if not, a truncated character at the end is not an error.
    ///   - isNamedText: Whether the name of the file is that of a text, so that fewer bytes suffice to tell an encoding.
    /// - Returns: nil if the bytes are not text. Without a byte order mark of UTF-16 or UTF-32, a NUL byte rules out text.
    package init?(_ bytes: [UInt8], isWhole: Bool, isNamedText: Bool = false) {
        let hasMark = bytes.first ?? 0 >= 0xfe || bytes.starts(with: TextEncoding.utf32BigEndian.byteOrderMark)
        // Most of what is no text is told by a NUL.
        guard hasMark || bytes.withUnsafeBytes({ $0.count(of: 0) }) == 0 else { return nil }
        if bytes.starts(with: TextEncoding.utf8.byteOrderMark) {
            let histogram = ByteHistogram(bytes[3...], isWhole: isWhole)
            guard histogram.nulls == 0, histogram.isText(Self.charactersPerControl) else { return nil }
            self.init(.utf8, markLength: 3, errors: histogram.invalid)
        } else if let wide = TextEncoding.marked.first(where: { bytes.starts(with: $0.byteOrderMark) }) {
            self.init(marked: bytes, wide, isWhole)
        } else {
            let histogram = ByteHistogram(bytes[...], isWhole: isWhole)
            guard histogram.nulls == 0, histogram.isText(Self.charactersPerControl) else { return nil }
            guard histogram.invalid > 0 else {
                self.init(histogram.multibyte > 0 ? .utf8 : .ascii, markLength: 0, errors: 0)
                return
            }
            if histogram.multibyte >= histogram.invalid {
                self.init(.utf8, markLength: 0, errors: histogram.invalid)
            } else if let trial = EncodingTrial(bytes, isWhole: isWhole, isNamedText: isNamedText) {
                self.init(trial.encoding, markLength: 0, errors: 0, trial.certainty)
            } else if histogram.isLatin {
                self.init(.latin1, markLength: 0, errors: 0, .guessed)
            } else if histogram.invalid * Self.charactersPerControl <= histogram.characters {
                self.init(.utf8, markLength: 0, errors: histogram.invalid)
            } else {
                return nil
            }
        }
    }

    /// Takes bytes for UTF-8 however many control characters they have.
    /// - Parameter bytes: All of the bytes.
    /// - Returns: nil if they are not UTF-8.
    package init?(anyUTF8 bytes: [UInt8]) {
        let histogram = ByteHistogram(bytes[...], isWhole: true)
        guard histogram.invalid == 0 else { return nil }
        self.init(histogram.multibyte > 0 ? .utf8 : .ascii, markLength: 0, errors: 0)
    }

    /// Takes bytes for text in each encoding whose byte order mark they begin with, whatever follows: that of UTF-32 may be
    /// one of UTF-16 and a NUL.
    /// - Returns: An empty array without a mark of UTF-16 or UTF-32.
    package static func marked(_ bytes: [UInt8], isWhole: Bool) -> [TextDetection] {
        TextEncoding.marked.filter { bytes.starts(with: $0.byteOrderMark) }.map {
            TextDetection(bytes, isWhole: isWhole, in: $0)
        }
    }

    /// Takes bytes for text in an encoding, whatever they are.
    /// - Parameters:
    ///   - bytes: The beginning of a file.
    ///   - isWhole: Whether `bytes` are the complete file.
    package init(_ bytes: [UInt8], isWhole: Bool, in encoding: TextEncoding) {
        let mark = encoding.byteOrderMark
        let markLength = !mark.isEmpty && bytes.starts(with: mark) ? mark.count : 0
        let text = bytes[markLength...]
        let errors: Int
        switch encoding {
        case .ascii, .utf8: errors = ByteHistogram(text, isWhole: isWhole).invalid
        case .utf16LittleEndian, .utf16BigEndian: errors = Self.utf16Errors(text, encoding, isWhole).errors
        case .utf32LittleEndian, .utf32BigEndian: errors = Self.utf32Errors(text, encoding, isWhole).errors
        case .latin1: errors = 0
        case .windows1252: errors = text.count { Windows1252.scalar($0) == nil }
        case .shiftJIS, .eucKR, .gb18030, .big5:
            let decoder = MultibyteDecoder(encoding)
            errors = text.withUnsafeBytes { decoder?.errors(in: $0, isWhole: isWhole) ?? 0 }
        }
        self.init(encoding, markLength: markLength, errors: errors)
    }

    /// Detects the encoding of a text that is in a known one unless it is in a form of Unicode.
    /// - Parameters:
    ///   - bytes: The beginning of a file.
    ///   - isWhole: Whether `bytes` are the complete file.
    /// - Returns: nil if the bytes are not text.
    package init?(_ bytes: [UInt8], isWhole: Bool, unicodeOr encoding: TextEncoding) {
        let detected = TextDetection(bytes, isWhole: isWhole)
        if let detected, detected.encoding.isUnicode, detected.errors == 0 || detected.markLength > 0 {
            self = detected
            return
        }
        let histogram = ByteHistogram(bytes[...], isWhole: isWhole)
        guard histogram.nulls == 0, histogram.isText(Self.charactersPerControl) else { return nil }
        self.init(bytes, isWhole: isWhole, in: encoding)
    }

    private init(_ encoding: TextEncoding, markLength: Int, errors: Int, _ certainty: Certainty = .certain) {
        (self.encoding, self.markLength, self.errors, self.certainty) = (encoding, markLength, errors, certainty)
    }

    /// Which encoding was assumed and how sure it is, as a sentence without a full stop; nil if it is certain.
    package var remark: String? {
        switch certainty {
        case .certain: nil
        case .likely: "the encoding is very likely \(encoding.title)"
        case .guessed: "the encoding is a guess: \(encoding.title)"
        }
    }

    private init?(marked bytes: [UInt8], _ encoding: TextEncoding, _ isWhole: Bool) {
        let mark = encoding.byteOrderMark.count
        let found =
            encoding.unit == 4
            ? Self.utf32Errors(bytes[mark...], encoding, isWhole) : Self.utf16Errors(bytes[mark...], encoding, isWhole)
        guard (found.controls + found.errors) * Self.charactersPerControl <= found.units else { return nil }
        self.init(encoding, markLength: mark, errors: found.errors)
    }

    /// Counts what is wrong with UTF-32, and its units.
    private static func utf32Errors(
        _ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding, _ isWhole: Bool
    ) -> (errors: Int, controls: Int, units: Int) {
        let units = bytes.scalars(isBigEndian: encoding == .utf32BigEndian)
        let errors = units.count { Unicode.Scalar($0) == nil }
        let controls = units.count {
            $0 < 0x20 && !ByteHistogram.isUsual(UInt8($0)) || (0xe000...0xf8ff).contains($0)
        }
        return (errors + (isWhole ? bytes.count % 4 : 0), controls, units.count)
    }

    /// Counts what is wrong with UTF-16, and its units.
    private static func utf16Errors(
        _ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding, _ isWhole: Bool
    ) -> (errors: Int, controls: Int, units: Int) {
        let units = TextDetection.units(bytes, encoding)
        var errors = isWhole ? bytes.count % 2 : 0
        var controls = 0
        var high = false
        for (index, unit) in units.enumerated() {
            let isLow = (0xdc00...0xdfff).contains(unit)
            if high != isLow { errors += 1 }
            high = (0xd800...0xdbff).contains(unit)
            if high, index == units.count - 1, isWhole { errors += 1 }
            // Other data that begin like a byte order mark have many private characters.
            if unit < 0x20 && !ByteHistogram.isUsual(UInt8(unit)) || (0xe000...0xf8ff).contains(unit) { controls += 1 }
        }
        return (errors, controls, units.count)
    }

    private static func units(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) -> [UInt16] {
        encoding == .utf16BigEndian ? bytes.bigEndianUnits : bytes.littleEndianUnits
    }

    /// Returns the text as UTF-8, without the byte order mark. Invalid bytes of a UTF-8 text are left for the caller to
    /// handle.
    /// - Parameter isWhole: Whether `bytes` are the complete file; if not, a truncated character at the end is dropped.
    package func utf8(_ bytes: [UInt8], isWhole: Bool) -> [UInt8] {
        utf8(bytes.dropFirst(markLength), isWhole: isWhole)
    }

    /// Returns a part of the text as UTF-8, as `utf8` does.
    package func utf8(_ text: ArraySlice<UInt8>, isWhole: Bool) -> [UInt8] {
        switch encoding {
        case .ascii: return Array(text)
        case .utf8: return Array(isWhole ? text : text.dropLast(ByteHistogram.incompleteTail(text)))
        case .latin1:
            var result: [UInt8] = []
            result.reserveCapacity(text.count + text.count / 8)
            for byte in text {
                if byte < 0x80 { result.append(byte) } else { result += [0xc0 | byte >> 6, 0x80 | byte & 0x3f] }
            }
            return result
        case .windows1252:
            var result: [UInt8] = []
            result.reserveCapacity(text.count + text.count / 8)
            for byte in text { result.append(utf8Of: Windows1252.scalar(byte) ?? 0xfffd) }
            return result
        case .shiftJIS, .eucKR, .gb18030, .big5:
            guard let decoder = MultibyteDecoder(encoding) else { return Array(text) }
            return text.withUnsafeBytes { decoder.utf8($0, isWhole: isWhole) }
        case .utf16LittleEndian, .utf16BigEndian:
            let whole = text.prefix(text.count / 2 * 2)
            let isCut = Self.units(whole.suffix(2), encoding).last.map { (0xd800...0xdbff).contains($0) } ?? false
            return encoding.utf8(ofUnits: isWhole || !isCut ? whole : whole.dropLast(2))
        case .utf32LittleEndian, .utf32BigEndian: return encoding.utf8(ofUnits: text)
        }
    }
}
