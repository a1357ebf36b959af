package import ContainerModel
package import Jobs
package import System

/// Reads the entries of one directory.
package enum DirectoryReader {
    /// The sizes of the buffer for entries, in bytes: at first, which is enough for most directories, and once it was
    /// filled. A large buffer is mapped and unmapped for each directory, which interrupts the other threads.
    private static let bufferSizes = (first: 32 * 1_024, later: 256 * 1_024)

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
        guard
            var entries = try readAsReported(
                directory, path: path, cancellation: cancellation, progress: progress)
        else { return nil }
        resolveUnknownKinds(of: &entries, in: directory, cancellation, progress)
        if cancellation.isCancelled { return nil }
        entries.trim()
        return entries
    }

    /// Reads all entries like `read`, with the kind `unknown` where the file system does not report kinds with the entries. A
    /// caller that asks for the metadata of each entry learns the kinds from it: each question may be a request to a device.
    static func readAsReported(
        _ directory: Descriptor,
        path: ContainerPath,
        cancellation: Cancellation,
        progress: (EntryList) -> Void = { _ in }
    ) throws(FileTreeError) -> EntryList? {
        var entries = EntryList()
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSizes.first, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            if cancellation.isCancelled { return nil }
            let filled = sandglass_read_entries(directory.number, buffer.baseAddress, buffer.count)
            if filled == -Int(EINTR) { continue }
            if filled == -Int(ENOENT) || filled == 0 && entries.count == 0 {
                try DeviceMount.requireAnswer(of: directory, path: path)
            }
            guard filled >= 0 else {
                throw DeviceMount.unlisted(Int32(-filled), directory, path)
            }
            if filled == 0 { break }
            for entry in RawEntries(UnsafeRawBufferPointer(rebasing: buffer[..<filled])) {
                guard entries.hasRoom(for: entry.name.count) else {
                    throw FileTreeError(errno: EOVERFLOW, operation: "read the directory", path: path)
                }
                entries.append(entry.name, kind: entry.kind)
            }
            progress(entries)
            guard filled > bufferSizes.first / 2, buffer.count == bufferSizes.first else { continue }
            buffer.deallocate()
            buffer = .allocate(byteCount: bufferSizes.later, alignment: 8)
        }
        return entries
    }

    /// Determines the kinds of entries on file systems that do not report them with the entries.
    private static func resolveUnknownKinds(
        of entries: inout EntryList,
        in directory: Descriptor,
        _ cancellation: Cancellation,
        _ progress: (EntryList) -> Void
    ) {
        let unknown = (0..<entries.count).filter { entries.kind($0) == .unknown }
        for (number, index) in unknown.enumerated() {
            // Such file systems are often slow.
            if cancellation.isCancelled { return }
            if number % 64 == 63 { progress(entries) }
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
