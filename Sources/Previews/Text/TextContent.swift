package import Documents
import FileTree
import Formats
import Screen

/// The text of a file of any size, wrapped at the width of the pane or cut off there.
///
/// The position of a line is the offset of the piece of text that it shows, plus the number of the row in that piece.
package struct TextContent: PreviewContent {
    /// The distance between tab stops; eight columns would be too many for a pane.
    private static let tabColumns = 4

    let text: DocumentText
    var file: DocumentSource { text.source }
    private var detection: TextDetection { text.detection }

    /// Creates contents from a text.
    package init(_ text: DocumentText) { self.text = text }

    package func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage {
        var page = PreviewPage()
        page.total = file.size
        do throws(FileTreeError) {
            try fill(&page, request, limits)
        } catch {
            page.fail(error.reason, at: file.size, ascii: request.fit.isASCII)
        }
        return page
    }

    private func fill(_ page: inout PreviewPage, _ request: PageRequest, _ limits: DocumentLimits) throws(FileTreeError)
    {
        var pieces = TextPieces(file, detection)
        switch request.anchor {
        case .from(let position):
            var piece = try pieces.piece(around: position)
            while !piece.isEmpty {
                guard page.lines.count < request.fit.rows, !limits.mustStop else {
                    page.isComplete = false
                    break
                }
                let lines = try lines(of: piece, &pieces, request).drop { $0.position < position }
                let room = request.fit.rows - page.lines.count
                page.lines += lines.prefix(room)
                if lines.count > room { page.isComplete = false }
                piece = try pieces.piece(after: piece)
            }
        case .before(let position): try fillBackwards(&page, &pieces, before: position, request, limits)
        case .end: try fillBackwards(&page, &pieces, before: .max, request, limits)
        }
    }

    private func fillBackwards(
        _ page: inout PreviewPage,
        _ pieces: inout TextPieces,
        before position: UInt64,
        _ request: PageRequest,
        _ limits: DocumentLimits
    ) throws(FileTreeError) {
        var piece: Range<UInt64>? = try pieces.piece(around: position)
        page.isComplete = position >= file.size
        var lines: [PageLine] = []
        while let current = piece, lines.count < request.fit.rows, !limits.mustStop {
            if !current.isEmpty {
                lines = try self.lines(of: current, &pieces, request).filter { $0.position < position } + lines
            }
            piece = try pieces.piece(before: current.lowerBound)
        }
        page.lines = lines.suffix(request.fit.rows)
    }

    private func lines(
        of piece: Range<UInt64>,
        _ pieces: inout TextPieces,
        _ request: PageRequest
    ) throws(FileTreeError) -> [PageLine] {
        let isWhole = piece.upperBound == file.size
        let bytes = try pieces.bytes(piece)
        let utf8 = detection.utf8(bytes[...], isWhole: isWhole)
        let text = Self.text(utf8[...], request.fit)
        guard request.wraps else {
            let shown = text.suffix(max(0, text.width - request.skipped)).prefix(request.fit.columns)
            return [PageLine(PreviewLine(shown, .text), at: piece.lowerBound)]
        }
        return text.wrapped(to: request.fit.columns).enumerated().map { row, text in
            PageLine(PreviewLine(text, .text), at: piece.lowerBound + UInt64(row))
        }
    }

    /// Returns the line in which an offset is shown.
    private func match(at offset: UInt64, _ pieces: inout TextPieces, _ request: PageRequest) throws(FileTreeError)
        -> PreviewMatch
    {
        let piece = try pieces.piece(around: offset)
        let bytes = try pieces.bytes(piece)
        let before = detection.utf8(bytes.prefix(Int(offset - piece.lowerBound)), isWhole: false)
        let shownBefore = Self.text(before[...], request.fit)
        var match = PreviewMatch(line: piece.lowerBound, place: offset)
        guard request.wraps else {
            let column = shownBefore.width
            let isVisible = (request.skipped..<request.skipped + request.fit.columns).contains(column)
            match.skipped = isVisible ? nil : max(0, column - request.fit.columns / 2)
            return match
        }
        let utf8 = detection.utf8(bytes[...], isWhole: piece.upperBound == file.size)
        // Wrapping adds and drops blanks, and nothing else.
        var left = shownBefore.inkedCount
        for row in Self.text(utf8[...], request.fit).wrapped(to: request.fit.columns).dropLast() {
            guard left >= row.inkedCount else { break }
            left -= row.inkedCount
            match.line += 1
        }
        return match
    }

    /// Returns a line with its tabs expanded.
    static func text(_ line: ArraySlice<UInt8>, _ fit: PreviewViewport) -> DisplayText {
        guard line.contains(0x09) else { return DisplayText(bytes: line, ascii: fit.isASCII) }
        var expanded: [UInt8] = []
        var column = 0
        for (index, piece) in line.split(separator: 0x09, omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                let blanks = tabColumns - column % tabColumns
                expanded += repeatElement(0x20, count: blanks)
                column += blanks
            }
            expanded += piece
            column += DisplayText(bytes: piece, ascii: fit.isASCII).width
        }
        return DisplayText(bytes: expanded, ascii: fit.isASCII)
    }
}

