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
            let filled = sandglass_read_entries(directory.number, buffer.baseAddress, bufferSize)
            if filled == -Int(EINTR) { continue }
            if filled == -Int(ENOENT) || filled == 0 && entries.count == 0 {
                try DeviceMount.requireAnswer(of: directory, path: path)
            }
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
            let failure = withNullTerminated(entries.name(index)) { sandglass_status(directory.number, $0, &found) }
            if failure == 0 { entries.setKind(ItemKind(mode: found.mode), at: index) }
        }
    }
}

/// Iterates over the entries in a buffer filled by the system, except `.` and `..`.
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
        var entry = sandglass_entry()
        guard let base = buffer.baseAddress, sandglass_next_entry(base, buffer.count, &offset, &entry) != 0 else {
            return nil
        }
        return Entry(
            name: UnsafeBufferPointer(
                start: UnsafeRawPointer(entry.name).assumingMemoryBound(to: UInt8.self), count: entry.length),
            kind: ItemKind(directoryEntryType: entry.type),
            inode: entry.inode
        )
    }
}
