import CArchive
import ContainerModel
import Jobs
import System

/// A tar or zip file as a read-only tree.
///
/// Its directory is read once, when it is opened; contents are unpacked on demand.
package struct ArchiveTree: FileTree {
    package let root: TreeDirectory
    package let medium: String?
    package let problems: [String]
    package let loss: String?
    package let identity: FileIdentity
    package let mostBytes: UInt64?

    /// Reads the directory of an archive. This takes time, so run it on a worker.
    ///
    /// - Parameters:
    ///   - archive: The archive, open for reading.
    ///   - title: The name of such a file, for display.
    ///   - unpacked: The file that contains the entries, if it is not the archive itself.
    ///   - layout: The format of the entries.
    ///   - unpacking: What was found when `unpacked` was made.
    ///   - isEmpty: Whether the archive is known to have no entries.
    /// - Throws: `FileTreeError` if nothing of it can be read, or if it was cancelled.
    init(
        of archive: Descriptor,
        _ title: String,
        reading unpacked: Descriptor? = nil,
        as layout: sandglass_archive_format,
        unpacking: UnpackingReport = UnpackingReport(),
        isEmpty: Bool = false,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) {
        let status = try ItemStatus(of: archive, path: .root)
        var scan = ArchiveScan(limits, progress, cancellation, modified: status.modified, cut: unpacking.cut)
        let file = unpacked ?? archive
        if !isEmpty {
            guard let reader = ArchiveReader(file, as: layout, mostEntries: limits.items) else {
                throw FileTreeError(errno: ENOMEM, operation: "read the archive")
            }
            guard scan.run(reader) else { throw FileTreeError(errno: ECANCELED, operation: "read the archive") }
        }
        // The reader of a large archive takes more memory than its index, and is gone by now.
        scan.trim()
        let version = ArchiveContents.Version(status)
        let contents = ArchiveContents(of: file, as: layout, in: archive, version, limits)
        var found = unpacking.problems
        if scan.unpacked > contents.mostUnpacked {
            found.append(
                "would unpack to \(ByteCount.short(scan.unpacked)), more than \(limits.ratio) times the archive's size: "
                    + "no more than \(ByteCount.short(contents.mostUnpacked)) of it is unpacked")
        }
        mostBytes = contents.mostUnpacked
        identity = FileIdentity(device: status.device, inode: status.inode)
        let store = ArchiveStore(scan.index, contents, device: status.device ^ (status.inode << 20) ^ (1 << 63))
        root = .listing(IndexedDirectory(store))
        let leftOut = store.doubles.leftOut.map { leftOut in
            let others = leftOut.count > 1 ? ", and \(leftOut.count - 1) more" : ""
            return "an AppleDouble file left out, because another one is beside its item: \(leftOut.first)\(others)"
        }
        if let leftOut { found.append(leftOut) }
        medium = title
        problems = (found + scan.problems.sentences).map { "the archive: \($0)" }
        loss = (unpacking.loss ?? leftOut ?? scan.problems.loss).map { "the archive: \($0)" }
    }
}

/// Creates an unnamed file for unpacked data.
/// - Throws: `FileTreeError`
func unnamedFile(size: UInt64) throws(FileTreeError) -> Descriptor {
    do throws(Errno) {
        return try UnnamedFile.make(size: size)
    } catch {
        throw FileTreeError(errno: error.rawValue, operation: "make a temporary file")
    }
}
