package import Decoding
import Formats
package import Jobs
package import System

/// A format of files that contain trees. To add one, implement this protocol and add a line to `TreeFormats.all`.
package protocol TreeFormat: Sendable {
    /// The name of such a file, for display: "zip archive".
    var title: String { get }

    /// The suffixes of the names of such files: ".zip".
    var suffixes: [String] { get }

    /// Returns whether a file has this format, given its first `TreeFormats.headLength` bytes, or all of a shorter
    /// file.
    func recognizes(_ head: [UInt8]) -> Bool

    /// Returns whether a file that begins like none of the formats has this one nevertheless, given its end. Reads no more
    /// than the end.
    func recognizes(endOf file: Descriptor) -> Bool

    /// Reads the directory of the tree in a file. May read the whole file, so run it on a worker.
    /// - Parameters:
    ///   - decoders: The processes that read it.
    ///   - progress: Counts the items found, and the bytes read if the whole file is read.
    /// - Throws: `FileTreeError` if nothing of it can be read; with `ECANCELED` if it was cancelled.
    func tree(
        in file: Descriptor,
        by decoders: DecoderPool,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) -> any FileTree
}

extension TreeFormat {
    /// Most formats are recognized by the beginning of a file.
    package func recognizes(endOf file: Descriptor) -> Bool { false }
}

/// The formats of files that can be opened as trees.
package enum TreeFormats {
    /// All formats; the first one that recognizes a file is used.
    package static let all: [any TreeFormat] = [
        ZipFormat(),
        CompressedTarFormat("gzip", suffixes: [".tar.gz", ".tgz"], signature: [0x1f, 0x8b, 0x08]),
        CompressedTarFormat("xz", suffixes: [".tar.xz", ".txz"], signature: XZStreams.magic),
        CompressedTarFormat("Zstandard", suffixes: [".tar.zst"], signature: ZstandardFrames.magic),
        CompressedTarFormat("bzip2", suffixes: [".tar.bz2"], signature: [0x42, 0x5a, 0x68]),
        TarFormat(),
    ]

    /// The formats of files that a path may lead into: all, and time points, which have their contents elsewhere and are
    /// nothing that a container could hold.
    package static let ofPaths: [any TreeFormat] = all + [TimePointFormat()]

    /// The number of bytes from the beginning of a file needed to determine its format.
    package static let headLength = 512

    /// Returns the format of a file; nil if it is not one of `formats`.
    package static func format(of file: Descriptor, among formats: [any TreeFormat] = all) -> (any TreeFormat)? {
        var head = [UInt8](repeating: 0, count: headLength)
        let count = head.withUnsafeMutableBytes { file.read($0, at: 0) }
        guard count > 0 else { return nil }
        head.removeLast(headLength - count)
        return formats.first { $0.recognizes(head) } ?? formats.first { $0.recognizes(endOf: file) }
    }
}
