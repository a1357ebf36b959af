/// Neighboring lines of a text that differ, with lines around them that are the same.
package struct LineHunk: Sendable {
    /// A line, as UTF-8 without its end.
    package struct Line: Sendable {
        /// On which side the line is.
        package enum Origin: Sendable {
            case both
            case before
            case after
        }

        package let origin: Origin
        package let text: [UInt8]
        /// Whether the line has an end; the last line of a text may have none.
        package let hasEnd: Bool
    }

    /// The lines on the first side, counted from 0; empty if lines were only added.
    package let before: Range<Int>
    /// The lines on the second side, counted from 0; empty if lines were only removed.
    package let after: Range<Int>
    /// All lines in order.
    package let lines: [Line]
    /// Whether the lines are in the files as they are here: in UTF-8, with LF at their ends, and not compressed.
    package internal(set) var isAsStored = true
    /// Whether the lines of one file end in CR alone.
    package internal(set) var endsInReturns = false

    /// The same lines with other texts in their place.
    var masked: LineHunk {
        LineHunk(
            before: before, after: after,
            lines: lines.map { Line(origin: $0.origin, text: Array("***".utf8), hasEnd: $0.hasEnd) })
    }
}

extension LineHunk {
    /// The hunk in the unified format of diff, each line without its end: what `patch` applies.
    package var unified: [[UInt8]] {
        var result = [Array("@@ -\(Self.range(before)) +\(Self.range(after)) @@".utf8)]
        for line in lines {
            let mark: UInt8 =
                switch line.origin {
                case .both: 0x20
                case .before: 0x2d
                case .after: 0x2b
                }
            result.append([mark] + line.text)
            if !line.hasEnd { result.append(Array("\\ No newline at end of file".utf8)) }
        }
        return result
    }

    /// Returns a range as `diff -u` writes it: the first line from 1 and the count; without lines, the line before.
    private static func range(_ lines: Range<Int>) -> String {
        lines.isEmpty ? "\(lines.lowerBound),0" : "\(lines.lowerBound + 1),\(lines.count)"
    }
}
