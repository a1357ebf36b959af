import Documents
import FileTree
import Jobs
import System

extension BytesDifference {
    private static let partLength = 1 << 18

    /// Returns whether two files or values have different bytes, reading no more than it takes to tell.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    static func exists(
        _ before: DocumentSource, _ after: DocumentSource, _ cancellation: Cancellation
    ) throws(FileTreeError) -> Bool {
        guard before.size == after.size else { return true }
        return try find(before, after, cancellation, countsAll: false) != nil
    }

    /// Returns how the bytes of two files or values differ; nil if they are the same, or if the work was cancelled.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    static func find(
        _ before: DocumentSource, _ after: DocumentSource, _ cancellation: Cancellation, countsAll: Bool = true
    ) throws(FileTreeError) -> BytesDifference? {
        let parts = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * partLength, alignment: 64)
        defer { parts.deallocate() }
        let one = UnsafeMutableRawBufferPointer(rebasing: parts[..<partLength])
        let other = UnsafeMutableRawBufferPointer(rebasing: parts[partLength...])
        var (offset, count): (UInt64, UInt64) = (0, 0)
        var first: UInt64?
        while !cancellation.isCancelled {
            let (read, readOther) = (
                try before.read(into: one, from: offset), try after.read(into: other, from: offset)
            )
            let shared = min(read, readOther)
            let found = differences(one, other, shared)
            if let index = found.first { first = first ?? offset + UInt64(index) }
            count += UInt64(found.count)
            let isEnd = read < partLength || readOther < partLength
            if isEnd {
                let end = offset + UInt64(shared)
                let sizes = (max(before.size, offset + UInt64(read)), max(after.size, offset + UInt64(readOther)))
                if sizes.0 != sizes.1 {
                    first = first ?? end
                    count += max(sizes.0, sizes.1) - min(sizes.0, sizes.1)
                }
                return first.map {
                    BytesDifference(offset: $0, count: count, sizeBefore: sizes.0, sizeAfter: sizes.1)
                }
            }
            if !countsAll, first != nil { break }
            offset += UInt64(partLength)
        }
        return first.map {
            BytesDifference(offset: $0, count: count, sizeBefore: before.size, sizeAfter: after.size)
        }
    }

    /// Returns the index of the first byte that differs, and how many do.
    private static func differences(
        _ one: UnsafeMutableRawBufferPointer, _ other: UnsafeMutableRawBufferPointer, _ count: Int
    ) -> (first: Int?, count: Int) {
        // Both have room for a part.
        guard count > 0, memcmp(one.baseAddress!, other.baseAddress!, count) != 0 else { return (nil, 0) }
        var first: Int?
        var found = 0
        for index in 0..<count where one[index] != other[index] {
            if first == nil { first = index }
            found += 1
        }
        return (first, found)
    }
}
