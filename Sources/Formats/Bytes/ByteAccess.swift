extension RandomAccessCollection<UInt8> where Index == Int {
    /// The bytes as units of UTF-16, the more significant byte first; an odd byte at the end is left out.
    package var bigEndianUnits: [UInt16] {
        stride(from: startIndex, to: endIndex - 1, by: 2).map { UInt16(self[$0]) << 8 | UInt16(self[$0 + 1]) }
    }

    /// The bytes as units of UTF-16, the less significant byte first; an odd byte at the end is left out.
    package var littleEndianUnits: [UInt16] {
        stride(from: startIndex, to: endIndex - 1, by: 2).map { UInt16(self[$0]) | UInt16(self[$0 + 1]) << 8 }
    }

    /// Returns the bytes as units of UTF-32; up to three bytes at the end are left out.
    func scalars(isBigEndian: Bool) -> [UInt32] {
        stride(from: startIndex, to: endIndex - 3, by: 4).map { start in
            let unit = self[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
            return isBigEndian ? unit : unit.byteSwapped
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether the bytes at an offset are some others; false outside the buffer.
    @inlinable package func matches(_ other: some Collection<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count, other.count <= count - offset else { return false }
        return self[offset..<offset + other.count].elementsEqual(other)
    }
}

/// Bounds-checked access at offsets that come from the input: nil outside the array, without overflow.
extension [UInt8] {
    /// Returns the big-endian unsigned number in the `size` bytes (at most 8) at `offset`.
    func bigEndian(at offset: Int, size: Int) -> UInt64? {
        guard let range = range(at: offset, length: size), size <= 8 else { return nil }
        var number: UInt64 = 0
        for index in range { number = number << 8 | UInt64(self[index]) }
        return number
    }

    /// Returns the little-endian unsigned number in the `size` bytes (at most 8) at `offset`.
    func littleEndian(at offset: Int, size: Int) -> UInt64? {
        guard let range = range(at: offset, length: size), size <= 8 else { return nil }
        var number: UInt64 = 0
        for index in range.reversed() { number = number << 8 | UInt64(self[index]) }
        return number
    }

    /// Returns the indices of `length` bytes at `offset`; nil if they exceed the array.
    func range(at offset: Int, length: Int) -> Range<Int>? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return offset..<offset + length
    }

    /// Returns the ranges between some others, unless they hold zeros alone.
    func gaps(between used: [Range<Int>], in whole: Range<Int>) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var end = whole.lowerBound
        for range in used.sorted(by: { $0.lowerBound < $1.lowerBound }) + [whole.upperBound..<whole.upperBound] {
            if range.lowerBound > end, self[end..<range.lowerBound].contains(where: { $0 != 0 }) {
                gaps.append(end..<range.lowerBound)
            }
            end = Swift.max(end, range.upperBound)
        }
        return gaps
    }

    /// Returns whether the bytes at `offset` equal `text`.
    func matches(_ text: StaticString, at offset: Int = 0) -> Bool {
        guard let range = range(at: offset, length: text.utf8CodeUnitCount) else { return false }
        return text.withUTF8Buffer { self[range].elementsEqual($0) }
    }

    /// Returns whether the bytes at `offset` are `other`.
    func matches(_ other: [UInt8], at offset: Int = 0) -> Bool {
        guard let range = range(at: offset, length: other.count) else { return false }
        return self[range].elementsEqual(other)
    }

    /// Appends the low `size` bytes of `number`, most significant byte first.
    mutating func append(bigEndian number: UInt64, size: Int) {
        for shift in (0..<size).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(shift)))) }
    }
}
