/// One object of a binary property list as stored, with its children as object numbers.
///
/// Source: the format comment at the head of CoreFoundation's CFBinaryPList.c.
enum BinaryPropertyListObject {
    enum Collection {
        case array
        case set
        case dictionary
    }

    /// An object without children.
    case scalar(PropertyListValue)
    /// `count` references (twice as many for a dictionary, keys first), starting at byte `references`.
    case collection(Collection, count: Int, references: Int)
}

/// Reads single objects of a binary property list, without resolving references.
struct BinaryPropertyListObjects {
    private let bytes: [UInt8]
    private let trailer: BinaryPropertyListTrailer
    /// The number of bytes that further objects may take. Objects of a well-formed list do not overlap, so together
    /// they cannot be longer than the list; without this limit, a small file could request terabytes.
    private var budget: Int
    /// Whether text that would have to be repaired is an error.
    private let isExact: Bool
    /// Whether a text was repaired.
    private(set) var isRepaired = false

    init(_ bytes: [UInt8], trailer: BinaryPropertyListTrailer, isExact: Bool) {
        self.bytes = bytes
        self.trailer = trailer
        self.isExact = isExact
        budget = bytes.count
    }

    /// Reads object `number`. Call at most once for each object.
    mutating func read(_ number: Int) throws(PropertyListError) -> BinaryPropertyListObject {
        let start = try offset(of: number)
        let marker = bytes[start]
        let low = Int(marker & 0x0f)
        switch marker >> 4 {
        case 0x0: return .scalar(try singleton(marker, at: start))
        case 0x1: return .scalar(try integer(at: start))
        case 0x2: return .scalar(try real(low, at: start))
        case 0x3: return .scalar(try date(low, at: start))
        case 0x4: return .scalar(.data(Array(bytes[try content(at: start, unit: 1)])))
        // ASCII according to the format, but some writers store UTF-8, which decodes the same way; anything else is
        // repaired.
        case 0x5, 0x7: return .scalar(.string(try string(fromUTF8: try content(at: start, unit: 1))))
        case 0x6: return .scalar(.string(try string(fromUTF16: try content(at: start, unit: 2))))
        case 0x8: return .scalar(try uid(size: low + 1, at: start))
        case 0xa: return try collection(.array, at: start)
        case 0xc: return try collection(.set, at: start)
        case 0xd: return try collection(.dictionary, at: start)
        default: throw unknown(marker, at: start)
        }
    }

    /// Returns the object number in the reference at `index` of those that start at byte `references`.
    func reference(_ index: Int, from references: Int) throws(PropertyListError) -> Int {
        let place = references + index * trailer.referenceSize
        let number = bytes.bigEndian(at: place, size: trailer.referenceSize) ?? .max
        guard number < trailer.objectCount else {
            let message = "a reference to object \(number) of \(trailer.objectCount)"
            throw PropertyListError(.malformed, message, offset: place)
        }
        return Int(number)
    }

    /// Returns the offset of object `number`, which must be between the header and the offset table.
    func offset(of number: Int) throws(PropertyListError) -> Int {
        let place = trailer.tableOffset + number * trailer.offsetSize
        let offset = bytes.bigEndian(at: place, size: trailer.offsetSize) ?? .max
        guard offset >= BinaryPropertyListTrailer.headerSize, offset < trailer.tableOffset else {
            let message = "object \(number) is said to begin at byte \(offset), which is outside the objects"
            throw PropertyListError(.malformed, message, offset: place)
        }
        return Int(offset)
    }

    // MARK: Scalars

    private func singleton(_ marker: UInt8, at start: Int) throws(PropertyListError) -> PropertyListValue {
        switch marker {
        case 0x00: return .null
        case 0x08: return .boolean(false)
        case 0x09: return .boolean(true)
        default: throw unknown(marker, at: start)
        }
    }

    /// Integers of 1, 2 and 4 bytes are unsigned; integers of 8 and 16 bytes are signed.
    private mutating func integer(at start: Int) throws(PropertyListError) -> PropertyListValue {
        let size = try integerSize(at: start)
        let range = try checkedRange(size, at: start + 1, of: "an integer")
        guard size == 16 else {
            let bits = number(in: range)
            return .integer(Int64(bitPattern: bits))
        }
        let high = Int128(Int64(bitPattern: number(in: range.prefix(8))))
        return .integer(exactly: high << 64 | Int128(number(in: range.suffix(8))))
    }

    private mutating func real(_ exponent: Int, at start: Int) throws(PropertyListError) -> PropertyListValue {
        switch exponent {
        case 2:
            let bits = number(in: try checkedRange(4, at: start + 1, of: "a real"))
            return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case 3:
            return .real(Double(bitPattern: number(in: try checkedRange(8, at: start + 1, of: "a real"))))
        default:
            throw unknown(bytes[start], at: start)
        }
    }

