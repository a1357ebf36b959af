import ContainerModel

/// Whether this is the name of an entry. Anything else, as `..` or with a slash in it, would lead elsewhere.
func isName(_ name: ArraySlice<UInt8>) -> Bool { ContainerPath.root.appending(name: name) != nil }

/// Calls `body` with a name followed by NUL.
func withName<Result>(_ name: ArraySlice<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: name.count + 1) { buffer in
        name.withUnsafeBytes { bytes in UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes) }
        buffer[name.count] = 0
        return body(UnsafePointer(buffer.baseAddress!))  // The capacity is at least one.
    }
}
