package import ContainerModel

/// The lines of a timeline for people, in blocks.
package struct TimelineLines {
    /// Whole lines.
    package struct Block: Sendable {
        /// The lines, each with its end.
        package let bytes: [UInt8]
        /// Whether they are printable ASCII; anything else has to be sanitized line by line.
        package let isASCII: Bool
        /// The offsets of the ends of the lines: a name can have one, too.
        let ends: [Int]

        /// The lines, without their ends.
        package var lines: [ArraySlice<UInt8>] {
            zip([-1] + ends, ends).map { bytes[($0 + 1)..<$1] }
        }
    }

    private static let size = 64 << 10
    private static let maxPaths = 4_096

    private var entries: TimelineEntries
    private var left: Int
    private let shown: (ContainerPath) -> [UInt8]
    private var text = TimelineText()
    private var paths: [ContainerPath: [UInt8]] = [:]

    /// - Parameters:
    ///   - maximum: The most lines.
    ///   - shown: Returns the path of an item as it is shown.
    package init(_ entries: TimelineEntries, atMost maximum: Int, shown: @escaping (ContainerPath) -> [UInt8]) {
        (self.entries, left, self.shown) = (entries, maximum, shown)
    }

    /// Returns the next block; nil at the end.
    package mutating func next() -> Block? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size + 4_096)
        var isASCII = true
        var ends: [Int] = []
        while left > 0, bytes.count < Self.size, let entry = entries.next() {
            left -= 1
            let start = bytes.count
            text.append(entry, at: entry.path.map { path($0) }, to: &bytes)
            isASCII = isASCII && bytes[start...].allSatisfy { $0 &- 0x20 < 0x5f }
            ends.append(bytes.count)
            bytes.append(0x0a)
        }
        return bytes.isEmpty ? nil : Block(bytes: bytes, isASCII: isASCII, ends: ends)
    }

    private mutating func path(_ path: ContainerPath) -> [UInt8] {
        if let known = paths[path] { return known }
        if paths.count >= Self.maxPaths { paths.removeAll(keepingCapacity: true) }
        let found = shown(path)
        paths[path] = found
        return found
    }
}
