package import Decoding
package import Jobs
package import System

/// An uncompressed tar file.
package struct TarFormat: TreeFormat {
    /// Creates the format.
    package init() {}

    package var title: String { "tar archive" }
    package var suffixes: [String] { [".tar"] }

    package func recognizes(_ head: [UInt8]) -> Bool { Self.isHeader(head) }

    /// Returns whether the checksum of a tar header is correct. It is the sum of the header's bytes, with its own eight
    /// bytes counted as blanks (tar(5)).
    static func isHeader(_ head: [UInt8]) -> Bool {
        guard head.count >= 512 else { return false }
        let digits = head[148..<156].drop { $0 == 0x20 }.prefix { $0 >= 0x30 && $0 < 0x38 }
        guard !digits.isEmpty else { return false }
        let stored = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
        return stored == head[..<148].sum + head[156..<512].sum + 8 * 0x20
    }

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

extension ArraySlice<UInt8> {
    fileprivate var sum: Int { reduce(0) { $0 + Int($1) } }
}
