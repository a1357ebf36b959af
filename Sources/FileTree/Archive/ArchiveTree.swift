import CArchive
import ContainerModel
import Jobs
import System

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
    ///   - archive: the archive, open for reading.
    ///   - title: what people call such a file.
    ///   - unpacked: the file with the entries, if it is not the archive itself.
    ///   - layout: how the entries are laid out in it.
    ///   - problems: what of the archive could not be read so far.
    ///   - isEmpty: whether it is known to have no entries.
    /// - Throws: `FileTreeError` where nothing of it can be read, or it was cancelled.
    init(
        of archive: Descriptor,
        _ title: String,
        reading unpacked: Descriptor? = nil,
        as layout: sandglass_archive_format,
        problems: [String] = [],
        isEmpty: Bool = false,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) {
        let status = try ItemStatus(of: archive, path: .root)
        var scan = ArchiveScan(limits, progress, cancellation, modified: status.modified)
        let file = unpacked ?? archive
        guard let reader = ArchiveReader(file, as: layout) else {
            throw FileTreeError(errno: ENOMEM, operation: "read the archive")
        }
        if !isEmpty, !scan.run(reader) { throw FileTreeError(errno: ECANCELED, operation: "read the archive") }
        let version = ArchiveContents.Version(status)
        let contents = ArchiveContents(of: file, as: layout, in: archive, version, limits)
        var found = problems
        if scan.unpacked > contents.mostUnpacked {
            found.append(
                "would unpack to \(ByteCount.short(scan.unpacked)), more than \(limits.ratio) times the archive's size: "
                    + "no more than \(ByteCount.short(contents.mostUnpacked)) of it is unpacked")
        }
        mostBytes = contents.mostUnpacked
        identity = FileIdentity(device: status.device, inode: status.inode)
        let store = ArchiveStore(scan.index, contents, device: status.device ^ (status.inode << 20) ^ (1 << 63))
        root = .listing(ArchiveDirectory(store, ArchiveIndex.root))
        medium = title
        self.problems = (found + scan.problems.sentences).map { "the archive: \($0)" }
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