extension TextContent {
    package func find(
        _ search: TextSearch,
        _ start: SearchStart,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch? {
        guard let pattern = search.pattern(in: detection.encoding) else { return nil }
        let files = FileSearch(file: file, pattern: pattern, unit: UInt64(detection.encoding.unit))
        var start = start
        while let offset = try files.find(start, within: limits) {
            guard try isCharacters(of: search, at: offset) else {
                // Behind it, or before it.
                start.origin = .place(offset)
                continue
            }
            let found = try match(at: offset, request)
            // The first rows of a wrapped line may be above the one that the search begins with.
            if case .line(let first) = start.origin, !start.isBackwards, found.line < first {
                start.origin = .place(offset)
                continue
            }
            return found
        }
        return nil
    }

    /// Returns whether the bytes at an offset, which are those of a text, are also its characters: in an encoding of
    /// several bytes, they may begin within a character, or a letter of ASCII be a part of one.
    private func isCharacters(of search: TextSearch, at offset: UInt64) throws(DocumentFailure) -> Bool {
        guard detection.encoding.reusesASCII, detection.encoding.unit == 1 else { return true }
        var pieces = TextPieces(file, detection)
        let (piece, bytes): (Range<UInt64>, [UInt8])
        do throws(FileTreeError) {
            piece = try pieces.piece(around: offset)
            bytes = try pieces.bytes(piece)
        } catch {
            throw DocumentFailure("it cannot be read: \(error.reason)")
        }
        let count = Int(offset - piece.lowerBound)
        let before = detection.utf8(bytes.prefix(count), isWhole: true)
        let rest = detection.utf8(bytes.dropFirst(count), isWhole: true)
        guard detection.utf8(bytes[...], isWhole: true) == before + rest else { return false }
        let text = String(decoding: rest, as: UTF8.self)
        return search.start(in: text) == text.startIndex
    }

    package func match(
        for target: PreviewTarget,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch? {
        guard file.size > 0 else { return nil }
        switch target {
        case .offset(let offset): return try match(at: min(offset, file.size - 1), request)
        case .percentage(let part):
            let offset = file.size.multipliedReportingOverflow(by: part).partialValue / 100
            return try match(at: min(offset, file.size - 1), request)
        case .line(let number), .textLine(let number, _):
            let pieces = TextPieces(file, detection)
            guard number > 1 else { return PreviewMatch(line: pieces.start) }
            guard let pattern = BytePattern(pieces.lineEnd) else { return nil }
            let search = FileSearch(file: file, pattern: pattern, unit: UInt64(detection.encoding.unit))
            return try search.end(ofOccurrence: number - 1, from: pieces.start, within: limits).map { found in
                var match = PreviewMatch(line: found.offset)
                if found.count < number - 1 { match.remark = PreviewTarget.remark(number, of: found.count + 1, "line") }
                return match
            }
        }
    }

    private func match(at offset: UInt64, _ request: PageRequest) throws(DocumentFailure) -> PreviewMatch {
        var pieces = TextPieces(file, detection)
        do throws(FileTreeError) {
            return try match(at: offset, &pieces, request)
        } catch {
            throw DocumentFailure("it cannot be read: \(error.reason)")
        }
    }
}
