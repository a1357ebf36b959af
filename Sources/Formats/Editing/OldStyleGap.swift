/// What is between two items of an old-style list, or between one and a mark: blanks, comments, and a comma at most.
struct OldStyleGap {
    let range: Range<Int>
    private let text: [UInt8]
    private let comments: [Range<Int>]
    private let comma: Int?

    init(_ range: Range<Int>, of text: [UInt8]) {
        (self.range, self.text) = (range, text)
        var comments: [Range<Int>] = []
        var comma: Int?
        var position = range.lowerBound
        while position < range.upperBound {
            let start = position
            if let end = text.pastComment(at: start) {
                position = min(end, range.upperBound)
                comments.append(start..<position)
            } else {
                if text[start] == 0x2c { comma = start }
                position += 1
            }
        }
        (self.comments, self.comma) = (comments, comma)
    }

    var hasComments: Bool { !comments.isEmpty }

    /// Whether the last comment reaches to the end of its line.
    var endsWithLine: Bool { comments.last.map { text.matches("//", at: $0.lowerBound) } ?? false }

    /// Where the last comment ends.
    var endOfComments: Int { comments.last?.upperBound ?? range.lowerBound }

    var withoutComma: [UInt8] { withoutComma(to: range.upperBound) }

    /// The text without its comma if it has comments, otherwise nothing.
    var remains: [UInt8] { hasComments ? withoutComma : [] }

    /// The comments with the blanks before them, and with those behind them where the last one would reach farther
    /// without: unless a line break is at the offset.
    func remains(before next: Int) -> [UInt8] {
        guard hasComments else { return [] }
        let isBreak = text.indices.contains(next) && text[next].isLineBreak
        return withoutComma(to: endsWithLine && !isBreak ? range.upperBound : endOfComments)
    }

    private func withoutComma(to end: Int) -> [UInt8] {
        guard let comma, comma < end else { return Array(text[range.lowerBound..<end]) }
        return Array(text[range.lowerBound..<comma] + text[(comma + 1)..<end])
    }
}

extension UInt8 {
    var isLineBreak: Bool { self == 0x0a || self == 0x0d }
}

extension [UInt8] {
    /// Where the comment of an old-style list at an offset ends; nil if there is none.
    func pastComment(at offset: Int) -> Int? {
        var position = offset
        if matches("//", at: position) {
            while position < count, !self[position].isLineBreak { position += 1 }
            return position
        }
        guard matches("/*", at: position) else { return nil }
        position += 2
        while position < count, !matches("*/", at: position) { position += 1 }
        return Swift.min(count, position + 2)
    }
}
