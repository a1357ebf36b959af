package import System

/// Reads large files in parts, through one buffer.
package enum FileReading {
    /// Reads a part of an open file.
    /// - Parameters:
    ///   - range: The bytes to read; the end of the file ends the reading earlier.
    ///   - receive: Receives the bytes in order, as many at a time as the buffer has room for.
    /// - Returns: The number of bytes read, fewer if the file is shorter or the work was cancelled.
    /// - Throws: `Errno`
    package static func read(
        _ file: Descriptor,
        _ range: Range<UInt64>,
        through buffer: UnsafeMutableRawBufferPointer,
        progress: ProgressMeter,
        cancellation: Cancellation,
        _ receive: (UnsafeRawBufferPointer) -> Void
    ) throws(Errno) -> UInt64 {
        var interruptions = Interruptions()
        var offset = range.lowerBound
        while offset < range.upperBound, !cancellation.isCancelled {
            let wanted = Int(min(UInt64(buffer.count), range.upperBound - offset))
            let count = pread(file.number, buffer.baseAddress, wanted, off_t(clamping: offset))
            if count < 0, interruptions.allowAnother() { continue }
            guard count >= 0 else { throw .last }
            guard count > 0 else { break }
            receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += UInt64(count)
            progress.add(bytes: UInt64(count))
        }
        return offset - range.lowerBound
    }

    /// The contents of a file this large are read before everything else, so that no thread reads them alone at the
    /// end.
    private static let largeSize: UInt64 = 4 << 20
    /// The number of items that a thread takes at once; they are often in one directory.
    private static let unitLength = 32

    /// Returns the items that threads take at once: large files alone and first, others together.
    /// - Parameter sizes: The size of each item in bytes; 0 for what is not read.
    package static func units(_ sizes: [UInt64]) -> [Range<Int>] {
        var large: [Int] = []
        var others: [Range<Int>] = []
        var start = 0
        for (index, size) in sizes.enumerated() {
            if size >= largeSize { large.append(index) }
            let isEnd = index + 1 == sizes.count || index + 1 - start == unitLength
            guard size >= largeSize || isEnd else { continue }
            let end = size >= largeSize ? index : index + 1
            if end > start { others.append(start..<end) }
            start = index + 1
        }
        return large.sorted { sizes[$0] > sizes[$1] }.map { $0..<$0 + 1 } + others
    }
}
