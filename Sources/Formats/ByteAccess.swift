/// Numbers at places that the input names: every access is checked, nothing overflows, nil is outside.
extension [UInt8] {
    /// The unsigned number in the `size` bytes (at most 8) from `offset` on, most significant byte first.
    func bigEndian(at offset: Int, size: Int) -> UInt64? {
        guard let range = range(at: offset, length: size), size <= 8 else { return nil }
        var number: UInt64 = 0
        for index in range { number = number << 8 | UInt64(self[index]) }
        return number
    }

    /// The unsigned number in the `size` bytes (at most 8) from `offset` on, least significant byte first.
    func littleEndian(at offset: Int, size: Int) -> UInt64? {
        guard let range = range(at: offset, length: size), size <= 8 else { return nil }
        var number: UInt64 = 0
        for index in range.reversed() { number = number << 8 | UInt64(self[index]) }
        return number
    }

    /// The indices of `length` bytes from `offset` on, if all of them are here.
    func range(at offset: Int, length: Int) -> Range<Int>? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return offset..<offset + length
    }

    /// Whether the bytes from `offset` on are those of `text`.
    func matches(_ text: StaticString, at offset: Int = 0) -> Bool {
        guard let range = range(at: offset, length: text.utf8CodeUnitCount) else { return false }
        return text.withUTF8Buffer { self[range].elementsEqual($0) }
    }

    /// Whether the bytes from `offset` on are `other`.
    func matches(_ other: [UInt8], at offset: Int = 0) -> Bool {
        guard let range = range(at: offset, length: other.count) else { return false }
        return self[range].elementsEqual(other)
    }

    /// Appends the low `size` bytes of `number`, most significant first.
    mutating func append(bigEndian number: UInt64, size: Int) {
        for shift in (0..<size).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(shift)))) }
    }
}
