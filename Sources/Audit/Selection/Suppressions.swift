import ContainerModel
import Formats

/// A list of findings that are accepted: `RULE PATH UNTIL REASON` on each line.
///
/// A rule may be a subject (`secret`), a path a pattern in which `*` stands for any characters but a slash and `**` for
/// any; a path with blanks is in quotation marks. The day is `2027-01-31` or `-` for ever. `#` begins a comment.
package struct Suppressions: Sendable {
    /// A line that is none.
    package struct Mistake: Error, Hashable, Sendable {
        /// The number of the line, from 1.
        package let line: Int
        /// What is wrong, as a sentence without a full stop; not sanitized.
        package let message: String
    }

    private struct Row: Sendable {
        let line: Int
        let rule: String
        let path: String
        let until: String?
        let text: String
    }

    private let rows: [Row]

    /// Reads a list.
    /// - Throws: `Mistake` for the first line that is none.
    package init(_ bytes: [UInt8]) throws(Mistake) {
        var rows: [Row] = []
        for (index, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            let text = String(decoding: line, as: UTF8.self).trimmed
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            let words = Self.words(text)
            guard words.count >= 4 else {
                throw Mistake(line: index + 1, message: "a line needs a rule, a path, a date or -, and a reason")
            }
            guard AuditRule.all.contains(where: { $0.isSelected(by: [words[0]]) }) else {
                throw Mistake(line: index + 1, message: "there is no rule \(words[0])")
            }
            guard words[2] == "-" || Self.isDay(words[2]) else {
                throw Mistake(line: index + 1, message: "\(words[2]) is not a date; write it like 2027-01-31, or -")
            }
            rows.append(
                Row(
                    line: index + 1, rule: words[0], path: words[1], until: words[2] == "-" ? nil : words[2],
                    text: "line \(index + 1): \(words[0]) \(words[1])"))
        }
        self.rows = rows
    }

    private static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], let month = Int(parts[1]), let day = Int(parts[2]) else { return false }
        return Int(parts[0]) != nil && (1...12).contains(month) && (1...31).contains(day)
    }

    private static func words(_ text: String) -> [String] {
        var (words, word, isQuoted): ([String], String?, Bool) = ([], nil, false)
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if character.isWhitespace, !isQuoted {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// Sorts findings out.
    /// - Parameter now: The time that decides which lines have ended, in seconds since 1970.
    /// - Returns: The findings that remain, the number of the others, and the lines that concern none or have ended.
    package func applied(
        to findings: [Finding], now: Double
    ) -> (remaining: [Finding], suppressed: Int, unused: [String]) {
        let today = String((ISO8601.text(secondsSince1970: Int64(now)) ?? "").prefix(10))
        var used: Set<Int> = []
        let remaining = findings.filter { finding in
            let path = String(decoding: StablePath.bytes(finding.path.bytes), as: UTF8.self)
            let row = rows.first { row in
                (row.until.map { today <= $0 } ?? true) && finding.rule.isSelected(by: [row.rule])
                    && PathGlob.matches(Array(path.utf8)[...], Array(row.path.utf8)[...])
            }
            if let row { used.insert(row.line) }
            return row == nil
        }
        let unused = rows.filter { !used.contains($0.line) }.map { row in
            row.text + (row.until.map { today > $0 ? " ended on \($0)" : "" } ?? "")
        }
        return (remaining, findings.count - remaining.count, unused)
    }
}

/// Patterns for paths.
enum PathGlob {
    /// Returns whether a path matches: `*` stands for any bytes but slashes, `**` for any, `?` for one.
    static func matches(_ path: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
        // The states of a nondeterministic automaton: the positions in the pattern that the path so far leads to.
        let pattern = Array(pattern)
        var states = closed([0], pattern)
        for byte in path {
            var next: Set<Int> = []
            for state in states where state < pattern.count {
                switch pattern[state] {
                case star:
                    let isDouble = isDoubleStar(state, pattern)
                    if isDouble || byte != 0x2f { next.insert(state) }
                case 0x3f: if byte != 0x2f { next.insert(state + 1) }
                default: if pattern[state] == byte { next.insert(state + 1) }
                }
            }
            states = closed(next, pattern)
            if states.isEmpty { return false }
        }
        return states.contains(pattern.count)
    }

    private static let star: UInt8 = 0x2a

    private static func isDoubleStar(_ index: Int, _ pattern: [UInt8]) -> Bool {
        index + 1 < pattern.count && pattern[index + 1] == star || index > 0 && pattern[index - 1] == star
    }

    /// Returns positions with those behind stars, which may stand for nothing.
    private static func closed(_ states: Set<Int>, _ pattern: [UInt8]) -> Set<Int> {
        var closed = states
        for state in states {
            var next = state
            while next < pattern.count, pattern[next] == star {
                next += 1
                closed.insert(next)
            }
        }
        return closed
    }
}

extension String {
    /// The text without blanks at its ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        let end = start.reversed().drop { $0.isWhitespace }
        return String(end.reversed())
    }
}
