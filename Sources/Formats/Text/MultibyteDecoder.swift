/// Decodes and encodes the encodings in which a character takes one byte or several: code pages 932 and 949, GB18030 and
/// Big5. Sequences stand for what Python's codecs of these names decode them to.
struct MultibyteDecoder: Sendable {
    /// What stands at a place.
    enum Step {
        case character(UInt32, length: Int)
        /// A byte that begins no character.
        case invalid
        /// The beginning of a character that the end cuts off.
        case incomplete
    }

    let encoding: TextEncoding
    private let table: MultibyteTable

    /// - Returns: nil for any other encoding.
    init?(_ encoding: TextEncoding) {
        switch encoding {
        case .shiftJIS: table = .shiftJIS
        case .eucKR: table = .eucKR
        case .gb18030: table = .gb18030
        case .big5: table = .big5
        case .ascii, .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .latin1,
            .windows1252:
            return nil
        }
        self.encoding = encoding
    }

    /// Returns what stands at an index, which is in the bytes.
    func step(in bytes: UnsafeRawBufferPointer, at index: Int) -> Step {
        let first = bytes[index]
        if first < 0x80 { return .character(UInt32(first), length: 1) }
        if encoding == .shiftJIS, let single = Self.singleByte(first) { return .character(single, length: 1) }
        guard (0x81...0xfe).contains(first) else { return .invalid }
        guard index + 1 < bytes.count else { return .incomplete }
        let second = bytes[index + 1]
        guard encoding == .gb18030, second.isASCIIDigit else {
            return table.scalar(first, second).map { .character($0, length: 2) } ?? .invalid
        }
        guard index + 3 < bytes.count else {
            return index + 2 < bytes.count && !(0x81...0xfe).contains(bytes[index + 2]) ? .invalid : .incomplete
        }
        return table.scalar(first, second, bytes[index + 2], bytes[index + 3])
            .map { .character($0, length: 4) } ?? .invalid
    }

    /// Returns the scalar of a byte of code page 932 that stands alone: half-width katakana, and the private characters by
    /// which Windows keeps bytes without a meaning.
    private static func singleByte(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x80: 0x80
        case 0xa0: 0xf8f0
        case 0xa1...0xdf: 0xff61 + UInt32(byte - 0xa1)
        case 0xfd...0xff: 0xf8f1 + UInt32(byte - 0xfd)
        default: nil
        }
    }

    /// Returns bytes as UTF-8, with U+FFFD for each that is invalid.
    /// - Parameter isWhole: Whether the text ends with the bytes; if not, a character cut off at the end is dropped.
    func utf8(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 2)
        var index = 0
        while index < bytes.count {
            switch step(in: bytes, at: index) {
            case .character(let scalar, let length):
                text.append(utf8Of: scalar)
                index += length
            case .invalid:
                text.append(utf8Of: 0xfffd)
                index += 1
            case .incomplete:
                if isWhole { text.append(utf8Of: 0xfffd) }
                return text
            }
        }
        return text
    }

    /// Returns the number of places that are invalid.
    func errors(in bytes: UnsafeRawBufferPointer, isWhole: Bool) -> Int {
        var (index, errors) = (0, 0)
        while index < bytes.count {
            switch step(in: bytes, at: index) {
            case .character(_, let length): index += length
            case .invalid:
                errors += 1
                index += 1
            case .incomplete: return errors + (isWhole ? 1 : 0)
            }
        }
        return errors
    }

    /// Returns a text in the encoding; nil if it has characters that the encoding has not.
    func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars.map(\.value) {
            if scalar < 0x80 {
                bytes.append(UInt8(scalar))
            } else if encoding == .shiftJIS, (0xff61...0xff9f).contains(scalar) {
                bytes.append(UInt8(scalar - 0xff61) + 0xa1)
            } else if let found = table.bytes(of: scalar)
                ?? (encoding == .gb18030 ? table.fourBytes(of: scalar) : nil)
            {
                bytes += found
            } else {
                return nil
            }
        }
        return bytes
    }
}

extension [UInt8] {
    /// Appends a scalar as UTF-8; U+FFFD for a surrogate.
    mutating func append(utf8Of scalar: UInt32) {
        if scalar < 0x80 { return append(UInt8(scalar)) }
        append(contentsOf: UTF8.encode(UnicodeScalar(scalar) ?? "\u{fffd}") ?? UTF8.encodedReplacementCharacter)
    }
}
