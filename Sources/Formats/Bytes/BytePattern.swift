import CPattern

/// A sequence of bytes to be found in others, regardless of the case of ASCII letters if that is wanted.
package struct BytePattern: Hashable, Sendable {
    /// The bytes; letters are lowercase if their case does not matter.
    private let bytes: [UInt8]
    private let ignoresCase: Bool
    /// The two bytes that are probably the rarest in texts: they are looked for first.
    private var rarest: sandglass_byte_pair {
        sandglass_byte_pair(
            first: first, second: second, first_small: bytes[first], first_capital: capital(first),
            second_small: bytes[second], second_capital: capital(second))
    }
    /// The indices of those bytes; the same one if there is only one byte.
    private let first: Int
    private let second: Int

    private func capital(_ index: Int) -> UInt8 { ignoresCase ? bytes[index].asciiUppercased : bytes[index] }

    /// The maximum length in bytes.
    package static let longest = 4_096

    /// - Returns: nil for no bytes, or for more than `longest`.
    package init?(_ bytes: some Sequence<UInt8>, ignoringCase: Bool = false) {
        let bytes = bytes.map { ignoringCase ? $0.asciiLowercased : $0 }
        guard (1...Self.longest).contains(bytes.count) else { return nil }
        self.bytes = bytes
        ignoresCase = ignoringCase
        let first = bytes.indices.min { Self.frequency(bytes[$0]) < Self.frequency(bytes[$1]) } ?? 0
        let others = bytes.indices.filter { $0 != first }
        self.first = first
        second = others.min { Self.frequency(bytes[$0]) < Self.frequency(bytes[$1]) } ?? first
    }

    /// The length in bytes.
    package var count: Int { bytes.count }

    /// Returns the offset of the first occurrence that begins at an offset or after it; nil if there is none.
    package func first(in buffer: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let base = buffer.baseAddress, start >= 0, buffer.count - start >= bytes.count else { return nil }
        let last = buffer.count - bytes.count
        let text = base.assumingMemoryBound(to: UInt8.self)
        return bytes.withUnsafeBufferPointer { wanted in
            var index = start
            while index <= last {
                // The maximum number of C is negative here.
                index = sandglass_find_pair(text, index, last, rarest)
                guard index >= 0 else { return nil }
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
    /// Whether it is an ASCII letter or digit.
    package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }

    @inlinable package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
    package var asciiUppercased: UInt8 { (0x61...0x7a).contains(self) ? self & 0xdf : self }
}
