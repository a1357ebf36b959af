package import ContainerModel
package import System

/// Reads directories in batches, so that a directory with a million entries takes no more memory than a small one.
///
/// One stream can read any number of directories with the same buffer.
package final class DirectoryStream {
    /// An entry; valid until the next batch is read.
    package struct Entry {
        /// The name, followed by NUL.
        package let name: UnsafePointer<CChar>
        /// The length of the name in bytes.
        package let length: Int
        /// The kind, as reported by the directory or, if it does not report kinds, by its status.
        package let kind: ItemKind
        /// The inode number, as reported by the directory.
        package let inode: UInt64

        /// The name as bytes.
        package var bytes: [UInt8] {
            Array(UnsafeRawBufferPointer(start: name, count: length))
        }
    }

    private let buffer: UnsafeMutableRawBufferPointer
    /// The directory that the last entries came from; nil at the end of one.
    private var lastRead: Int32?

    /// Creates a stream with the given buffer size in bytes: 32 KiB hold about a thousand entries.
    package init(bufferSize: Int = 64 * 1_024) {
        buffer = .allocate(byteCount: max(4_096, bufferSize), alignment: 8)
    }

    deinit { buffer.deallocate() }

    /// Returns the next entries of a directory, except `.` and `..`; nil at its end.
    /// - Throws: `FileTreeError`; `notFound` if the directory was removed meanwhile.
    package func next(of directory: Descriptor) throws(FileTreeError) -> [Entry]? {
        while true {
            let filled = sandglass_read_entries(directory.number, buffer.baseAddress, buffer.count)
            if filled == -Int(EINTR) { continue }
            if filled == 0 || filled == -Int(ENOENT), lastRead != directory.number {
                try DeviceMount.requireAnswer(of: directory)
            }
            guard filled >= 0 else { throw DeviceMount.unlisted(Int32(-filled), directory, nil) }
            if filled == 0 {
                lastRead = nil
                return nil
            }
            var entries: [Entry] = []
            for entry in RawEntries(UnsafeRawBufferPointer(rebasing: buffer[..<filled])) {
                guard let base = entry.name.baseAddress else { continue }
                let name = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
                var kind = entry.kind
                if kind == .unknown {
                    var found = sandglass_stat()
                    if sandglass_status(directory.number, name, &found) == 0 { kind = ItemKind(mode: found.mode) }
                }
                entries.append(Entry(name: name, length: entry.name.count, kind: kind, inode: entry.inode))
            }
            // A batch with nothing but `.` and `..` is not the end.
            if !entries.isEmpty {
                lastRead = directory.number
                return entries
            }
        }
    }

    /// Returns to the beginning of a directory.
    package func rewind(_ directory: Descriptor) { lseek(directory.number, 0, SEEK_SET) }
}
