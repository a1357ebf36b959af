import ContainerModel
import Decoding
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
    package let maxBytes: UInt64?

    /// Reads the directory of an archive. This takes time, so run it on a worker.
    ///
    /// - Parameters:
    ///   - archive: The archive, open for reading.
    ///   - title: The name of such a file, for display.
    ///   - unpacked: The file that contains the entries, if it is not the archive itself.
    ///   - layout: The format of the entries.
    ///   - unpacking: The findings from making `unpacked`.
    ///   - decoders: The processes that read it.
    /// - Throws: `FileTreeError` if nothing of it can be read, or if it was cancelled.
    init(
        of archive: Descriptor,
        _ title: String,
        reading unpacked: Descriptor? = nil,
        as layout: ArchiveDecoder.Format,
        unpacking: UnpackingReport = UnpackingReport(),
        by decoders: DecoderPool,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) {
        let status = try ItemStatus(of: archive, path: .root)
        let names = ZipNames.encoding
        var scan = ArchiveScan(
            layout, limits, progress, cancellation, modified: status.modified, cut: unpacking.cut, names: names)
        let file = unpacked ?? archive
        let size = try ItemStatus(of: file, path: .root).size
        let decoder = ArchiveDecoder(decoders, file, size: size)
        try decoding(to: "read the archive") { () throws(DecodingFailure) in
            try scan.scanEntries(
                try decoder.entries(
                    as: layout, maxEntries: limits.items, maxUnpacked: limits.maxUnpacked(status.size),
                    leavesForeignNames: names != nil))
        }
        scan.finish()
        let version = ArchiveContents.Version(status)
        let contents = ArchiveContents(by: decoder, as: layout, in: archive, version, limits)
        var found = unpacking.problems
        if scan.unpacked > contents.maxUnpacked {
            found.append(
                "would unpack to \(ByteCount.short(scan.unpacked)), more than \(limits.ratio) times the archive's size: "
                    + "at most \(ByteCount.short(contents.maxUnpacked)) of it is unpacked")
        }
        maxBytes = contents.maxUnpacked
        identity = status.identity
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

/// Creates an unnamed file for data unpacked from an archive, in memory if that is.
/// - Throws: `FileTreeError`
func unnamedFile(size: UInt64, from archive: Descriptor) throws(FileTreeError) -> Descriptor {
    do throws(Errno) {
        return try UnnamedFile.make(size: size, from: archive)
    } catch {
        throw FileTreeError(errno: error.rawValue, operation: "make a temporary file")
    }
}
