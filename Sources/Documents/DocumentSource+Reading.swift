import ContainerModel
import Databases
import FileTree
import Jobs
import System

/// Reading the bytes of a source from where they are.
extension DocumentSource {
    /// Values in values, and data compressed again and again, are decoded to this depth: some bytes decompress to
    /// themselves.
    package static let deepest = 8

    /// - Throws: `DocumentFailure` if its compressed contents lie in as many others that they are not decompressed.
    func checkDepth() throws(DocumentFailure) {
        guard compressions >= Self.deepest else { return }
        throw DocumentFailure(
            .undecoded, "data compressed more than \(Self.deepest) times, which are not decompressed further")
    }

    static func copy(_ bytes: [UInt8], to buffer: UnsafeMutableRawBufferPointer, from offset: UInt64) -> Int {
        guard let start = Int(exactly: offset), start < bytes.count else { return 0 }
        let part = bytes[start...].prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return part.count
    }

    /// The only function that reads contents.
    static func read(
        _ file: Descriptor, _ path: ContainerPath, from offset: UInt64, count: Int
    ) throws(FileTreeError) -> [UInt8] {
        // No file extends beyond this offset.
        guard offset <= UInt64(off_t.max - off_t(count)) else { return [] }
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let result = file.read(UnsafeMutableRawBufferPointer(buffer), at: offset)
            if result < 0 { failure = errno }
            filled = max(0, result)
        }
        if let failure { throw FileTreeError(errno: failure, in: file, operation: "read the file", path: path) }
        return bytes
    }

    /// Reads bytes of a value of a database; fewer at its end.
    /// - Throws: `FileTreeError` if it cannot be read.
    static func read(_ cell: LargeCell, from offset: UInt64, count: Int) throws(FileTreeError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(count, max(0, cell.count - Int(clamping: offset))))
        let found = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(FileTreeError) in try read(cell, into: buffer, from: offset) }
        }
        let filled = try found.get()
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Reads bytes of a value of a database into a buffer.
    /// - Returns: The number of bytes read; fewer than the buffer holds only at its end.
    /// - Throws: `FileTreeError` if it cannot be read.
    static func read(
        _ cell: LargeCell, into buffer: UnsafeMutableRawBufferPointer, from offset: UInt64
    ) throws(FileTreeError) -> Int {
        do throws(DatabaseError) {
            return try cell.read(into: buffer, from: Int(clamping: offset))
        } catch {
            let operation = "read the value"
            throw error.code == .malformed
                ? FileTreeError(operation: operation, damaged: error.message)
                : FileTreeError(operation: operation, unusable: error.message)
        }
    }

    /// Returns a file with a copy of all bytes, which is in memory: values may come from an encrypted backup.
    /// - Throws: `DocumentFailure` if there is no space for that.
    func inMemory() throws(DocumentFailure) -> Descriptor {
        let file = try mapError(try UnnamedFile.makeInMemory()) { (error: Errno) in
            DocumentFailure("it cannot be passed to the decoder: \(error)")
        }
        var offset: UInt64 = 0
        while offset < size {
            let part = try mapError(try bytes(from: offset, count: 1 << 20)) { (error: FileTreeError) in
                DocumentFailure("it cannot be read: \(error.reason)")
            }
            guard !part.isEmpty else { break }
            let failure = part.withUnsafeBytes { file.write($0, at: offset) }
            guard failure == 0 else {
                throw DocumentFailure("it cannot be passed to the decoder: \(Errno(rawValue: failure))")
            }
            offset += UInt64(part.count)
        }
        return file
    }
}

extension DocumentSource {
    /// Returns whether a path from the directory of this file leads to an item, or may do so: it cannot be examined.
    func mayHaveBeside(_ path: [UInt8]) -> Bool {
        guard let (tree, directory) = surroundings(), let path = ContainerPath(bytes: path) else { return false }
        do throws(FileTreeError) {
            return try FileTreeError.unlessMissing { () throws(FileTreeError) in
                try tree.status(directory.appending(path))
            } != nil
        } catch {
            return true
        }
    }
}

extension Database {
    /// Opens the database in a value that is too large to be held, by a copy in memory.
    /// - Throws: The errors of opening it.
    convenience init(inMemory value: DocumentSource, cancellation: Cancellation) throws(DatabaseError) {
        let file = try mapError(try value.inMemory()) { (error: DocumentFailure) in
            DatabaseError.unreadable(error.reason)
        }
        try self.init(.files(main: file, log: nil, journal: nil), cancellation: cancellation)
    }
}
