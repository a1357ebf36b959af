package import Decoding
package import Jobs
package import System

/// A zip file, read by its central directory.
package struct ZipFormat: TreeFormat {
    private static let entrySignature: [UInt8] = [0x50, 0x4b, 0x03, 0x04]
    /// A zip without entries starts with the end record of its central directory.
    private static let endSignature: [UInt8] = [0x50, 0x4b, 0x05, 0x06]

    /// Creates the format.
    package init() {}

    package var title: String { "zip archive" }
    package var suffixes: [String] { [".zip"] }

    package func recognizes(_ head: [UInt8]) -> Bool {
        head.starts(with: Self.entrySignature) || head.starts(with: Self.endSignature)
    }

    package func tree(
        in file: Descriptor,
        by decoders: DecoderPool,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) -> any FileTree {
        var signature = [UInt8](repeating: 0, count: Self.endSignature.count)
        let count = signature.withUnsafeMutableBytes { file.read($0, at: 0) }
        // libarchive rejects a zip without entries.
        let isEmpty = count == signature.count && signature == Self.endSignature
        return try ArchiveTree(
            of: file, title, as: .zip, isEmpty: isEmpty, by: decoders, within: limits, progress: progress,
            cancellation: cancellation)
    }
}
