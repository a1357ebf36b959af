import ContainerModel
import Decoding
import Jobs
import System

/// The contents of an archive's files, unpacked on demand.
final class ArchiveContents: Sendable {
    /// Identifies a version of the archive file, to detect changes.
    struct Version: Equatable {
        let size: UInt64
        let modified: Int64
        let modifiedNanoseconds: UInt32

        init(_ status: ItemStatus) {
            size = status.size
            modified = status.modified
            modifiedNanoseconds = status.modifiedNanoseconds
        }
    }

    /// Reads the archive itself, or the tar that was compressed in it.
    private let decoder: ArchiveDecoder
    private let format: ArchiveDecoder.Format
    private let archive: Descriptor
    private let version: Version
    private let limits: ArchiveLimits
    private let unpacked = UnpackedFiles()

    init(
        by decoder: ArchiveDecoder,
        as format: ArchiveDecoder.Format,
        in archive: Descriptor,
        _ version: Version,
        _ limits: ArchiveLimits
    ) {
        self.decoder = decoder
        self.format = format
        self.archive = archive
        self.version = version
        self.limits = limits
    }

    /// The number of bytes that may be unpacked from the archive.
    var maxUnpacked: UInt64 { limits.maxUnpacked(version.size) }

    /// Returns a file with the contents of an entry, for random access.
    /// - Throws: `FileTreeError` with a reason in words.
    func open(_ node: TreeIndex.Node, _ entry: TreeIndex.Entry) throws(FileTreeError) -> Descriptor {
        if let known = unpacked[node] { return known }
        try requireReadable(entry)
        let made = try unnamedFile(size: entry.size, from: archive)
        try copy(entry, to: made, Cancellation()) { _ in }
        unpacked.keep(made, as: node, size: entry.size)
        return made
    }

    /// Returns the first bytes of an entry's contents.
    /// - Throws: `FileTreeError` with a reason in words.
    func head(_ entry: TreeIndex.Entry, _ length: Int) throws(FileTreeError) -> [UInt8] {
        try requireReadable(entry)
        let wanted = Int(min(UInt64(length), entry.size))
        var head = [UInt8](repeating: 0, count: wanted)
        guard wanted > 0 else { return head }
        try read(entry, limit: UInt64(wanted), Cancellation()) { bytes, offset in
            head.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[Int(offset)...]).copyMemory(from: bytes)
            }
            return true
        }
        return head
    }

    /// Writes an entry's contents to an open, empty file. Ranges that are not stored in the archive become holes.
    /// - Parameter progress: Receives the number of bytes of each part.
    /// - Returns: false if it was cancelled.
    /// - Throws: `FileTreeError` with a reason in words.
    @discardableResult
    func copy(
        _ entry: TreeIndex.Entry,
        to target: Descriptor,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        try requireReadable(entry)
        var failure: Int32 = 0
        let isWhole = try read(entry, cancellation) { bytes, offset in
            failure = target.write(bytes, at: offset)
            progress(UInt64(bytes.count))
            return failure == 0
        }
        if failure == 0, isWhole { failure = target.setSize(entry.size) }
        guard failure == 0 else { throw FileTreeError(errno: failure, operation: "unpack the file") }
        return isWhole
    }

    /// - Throws: `FileTreeError` for an entry that cannot or must not be unpacked.
    private func requireReadable(_ entry: TreeIndex.Entry) throws(FileTreeError) {
        guard !entry.isEncrypted else {
            throw FileTreeError(
                operation: "open the file", unusable: "it is encrypted; unpack the archive with its password")
        }
        guard entry.size <= maxUnpacked else {
            throw FileTreeError(
                operation: "open the file",
                unusable:
                    "it would unpack to \(ByteCount.short(entry.size)), more than \(limits.ratio) times the archive's size"
            )
        }
        guard let now = try? ItemStatus(of: archive, path: .root), Version(now) == version else {
            throw FileTreeError(
                operation: "open the file", unusable: "the archive has changed since it was opened; open it again")
        }
    }

    /// Calls `body` with the parts of an entry's contents until it returns false.
    /// - Parameter limit: The offset beyond which nothing is wanted.
    /// - Returns: false if it was cancelled.
    @discardableResult
    private func read(
        _ entry: TreeIndex.Entry,
        limit: UInt64 = .max,
        _ cancellation: Cancellation,
        _ body: (UnsafeRawBufferPointer, UInt64) -> Bool
    ) throws(FileTreeError) -> Bool {
        let operation = "unpack the file"
        let contents = try decoding(to: operation) { () throws(DecodingFailure) in
            try decoder.contents(
                at: entry.position, ordinal: UInt64(entry.ordinal), size: entry.size, limit: limit,
                usesDirectory: entry.isContradictory, as: format)
        }
        while !cancellation.isCancelled {
            let part: DecodedContents.Part
            do throws(DecodingFailure) {
                part = try contents.next { cancellation.isCancelled }
            } catch {
                guard error == .stopped else { throw FileTreeError(error, operation: operation) }
                return false
            }
            switch part {
            case .bytes(let bytes, let offset): if !body(bytes, offset) { return true }
            case .end: return true
            case .failed(let fault): throw FileTreeError(fault, operation: operation)
            }
        }
        return false
    }
}
