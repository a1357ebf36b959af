/// Finds the matches of a pattern in one buffer after the other. Used by one thread at a time.
package final class ContentsFinder {
    /// A match.
    package struct Match: Hashable, Sendable {
        /// The bytes that match.
        package let range: Range<Int>
        /// How the text is written; nil for UTF-8.
        package let encoding: ContentsPattern.Encoding?
    }

    /// An expression takes too many steps, or too much memory, for a text.
    package struct Exhaustion: Error {
        package init() {}
    }

    /// The pattern.
    package let pattern: ContentsPattern
    private let matcher: RegularExpressionMatcher?
    /// The next occurrence of each needle in the buffer; nil if it has not been looked for there.
    private var next: [Int?]
    /// Where in the buffer a text in UTF-16 is, and in which order its bytes are.
    private var known: (text: Range<Int>, hasLowBytesFirst: Bool) = (0..<0, false)

    package init(_ pattern: ContentsPattern) {
        self.pattern = pattern
        matcher = pattern.expression.map { RegularExpressionMatcher($0) }
        next = pattern.needles.map { _ in nil }
    }

    /// The number of bytes that a match may take. Matches of expressions may be longer, but are not found across the
    /// ends of pieces.
    package var longest: Int { pattern.needles.map(\.bytes.count).max() ?? 4_096 }

    /// Forgets the previous buffer: later calls are about another one.
    package func beginBuffer() {
        for index in next.indices { next[index] = nil }
        known = (0..<0, false)
    }

    /// Returns the first match that begins at an offset or after it; nil if there is none.
    ///
    /// After `beginBuffer`, the offsets of the same buffer must increase.
    package func first(in buffer: UnsafeRawBufferPointer, from offset: Int) throws(Exhaustion) -> Match? {
        guard let matcher else { return firstNeedle(in: buffer, from: offset) }
        do throws(RegularExpressionMatcher.Exhaustion) {
            return try matcher.first(in: buffer, from: offset).map { Match(range: $0, encoding: nil) }
        } catch {
            throw Exhaustion()
        }
    }

    private func firstNeedle(in buffer: UnsafeRawBufferPointer, from offset: Int) -> Match? {
        var best: Match?
        var found = 0
        for (index, needle) in pattern.needles.enumerated() {
            let start: Int
            if let place = next[index], place >= offset {
                start = place
            } else {
                start = needle.bytes.first(in: buffer, from: offset) ?? .max
                next[index] = start
            }
            if start < best?.range.lowerBound ?? .max {
                best = Match(range: start..<start + needle.bytes.count, encoding: needle.encoding)
                found = index
            }
        }
        // Behind a zero, a text in UTF-16 with the low bytes first is also one with the high bytes first.
        guard let best, best.encoding == .utf16, found > 0, pattern.needles[found - 1].encoding == .utf16,
            next[found - 1] == best.range.lowerBound + 1,
            hasLowBytesFirst(buffer, in: best.range)
        else { return best }
        return Match(range: best.range.lowerBound + 1..<best.range.upperBound + 1, encoding: .utf16)
    }

    /// Returns whether a zero lies behind the last of the characters of ASCII or Latin 1 that a range begins with, and not
    /// only before each. If both do, it is taken for the order of the processors of today.
    private func hasLowBytesFirst(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> Bool {
        if known.text.contains(range.upperBound - 1) { return known.hasLowBytesFirst }
        var last = range.upperBound - 1
        while last + 2 < bytes.count, bytes[last + 1] == 0, Self.isOfText(bytes[last + 2]) { last += 2 }
        known = (range.lowerBound..<last + 1, last + 1 < bytes.count && bytes[last + 1] == 0)
        return known.hasLowBytesFirst
    }

    /// Whether a byte may be that of a character of ASCII or Latin 1 in a text.
    private static func isOfText(_ byte: UInt8) -> Bool {
        (0x20..<0x7f).contains(byte) || (0x09...0x0d).contains(byte) || (0xa0..<0xff).contains(byte)
    }

    /// Returns the first match in bytes; nil if there is none.
    package func first(in bytes: UnsafeRawBufferPointer) throws(Exhaustion) -> Match? {
        beginBuffer()
        return try first(in: bytes, from: 0)
    }
}
