import Documents
package import Formats

/// A place in a file where a pattern matches: a line of a text, a value inside the file, an offset.
package struct ContentsHit: Hashable, Sendable {
    /// The kind of place of a hit.
    package enum Place: Hashable, Sendable {
        /// A line of a text.
        /// - Parameters:
        ///   - number: Its number, from 1; 0 if lines are not counted.
        ///   - offset: The offset of the match in bytes.
        case line(number: UInt64, offset: UInt64)
        /// Bytes that are not text: the offset of the match.
        case offset(UInt64)
        /// A value.
        case value
        /// The name of a value: a key.
        case name
    }

    /// The way to a value inside the file, as `DocumentReaders.open` takes it; empty for the file itself.
    package var steps: [[UInt8]]
    /// The place, in the file or in the value.
    package var place: Place
    /// How the text is written; nil for UTF-8.
    package var encoding: ContentsPattern.Encoding?
    /// The line or the value with the match, cut off where it is long. Not sanitized.
    package var excerpt: ContentsExcerpt

    package init(
        _ steps: [[UInt8]], _ place: Place, encoding: ContentsPattern.Encoding? = nil, _ excerpt: ContentsExcerpt
    ) {
        self.steps = steps
        self.place = place
        self.encoding = encoding
        self.excerpt = excerpt
    }

    /// The way to the value as it stands behind a colon: names separated by slashes, in which `~1` stands for a slash
    /// and `~0` for a tilde; nil for the file itself.
    package var address: [UInt8]? {
        guard !steps.isEmpty else { return nil }
        return ValueAddress.text(steps)
    }
}

/// The line or the value around a match, in part if it is long.
package struct ContentsExcerpt: Hashable, Sendable {
    /// The bytes; text as UTF-8, which need not be valid.
    package let bytes: [UInt8]
    /// The match in them; cut off if it is long.
    package let match: Range<Int>
    /// Whether something is left out before the bytes.
    package let isCutBefore: Bool
    /// Whether something is left out behind the bytes.
    package let isCutAfter: Bool

    /// The number of bytes kept on either side of a match.
    private static let margin = 200
    /// The number of bytes kept before a match in a line that is longer.
    private static let lead = 60
    /// The number of bytes kept of a match.
    private static let longest = 200

    /// Cuts out the line around a match.
    init(of text: UnsafeRawBufferPointer, around match: Range<Int>) {
        let whole = max(0, match.lowerBound - Self.margin)
        let end = min(match.upperBound, match.lowerBound + Self.longest)
        let last = min(text.count, end + Self.margin)
        let lineStart = (whole..<match.lowerBound).last { text[$0] == 0x0a }.map { $0 + 1 } ?? (whole == 0 ? 0 : nil)
        let first = max(0, match.lowerBound - Self.lead)
        let lineEnd = (end..<max(end, last)).first { text[$0] == 0x0a }
        var start = Self.characterStart(lineStart ?? first, in: text)
        var stop = Self.characterStart(lineEnd ?? last, in: text)
        if lineEnd != nil, stop > end, text[stop - 1] == 0x0d { stop -= 1 }
        let readable = Self.readable(UnsafeRawBufferPointer(rebasing: text[start..<max(start, stop)]))
        var isCut = (before: lineStart == nil && start > 0, after: lineEnd == nil && stop < text.count)
        if !readable {
            // Of bytes that are not text, only the printable ones next to the match are informative.
            let before = (max(start, match.lowerBound - Self.lead)..<match.lowerBound).reversed()
            let from = before.prefix { Self.isPrintable(text[$0]) }.last ?? match.lowerBound
            let to = (end..<max(end, stop)).first { !Self.isPrintable(text[$0]) } ?? max(end, stop)
            isCut = (from > start || isCut.before, to < stop || isCut.after)
            (start, stop) = (from, to)
        }
        bytes = Array(text[start..<max(start, stop)])
        self.match = match.lowerBound - start..<min(bytes.count, max(end, match.lowerBound) - start)
        isCutBefore = isCut.before
        isCutAfter = isCut.after
    }

    /// Returns whether bytes are UTF-8 without control characters but tabs.
    private static func readable(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7f } && String(validating: bytes, as: UTF8.self) != nil
    }

    /// Returns whether a byte is a character of ASCII that can be seen.
    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7f).contains(byte) }

    /// Returns the beginning of the character of UTF-8 at an offset.
    private static func characterStart(_ offset: Int, in text: UnsafeRawBufferPointer) -> Int {
        var start = offset
        while start > 0, start < text.count, offset - start < 3, text[start] & 0xc0 == 0x80 { start -= 1 }
        return start < text.count && text[start] & 0xc0 == 0x80 ? offset : start
    }
}
