package import Decoding
import Formats
package import Jobs
package import System

/// A tar file that is compressed as a whole.
///
/// It is unpacked to an unnamed file when it is opened, so that its entries can be read in any order.
package struct CompressedTarFormat: TreeFormat {
    package let suffixes: [String]
    /// The name of the compressor, for display: "gzip".
    package let compressor: String
    /// The first bytes of the compressor's output.
    package let signature: [UInt8]

    /// Creates the format of tar files compressed by one compressor.
    /// - Parameters:
    ///   - compressor: The name of the compressor.
    ///   - suffixes: The suffixes of file names, the usual one first.
    package init(_ compressor: String, suffixes: [String], signature: [UInt8]) {
        self.compressor = compressor
        self.suffixes = suffixes
        self.signature = signature
    }

    package var title: String { "\(suffixes[0].dropFirst()) archive" }

    package func recognizes(_ head: [UInt8]) -> Bool {
        head.starts(with: signature) || signature == ZstandardFrames.magic && ZstandardFrames.isRecognized(in: head)
    }

    package func tree(
        in file: Descriptor,
        by decoders: DecoderPool,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) -> any FileTree {
        let contents = try CompressedFile(
            file, by: decoders, within: limits, progress: progress, cancellation: cancellation)
        guard contents.isTar || contents.isEmptyTar else {
            throw FileTreeError(.notATree, operation: "read the archive", "not a compressed tar")
        }
        return try tree(
            in: file, contents, by: decoders, within: limits, progress: progress, cancellation: cancellation)
    }

    /// Reads the directory of the tar in a file that was decompressed.
    /// - Throws: As `tree(in:by:within:progress:cancellation:)`.
    package func tree(
        in file: Descriptor,
        _ contents: CompressedFile,
        by decoders: DecoderPool,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) -> any FileTree {
        try ArchiveTree(
            of: file, title, reading: contents.file, as: .tar, unpacking: contents.report,
            by: decoders, within: limits, progress: progress, cancellation: cancellation)
    }
}
