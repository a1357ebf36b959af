/// Calls `body` with the bytes followed by NUL, the form in which system calls take names and paths.
///
/// The bytes are passed unchanged: names and paths need not be UTF-8.
@inlinable package func withNullTerminated<Result>(
    _ bytes: some Collection<UInt8>,
    _ body: (UnsafePointer<CChar>) -> Result
) -> Result {
    withUnsafeTemporaryAllocation(byteCount: bytes.count + 1, alignment: 1) { buffer in
        buffer.copyBytes(from: bytes)
        buffer[bytes.count] = 0
        // The capacity is at least one, so there is a base address.
        return body(UnsafePointer(buffer.baseAddress!.assumingMemoryBound(to: CChar.self)))
    }
}
