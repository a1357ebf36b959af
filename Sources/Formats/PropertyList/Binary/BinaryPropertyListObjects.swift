/// The objects of a binary property list in memory, looked up by their numbers.
///
/// Whatever reads binary lists does it by this. Everything is bounds-checked, and a lookup takes no time in proportion to
/// the list. Source: the format comment at the head of CoreFoundation's CFBinaryPList.c.
struct BinaryPropertyListObjects {
    /// What an object is; the upper half of its marker.
    enum Kind: UInt8 {
        case singleton = 0x0
        case integer = 0x1
        case real = 0x2
        case date = 0x3
        case data = 0x4
        /// ASCII according to the format, but some writers store UTF-8.
        case ascii = 0x5
        case utf16 = 0x6
        case utf8 = 0x7
        case uid = 0x8
        case array = 0xa
        case set = 0xc
        case dictionary = 0xd

        var isText: Bool { self == .ascii || self == .utf16 || self == .utf8 }
    }

    /// An object as stored.
    struct Object {
        let kind: Kind
        /// The offset of the marker.
        let start: Int
        /// The bytes behind the marker and the count. Those of a collection are references; of a dictionary, first to the
        /// keys.
        let contents: Range<Int>
    }

    let bytes: UnsafeRawBufferPointer
    let trailer: BinaryPropertyListTrailer

    init(_ bytes: UnsafeRawBufferPointer, _ trailer: BinaryPropertyListTrailer) {
        (self.bytes, self.trailer) = (bytes, trailer)
    }

    /// - Throws: `PropertyListError` if the list has no valid trailer.
    init(_ bytes: UnsafeRawBufferPointer, limits: PropertyListLimits = .standard) throws(PropertyListError) {
        self.init(bytes, try BinaryPropertyListTrailer(bytes, limits: limits))
    }

    /// Returns nil if the bytes are not those of a binary list within the standard limits.
    init?(recognizing bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= PropertyListLimits.standard.bytes, bytes.starts(with: "bplist0".utf8) else { return nil }
        try? self.init(bytes)
    }

    /// Returns an object.
    /// - Parameter number: The number of the top object, or one that `reference` returned.
    @inline(__always)
    func object(_ number: Int) throws(PropertyListError) -> Object {
        let start = try offset(of: number)
        let low = Int(bytes[start] & 0x0f)
        guard let kind = Kind(rawValue: bytes[start] >> 4) else { throw unknown(at: start) }
        var unit = 1
        switch kind {
        case .singleton:
            guard low == 0 || low == 8 || low == 9 else { throw unknown(at: start) }
            return Object(kind: kind, start: start, contents: start + 1..<start + 1)
        case .integer, .real, .date:
            guard kind == .integer ? low <= 4 : low == 3 || kind == .real && low == 2 else { throw unknown(at: start) }
            return Object(kind: kind, start: start, contents: try range(at: start + 1, 1 << low))
        case .uid: return Object(kind: kind, start: start, contents: try range(at: start + 1, low + 1))
        case .data, .ascii, .utf8: break
        case .utf16: unit = 2
        case .array, .set: unit = trailer.referenceSize
        case .dictionary: unit = 2 * trailer.referenceSize
        }
        let contents = low < 0x0f ? try range(at: start + 1, low * unit) : try counted(at: start + 1, unit)
        return Object(kind: kind, start: start, contents: contents)
    }

    /// Returns the number of elements, or pairs, of a collection.
    @inline(__always)
    func count(of collection: Object) -> Int {
        collection.contents.count / (trailer.referenceSize * (collection.kind == .dictionary ? 2 : 1))
    }

    /// Returns the object number in a reference of a collection. The keys of a dictionary come before its values.
    @inline(__always)
    func reference(_ index: Int, of collection: Object) throws(PropertyListError) -> Int {
        let place = collection.contents.lowerBound + index * trailer.referenceSize
        let number = number(in: place..<place + trailer.referenceSize)
        guard number < UInt64(trailer.objectCount) else {
            let message = "a reference to object \(number) of \(trailer.objectCount)"
            throw PropertyListError(.malformed, message, offset: place)
        }
        return Int(number)
    }

    /// Returns the numbers of the children of an object, as far as they can be read.
    func references(of object: Object) -> [Int] {
        switch object.kind {
        case .array, .set, .dictionary:
            (0..<object.contents.count / trailer.referenceSize).compactMap { try? reference($0, of: object) }
        default: []
        }
    }

    /// Returns the offset of an object, which must be between the header and the offset table.
    @inline(__always)
    private func offset(of object: Int) throws(PropertyListError) -> Int {
        let place = trailer.tableOffset + object * trailer.offsetSize
        let offset = number(in: place..<place + trailer.offsetSize)
        guard offset >= UInt64(BinaryPropertyListTrailer.headerSize), offset < UInt64(trailer.tableOffset) else {
            let message = "object \(object) has the offset \(offset), which is outside the objects"
            throw PropertyListError(.malformed, message, offset: place)
        }
        return Int(offset)
    }

