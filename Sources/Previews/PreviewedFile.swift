package import ContainerModel
package import FileTree
import System

/// A file whose contents are to be shown: its name, its size, its first bytes, and others where they are asked for.
package struct PreviewedFile: Sendable {
    private enum Source {
        case opened(Descriptor, ContainerPath, ItemStatus)
        case memory([UInt8])
    }

    /// As bytes; not sanitized.
    package let name: [UInt8]
    /// Logical bytes, when it was opened.
    package let size: UInt64
    /// The first bytes: `PreviewLimits.head` of them, or all of a smaller file.
    package let head: [UInt8]
    private let source: Source

    /// Opens a regular file of a tree, through no link, and reads its beginning. Nothing else is ever opened.
    /// - Throws: `FileTreeError`
    package init(_ path: ContainerPath, in tree: any FileTree) throws(FileTreeError) {
        let file = try tree.openFile(path)
        let status = try ItemStatus(of: file, path: path)
        name = Array(path.lastComponent ?? [])
        source = .opened(file, path, status)
        head = try Self.read(file, path, from: 0, count: PreviewLimits.head)
        // Files that the system makes up have no size.
        size = max(status.size, UInt64(head.count))
    }

    /// Bytes that are in memory: a value in another file.
    package init(_ name: [UInt8], bytes: [UInt8]) {
        self.name = name
        size = UInt64(bytes.count)
        head = Array(bytes.prefix(PreviewLimits.head))
        source = .memory(bytes)
    }

    /// Whether `head` is all of it.
    package var isWhole: Bool { UInt64(head.count) >= size }

    /// Bytes from anywhere in the file; fewer where it ends before.
    /// - Throws: `FileTreeError`
    package func bytes(from offset: UInt64, count: Int) throws(FileTreeError) -> [UInt8] {
        switch source {
        case .opened(let file, let path, _): return try Self.read(file, path, from: offset, count: count)
        case .memory(let bytes):
            guard let start = Int(exactly: offset), start < bytes.count else { return [] }
            return Array(bytes[start...].prefix(count))
        }
    }

    /// Whether somebody wrote to it since it was opened.
    package var hasChanged: Bool {
        guard case .opened(let file, let path, let before) = source,
            let now = try? ItemStatus(of: file, path: path)
        else { return false }
        return (now.size, now.modified, now.modifiedNanoseconds)
            != (before.size, before.modified, before.modifiedNanoseconds)
    }

    /// The one place where contents are read.
    private static func read(
        _ file: Descriptor, _ path: ContainerPath, from offset: UInt64, count: Int
    ) throws(FileTreeError) -> [UInt8] {
        // No file goes on further.
        guard offset <= UInt64(off_t.max - off_t(count)) else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = bytes.withUnsafeMutableBytes { file.read($0, at: offset) }
        guard filled >= 0 else { throw FileTreeError(errno: errno, operation: "read the file", path: path) }
        bytes.removeLast(count - filled)
        return bytes
    }
}
