/// Finding bytes in bytes. The standard library's `firstRange(of:)` is generic over all collections, and takes hundreds of
/// times as long.
extension ArraySlice<UInt8> {
    /// Returns the range of the first occurrence of some bytes; nil if there is none, or if they are empty.
    package func firstOccurrence(of bytes: [UInt8]) -> Range<Int>? {
        guard let pattern = BytePattern(bytes), let found = withUnsafeBytes({ pattern.first(in: $0) }) else {
            return nil
        }
        return startIndex + found..<startIndex + found + bytes.count
    }
}

extension [UInt8] {
    /// Returns the range of the first occurrence of some bytes; nil if there is none, or if they are empty.
    package func firstOccurrence(of bytes: [UInt8]) -> Range<Int>? { self[...].firstOccurrence(of: bytes) }
}
