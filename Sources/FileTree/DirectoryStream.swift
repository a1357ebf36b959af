package import ContainerModel
package import System

/// Reads directories a part at a time, so that one with a million entries takes no more memory than a small one.
///
/// One stream serves one directory after another with the same buffer.
package final class DirectoryStream {
    /// An entry; good until the next part is read.
    package struct Entry {
        /// The name's bytes, followed by NUL.
        package let name: UnsafePointer<CChar>
        /// How many bytes the name has.
        package let length: Int
        /// As the directory tells it; looked at where it does not.
        package let kind: ItemKind
        /// The number of the item on its device, as the directory tells it.
        package let inode: UInt64

        /// The name as bytes.
        package var bytes: [UInt8] {
            Array(UnsafeRawBufferPointer(start: name, count: length))
        }
    }

    private let buffer: UnsafeMutableRawBufferPointer

    /// A stream that reads so many bytes at a time: 32 KiB hold about a thousand entries.
    package init(bufferSize: Int = 64 * 1_024) {
        buffer = .allocate(byteCount: max(4_096, bufferSize), alignment: 8)
    }

    deinit { buffer.deallocate() }

    /// The next entries of a directory, without `.` and `..`; nil at its end.
    /// - Throws: `FileTreeError`; `notFound` where the directory was removed meanwhile.
    package func next(of directory: Descriptor) throws(FileTreeError) -> [Entry]? {
        while true {
            let filled = sandglass_getdents(directory.number, buffer.baseAddress, buffer.count)
            if filled == -Int(EINTR) { continue }
            guard filled >= 0 else { throw FileTreeError(errno: Int32(-filled), operation: "read the directory") }
            if filled == 0 { return nil }
            var entries: [Entry] = []
            for entry in RawEntries(UnsafeRawBufferPointer(rebasing: buffer[..<filled])) {
                guard let base = entry.name.baseAddress else { continue }
                let name = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
                var kind = entry.kind
                if kind == .unknown {
                    var found = sandglass_stat()
                    if sandglass_statx(directory.number, name, &found) == 0 { kind = ItemKind(mode: found.mode) }
                }
                entries.append(Entry(name: name, length: entry.name.count, kind: kind, inode: entry.inode))
            }
            // A part with nothing but `.` and `..` is not the end.
            if !entries.isEmpty { return entries }
        }
    }

    /// Goes back to a directory's beginning.
    package func rewind(_ directory: Descriptor) { lseek(directory.number, 0, SEEK_SET) }
}
