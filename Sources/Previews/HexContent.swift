package import Documents
import FileTree
import Screen

/// A hex dump of a file: rows with the offset of the first byte, the bytes as two digits each, and the bytes as ASCII.
package struct HexContent: PreviewContent {
    private let file: DocumentSource

    package init(_ file: DocumentSource) { self.file = file }

    /// The number of digits in an offset, always even.
    private var placeDigits: Int {
        let digits = String(max(1, file.size) - 1, radix: 16).utf8.count
        return max(4, digits + digits % 2)
    }

    /// Returns the most bytes that fit in a row, a power of two up to 16: the offset, two blanks, the digits with
    /// blanks between bytes, two blanks, the characters.
    func bytesInRow(_ columns: Int) -> Int {
        [16, 8, 4, 2].first { placeDigits + 2 + ($0 * 3 - 1) + 2 + $0 <= columns } ?? 1
    }

    package func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage {
        let count = UInt64(bytesInRow(request.fit.columns))
        let wanted = UInt64(clamping: request.fit.rows).multipliedReportingOverflow(by: count).partialValue
        let end = (file.size + count - 1) / count * count
        var start: UInt64 =
            switch request.anchor {
            case .from(let position): position / count * count
            case .before(let position): position - min(position, wanted)
            case .end: end - min(end, wanted)
            }
        start = start / count * count
        var page = PreviewPage()
        page.total = file.size
        let bytes: [UInt8]
        do throws(FileTreeError) {
            bytes = try file.bytes(from: start, count: Int(clamping: min(wanted, end - min(start, end))))
        } catch {
            page.fail(error.reason, at: start, ascii: request.fit.isASCII)
            return page
        }
        for index in stride(from: 0, to: bytes.count, by: Int(count)) {
            guard !limits.mustStop else {
                page.isComplete = false
                return page
            }
            let row = bytes[index..<min(index + Int(count), bytes.count)]
            let offset = start + UInt64(index)
            page.lines.append(PageLine(line(row, at: offset, Int(count), request.fit), at: offset))
        }
        page.isComplete = start + UInt64(bytes.count) >= file.size
        return page
    }

    private func line(_ row: ArraySlice<UInt8>, at offset: UInt64, _ count: Int, _ fit: PreviewViewport) -> PreviewLine
    {
        var digits: [UInt8] = []
        var characters: [UInt8] = []
        for byte in row {
            digits += [Self.digit(byte >> 4), Self.digit(byte & 15), 0x20]
            let isPrintable = (0x20..<0x7f).contains(byte)
            characters += isPrintable ? [byte] : fit.isASCII ? [0x2e] : Array("·".utf8)
        }
        digits += repeatElement(0x20, count: (count - row.count) * 3 + 1)
        var place = String(offset, radix: 16)
        place = String(repeating: "0", count: max(0, placeDigits - place.utf8.count)) + place + "  "
        let spans = [
            PreviewLine.Span(DisplayText(place), .dimmed), PreviewLine.Span(DisplayText(bytes: digits), .text),
            PreviewLine.Span(DisplayText(bytes: characters, ascii: fit.isASCII), .file),
        ]
        return PreviewLine(PreviewLine.Span.fitted(spans, to: fit.columns))
    }

    package func find(
        _ search: TextSearch,
        _ start: SearchStart,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch? {
        guard let pattern = search.bytePattern else {
            throw DocumentFailure("enter an even number of hexadecimal digits after 0x")
        }
        return try FileSearch(file: file, pattern: pattern).find(start, within: limits).map { match(at: $0, request) }
    }

    package func match(
        for target: PreviewTarget,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch? {
        guard file.size > 0 else { return nil }
        let offset: UInt64 =
            switch target {
            case .offset(let offset), .textLine(_, let offset): offset
            case .line(let number): number - 1
            case .percentage(let part): file.size.multipliedReportingOverflow(by: part).partialValue / 100
            }
        var match = match(at: min(offset, file.size - 1), request)
        if offset >= file.size { match.remark = PreviewTarget.remark(offset + 1, of: file.size, "byte") }
        return match
    }

    package func columns(of bytes: Range<UInt64>, in line: PageLine, _ fit: PreviewViewport) -> [Range<Int>] {
        let count = bytesInRow(fit.columns)
        let row = line.position..<line.position.addingReportingOverflow(UInt64(count)).partialValue
        guard row.lowerBound < row.upperBound else { return [] }
        let shown = bytes.clamped(to: row)
        guard !shown.isEmpty else { return [] }
        let (first, last) = (Int(shown.lowerBound - row.lowerBound), Int(shown.upperBound - row.lowerBound))
        let digits = placeDigits + 2
        // Three columns for each byte, and another blank after the last one.
        let characters = digits + count * 3 + 1
        return [digits + first * 3..<digits + last * 3 - 1, characters + first..<characters + last]
    }

    private func match(at offset: UInt64, _ request: PageRequest) -> PreviewMatch {
        let count = UInt64(bytesInRow(request.fit.columns))
        return PreviewMatch(line: offset / count * count, place: offset)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
