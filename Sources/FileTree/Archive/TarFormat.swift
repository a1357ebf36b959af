package import Decoding
import Formats
package import Jobs
package import System

/// An uncompressed tar file.
package struct TarFormat: TreeFormat {
    /// Creates the format.
    package init() {}

    package var title: String { "tar archive" }
    package var suffixes: [String] { [".tar"] }

    package func recognizes(_ head: [UInt8]) -> Bool { TarHeader.begins(head) }

    package func tree(
        in file: Descriptor,
        by decoders: DecoderPool,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) -> any FileTree {
        try ArchiveTree(
            of: file, title, as: .tar, by: decoders, within: limits, progress: progress,
            cancellation: cancellation)
    }
}
