import CArchive
import ContainerModel
package import Jobs
package import System

/// A tar or zip file as a tree that can only be read.
///
/// Its directory is read once, when it is opened; contents are unpacked when they are asked for.
package struct ArchiveTree: FileTree {
    package let root: TreeDirectory
    package let medium: String?
    package let problems: [String]
    package let identity: FileIdentity
    package let mostBytes: UInt64?

    /// Reads the directory of an archive. This takes time: work for a worker.
    ///
    /// - Parameters:
    ///   - file: the archive, open for reading.
    ///   - format: as its first bytes tell it.
    /// - Throws: `FileTreeError` where nothing of it can be read, or it was cancelled.
    package init(
        _ file: Descriptor,
        _ format: ArchiveFormat,
        cancellation: Cancellation = Cancellation(),
        limits: ArchiveLimits = ArchiveLimits()
    ) throws(FileTreeError) {
        let status = try ItemStatus(of: file, path: .root)
        var scan = ArchiveScan(limits, cancellation, modified: status.modified)
        var unpacked = file
        var found: [String] = []
        if case .compressedTar = format {
            (unpacked, found) = try Unpacking(limits, cancellation).unpack(file, size: status.size)
        }
        let kind = format == .zip ? sandglass_archive_zip : sandglass_archive_tar
        guard let reader = ArchiveReader(unpacked, as: kind) else {
            throw FileTreeError(errno: ENOMEM, operation: "read the archive")
        }
        // libarchive does not take a zip that is nothing but the end of one.
        if !Self.isEmptyZip(file), !scan.run(reader) {
            throw FileTreeError(errno: ECANCELED, operation: "read the archive")
        }
        let version = ArchiveContents.Version(status)
        let contents = ArchiveContents(of: unpacked, as: kind, in: file, version, limits)
        if scan.unpacked > contents.mostUnpacked {
            found.append(
                "would unpack to \(ByteCount.short(scan.unpacked)), more than \(limits.ratio) times the archive's size: "
                    + "no more than \(ByteCount.short(contents.mostUnpacked)) of it is unpacked")
        }
        mostBytes = contents.mostUnpacked
        identity = FileIdentity(device: status.device, inode: status.inode)
        let store = ArchiveStore(scan.index, contents, device: status.device ^ (status.inode << 20) ^ (1 << 63))
        root = .listing(ArchiveDirectory(store, ArchiveIndex.root))
        medium = format.title
        problems = (found + scan.problems.sentences).map { "the archive: \($0)" }
    }
}

extension ArchiveTree {
    private static func isEmptyZip(_ file: Descriptor) -> Bool {
        var head = [UInt8](repeating: 0, count: 4)
        let count = head.withUnsafeMutableBytes { file.read($0, at: 0) }
        return count == 4 && head == [0x50, 0x4b, 0x05, 0x06]
    }
}

/// Unpacks a compressed tar to a file that has no name, so that every entry of it can be read at any time.
private struct Unpacking {
    let limits: ArchiveLimits
    let cancellation: Cancellation

    init(_ limits: ArchiveLimits, _ cancellation: Cancellation) {
        self.limits = limits
        self.cancellation = cancellation
    }

    /// - Returns: the tar, and what was wrong: then it is as much as could be unpacked.
    func unpack(_ file: Descriptor, size: UInt64) throws(FileTreeError) -> (Descriptor, problems: [String]) {
        guard let reader = ArchiveReader(file, as: sandglass_archive_compressed) else {
            throw FileTreeError(errno: ENOMEM, operation: "unpack the archive")
        }
        let spool = try unnamedFile(size: size)
        var problems: [String] = []
        switch reader.next() {
        case .entry: break
        case .end, .unreadable: return (spool, ["nothing is in it"])
        case .failed(let words):
            throw FileTreeError(operation: "unpack the archive", unusable: "it is damaged: \(words)")
        }
        reading: while true {
            if cancellation.isCancelled { throw FileTreeError(errno: ECANCELED, operation: "unpack the archive") }
            switch reader.read() {
            case .end: break reading
            case .failed(let words):
                problems.append("damaged or cut off, so that what follows is missing: \(words)")
                break reading
            case .bytes(let bytes, let offset):
                let most = min(limits.spooled, limits.mostUnpacked(reader.packed))
                guard offset.addingSaturated(UInt64(bytes.count)) <= most else {
                    problems.append(
                        "unpacks to more than \(ByteCount.short(most)), which is what is read of it; the rest is left "
                            + "out. Unpack it and open the directory")
                    break reading
                }
                let failure = spool.write(bytes, at: offset)
                guard failure == 0 else { throw FileTreeError(errno: failure, operation: "unpack the archive") }
            }
        }
        var head = [UInt8](repeating: 0, count: ArchiveFormat.headLength)
        let count = head.withUnsafeMutableBytes { spool.read($0, at: 0) }
        // The end of a tar is zeros, and one with nothing in it is nothing else.
        guard count == head.count, ArchiveFormat.isTarHeader(head) || head.allSatisfy({ $0 == 0 }) else {
            throw FileTreeError(operation: "read the archive", unusable: "what is compressed in it is not a tar")
        }
        return (spool, problems)
    }
}

/// A file without a name for what is unpacked.
/// - Throws: `FileTreeError`
func unnamedFile(size: UInt64) throws(FileTreeError) -> Descriptor {
    do throws(Errno) {
        return try UnnamedFile.make(size: size)
    } catch {
        throw FileTreeError(errno: error.rawValue, operation: "make a temporary file")
    }
}
