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
        for (index, needle) in pattern.needles.enumerated() {
            let start: Int
            if let known = next[index], known >= offset {
                start = known
            } else {
                start = needle.bytes.first(in: buffer, from: offset) ?? .max
                next[index] = start
            }
            if start < best?.range.lowerBound ?? .max {
                best = Match(range: start..<start + needle.bytes.count, encoding: needle.encoding)
            }
        }
        return best
    }

    /// Returns the first match in bytes; nil if there is none.
    package func first(in bytes: UnsafeRawBufferPointer) throws(Exhaustion) -> Match? {
        beginBuffer()
        return try first(in: bytes, from: 0)
    }
}