    // MARK: Values

    /// Returns the value of an object without children, with U+FFFD for what is not in the encoding of a text; nil for a
    /// collection.
    func scalar(_ object: Object) -> PropertyListValue? {
        switch object.kind {
        case .singleton: bytes[object.start] == 0 ? .null : .boolean(bytes[object.start] == 9)
        case .integer: .integer(exactly: integer(object))
        case .real: .real(real(object))
        case .date: .date(secondsSince2001: real(object))
        case .data: .data(Array(contents(of: object)))
        case .ascii, .utf8, .utf16: .string(repairedString(object))
        case .uid: .uid(bits(of: object))
        case .array, .set, .dictionary: nil
        }
    }

    /// The bytes of data or of a text.
    @inline(__always)
    func contents(of object: Object) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[object.contents])
    }

    /// Returns the last 64 bits of a number, a date or an archive reference.
    @inline(__always)
    func bits(of object: Object) -> UInt64 { number(in: object.contents.suffix(8)) }

    /// Returns an integer. Those of 1, 2 and 4 bytes are unsigned; those of 8 and 16 bytes are signed.
    @inline(__always)
    func integer(_ object: Object) -> Int128 {
        let bits = bits(of: object)
        guard object.contents.count == 16 else { return Int128(Int64(bitPattern: bits)) }
        return Int128(Int64(bitPattern: number(in: object.contents.prefix(8)))) << 64 | Int128(bits)
    }

    /// Returns a real, or the seconds of a date.
    @inline(__always)
    func real(_ object: Object) -> Double {
        let bits = bits(of: object)
        guard object.contents.count == 4 else { return Double(bitPattern: bits) }
        return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// Whether an archive reference has at most 64 bits.
    func isReadable(uid object: Object) -> Bool { object.contents.dropLast(8).allSatisfy { bytes[$0] == 0 } }

    /// Returns a text; nil if it would have to be repaired.
    func string(_ object: Object) -> String? {
        guard object.kind == .utf16 else { return String(validating: contents(of: object), as: UTF8.self) }
        return String(validating: bytes[object.contents].bigEndianUnits, as: UTF16.self)
    }

    /// Returns a text with U+FFFD for what is not in its encoding.
    func repairedString(_ object: Object) -> String {
        guard object.kind == .utf16 else { return String(decoding: contents(of: object), as: UTF8.self) }
        return String(decoding: bytes[object.contents].bigEndianUnits, as: UTF16.self)
    }

    /// Returns a text in UTF-8; nil for any other object, and for a text that would have to be repaired.
    func text(_ object: Object) -> PropertyListItem.Bytes? {
        guard object.kind.isText else { return nil }
        guard object.kind == .utf16 else {
            let text = contents(of: object)
            return text.isASCII || String(validating: text, as: UTF8.self) != nil ? .plain(text) : nil
        }
        return string(object).map { .decoded(Array($0.utf8)) }
    }

    // MARK: Bytes

    /// Returns the bytes behind a count, which is an integer of any size, in units.
    private func counted(at start: Int, _ unit: Int) throws(PropertyListError) -> Range<Int> {
        guard start < trailer.tableOffset, bytes[start] >> 4 == Kind.integer.rawValue, bytes[start] & 0x0f <= 4 else {
            throw PropertyListError(.malformed, "a count that is not an integer", offset: start)
        }
        let place = try range(at: start + 1, 1 << Int(bytes[start] & 0x0f))
        let (length, overflow) = number(in: place.suffix(8)).multipliedReportingOverflow(by: UInt64(unit))
        guard !overflow, let length = Int(exactly: length), place.dropLast(8).allSatisfy({ bytes[$0] == 0 }) else {
            throw PropertyListError(.malformed, "an impossible count", offset: start)
        }
        return try range(at: place.upperBound, length)
    }

    @inline(__always)
    private func range(at start: Int, _ length: Int) throws(PropertyListError) -> Range<Int> {
        guard start <= trailer.tableOffset, length <= trailer.tableOffset - start else {
            let message = "an object of \(length) bytes reaches past the end of the objects"
            throw PropertyListError(.truncated, message, offset: start)
        }
        return start..<start + length
    }

    /// Returns the number in at most 8 bytes, which are in the list.
    @inline(__always)
    private func number(in range: Range<Int>) -> UInt64 {
        var number: UInt64 = 0
        for index in range { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    private func unknown(at start: Int) -> PropertyListError {
        let message = "an object of an unknown kind (0x\(CollectionOfOne(bytes[start]).hexadecimal()))"
        return PropertyListError(.malformed, message, offset: start)
    }
}