    private mutating func date(_ exponent: Int, at start: Int) throws(PropertyListError) -> PropertyListValue {
        guard exponent == 3 else { throw unknown(bytes[start], at: start) }
        let bits = number(in: try checkedRange(8, at: start + 1, of: "a date"))
        return .date(secondsSince2001: Double(bitPattern: bits))
    }

    private mutating func uid(size: Int, at start: Int) throws(PropertyListError) -> PropertyListValue {
        let range = try checkedRange(size, at: start + 1, of: "an archive reference")
        guard range.dropLast(8).allSatisfy({ bytes[$0] == 0 }) else {
            throw PropertyListError(.unsupported, "an archive reference of more than 64 bits", offset: start)
        }
        return .uid(number(in: range.suffix(8)))
    }

    /// Decodes UTF-8, replacing invalid bytes with U+FFFD unless that is an error.
    private mutating func string(fromUTF8 range: Range<Int>) throws(PropertyListError) -> String {
        if let string = String(validating: bytes[range], as: UTF8.self) { return string }
        isRepaired = true
        guard !isExact else {
            throw PropertyListError(.malformed, "a text that is not valid UTF-8", offset: range.lowerBound)
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// Decodes UTF-16, replacing lone surrogates with U+FFFD unless that is an error.
    private mutating func string(fromUTF16 range: Range<Int>) throws(PropertyListError) -> String {
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { index in
            UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
        }
        if let string = String(validating: units, as: UTF16.self) { return string }
        isRepaired = true
        guard !isExact else {
            throw PropertyListError(.malformed, "a text that is not valid UTF-16", offset: range.lowerBound)
        }
        return String(decoding: units, as: UTF16.self)
    }

    // MARK: Objects with a count

    private mutating func collection(
        _ kind: BinaryPropertyListObject.Collection,
        at start: Int
    ) throws(PropertyListError) -> BinaryPropertyListObject {
        let perElement = kind == .dictionary ? 2 * trailer.referenceSize : trailer.referenceSize
        let range = try content(at: start, unit: perElement)
        return .collection(kind, count: range.count / perElement, references: range.lowerBound)
    }

    /// Returns the bytes that follow a marker. The count, in the marker's low half or in a separate integer, is in
    /// units of `unit` bytes.
    private mutating func content(at start: Int, unit: Int) throws(PropertyListError) -> Range<Int> {
        let low = Int(bytes[start] & 0x0f)
        guard low == 0x0f else { return try checkedRange(low * unit, at: start + 1, of: "an object") }

        guard start + 1 < trailer.tableOffset, bytes[start + 1] >> 4 == 0x1 else {
            throw PropertyListError(.malformed, "a count that is not an integer", offset: start + 1)
        }
        let size = try integerSize(at: start + 1)
        let place = try checkedRange(size, at: start + 2, of: "a count")
        let (length, overflow) = number(in: place.suffix(8)).multipliedReportingOverflow(by: UInt64(unit))
        guard !overflow, let length = Int(exactly: length), place.dropLast(8).allSatisfy({ bytes[$0] == 0 }) else {
            throw PropertyListError(.malformed, "a count that no file can have", offset: start + 1)
        }
        return try checkedRange(length, at: place.upperBound, of: "an object")
    }

    /// Returns the size in bytes of the integer at `start`, according to its marker: 1, 2, 4, 8 or 16.
    private func integerSize(at start: Int) throws(PropertyListError) -> Int {
        let exponent = Int(bytes[start] & 0x0f)
        guard exponent <= 4 else { throw unknown(bytes[start], at: start) }
        return 1 << exponent
    }

    // MARK: Bytes

    private mutating func checkedRange(_ length: Int, at start: Int, of what: String) throws(PropertyListError)
        -> Range<Int>
    {
        guard start <= trailer.tableOffset, length <= trailer.tableOffset - start else {
            let message = "\(what) of \(length) bytes reaches past the end of the objects"
            throw PropertyListError(.truncated, message, offset: start)
        }
        guard length <= budget else {
            throw PropertyListError(.malformed, "objects that overlap one another", offset: start)
        }
        budget -= length
        return start..<start + length
    }

    private func number(in range: Range<Int>) -> UInt64 {
        bytes.bigEndian(at: range.lowerBound, size: range.count) ?? 0
    }

    private func unknown(_ marker: UInt8, at start: Int) -> PropertyListError {
        let hexadecimal = String(marker, radix: 16)
        let message = "an object of a kind that is not known (0x\(marker < 16 ? "0" : "")\(hexadecimal))"
        return PropertyListError(.malformed, message, offset: start)
    }
}
