import CArchive
import ContainerModel
package import Jobs
package import System

/// A tar file that is compressed as a whole.
///
/// It is unpacked to an unnamed file when it is opened, so that its entries can be read in any order.
package struct CompressedTarFormat: TreeFormat {
    package let suffixes: [String]
    /// The first bytes of the compressor's output.
    let signature: [UInt8]

    /// Creates the format of tar files compressed by one compressor.
    /// - Parameter suffixes: The suffixes of file names, the usual one first.
    package init(suffixes: [String], signature: [UInt8]) {
        self.suffixes = suffixes
        self.signature = signature
    }

    package var title: String { "\(suffixes[0].dropFirst()) archive" }

    package func recognizes(_ head: [UInt8]) -> Bool { head.starts(with: signature) }

    package func tree(
        in file: Descriptor,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) -> any FileTree {
        let (tar, problems) = try Unpacking(limits, progress, cancellation).unpack(file)
        return try ArchiveTree(
            of: file, title, reading: tar, as: sandglass_archive_tar, problems: problems, within: limits,
            progress: progress, cancellation: cancellation)
    }
}

/// Unpacks a compressed tar to an unnamed file.
private struct Unpacking {
    let limits: ArchiveLimits
    let progress: ProgressMeter
    let cancellation: Cancellation

    init(_ limits: ArchiveLimits, _ progress: ProgressMeter, _ cancellation: Cancellation) {
        self.limits = limits
        self.progress = progress
        self.cancellation = cancellation
    }

    /// - Returns: The tar and the problems found; if there are any, the tar contains as much as could be unpacked.
    func unpack(_ file: Descriptor) throws(FileTreeError) -> (Descriptor, problems: [String]) {
        guard let reader = ArchiveReader(file, as: sandglass_archive_compressed) else {
            throw FileTreeError(errno: ENOMEM, operation: "unpack the archive")
        }
        let size = try ItemStatus(of: file, path: .root).size
        let spool = try unnamedFile(size: size)
        progress.expect(files: 0, bytes: size)
        var packed: UInt64 = 0
        var problems: [String] = []
        switch reader.next() {
        case .entry: break
        case .end, .unreadable, .tooMany: return (spool, ["nothing is in it"])
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
                progress.add(bytes: reader.packed - packed)
                packed = reader.packed
                let failure = spool.write(bytes, at: offset)
                guard failure == 0 else { throw FileTreeError(errno: failure, operation: "unpack the archive") }
            }
        }
        var head = [UInt8](repeating: 0, count: TreeFormats.headLength)
        let count = head.withUnsafeMutableBytes { spool.read($0, at: 0) }
        // A tar ends with zeros; an empty one contains nothing else.
        guard count == head.count, TarFormat.isHeader(head) || head.allSatisfy({ $0 == 0 }) else {
            throw FileTreeError(operation: "read the archive", unusable: "what is compressed in it is not a tar")
        }
        return (spool, problems)
    }
}
