package import Documents

/// Contents of which nothing is known but their rows: there is nothing to be found in a picture.
extension PreviewContent {
    package func find(
        _ search: TextSearch,
        _ start: SearchStart,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch? { nil }

    package func match(
        for target: PreviewTarget,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch? {
        var last = request
        last.anchor = .end
        let page = page(last, within: limits)
        guard let final = page.lines.last?.position else { return nil }
        switch target {
        case .line(let number), .textLine(let number, _):
            var match = PreviewMatch(line: min(number - 1, final))
            if number - 1 > final { match.remark = PreviewTarget.remark(number, of: final + 1, "row") }
            return match
        case .percentage(let part):
            return PreviewMatch(line: final.multipliedReportingOverflow(by: part).partialValue / 100)
        case .offset: throw DocumentFailure("only text and bytes have offsets; switch to one of these forms")
        }
    }

    package func columns(of bytes: Range<UInt64>, in line: PageLine, _ fit: PreviewViewport) -> [Range<Int>] { [] }
}
