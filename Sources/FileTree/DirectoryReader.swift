package import ContainerModel
package import Jobs
package import System

/// Reads the entries of one directory.
package enum DirectoryReader {
    /// The size of the buffer for entries, in bytes.
    private static let bufferSize = 256 * 1_024

    /// Reads all entries except `.` and `..`.
    ///
    /// - Parameters:
    ///   - directory: An open directory at its beginning; left at its end.
    ///   - progress: Receives the list so far after each batch, on this thread; decides itself whether to report it.
    /// - Throws: `FileTreeError`; `notFound` if the directory was removed meanwhile.
    /// - Returns: nil if it was cancelled.
    package static func read(
        _ directory: Descriptor,
        path: ContainerPath,
        cancellation: Cancellation,
        progress: (EntryList) -> Void = { _ in }
    ) throws(FileTreeError) -> EntryList? {
        var entries = EntryList()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            if cancellation.isCancelled { return nil }
            let filled = sandglass_getdents(directory.number, buffer.baseAddress, bufferSize)
            if filled == -Int(EINTR) { continue }
            guard filled >= 0 else {
                throw FileTreeError(errno: Int32(-filled), operation: "read the directory", path: path)
            }
            if filled == 0 { break }
            for entry in RawEntries(UnsafeRawBufferPointer(rebasing: buffer[..<filled])) {
                guard entries.hasRoom(for: entry.name.count) else {
                    throw FileTreeError(errno: EOVERFLOW, operation: "read the directory", path: path)
                }
                entries.append(entry.name, kind: entry.kind)
            }
            progress(entries)
        }
        resolveUnknownKinds(of: &entries, in: directory, cancellation)
        if cancellation.isCancelled { return nil }
        entries.trim()
        return entries
    }

    /// Determines the kinds of entries on file systems that do not report them with the entries.
    private static func resolveUnknownKinds(
        of entries: inout EntryList,
        in directory: Descriptor,
        _ cancellation: Cancellation
    ) {
        let unknown = (0..<entries.count).filter { entries.kind($0) == .unknown }
        for index in unknown {
            // Such file systems are often slow.
            if cancellation.isCancelled { return }
            var found = sandglass_stat()
            let failure = withNullTerminated(entries.name(index)) { sandglass_statx(directory.number, $0, &found) }
            if failure == 0 { entries.setKind(ItemKind(mode: found.mode), at: index) }
        }
    }
}

/// Iterates over the records in a buffer filled by `getdents64`, except `.` and `..`.
///
/// A record is `{u64 inode, i64 offset, u16 length, u8 type, name, NUL}` (getdents(2)).
struct RawEntries: Sequence, IteratorProtocol {
    struct Entry {
        /// The name without its NUL, which follows in memory.
        let name: UnsafeBufferPointer<UInt8>
        let kind: ItemKind
        let inode: UInt64
    }

    private let buffer: UnsafeRawBufferPointer
    private var offset = 0

    init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

    @inline(__always)
    mutating func next() -> Entry? {
        while offset + 19 <= buffer.count, let base = buffer.baseAddress {
            let record = base + offset
            let length = Int(record.loadUnaligned(fromByteOffset: 16, as: UInt16.self))
            // A user-space file system could report a wrong length; stop at a record that does not fit.
            guard length >= 20, offset + length <= buffer.count else { return nil }
            offset += length
            let name = (record + 19).assumingMemoryBound(to: UInt8.self)
            let nameLength = strnlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), length - 19)
            if nameLength == length - 19 || nameLength == 0 { continue }
            if name[0] == 0x2e, nameLength == 1 || (nameLength == 2 && name[1] == 0x2e) { continue }
            return Entry(
                name: UnsafeBufferPointer(start: name, count: nameLength),
                kind: ItemKind(directoryEntryType: record.load(fromByteOffset: 18, as: UInt8.self)),
                inode: record.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            )
        }
        return nil
    }
}
