/// The boxes of an ISO base media file (ISO/IEC 14496-12, section 4.2), of which QuickTime calls the same "atoms". Only
/// their heads are read, and the contents of those that are asked for.
struct MediaBoxes {
    /// A box: its type, and where its contents are in the file.
    struct Box {
        let type: [UInt8]
        let contents: Range<UInt64>
    }

    /// The maximum number of boxes read of a file.
    private static let maxBoxes = 10_000

    private let file: FileBytes
    private var budget = maxBoxes

    init(_ file: FileBytes) { self.file = file }

    /// The whole file.
    var whole: Range<UInt64> { 0..<file.size }

    /// Returns the boxes in a range of the file, up to the first that is damaged.
    mutating func boxes(in range: Range<UInt64>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while budget > 0, offset < range.upperBound, range.upperBound - offset >= 8 {
            budget -= 1
            let head = file.bytes(offset, 16)
            guard let short = head.bigEndian(at: 0, size: 4), let type = head.range(at: 4, length: 4) else { break }
            var (size, headSize) = (short, UInt64(8))
            if short == 1 {
                guard let long = head.bigEndian(at: 8, size: 8) else { break }
                (size, headSize) = (long, 16)
            } else if short == 0 {
                size = range.upperBound - offset
            }
            guard size >= headSize, size <= range.upperBound - offset else { break }
            boxes.append(Box(type: Array(head[type]), contents: offset + headSize..<offset + size))
            offset += size
        }
        return boxes
    }

    /// Returns the contents of the first box in a range that is reached by a path of types.
    mutating func first(_ path: StaticString..., in range: Range<UInt64>) -> Range<UInt64>? {
        var range = range
        for type in path {
            guard let box = boxes(in: range).first(where: { $0.type.matches(type) }) else { return nil }
            range = box.contents
        }
        return range
    }

    /// Returns bytes of a range, at most `limit` of them.
    func bytes(_ range: Range<UInt64>, limit: Int) -> [UInt8] {
        file.bytes(range.lowerBound, Int(min(UInt64(limit), range.upperBound - range.lowerBound)))
    }
}
