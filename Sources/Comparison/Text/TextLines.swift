import Documents
import FileTree
import Formats

/// The lines of a text, of which only the positions and fingerprints are in memory.
struct TextLines {
    /// The number of lines that are compared; a longer text is compared as bytes.
    private static let maximum = 2_000_000
    /// The number of bytes of a line; a text with a longer one is compared as bytes.
    private static let longest = 16 << 20

    private let text: DocumentText?
    /// The byte that ends a line, decoded.
    private let lineEnd: UInt8
    /// Where each line begins, and where the last one ends.
    private var starts: [UInt64] = []
    /// A fingerprint of each line with its end, decoded.
    private(set) var fingerprints: [UInt64] = []

    /// No lines.
    static let none = TextLines()

    private init() { (text, lineEnd) = (nil, 0x0a) }

    /// Reads a text.
    /// - Returns: nil if it has too many lines or too long a line, or if the work was cancelled.
    /// - Throws: `FileTreeError` if it cannot be read.
    init?(_ text: DocumentText, within limits: DocumentLimits) throws(FileTreeError) {
        self.text = text
        var pieces = TextPieces(text.source, text.detection)
        lineEnd = pieces.lineEnd == [0x0d] ? 0x0d : 0x0a
        var piece = try pieces.piece(around: pieces.start)
        while !piece.isEmpty {
            guard starts.count < Self.maximum, !limits.mustStop else { return nil }
            starts.append(piece.lowerBound)
            var stored = try Self.bytes(piece, of: text)
            // A long line has several pieces.
            while !stored.suffix(pieces.lineEnd.count).elementsEqual(pieces.lineEnd),
                piece.upperBound < text.source.size
            {
                guard stored.count < Self.longest, !limits.mustStop else { return nil }
                piece = try pieces.piece(after: piece)
                stored += try Self.bytes(piece, of: text)
            }
            let bytes = Self.decoded(stored, text)
            var hasher = Hasher()
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            fingerprints.append(UInt64(bitPattern: Int64(hasher.finalize())))
            guard piece.upperBound < text.source.size else { break }
            piece = try pieces.piece(after: piece)
        }
        starts.append(text.source.size)
    }

    var count: Int { fingerprints.count }

    /// Returns a line for a hunk.
    /// - Throws: `FileTreeError` if it cannot be read.
    func line(_ index: Int, on side: LineHunk.Line.Origin) throws(FileTreeError) -> LineHunk.Line {
        guard let text else { return LineHunk.Line(origin: side, text: [], hasEnd: true) }
        var bytes = Self.decoded(try Self.bytes(starts[index]..<starts[index + 1], of: text), text)
        let hasEnd = bytes.last == lineEnd
        if hasEnd { bytes.removeLast() }
        return LineHunk.Line(origin: side, text: bytes, hasEnd: hasEnd)
    }

    private static func bytes(_ range: Range<UInt64>, of text: DocumentText) throws(FileTreeError) -> [UInt8] {
        try text.source.bytes(from: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
    }

    private static func decoded(_ bytes: [UInt8], _ text: DocumentText) -> [UInt8] {
        text.detection.utf8(bytes[...], isWhole: true)
    }
}

extension TextLines {
    /// Returns the hunks in which two texts differ, each with lines around it that are the same.
    /// - Parameters:
    ///   - context: The number of lines before and behind a difference; hunks that would touch are one.
    ///   - receive: Receives each hunk; returns whether more are wanted.
    /// - Throws: `FileTreeError` if a line cannot be read.
    static func forEachHunk(
        _ before: TextLines, _ after: TextLines, context: Int, within limits: DocumentLimits,
        _ receive: (LineHunk) -> Bool
    ) throws(FileTreeError) {
        let regions = SequenceDifference.regions(before.fingerprints, after.fingerprints) { limits.mustStop }
        var next = 0
        while next < regions.count {
            let first = next
            next += 1
            while next < regions.count,
                regions[next].before.lowerBound - regions[next - 1].before.upperBound <= 2 * context, context > 0
            {
                next += 1
            }
            guard receive(try hunk(regions[first..<next], before, after, context: context)) else { return }
        }
    }

    private static func hunk(
        _ regions: ArraySlice<SequenceDifference.Region>, _ before: TextLines, _ after: TextLines, context: Int
    ) throws(FileTreeError) -> LineHunk {
        guard let first = regions.first, let last = regions.last else {
            return LineHunk(before: 0..<0, after: 0..<0, lines: [])
        }
        let lead = min(context, first.before.lowerBound, first.after.lowerBound)
        let trail = min(context, before.count - last.before.upperBound, after.count - last.after.upperBound)
        var lines: [LineHunk.Line] = []
        var position = first.before.lowerBound - lead
        for region in regions {
            for index in position..<region.before.lowerBound { lines.append(try before.line(index, on: .both)) }
            for index in region.before { lines.append(try before.line(index, on: .before)) }
            for index in region.after { lines.append(try after.line(index, on: .after)) }
            position = region.before.upperBound
        }
        for index in position..<position + max(0, trail) { lines.append(try before.line(index, on: .both)) }
        return LineHunk(
            before: first.before.lowerBound - lead..<last.before.upperBound + max(0, trail),
            after: first.after.lowerBound - lead..<last.after.upperBound + max(0, trail), lines: lines)
    }
}
