import CArchive
import ContainerModel
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

    /// The file to read: the archive itself, or the tar that was compressed in it.
    private let file: Descriptor
    private let format: sandglass_archive_format
    private let archive: Descriptor
    private let version: Version
    private let limits: ArchiveLimits
    private let unpacked = UnpackedFiles()
    private let sums = ZipSums()

    init(
        of file: Descriptor,
        as format: sandglass_archive_format,
        in archive: Descriptor,
        _ version: Version,
        _ limits: ArchiveLimits
    ) {
        self.file = file
        self.format = format
        self.archive = archive
        self.version = version
        self.limits = limits
    }

    /// The number of bytes that may be unpacked from the archive.
    var mostUnpacked: UInt64 { limits.mostUnpacked(version.size) }

    /// Returns a file with the contents of an entry, for random access.
    /// - Throws: `FileTreeError` with a reason in words.
    func open(_ node: TreeIndex.Node, _ entry: TreeIndex.Entry) throws(FileTreeError) -> Descriptor {
        if let known = unpacked[node] { return known }
        try requireReadable(entry)
        let made = try unnamedFile(size: entry.size)
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
        try read(entry, Cancellation()) { bytes, offset in
            guard offset < UInt64(wanted) else { return false }
            let start = Int(offset)
            let count = min(bytes.count, wanted - start)
            head.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + count]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
            return start + count < wanted
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
        guard entry.size <= mostUnpacked else {
            throw FileTreeError(
                operation: "open the file",
                unusable:
                    "it would unpack to \(ByteCount.short(entry.size)), more than \(limits.ratio) times the archive's size"
            )
        }
        guard let now = try? ItemStatus(of: archive, path: .root), Version(now) == version else {
            throw FileTreeError(
                operation: "open the file", unusable: "the archive was changed meanwhile; open it again")
        }
    }

    /// Calls `body` with the parts of an entry's contents until it returns false.
    /// - Returns: false if it was cancelled.
    @discardableResult
    private func read(
        _ entry: TreeIndex.Entry,
        _ cancellation: Cancellation,
        _ body: (UnsafeRawBufferPointer, UInt64) -> Bool
    ) throws(FileTreeError) -> Bool {
        if entry.position >= 0, format == sandglass_archive_zip,
            let reader = ZipEntryReader(file, header: entry.position, size: entry.size, sums)
        {
            return try read(entry, by: reader, cancellation, body)
        }
        guard let reader = try reader(at: entry, cancellation) else { return false }
        while true {
            if cancellation.isCancelled { return false }
            switch reader.read() {
            case .end: return true
            case .failed(let words): throw Self.damaged(words)
            case .bytes(let bytes, let offset):
                guard !bytes.isEmpty else { continue }
                guard offset <= entry.size, UInt64(bytes.count) <= entry.size - offset else {
                    throw Self.damaged("it holds more than the archive says")
                }
                if !body(bytes, offset) { return true }
            }
        }
    }

    private func read(
        _ entry: TreeIndex.Entry,
        by reader: ZipEntryReader,
        _ cancellation: Cancellation,
        _ body: (UnsafeRawBufferPointer, UInt64) -> Bool
    ) throws(FileTreeError) -> Bool {
        var offset: UInt64 = 0
        var isCancelled = false
        let fault = try reader.read { bytes throws(FileTreeError) in
            isCancelled = cancellation.isCancelled
            guard !isCancelled, body(bytes, offset) else { return false }
            offset += UInt64(bytes.count)
            return true
        }
        if let fault { throw Self.damaged(fault) }
        return !isCancelled
    }

    /// Returns a reader that has read the entry's header. It starts at the header or, if its position is unknown, at
    /// the beginning of the archive. nil if it was cancelled.
    private func reader(
        at entry: TreeIndex.Entry,
        _ cancellation: Cancellation
    ) throws(FileTreeError) -> ArchiveReader? {
        let isKnown = entry.position >= 0
        let part = isKnown && format == sandglass_archive_zip ? sandglass_archive_zip_entry : format
        guard let reader = ArchiveReader(file, from: isKnown ? entry.position : 0, as: part) else {
            throw FileTreeError(errno: ENOMEM, operation: "unpack the file")
        }
        var before = isKnown ? 0 : entry.ordinal
        while true {
            if cancellation.isCancelled { return nil }
            switch reader.next() {
            case .entry where before == 0: return reader
            case .entry, .unreadable:
                if before == 0 { throw Self.damaged("its header cannot be read") }
                before -= 1
            case .end, .tooMany: throw Self.damaged("it is not there any more")
            case .failed(let words): throw Self.damaged(words)
            }
        }
    }

    private static func damaged(_ words: String) -> FileTreeError {
        FileTreeError(operation: "unpack the file", damaged: "it is damaged: \(words)")
    }
}
