/// A sequence of bytes to be found in others, regardless of the case of ASCII letters if that is wanted.
package struct BytePattern: Hashable, Sendable {
    /// The bytes; letters are lowercase if their case does not matter.
    private let bytes: [UInt8]
    private let ignoresCase: Bool
    /// The index of the byte that is probably the rarest in texts: it is looked for first.
    private let rarest: Int

    /// The greatest length in bytes.
    package static let longest = 4_096

    /// - Returns: nil for no bytes, or for more than `longest`.
    package init?(_ bytes: some Sequence<UInt8>, ignoringCase: Bool = false) {
        let bytes = bytes.map { ignoringCase ? $0.asciiLowercased : $0 }
        guard (1...Self.longest).contains(bytes.count) else { return nil }
        self.bytes = bytes
        ignoresCase = ignoringCase
        rarest = bytes.indices.min { Self.frequency(bytes[$0]) < Self.frequency(bytes[$1]) } ?? 0
    }

    /// The length in bytes.
    package var count: Int { bytes.count }

    /// Returns the offset of the first occurrence that begins at an offset or after it; nil if there is none.
    package func first(in buffer: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let base = buffer.baseAddress, start >= 0, buffer.count - start >= bytes.count else { return nil }
        let last = buffer.count - bytes.count
        let letter = bytes[rarest]
        let capital = ignoresCase ? letter.asciiUppercased : letter
        let (letters, capitals) = (SIMD16<UInt8>(repeating: letter), SIMD16<UInt8>(repeating: capital))
        return bytes.withUnsafeBufferPointer { wanted in
            /// Where sixteen bytes from an offset on have the letter in either case.
            func mask(_ index: Int) -> SIMDMask<SIMD16<Int8>> {
                let found = (base + index + rarest).loadUnaligned(as: SIMD16<UInt8>.self)
                return (found .== letters) .| (found .== capitals)
            }
            func isEmpty(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
                let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
                return halves[0] | halves[1] == 0
            }
            var index = start
            while index + 15 <= last {
                // Most of a long text has no such letter: 64 bytes are passed over at once.
                if index + 63 <= last, isEmpty(mask(index) .| mask(index + 16) .| mask(index + 32) .| mask(index + 48))
                {
                    index += 64
                    continue
                }
                let found = mask(index)
                if !isEmpty(found) {
                    for offset in 0..<16 where found[offset] && matches(base + index + offset, wanted) {
                        return index + offset
                    }
                }
                index += 16
            }
            while index <= last {
                if matches(base + index, wanted) { return index }
                index += 1
            }
            return nil
        }
    }

    /// Returns the offset of the last occurrence that begins before an offset; nil if there is none.
    package func last(in buffer: UnsafeRawBufferPointer, before end: Int) -> Int? {
        var found: Int?
        var start = 0
        while let next = first(in: buffer, from: start), next < end {
            found = next
            start = next + 1
        }
        return found
    }

    /// Returns whether the pattern occurs in bytes.
    package func occurs(in bytes: some Sequence<UInt8>) -> Bool {
        bytes.withContiguousStorageIfAvailable { first(in: UnsafeRawBufferPointer($0)) != nil }
            ?? Array(bytes).withUnsafeBytes { first(in: $0) != nil }
    }

    private func matches(_ start: UnsafeRawPointer, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in wanted.indices {
            let byte = start.load(fromByteOffset: index, as: UInt8.self)
            guard (ignoresCase ? byte.asciiLowercased : byte) == wanted[index] else { return false }
        }
        return true
    }

    /// Bytes in the order of their frequency in the texts that apps store, the most frequent first.
    private static let frequent = Array("\u{0} etaoinsrhldcu\"mp0gfy1bw,.:vk23_/-<>=4589".utf8)

    private static func frequency(_ byte: UInt8) -> Int {
        frequent.firstIndex(of: byte).map { frequent.count - $0 } ?? 0
    }
}

extension UInt8 {
    package var asciiLowercased: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
    package var asciiUppercased: UInt8 { (0x61...0x7a).contains(self) ? self & 0xdf : self }
}
