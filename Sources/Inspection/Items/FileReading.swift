import Jobs
import System

/// Reads large files in parts, through one buffer.
enum FileReading {
    /// Reads a part of an open file.
    /// - Parameters:
    ///   - range: The bytes to read; the end of the file ends the reading earlier.
    ///   - receive: Receives the bytes in order, as many at a time as the buffer has room for.
    /// - Returns: The number of bytes read, fewer if the file is shorter or the work was cancelled.
    /// - Throws: `Errno`
    static func read(
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
}
