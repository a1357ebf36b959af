package import Jobs
package import System

/// A kind of file that holds a tree. Another kind is another file and a line in `TreeFormats.all`.
package protocol TreeFormat: Sendable {
    /// What people call such a file: "zip archive".
    var title: String { get }

    /// What the names of such files end with: ".zip".
    var suffixes: [String] { get }

    /// Whether a file is one, by its first bytes: `TreeFormats.headLength` of them, or all of a shorter file.
    func recognizes(_ head: [UInt8]) -> Bool

    /// Reads the directory of the tree in a file. Work for a worker, since it may read all of the file.
    /// - Parameter progress: Counts the items that were found, and the bytes if all of the file is read.
    /// - Throws: `FileTreeError` if nothing of it can be read, or with `ECANCELED`.
    func tree(
        in file: Descriptor,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) -> any FileTree
}

/// The kinds of files that can be opened as trees.
package enum TreeFormats {
    /// The first one that recognizes a file opens it.
    package static let all: [any TreeFormat] = [
        ZipFormat(),
        CompressedTarFormat(suffixes: [".tar.gz", ".tgz"], signature: [0x1f, 0x8b]),
        CompressedTarFormat(suffixes: [".tar.xz", ".txz"], signature: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]),
        CompressedTarFormat(suffixes: [".tar.zst"], signature: [0x28, 0xb5, 0x2f, 0xfd]),
        CompressedTarFormat(suffixes: [".tar.bz2"], signature: [0x42, 0x5a, 0x68]),
        TarFormat(),
    ]

    /// How many bytes from the beginning of a file tell its format.
    package static let headLength = 512

    /// The format of a file; nil if it has none of these.
    package static func format(of file: Descriptor, among formats: [any TreeFormat] = all) -> (any TreeFormat)? {
        var head = [UInt8](repeating: 0, count: headLength)
        let count = head.withUnsafeMutableBytes { file.read($0, at: 0) }
        guard count > 0 else { return nil }
        head.removeLast(headLength - count)
        return formats.first { $0.recognizes(head) }
    }
}
