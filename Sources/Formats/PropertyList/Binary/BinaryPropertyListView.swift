/// A binary property list in memory of which single objects are looked up, without reading the others.
///
/// For the records of a backup's manifest: a million of them are read to list a backup. Everything is bounds-checked, and
/// each lookup takes time in proportion to one object, so hostile lists do no harm.
struct BinaryPropertyListView {
    private let bytes: UnsafeRawBufferPointer
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let tableOffset: Int
    /// The number of the top object.
    let top: Int

    /// Returns nil if the bytes are not a binary property list with an offset table inside it.
    ///
    /// Format: see `BinaryPropertyListTrailer`.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.count - BinaryPropertyListTrailer.size
        guard start > BinaryPropertyListTrailer.headerSize, bytes.starts(with: "bplist0".utf8) else { return nil }
        self.bytes = bytes
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, start + 8, 8), let top = Self.number(bytes, start + 16, 8),
            let table = Self.number(bytes, start + 24, 8), top < count, table <= start,
            count <= (start - table) / offsetSize
        else { return nil }
        (objectCount, self.top, tableOffset) = (count, top, table)
    }

    @inline(__always)
    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, size <= 8, offset <= bytes.count - size else { return nil }
        var number: UInt64 = 0
        for index in offset..<offset + size { number = number << 8 | UInt64(bytes[index]) }
        return Int(exactly: number)
    }

    /// Returns the offset of an object; nil if it is outside the list.
    @inline(__always)
    private func offset(_ object: Int) -> Int? {
        guard object >= 0, object < objectCount,
            let offset = Self.number(bytes, tableOffset + object * offsetSize, offsetSize), offset < tableOffset
        else { return nil }
        return offset
    }

    /// Returns the length that follows a marker, and where the contents begin.
    @inline(__always)
    private func length(at offset: Int) -> (count: Int, contents: Int)? {
        let low = Int(bytes[offset] & 0x0f)
        guard low == 0x0f else { return (low, offset + 1) }
        guard offset + 1 < tableOffset, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 0x0f <= 3 else { return nil }
        let size = 1 << Int(bytes[offset + 1] & 0x0f)
        guard let count = Self.number(bytes, offset + 2, size) else { return nil }
        return (count, offset + 2 + size)
    }

    /// Returns the contents of a data object or an ASCII string.
    @inline(__always)
    func contents(_ object: Int, _ kind: UInt8) -> UnsafeRawBufferPointer? {
        guard let offset = offset(object), bytes[offset] >> 4 == kind, let (count, start) = length(at: offset),
            start <= tableOffset, count <= tableOffset - start
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
    }

    /// Returns the bytes of a data object.
    func data(_ object: Int) -> UnsafeRawBufferPointer? { contents(object, 0x4) }

    /// Returns the text of a string as UTF-8; nil for other objects.
    func text(_ object: Int) -> [UInt8]? {
        if let ascii = contents(object, 0x5) ?? contents(object, 0x7) { return Array(ascii) }
        guard let offset = offset(object), bytes[offset] >> 4 == 0x6, let (count, start) = length(at: offset),
            start <= tableOffset, count <= (tableOffset - start) / 2
        else { return nil }
        let units = (0..<count).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Returns an integer of up to eight bytes; nil for other objects. Eight-byte integers are signed.
    @inline(__always)
    func integer(_ object: Int) -> Int64? {
        guard let offset = offset(object), bytes[offset] >> 4 == 1, bytes[offset] & 0x0f <= 4 else { return nil }
        let exponent = Int(bytes[offset] & 0x0f)
        // Numbers of sixteen bytes are unsigned ones of eight bytes.
        let size = min(8, 1 << exponent)
        let start = offset + 1 + (exponent == 4 ? 8 : 0)
        guard start + size <= tableOffset else { return nil }
        var number: UInt64 = 0
        for index in start..<start + size { number = number << 8 | UInt64(bytes[index]) }
        return Int64(bitPattern: number)
    }

    /// Returns the object that a reference of a keyed archive leads to: one of the elements of `objects`.
    @inline(__always)
    func referenced(_ object: Int, in objects: Int) -> Int? {
        guard let offset = offset(object), bytes[offset] >> 4 == 0x8,
            let index = Self.number(bytes, offset + 1, Int(bytes[offset] & 0x0f) + 1)
        else { return nil }
        return element(index, of: objects)
    }

    /// Returns the element of an array.
    func element(_ index: Int, of array: Int) -> Int? {
        guard let offset = offset(array), bytes[offset] >> 4 == 0xa, let (count, start) = length(at: offset),
            index >= 0, index < count, count <= (tableOffset - start) / referenceSize
        else { return nil }
        return Self.number(bytes, start + index * referenceSize, referenceSize)
    }

    /// Returns the value of a key of a dictionary.
    func value(_ key: StaticString, of dictionary: Int) -> Int? {
        var found: Int?
        forEachPair(of: dictionary) { name, value in
            if found == nil, name.isEqual(to: key) { found = value }
        }
        return found
    }

    /// Calls `body` with the keys of a dictionary that are ASCII strings and not empty, and with the numbers of their
    /// values. Does nothing for other objects.
    @inline(__always)
    func forEachPair(of dictionary: Int, _ body: (UnsafeRawBufferPointer, Int) -> Void) {
        guard let offset = offset(dictionary), bytes[offset] >> 4 == 0xd, let (count, start) = length(at: offset),
            start <= tableOffset, count <= (tableOffset - start) / (2 * referenceSize)
        else { return }
        for index in 0..<count {
            guard let key = Self.number(bytes, start + index * referenceSize, referenceSize),
                let value = Self.number(bytes, start + (count + index) * referenceSize, referenceSize),
                let name = contents(key, 0x5), !name.isEmpty
            else { continue }
            body(name, value)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether these are the bytes of a text.
    @inline(__always)
    func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }
}
