import ContainerModel
package import Decoding
package import Jobs
package import System

/// A zip file, read by its central directory.
package struct ZipFormat: TreeFormat {
    private static let entrySignature: [UInt8] = [0x50, 0x4b, 0x03, 0x04]
    /// The first bytes of the end record of the central directory, with which a zip without entries starts.
    package static let endSignature: [UInt8] = [0x50, 0x4b, 0x05, 0x06]
    /// What may come before the first entry of a zip that was, or could have been, split (APPNOTE.TXT, 8.5.3 to 8.5.5).
    private static let splitMarkers: [[UInt8]] = [[0x50, 0x4b, 0x07, 0x08], [0x50, 0x4b, 0x30, 0x30]]

    /// Creates the format.
    package init() {}

    package var title: String { "zip archive" }
    package var suffixes: [String] { [".zip"] }

    package func recognizes(_ head: [UInt8]) -> Bool {
        head.starts(with: Self.entrySignature) || head.starts(with: Self.endSignature)
            || Self.splitMarkers.contains { head.starts(with: $0 + Self.entrySignature) }
    }

    /// Returns whether a file ends like a zip, as one does that extracts itself, or has something else in front of it: with
    /// an end record, and a record of the central directory where that says that it begins (APPNOTE.TXT, 4.3.16).
    package func recognizes(endOf file: Descriptor) -> Bool {
        let (record, record64, longestComment) = (22, 20 + 56, 65_535)
        guard let size = try? ItemStatus(of: file, path: .root).size, size >= UInt64(record) else { return false }
        let start = size - min(size, UInt64(record + longestComment))
        guard let tail = try? file.part(at: start, record + longestComment), tail.count >= record else { return false }
        for place in (0...tail.count - record).reversed() where tail[place] == Self.endSignature[0] {
            guard tail[place...].starts(with: Self.endSignature),
                place + record + Int(tail.number(at: place + 20, bytes: 2)) == tail.count
            else { continue }
            let (length, end) = (tail.number(at: place + 12, bytes: 4), start + UInt64(place))
            let first = length == UInt64(UInt32.max) ? UInt64(record64) : length
            let signature = length == UInt64(UInt32.max) ? Self.endSignature64 : Self.directorySignature
            return length > 0 && first <= end && (try? file.part(at: end - first, 4)) == signature
        }
        return false
    }

    private static let directorySignature: [UInt8] = [0x50, 0x4b, 0x01, 0x02]
    private static let endSignature64: [UInt8] = [0x50, 0x4b, 0x06, 0x06]

    package func tree(
        in file: Descriptor,
        by decoders: DecoderPool,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) -> any FileTree {
        try ArchiveTree(
            of: file, title, as: .zip, by: decoders, within: limits, progress: progress, cancellation: cancellation)
    }
}

extension [UInt8] {
    /// Returns a number whose least significant byte comes first.
    fileprivate func number(at place: Int, bytes: Int) -> UInt64 {
        self[place..<place + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
