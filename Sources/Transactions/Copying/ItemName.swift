/// Calls `body` with a name followed by NUL.
func withName<Result>(_ name: ArraySlice<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: name.count + 1) { buffer in
        name.withUnsafeBytes { bytes in UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes) }
        buffer[name.count] = 0
        return body(UnsafePointer(buffer.baseAddress!))  // The capacity is at least one.
    }
}
