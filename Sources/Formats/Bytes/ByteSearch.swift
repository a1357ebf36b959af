import CPattern
import Glibc

/// Finding bytes in bytes. The standard library's `firstRange(of:)` is generic over all collections, and takes hundreds of
/// times as long.
extension ArraySlice<UInt8> {
    /// Returns the range of the first occurrence of some bytes; nil if there is none, or if they are empty.
    package func firstOccurrence(of bytes: [UInt8]) -> Range<Int>? {
        BytePattern(bytes).flatMap(firstOccurrence)
    }

    /// Returns the range of the first occurrence of a pattern that was prepared for several searches; nil if there is
    /// none.
    func firstOccurrence(of pattern: BytePattern) -> Range<Int>? {
        withUnsafeBytes { pattern.first(in: $0) }.map { startIndex + $0..<startIndex + $0 + pattern.count }
    }
}

extension [UInt8] {
    /// Returns the range of the first occurrence of some bytes; nil if there is none, or if they are empty.
    package func firstOccurrence(of bytes: [UInt8]) -> Range<Int>? { self[...].firstOccurrence(of: bytes) }
}

extension UnsafeRawBufferPointer {
    /// Returns the index of the first byte that is equal to one, at an index or behind it.
    package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        guard let baseAddress, start < count, let found = memchr(baseAddress + start, Int32(byte), count - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - baseAddress
    }

    /// Returns the number of bytes that are equal to one.
    package func count(of byte: UInt8) -> Int {
        guard let base = baseAddress else { return 0 }
        return sandglass_count_byte(base.assumingMemoryBound(to: UInt8.self), count, byte)
    }

    /// Returns the offset, no less than another one, of the first four digits that a blank or a hyphen divides from four
    /// others; nil if there are none.
    package func firstDigitGroups(from start: Int) -> Int? {
        first(from: start, sandglass_find_digit_groups)
    }

    /// Returns the offset, no less than another one, of the first run of characters of base64 that is long enough to be data,
    /// of which a slash may be escaped; nil if there is none.
    func firstRun(from start: Int) -> Int? { first(from: start, sandglass_find_run) }

    /// Returns the offset, no less than another one, where the first escape may begin, judging by two bytes; nil if there is
    /// none.
    /// - Parameter isQuotedPrintable: Whether the escapes are those of quoted-printable, and no others.
    func firstEscape(from start: Int, isQuotedPrintable: Bool) -> Int? {
        first(from: start) { sandglass_find_escape($0, $1, $2, isQuotedPrintable) }
    }

    /// Returns the offset, no less than another one, where the first compressed data may begin, judging by two bytes; nil if
    /// there is none.
    func firstStream(from start: Int) -> Int? { first(from: start, sandglass_find_stream) }

    @inline(__always)
    private func first(from start: Int, _ find: (UnsafePointer<UInt8>, Int, Int) -> Int) -> Int? {
        guard let base = baseAddress, start < count else { return nil }
        let offset = find(base.assumingMemoryBound(to: UInt8.self), start, count)
        // The maximum number of C is negative here.
        return offset >= 0 && offset < count ? offset : nil
    }

    /// Whether the bytes are a text in UTF-8. No text is made of them.
    package var isUTF8: Bool {
        do {
            _ = try UTF8Span(validating: assumingMemoryBound(to: UInt8.self).span)
            return true
        } catch {
            return false
        }
    }

    /// Whether all bytes are ASCII.
    var isASCII: Bool {
        var index = 0
        while count - index >= 8 {
            guard loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 else {
                return false
            }
            index += 8
        }
        while index < count {
            guard self[index] < 0x80 else { return false }
            index += 1
        }
        return true
    }

    /// The number of bytes at the beginning that are printable ASCII or line feeds.
    var plainPrefix: Int {
        guard let base = baseAddress else { return 0 }
        return sandglass_plain_prefix(base.assumingMemoryBound(to: UInt8.self), count)
    }
}
