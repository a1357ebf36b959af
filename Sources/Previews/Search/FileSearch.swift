import Documents
import FileTree
import Formats
import Jobs

/// A search in the bytes of a file of any size.
struct FileSearch {
    private static let window = PartedSearch.partSize

    let file: DocumentSource
    let pattern: BytePattern
    /// Occurrences begin only at multiples of this: 2 for encodings with units of two bytes.
    var unit: UInt64 = 1

    /// Returns the offset of the nearest occurrence; nil if there is none, or if the work was cancelled.
    /// - Throws: `DocumentFailure` if the file cannot be read.
    func find(_ start: SearchStart, within limits: DocumentLimits) throws(DocumentFailure) -> UInt64? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.window + pattern.count, alignment: 64)
        defer { buffer.deallocate() }
        // A search that continues from the other end begins anew.
        limits.progress?.beginStage(.working, files: 0)
        let total = start.isBackwards ? min(start.end, file.size) : file.size - min(start.first, file.size)
        limits.progress?.expect(files: 0, bytes: total)
        do throws(FileTreeError) {
            return start.isBackwards
                ? try last(before: min(start.end, file.size), buffer, limits)
                : try first(from: start.first, buffer, limits)
        } catch {
            throw DocumentFailure("it cannot be read: \(error.reason)")
        }
    }

    private func first(
        from start: UInt64,
        _ buffer: UnsafeMutableRawBufferPointer,
        _ limits: DocumentLimits
    ) throws(FileTreeError) -> UInt64? {
        guard file.size - min(start, file.size) < PartedSearch.minBytes else {
            return try PartedSearch(self, from: start, within: limits).first()
        }
        var base = start
        while base < file.size, !limits.mustStop {
            if let found = try first(in: buffer, from: base) { return found }
            limits.progress?.add(bytes: min(UInt64(Self.window), file.size - base))
            base += UInt64(Self.window)
        }
        return nil
    }

    /// Returns the offset of the first occurrence in a part of the file, as long as the buffer.
    /// - Throws: `FileTreeError` if the file cannot be read.
    func first(in buffer: UnsafeMutableRawBufferPointer, from base: UInt64) throws(FileTreeError) -> UInt64? {
        let count = try file.read(into: buffer, from: base)
        let filled = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        var from = 0
        while let found = pattern.first(in: filled, from: from) {
            if (base + UInt64(found)) % unit == 0 { return base + UInt64(found) }
            from = found + 1
        }
        return nil
    }

    private func last(
        before end: UInt64,
        _ buffer: UnsafeMutableRawBufferPointer,
        _ limits: DocumentLimits
    ) throws(FileTreeError) -> UInt64? {
        var end = end
        while end > 0, !limits.mustStop {
            let base = end - min(end, UInt64(Self.window))
            let count = try file.read(into: buffer, from: base)
            let filled = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            var before = Int(end - base)
            while let found = pattern.last(in: filled, before: before) {
                if (base + UInt64(found)) % unit == 0 { return base + UInt64(found) }
                before = found
            }
            limits.progress?.add(bytes: end - base)
            end = base
        }
        return nil
    }

    /// Returns the offset behind an occurrence that is counted from a place on, or behind the last one that something
    /// follows, and the number of occurrences up to there; nil if the work was cancelled.
    /// - Parameter number: The number of the occurrence, from 1.
    /// - Throws: `DocumentFailure` if the file cannot be read.
    func end(
        ofOccurrence number: UInt64,
        from start: UInt64,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> (offset: UInt64, count: UInt64)? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.window, alignment: 64)
        defer { buffer.deallocate() }
        var (base, left, last) = (start, number, start)
        while base < file.size, !limits.mustStop {
            let count: Int
            do throws(FileTreeError) {
                count = try file.read(into: buffer, from: base)
            } catch {
                throw DocumentFailure("it cannot be read: \(error.reason)")
            }
            let filled = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            var from = 0
            while let found = pattern.first(in: filled, from: from) {
                from = found + 1
                guard (base + UInt64(found)) % unit == 0 else { continue }
                let end = base + UInt64(found + pattern.count)
                guard end < file.size else { return (last, number - left) }
                last = end
                left -= 1
                guard left > 0 else { return (end, number) }
            }
            guard count == buffer.count else { return (last, number - left) }
            base += UInt64(count)
        }
        return limits.mustStop ? nil : (last, number - left)
    }
}
