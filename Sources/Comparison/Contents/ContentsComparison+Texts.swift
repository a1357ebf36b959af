import Documents
import FileTree
import Formats

/// Texts: by line.
extension ContentsComparison {
    /// Compares two texts line by line; a side without text has no lines.
    /// - Returns: Whether they could be compared like that.
    /// - Throws: `DocumentFailure` if one of them cannot be read.
    func compareTexts(_ one: Document, _ other: Document, at address: [[UInt8]]) throws(DocumentFailure) -> Bool {
        do throws(FileTreeError) {
            guard let before = try lines(of: one), let after = try lines(of: other) else { return false }
            let isAsStored = one.hasLinesAsStored && other.hasLinesAsStored
            let endsInReturns = one.endsLinesInReturns || other.endsLinesInReturns
            try TextLines.forEachHunk(before, after, context: context, within: limits) { hunk in
                var hunk = hunk
                (hunk.isAsStored, hunk.endsInReturns) = (isAsStored, endsInReturns)
                var difference = Self.difference(hunk, at: address)
                if let failure = one.failure ?? other.failure { difference.note = "\(failure); compared as text" }
                report(difference)
                return !mustStop
            }
            return true
        } catch {
            throw DocumentFailure(error.reason)
        }
    }

    private func lines(of document: Document) throws(FileTreeError) -> TextLines? {
        guard case .text(let text) = document.contents else { return document.isEmpty ? TextLines.none : nil }
        return try TextLines(text, within: limits)
    }

    /// Returns the difference of a hunk: the lines removed and added are the values.
    static func difference(_ hunk: LineHunk, at address: [[UInt8]]) -> Difference {
        func hasEnd(_ side: LineHunk.Line.Origin) -> Bool? { hunk.lines.last { $0.origin == side }?.hasEnd }
        let (hadEnd, hasEnd) = (hasEnd(.before), hasEnd(.after))
        let isOnlyOnOneSide = hadEnd.flatMap { had in hasEnd.map { had != $0 } } ?? false
        func text(_ side: LineHunk.Line.Origin, _ hasEnd: Bool?) -> JSONValue? {
            let lines = hunk.lines.filter { $0.origin == side }.map { String(decoding: $0.text, as: UTF8.self) }
            guard !lines.isEmpty else { return nil }
            return .string(lines.joined(separator: "\n") + (isOnlyOnOneSide && hasEnd == true ? "\n" : ""))
        }
        let (before, after) = (text(.before, hadEnd), text(.after, hasEnd))
        var difference = Difference(
            before == nil ? .added : after == nil ? .removed : .changed, .value, at: address, before: before,
            after: after)
        difference.lines = hunk
        if isOnlyOnOneSide {
            difference.note = hasEnd == true ? "the text now ends with an end of line" : "the text now ends without one"
        }
        return difference
    }
}

extension Document {
    /// Whether the lines of the text are in the file as they are told: in UTF-8, with LF at their ends, and not compressed.
    var hasLinesAsStored: Bool {
        guard case .text(let text) = contents else { return true }
        return text.startOfUTF8 == 0 && compressions.isEmpty
    }

    /// Whether the lines of the text end in CR alone, which no patch can say.
    var endsLinesInReturns: Bool {
        guard case .text(let text) = contents else { return false }
        return text.startOfUTF8 == nil && [.ascii, .utf8].contains(text.detection.encoding)
    }
}
